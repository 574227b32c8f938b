"""What a cell shows, collected as nbformat outputs and cut at a bound."""

import io

MARK = "\n[the output was cut here: it was longer than {} bytes]\n"


class Outputs:
    """The outputs of the cell that runs.

    Parameters
    ----------
    limit : int
        How many characters a cell may show in all.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._items: list[dict] = []
        self._parts: list[str] = []
        self._stream = ""
        self._size = 0
        self._cut = False

    def write(self, stream: str, text: str) -> None:
        """Add printed text."""
        room = self.limit - self._size
        if room <= 0:
            self._mark()
            return
        if stream != self._stream:
            self._close()
            self._stream = stream
        self._parts.append(text[:room])
        self._size += min(len(text), room)
        if len(text) > room:
            self._mark()

    def add(self, output: dict, size: int) -> None:
        """Add anything but a stream, if there is room for it."""
        self._close()
        if size > self.limit - self._size and output["output_type"] != "error":
            self._mark()
            return
        self._size += size
        if len(self._items) < 1000:
            self._items.append(output)

    def clear(self) -> None:
        """Forget what the cell showed so far."""
        self._items, self._parts, self._stream = [], [], ""

    def take(self) -> list[dict]:
        """Return the outputs, and begin anew."""
        self._close()
        items, self._items, self._size, self._cut = self._items, [], 0, False
        return items

    def _close(self) -> None:
        if self._parts:
            text = "".join(self._parts).encode("utf-8", "replace").decode()
            item = {"output_type": "stream", "name": self._stream, "text": text}
            if len(self._items) < 1000:
                self._items.append(item)
        self._parts, self._stream = [], ""

    def _mark(self) -> None:
        if not self._cut:
            self._cut = True
            self._parts.append(MARK.format(f"{self.limit:,}"))
            self._stream = self._stream or "stdout"


class Stream(io.TextIOBase):
    """A sys.stdout or sys.stderr that writes to the outputs."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, outputs: Outputs, name: str, descriptor: int) -> None:
        self._outputs, self._name, self._descriptor = outputs, name, descriptor

    @property
    def name(self) -> str:
        """The stream's name, as a file has one."""
        return f"<{self._name}>"

    def write(self, text: str) -> int:
        """Add text to the outputs."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._outputs.write(self._name, text)
        return len(text)

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def fileno(self) -> int:
        """Return a descriptor, for code that asks for one; what is written there is lost."""
        return self._descriptor
