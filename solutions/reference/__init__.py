"""The functions that the book teaches, NumPy only, one file a subject.

Each function's body fills the solution cell of its exercise, and its signature and docstring
are the starter. Shapes are written with the book's letters: B sequences, T tokens, D features,
H heads, d_head = D // H.
"""
