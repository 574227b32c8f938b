"""IPython as the shell needs it: magics, events and rich display, without a kernel."""

import sys
from typing import TYPE_CHECKING

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import LSString, SList
from traitlets.config import Config

from autograder.student.shell import FEATURES

if TYPE_CHECKING:
    from autograder.student.shell import Shell

NOT_FOUND = 127
"""The exit code of a shell that finds no such program."""
WARM = ["[1, 2]", "%%capture\n1", "get_ipython().run_line_magic('pwd', '')"]


class Hook(DisplayHook):
    """Shows the value of a last expression."""

    def write_output_prompt(self) -> None:
        """Show no prompt."""

    def write_format_data(self, format_dict: dict, md_dict: dict | None = None) -> None:
        """Add the value's forms to the outputs."""
        self.shell.keep("execute_result", format_dict)

    def finish_displayhook(self) -> None:
        """End without a line break."""


class Publisher(DisplayPublisher):
    """Shows what ``display`` is given."""

    def publish(self, data: dict, metadata: dict | None = None, **kwargs: object) -> None:
        """Add the forms to the outputs."""
        self.shell.keep("display_data", data)

    def clear_output(self, wait: bool = False) -> None:
        """Forget what the cell showed so far."""
        self.shell.owner.outputs.clear()


class Interactive(InteractiveShell):
    """An InteractiveShell whose outputs go to a `Shell`."""

    owner: "Shell"

    def init_io(self) -> None:
        """Leave the streams alone."""

    def enable_gui(self, gui: object = None) -> None:
        """Open no window."""

    def ask_exit(self) -> None:
        """Go on: a notebook has no prompt to leave."""

    def system(self, cmd: str) -> None:
        """Run a shell command; where there is no shell the cell goes on, as in a notebook."""
        try:
            super().system(cmd)
        except OSError as error:
            self._refuse(error)

    def getoutput(self, cmd: str, split: bool = True, depth: int = 0) -> SList | LSString:
        """Return what a shell command prints, or nothing."""
        try:
            return super().getoutput(cmd, split, depth + 1)
        except OSError as error:
            self._refuse(error)
        return SList() if split else LSString()

    def _refuse(self, error: OSError) -> None:
        self.user_ns["_exit_code"] = NOT_FOUND
        print(error, file=sys.stderr)

    def keep(self, kind: str, data: dict) -> None:
        """Add forms that are text to the outputs."""
        forms = texts(data)
        size = sum(map(len, forms.values()))
        self.owner.outputs.add({"output_type": kind, "data": forms}, size)

    def showtraceback(
        self, exc_tuple: tuple | None = None, *args: object, **kwargs: object
    ) -> None:
        """Show the short traceback, made once."""
        self.owner.fail((exc_tuple or sys.exc_info())[1])

    def showsyntaxerror(self, filename: object = None, running_compiled_code: bool = False) -> None:
        """Show where the syntax is wrong."""
        self.owner.fail(sys.exc_info()[1])

    def _format_exception_for_storage(self, *args: object, **kwargs: object) -> None:
        return None


class Adapter:
    """What the shell asks of IPython."""

    def __init__(self, inner: Interactive) -> None:
        self.inner, self.owner = inner, inner.owner

    def run(self, source: str, number: int) -> None:
        """Run a cell that is not plain Python."""
        self.inner.execution_count = number
        self.inner.compile.flags |= self.owner.features
        self.inner.run_cell(source, store_history=False)
        self.owner.features |= self.inner.compile.flags & FEATURES

    def begin(self) -> None:
        """Tell those who wait for it that a cell begins."""
        self.inner.events.trigger("pre_execute")

    def end(self) -> None:
        """Tell those who wait for it that a cell ended: the inline backend shows its figures."""
        self.inner.events.trigger("post_execute")

    def warm_up(self) -> None:
        """Run cells of each kind once."""
        for source in WARM:
            self.owner.run(source, 0)
        self.inner.execution_count = 1

    def forms(self, value: object) -> dict[str, str]:
        """Return a value in all forms that are text."""
        return texts(self.inner.display_formatter.format(value)[0])


def texts(data: dict) -> dict[str, str]:
    """Return the forms that are text, images included once they are written in base64."""
    found = {}
    for kind, form in data.items():
        if isinstance(form, bytes):
            from base64 import b64encode

            form = b64encode(form).decode()
        if isinstance(form, str):
            found[str(kind)] = form.encode("utf-8", "replace").decode()
    return found


def make(shell: "Shell") -> Adapter:
    """Build IPython around the shell's namespace."""
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 0
    config.InteractiveShell.autoindent = False
    inner = Interactive.instance(
        config=config,
        user_module=shell.module,
        user_ns=shell.namespace,
        displayhook_class=Hook,
        display_pub_class=Publisher,
    )
    inner.owner = shell
    return Adapter(inner)
