"""Values across a process boundary: a typed header and raw buffers, never pickle.

`frames` moves bytes, `nodes` says what a header may hold, `encode` and `decode` turn one object
graph into a header and back, `memory` keeps arrays that share memory sharing, `calls` calls a
function that lives on the other side.
"""
