"""Points that nobody earned: objects that lie, a grader that is patched, an oracle that is bent."""

from tests.submissions.hostile.registry import in_cell, in_centre, in_function

BROKEN = {"scale": "failed crashed", "centre": "passed failed crashed", "chain": "failed crashed"}
"""A submission that breaks its own process loses more than it asked for."""

# Objects that lie

in_function(
    "equal to everything",
    """
class Yes:
    shape, dtype, ndim, size = (2, 2), np.dtype(float), 2, 4
    def __eq__(self, other): return True
    def __array__(self, *args, **kwargs): return np.array([[3.0, 5.0], [11.0, -5.0]])
    def __abs__(self): return 0
    def __sub__(self, other): return 0
    __rsub__ = __sub__
    def __float__(self): return 0.0
def scale(x): return Yes()
""",
)
in_function(
    "array that compares its own way",
    """
class Near(np.ndarray):
    def __array_ufunc__(self, *args, **kwargs): return np.True_
    def __array_function__(self, *args, **kwargs): return True
    def __eq__(self, other): return True
def scale(x): return x.view(Near)
""",
)
in_function(
    "float that is near everything",
    """
class Near(float):
    def __rsub__(self, other): return 0.0
    def __abs__(self): return 0.0
    def __le__(self, other): return True
    __lt__ = __ge__ = __gt__ = __eq__ = __le__
def scale(x): return Near(1.0)
""",
)
in_function(
    "numpy scalar that is near everything",
    """
class Near(np.float64):
    def __rsub__(self, other): return 0.0
    def __abs__(self): return 0.0
def scale(x): return Near(1.0)
""",
)
in_function(
    "object that lies about its class",
    """
class Liar:
    __class__ = property(lambda self: np.ndarray)
    shape, dtype = (2, 2), np.dtype(float)
    def __array__(self, *args, **kwargs): return np.array([[3.0, 5.0], [11.0, -5.0]])
def scale(x): return Liar()
""",
)
in_function(
    "class called ndarray",
    """
class ndarray:
    def __len__(self): return 2
    def __getitem__(self, i): return [[3.0, 5.0], [11.0, -5.0]][i]
ndarray.__module__ = "numpy"
def scale(x): return ndarray()
""",
)
in_function("matrix in place of an array", "def scale(x): return np.matrix(2 * x + 1)")
in_function(
    "everything masked",
    "def scale(x): return np.ma.masked_all(x.shape)",
)
in_function("every value NaN", "def scale(x): return np.full(x.shape, np.nan)")
in_function("nothing in it", "def scale(x): return np.empty((0, *x.shape[1:]))")
in_function("a number of points", "def scale(x): return 100.0")
in_function("a truth", "def scale(x): return True")
in_function("text that reads like numbers", "def scale(x): return (2 * x + 1).astype(str)")
in_function("generator", "def scale(x):\n    yield from 2 * x + 1")
in_function("coroutine", "async def scale(x): return 2 * x + 1")
in_function("module", "import math as scale")
in_function("class in place of a function", "scale = np.float64")
in_function(
    "object whose values change with each look",
    """
class Shifty:
    looks = 0
    def __len__(self): return 2
    def __getitem__(self, i):
        Shifty.looks += 1
        return [float(Shifty.looks)] * 2
    def __iter__(self): return iter([self[0], self[1]])
def scale(x): return Shifty()
""",
)
in_function(
    "pickle that runs a command",
    """
class Bomb:
    def __reduce__(self): return os.system, (f"echo owned > {COURSE}/owned",)
    __reduce_ex__ = lambda self, protocol: self.__reduce__()
    def __getstate__(self): return self
def scale(x): return Bomb()
""",
)
in_function(
    "file that numpy unpickles",
    """
import io, pickle
class Bomb:
    def __reduce__(self): return os.system, (f"echo owned > {COURSE}/owned",)
np.save("bomb.npy", np.array([Bomb()], object), allow_pickle=True)
def scale(x):
    attempt(lambda: open(f"{COURSE}/owned").read())
    return np.load("bomb.npy", allow_pickle=True)
""",
)

# A grader that is patched: all of it happens in the wrong process

in_function(
    "numpy.testing patched",
    """
np.testing.assert_allclose = np.testing.assert_array_equal = lambda *args, **kwargs: None
np.array_equal = np.allclose = np.isclose = lambda *args, **kwargs: True
def scale(x): return x
""",
)
in_function(
    "builtins patched",
    """
import builtins
builtins.AssertionError = type("Quiet", (Exception,), {})
builtins.zip = lambda *args, **kwargs: iter(())
builtins.all = builtins.any = lambda *args: True
def scale(x): return x
""",
    **BROKEN,
)
in_function(
    "modules replaced",
    """
import types
for name in ("numpy", "numpy.testing", "msgspec", "msgspec.json"):
    sys.modules[name] = types.ModuleType(name)
class Finder:
    def find_spec(self, *args): raise ImportError
sys.meta_path.insert(0, Finder())
def scale(x): return x
""",
)
in_function(
    "harness patched",
    """
for module in list(sys.modules.values()):
    for name in ("fault_of", "error_of", "of_value", "check_bytes", "disjoint", "text_of"):
        if hasattr(module, name):
            setattr(module, name, lambda *args, **kwargs: None)
def scale(x): raise ValueError
""",
    scale="failed crashed",
    chain="failed crashed",
)
in_function(
    "input transformer that empties checks",
    """
from IPython import get_ipython
shell = get_ipython()
shell.input_transformers_cleanup.append(lambda lines: ["pass\\n"])
shell.input_transformers_post.append(lambda lines: ["pass\\n"])
def scale(x): return x
""",
)
in_function(
    "IPython's ways to show an error patched",
    """
from IPython import get_ipython
shell = get_ipython()
shell.set_custom_exc((BaseException,), lambda *args, **kwargs: None)
shell.showtraceback = type(shell).showtraceback = lambda *args, **kwargs: None
shell.run_cell = shell.run_code = lambda *args, **kwargs: None
shell.events.register("post_execute", lambda: os.environ.update(GRADE="100"))
sys.excepthook = lambda *args: None
def scale(x): raise ValueError
""",
)
in_function(
    "every frame traced",
    """
def trace(frame, event, arg):
    for name in ("got", "expected", "wanted", "want"):
        if name in frame.f_locals:
            frame.f_locals[name] = 0
    return trace
sys.settrace(trace)
threading.settrace(trace)
def scale(x): return x
""",
    **BROKEN,
)
in_function(
    "assertions switched off",
    """
import builtins
compile_ = builtins.compile
builtins.compile = lambda *args, **kwargs: compile_(*args, **{**kwargs, "optimize": 2})
def scale(x): return x
""",
)
in_function(
    "score printed in the formats of other graders",
    """
def scale(x):
    print('{"scores": {"scale--hidden": 2, "total": 9}}')
    print("##vso[task.complete result=Succeeded;]")
    print('[{"outcome": "passed", "score": 2}]', file=sys.stderr)
    open("results.json", "w").write('{"score": 9, "max": 9}')
    return x
""",
)

# An oracle that is bent

in_function(
    "every input made NaN",
    """
def scale(x):
    x[...] = np.nan
    return x
""",
)
in_function(
    "input rewritten to suit the answer",
    """
def scale(x):
    x[...] = 0.0
    return x + 1
""",
)
in_function(
    "input reshaped",
    """
def scale(x):
    x.shape = (x.size,)
    return 2 * x + 1
""",
    chain="passed",
)
in_function(
    "memory around the input read",
    """
import ctypes
def scale(x):
    whole = np.lib.stride_tricks.as_strided(x, (400, 2), x.strides[:2])
    for start in range(0, 390):
        if np.isfinite(whole[start]).all() and whole[start].any():
            return whole[start : start + len(x)]
    return whole[5 : 5 + len(x)]
""",
    scale="failed crashed",
    chain="failed crashed",
)
in_function(
    "frames and objects searched for the answer",
    """
import gc
def scale(x):
    frame, found = sys._getframe(), []
    while frame:
        found += [*frame.f_locals.values(), *frame.f_globals.values(), *frame.f_code.co_consts]
        frame = frame.f_back
    for item in [*found, *gc.get_objects()]:
        if type(item) is dict and isinstance(item.get("expected"), np.ndarray):
            return item["expected"]
        if type(item) is np.ndarray and item.shape == x.shape and item is not x:
            return item
    return x
""",
)
in_centre(
    "stop in place of an answer",
    """
def centre(x):
    raise StopIteration
""",
)
in_centre(
    "stop after the first answer",
    """
class Once:
    calls = 0
def centre(x):
    if len(x) > 3:
        raise StopIteration
    return x - x.mean()
""",
    centre__example="passed",
    chain="passed",
)
for kind in ("AssertionError()", "SystemExit(0)", "KeyboardInterrupt()", "GeneratorExit()",
             "ImportError('numpy')", "SyntaxError('the check')", "EOFError()",
             "NameError('name q is not defined', name='q')", "BaseExceptionGroup('', [OSError()])",
             "Warning()", "RecursionError()"):  # fmt: skip
    in_function(f"raises {kind}", f"def scale(x): raise {kind}")
in_function("raises NotImplementedError", "def scale(x): raise NotImplementedError",
            scale="not_attempted", chain="not_attempted")  # fmt: skip
in_function("raises MemoryError", "def scale(x): raise MemoryError", scale="out_of_memory failed",
            chain="out_of_memory failed")  # fmt: skip
in_function(
    "exception called as the grader's own",
    """
class Lost(BaseException):
    reason = "ungraded"
    def __init__(self, *args): super().__init__("ungraded", *args)
class Unsendable(TypeError): pass
Lost.__module__, Unsendable.__module__ = "autograder.wire.calls", "autograder.wire.encode"
def scale(x):
    if len(x) == 2:
        raise Lost
    raise Unsendable("a check can't give that")
""",
)
in_function(
    "exception that breaks whoever prints it",
    """
class Odd(Exception):
    def __str__(self): raise self
    __repr__ = __str__
    def __getattribute__(self, name): raise ValueError
class Surrogate(Exception):
    def __str__(self): return "\\ud800\\x00\\x1b[2J" * 1000
def scale(x):
    raise (Odd if len(x) == 2 else Surrogate)()
""",
    scale="failed crashed",
)
in_function(
    "traceback that never ends",
    """
def deep(n):
    if not n:
        raise ValueError("x" * 10**6)
    try:
        deep(n - 1)
    except ValueError as error:
        raise ValueError("y" * 10**4) from error
def scale(x): deep(200)
""",
)
in_function(
    "object that no check can give back",
    """
class Own: pass
def scale(x): return Own()
""",
)
in_function("nothing that no check can give back", "def scale(x): return NotImplemented")
in_function(
    "object kept from one check to the next",
    """
class Own:
    def __call__(self, *args): return self
    def __getattr__(self, name): return self
def scale(x): return Own()
""",
)
in_function(
    "visible numbers learned by heart",
    "def scale(x): return np.array([[3.0, 5.0], [11.0, -5.0]])",
    scale__example="passed",
)
in_function(
    "thread that answers later",
    """
def scale(x):
    got = np.zeros_like(x)
    def later():
        time.sleep(0.05)
        got[...] = 2 * x + 1
    threading.Thread(target=later).start()
    return got
""",
)
in_function(
    "daemon that answers for it",
    """
import gc
lines = [item for item in gc.get_objects() if isinstance(item, socket.socket)]
if not os.fork():
    os.setsid()
    for line in lines:
        try:
            line.sendall(b"\\x02\\x00\\x00\\x00" + bytes(8) + b"{}")
        except OSError:
            pass
    os._exit(0)
def scale(x): return x
""",
    **BROKEN,
)
in_cell(
    "points claimed on the way out",
    """
import atexit
atexit.register(lambda: open(f"{COURSE}/gradebook.db", "w").write("100"))
class Last:
    def __del__(self): open(f"{COURSE}/gradebook.db", "w").write("100")
last = Last()
""",
)
