"""What each function is tried on to tell one mistake from another, one file a subject.

`PROBES` names, for each reference function, makers of arguments. A maker takes a NumPy generator
and returns a tuple. A course tries them all on its mistakes and keeps the few that it needs. No
sizes and no numbers of a check are used here.
"""

from solutions.probes.blocks import PROBES as BLOCKS
from solutions.probes.heads import PROBES as HEADS
from solutions.probes.masks import PROBES as MASKS
from solutions.probes.memory import PROBES as MEMORY
from solutions.probes.weights import PROBES as WEIGHTS

PROBES = {**MEMORY, **HEADS, **WEIGHTS, **MASKS, **BLOCKS}
