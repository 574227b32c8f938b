"""Wrong versions that students write, one file a subject: `MISTAKES` lists them all."""
