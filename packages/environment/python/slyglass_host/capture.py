"""What tools print and log, sent as `out` messages of the call that did it."""

import io
import logging
import os
import sys
from typing import Optional

from .call import CURRENT, Call, Said
from .wire import Wire


def tell_private(call: Call, wire: Wire) -> None:
    """Names what the call put on its board, before anything that it says about it leaves: the other side masks by value."""
    values = call.board.take_fresh() if call.board is not None else {}
    if values:
        wire.send({"type": "private", "call": call.id, "values": values})


class Outputs:
    """Sends text of a call, and counts what goes beyond the limit instead of sending it."""

    def __init__(self, wire: Wire, limit: int) -> None:
        self._wire = wire
        self._limit = limit

    def write(self, call: Optional[Call], fd: str, text: str) -> None:
        if call is not None:
            said = call.output()
            room = max(self._limit - said.written[fd], 0)
            is_cut = len(text) > room and said.left_out[fd] == 0
            if len(text) > room:
                said.left_out[fd] += len(text[room:].encode("utf-8", "replace"))
                text = text[:room]
            said.written[fd] += len(text)
            tell_private(call, self._wire)
            if is_cut:
                self._wire.send({"type": "out", "call": call.id, "fd": fd, "text": text, "cut": True})
                return
        if text:
            self._wire.send({"type": "out", "call": call.id if call else None, "fd": fd, "text": text})

    def finish(self, call: Call, said: Said) -> None:
        """Says how much was left out."""
        for fd, count in said.left_out.items():
            if count:
                text = f"\n[{count:,} bytes more were left out]\n"
                self._wire.send({"type": "out", "call": call.id, "fd": fd, "text": text})
                said.left_out[fd] = 0


class Stream(io.TextIOBase):
    """Stands in for sys.stdout and sys.stderr. Text is held until a line ends, for each call."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, outputs: Outputs, fd: str, raw: int) -> None:
        super().__init__()
        self._outputs = outputs
        self._fd = fd
        self._raw = raw
        self._held = {"stdout": "", "stderr": ""}

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw

    @property
    def buffer(self) -> "_Bytes":
        return _Bytes(self)

    def write(self, text: str) -> int:
        call = CURRENT.get()
        held = self._held if call is None else call.output().held
        whole = held[self._fd] + text
        end = len(whole) if len(whole) > 4096 else whole.rfind("\n") + 1
        held[self._fd] = whole[end:]
        if end:
            self._outputs.write(call, self._fd, whole[:end])
        return len(text)

    def flush(self) -> None:
        call = CURRENT.get()
        self.flush_held(call, self._held if call is None else call.output().held)

    def flush_held(self, call: Optional[Call], held: dict[str, str]) -> None:
        """Sends what was printed without a line end."""
        rest, held[self._fd] = held[self._fd], ""
        if rest:
            self._outputs.write(call, self._fd, rest)


class _Bytes(io.RawIOBase):
    """`sys.stdout.buffer`: bytes that are text anyway."""

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:  # type: ignore[override]
        raw = bytes(data)  # type: ignore[call-overload]
        self._stream.write(raw.decode("utf-8", "backslashreplace").replace("\0", "\\x00"))
        return len(raw)


class LogHandler(logging.Handler):
    """Sends log records to the call's stderr: all from the project's own files, warnings and worse from others."""

    def __init__(self, outputs: Outputs, own: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._outputs = outputs
        self._own = tuple(path.rstrip(os.sep) + os.sep for path in own)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.WARNING and not self._is_own(record.pathname):
            return
        try:
            self._outputs.write(CURRENT.get(), "stderr", self.format(record) + "\n")
        except Exception:  # a broken log line must never break the tool
            self._outputs.write(CURRENT.get(), "stderr", f"{record.levelname} {record.name}: {record.msg!r}\n")

    def _is_own(self, path: str) -> bool:
        return os.path.abspath(path).startswith(self._own) and f"{os.sep}site-packages{os.sep}" not in path


def install(outputs: Outputs, own: list[str]) -> tuple[Stream, Stream]:
    """Redirects print, sys.stderr and logging of the whole process."""
    out, problems = Stream(outputs, "stdout", 1), Stream(outputs, "stderr", 2)
    sys.stdout, sys.stderr = out, problems  # type: ignore[assignment]
    root = logging.getLogger()
    root.setLevel(logging.DEBUG)
    root.addHandler(LogHandler(outputs, own))
    return out, problems
