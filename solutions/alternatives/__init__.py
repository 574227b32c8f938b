"""Right answers written another way, one file a subject: `ALTERNATIVES` lists them all."""
