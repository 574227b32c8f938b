"""Cells that define functions and do nothing else: what such a cell binds, what it mentions.

A plain cell holds ``def`` statements, imports of NumPy or `math`, and strings. Running it calls
nothing of the student's, and a function that it defines finds nothing to keep a state in: no
variable of the notebook's, no attribute, no default but a constant, no class, no decorator, and no
``yield``, which could leave a ``with`` open. Nor can it look at what the notebook has bound: the
only names it reads are its own, those of functions and modules, and of harmless built-ins; the only
attributes are those below. What is not listed is not plain, whether or not it would do harm.
"""

import ast
import builtins
import functools
import re
from typing import NamedTuple

from autograder.grade.reshaping import SET, reshaped
from autograder.grade.sources import parsed

MAX_PLAIN = 20_000
"""Characters: a longer cell is not looked at."""
MODULES = {"numpy", "math"}
PARTS = {"numpy.lib.stride_tricks"}
"""From which functions may be taken by name."""
BUILTINS = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, Exception)
} | set(
    """
    Ellipsis NotImplemented abs all any bool bytes complex dict divmod enumerate filter float
    frozenset int isinstance iter len list map max min next object pow print range reversed round
    set slice sorted str sum tuple type zip
    """.split()  # noqa: SIM905
)
FORBIDDEN = set(dir(builtins)) - BUILTINS | {"display", "get_ipython", "In", "Out"}
PRIVATE = re.compile(r"_(?!(i{1,3}|i\d+|ih|oh|dh|sh|exit_code)$)[a-zA-Z]\w*(?<!__)")
"""A helper's name. Python binds names with two underscores, and IPython those that are left out."""
ATTRIBUTES = frozenset(
    """
    __name__ T abs absolute accumulate add all allclose amax amin any append apply_along_axis arange
    arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argpartition args argsort
    argwhere array array_equal array_split as_strided asarray ascontiguousarray asfortranarray
    asmatrix astype at atleast_1d atleast_2d atleast_3d average base bincount bit_length bitwise_and
    bitwise_not bitwise_or block bool bool_ broadcast_arrays broadcast_shapes broadcast_to cbrt ceil
    choice clear clip column_stack comb complex128 complexfloating concat concatenate conj conjugate
    convolve copy copysign copyto corrcoef cos cosh count cov cross cumprod cumsum deg2rad delete
    det diag diagflat diagonal diff difference discard divide divmod dot double dsplit dstack dtype
    e eig eigh einsum empty empty_like endswith equal errstate exp exp2 expand_dims expm1
    exponential extend eye fabs factorial fill finfo flat flatnonzero flatten flip fliplr flipud
    float16 float32 float64 floating floor floor_divide fmax fmin fmod fromfunction fromiter fsum
    full full_like gamma gcd generic geomspace get gradient greater greater_equal heaviside
    histogram hsplit hstack hypot identity iinfo imag index inexact inf insert int16 int32 int64
    int8 integer integers interp intersect1d intersection intp inv invert is_integer isalpha isclose
    isdigit isfinite isin isinf isnan isqrt isscalar issubdtype issubset issuperset item items
    itemsize ix_ join keys kind kron lcm less less_equal lib linalg linspace log log10 log1p log2
    logaddexp logaddexp2 logical_and logical_not logical_or logical_xor logspace lower lstrip lstsq
    matrix mT matmul matrix_rank matrix_transpose max maximum may_share_memory mean median meshgrid
    min minimum mod moveaxis multiply nan nan_to_num nanmax nanmean nanmin nanstd nansum nbytes
    ndarray ndenumerate ndim ndindex negative newaxis nonzero norm normal not_equal number ones
    ones_like outer pad partition percentile perm permutation permute_dims permuted pi piecewise
    pinv poisson pop positive power prod promote_types ptp put_along_axis qr quantile rad2deg ravel
    ravel_multi_index real reciprocal reduce reduceat remainder remove repeat replace reshape
    result_type reverse rint roll rollaxis rot90 round row_stack rstrip searchsorted select
    setdefault setdiff1d shape shares_memory shuffle sign signbit sin sinc sinh size
    sliding_window_view solve sort split splitlines sqrt square squeeze stack standard_normal
    startswith std stride_tricks strides strip subtract sum svd swapaxes take take_along_axis tan
    tanh tau tensordot tile tolist trace transpose tri tril tril_indices triu triu_indices
    true_divide trunc uint16 uint32 uint64 uint8 uniform union union1d unique unravel_index unstack
    update upper values var vdot vecdot vectorize view vsplit vstack where zeros zeros_like zfill
    """.split()  # noqa: SIM905
)
"""Functions and constants of NumPy and `math`, methods of arrays, generators and plain values."""
GENERATORS = {"default_rng", "Generator"}
"""What may follow ``np.random.``: the functions there share one state, generators do not."""
NODES = {
    ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Delete, ast.Assign, ast.AugAssign,
    ast.AnnAssign, ast.For, ast.While, ast.If, ast.With, ast.withitem, ast.Raise, ast.Try,
    ast.ExceptHandler, ast.Assert, ast.Import, ast.ImportFrom, ast.alias, ast.Expr, ast.Pass,
    ast.Break, ast.Continue, ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp, ast.Lambda,
    ast.IfExp, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.comprehension, ast.Compare, ast.Call, ast.keyword, ast.FormattedValue,
    ast.JoinedStr, ast.Constant, ast.Attribute, ast.Subscript, ast.Starred, ast.Name, ast.List,
    ast.Tuple, ast.Slice,
}  # fmt: skip
SIGNS = ("ctx", "op", "ops")
"""Fields that hold no nodes but signs such as ``+``."""
HEADS = (ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.BinOp)
"""What an annotation is made of."""


class Plain(NamedTuple):
    """A plain cell.

    Attributes
    ----------
    binds : dict of str to str
        The names that running it binds, each with what is imported; empty for a function.
    mentions : frozenset of str
        Every name in it, whoever binds it.
    shows : bool
        Whether it ends in an expression, whose value is shown.
    """

    binds: dict[str, str]
    mentions: frozenset[str]
    shows: bool


def read(source: str, is_ours: bool = False) -> Plain | None:
    """Return what a cell binds and mentions, or None if it is not plain.

    Nothing of it runs; and the length is bounded, so that no nesting is too deep for the parser.

    Parameters
    ----------
    source : str
    is_ours : bool
        Whether the course wrote it. It may then set attributes that no plain cell can read, as a
        helper does that gives an exception its details.
    """
    return _read(source, is_ours) if len(source) <= MAX_PLAIN else None


@functools.lru_cache(512)
def _read(source: str, is_ours: bool) -> Plain | None:
    tree = parsed(source)
    if tree is None or not all(map(_is_inert, tree.body)):
        return None
    mentions = names(tree, is_ours)
    if mentions is None:
        return None
    binds: dict[str, str] = {}
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            binds[statement.name] = ""
        for alias in getattr(statement, "names", ()):
            origin = f"{getattr(statement, 'module', '')} {alias.name}"
            known = binds.setdefault(_bound_by(alias), origin)
            binds[_bound_by(alias)] = origin if known == origin else ""
    shows = bool(tree.body) and isinstance(tree.body[-1], ast.Expr)
    return Plain(binds, frozenset(mentions), shows)


def _is_inert(statement: ast.stmt) -> bool:
    """Say whether a statement at the top of a cell runs nothing of the student's."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)
    if isinstance(statement, ast.FunctionDef):
        return _is_inert_head(statement)
    return isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass))


def _is_inert_head(function: ast.FunctionDef) -> bool:
    """Say whether defining a function evaluates constants, names and types alone."""
    arguments = function.args
    annotations = [node.annotation for node in ast.walk(arguments) if isinstance(node, ast.arg)]
    defaults = [*arguments.defaults, *arguments.kw_defaults]
    return all(map(_is_constant, filter(None, defaults))) and all(
        isinstance(node, (*HEADS, ast.Load, ast.BitOr))
        for annotation in filter(None, [*annotations, function.returns])
        for node in ast.walk(annotation)
    )


def _is_constant(node: ast.expr) -> bool:
    """Say whether a default holds no state."""
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    if isinstance(node, ast.Attribute):  # np.inf, np.float64
        return isinstance(node.value, ast.Name)
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in BUILTINS)


def names(tree: ast.Module, is_ours: bool) -> set[str] | None:
    """Return every name in a cell, or None if there is something that a plain cell has not."""
    found: set[str] = set()
    generators: set[int] = set()
    shapes: set[int] | None = None
    pending: list = list(tree.body)
    while pending:
        node = pending.pop()
        if type(node) not in NODES:
            return None
        if shapes is None and getattr(node, "attr", "") == SET and _is_set(node):
            shapes = reshaped(tree)
        if not (
            _is_allowed(node, found, generators)
            or (is_ours and _is_detail(node))
            or (shapes and id(node) in shapes)
        ):
            return None
        for field in node._fields:
            value = getattr(node, field)
            if field in SIGNS or value is None:
                continue
            if type(value) is list:
                pending += filter(None, value)
            elif isinstance(value, ast.AST):
                pending.append(value)
    return found


def _is_allowed(node: ast.AST, found: set[str], generators: set[int]) -> bool:
    """Say whether a plain cell may have a node, and add the names in it.

    `generators` are the nodes ``np.random`` of which one of `GENERATORS` is taken.
    """
    if isinstance(node, ast.Name):
        found.add(node.id)
        return _is_free(node.id) or (isinstance(node.ctx, ast.Store) and node.id not in FORBIDDEN)
    if isinstance(node, ast.Attribute):
        if not isinstance(node.ctx, ast.Load):  # a ``del`` that fails, or not, would read it
            return False
        if isinstance(node.value, ast.Attribute) and node.value.attr == "random":
            generators.add(id(node.value))
            return node.attr in GENERATORS
        return node.attr in ATTRIBUTES or id(node) in generators
    if isinstance(node, ast.FunctionDef):
        found.add(node.name)
        return _is_free(node.name) and not node.decorator_list
    if isinstance(node, ast.arg):
        found.add(node.arg)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        found.add(node.name)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        found.update(map(_bound_by, node.names))
        return _is_harmless(node)
    return True


def _is_free(name: str) -> bool:
    """Say whether a name means nothing to Python or IPython, or is a built-in that may be read."""
    return name not in FORBIDDEN and (name[0] != "_" or PRIVATE.fullmatch(name) is not None)


def _is_detail(node: ast.AST) -> bool:
    """Say whether a node sets an attribute that no plain cell can read."""
    return _is_set(node) and node.attr not in ATTRIBUTES and node.attr[0] != "_"


def _is_set(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)


def _is_harmless(node: ast.Import | ast.ImportFrom) -> bool:
    """Say whether an import takes what is listed, by a name that means nothing to Python."""
    if any(bound in FORBIDDEN or bound[0] == "_" for bound in map(_bound_by, node.names)):
        return False
    taken = {alias.name for alias in node.names}
    if isinstance(node, ast.Import):
        return taken <= MODULES
    return node.module in MODULES | PARTS and not node.level and taken <= ATTRIBUTES


def _bound_by(alias: ast.alias) -> str:
    return alias.asname or alias.name
