"""Wrong versions that students write, one file a subject: `MISTAKES` lists them all."""

from importlib import import_module
from pkgutil import iter_modules

MISTAKES = [
    mistake
    for name in sorted(module.name for module in iter_modules(__path__))
    for mistake in import_module(f"{__name__}.{name}").CATALOGUE
]
