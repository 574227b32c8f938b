"""Name the mistake that a failed function makes, by what it does on a few probes.

`values`, `raised`, `signature` and `match` need NumPy and the standard library alone, so that a
page can run them; `build`, `probes` and `table` make the file, `cells` uses it in grading.
"""
