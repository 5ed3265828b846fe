"""The line protocol: one JSON object a line, on copies of the descriptors 0 and 1 that nothing else can reach."""

import json
import os
import threading
from contextlib import AbstractContextManager
from typing import Any, Optional

try:
    import fcntl
    import termios
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


class Wire:
    """Takes over stdin and stdout. Afterwards print, C libraries and grandchildren write to stderr at most."""

    def __init__(self) -> None:
        self.heard = LineReader(os.dup(0), self)
        self._sink = os.dup(1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        self._loose = os.dup(2)
        self._unread = bytearray(_UNREAD_BYTES)
        # Whoever says something writes it, and nobody else meanwhile. Code that runs between two lines, such as the end of an
        # object, may say something too: the same thread may come in again.
        self._writing = threading.RLock()
        self._is_ours = True
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._fall_silent)

    def send(self, message: dict[str, Any]) -> None:
        """Writes one line. Waits while the other side does not keep up."""
        self.send_line(json.dumps(message))

    def send_line(self, text: str) -> None:
        """Writes one line that is JSON already."""
        line = text.encode("ascii") + b"\n"
        with self._writing:
            # Calling a function is where Python lets an interrupt strike. One that is on its way strikes here, and no other can come
            # before the line is whole.
            self._write(line)

    def may_have_loose_output(self) -> bool:
        """Something was written to the descriptors 1 and 2 that the other side has not read yet; or nobody can tell."""
        try:
            fcntl.ioctl(self._loose, termios.TIOCOUTQ, self._unread, True)
        except (AttributeError, OSError):
            return True
        return self._unread[:4] != _NOTHING

    def between_lines(self) -> AbstractContextManager[Any]:
        """No line is being written. Only then may a thread be interrupted: half a line would end this process."""
        return self._writing

    @property
    def is_ours(self) -> bool:
        """This process was made by the server, not by a tool."""
        return self._is_ours

    def take_over(self, descriptors: list[int]) -> "list[LineReader]":
        """Copies that nothing else can reach, of as many as there are: what starts Python may not have passed them on."""
        readers: list[LineReader] = []
        for number in descriptors:
            try:
                readers.append(LineReader(os.dup(number), self))
                os.close(number)
            except OSError:
                break
        return readers

    def _write(self, line: bytes) -> None:
        if not self._is_ours:
            return
        try:
            written = os.write(self._sink, line)
            while written < len(line):  # a signal came in between
                written += os.write(self._sink, line[written:])
        except OSError:
            # Nobody hears this process any more: a call that goes on would never be answered.
            os._exit(1)

    def _fall_silent(self) -> None:
        """A copy of this process, made by a tool, speaks for nobody; and whoever was writing does not live in it."""
        self._writing = threading.RLock()
        self._is_ours = False


# Python lets another thread run while it asks with little room, and that one may go on for long.
_UNREAD_BYTES = 1100
_NOTHING = bytes(4)


class LineReader:
    """Reads messages from a descriptor."""

    def __init__(self, source: int, wire: Wire) -> None:
        self.source = source
        self._wire = wire
        self._rest = bytearray()

    def read(self) -> Optional[list[dict[str, Any]]]:
        """Waits for bytes: the messages that have come to their end with them. None when the other side has closed."""
        if not self._wire.is_ours:
            return []  # a copy of this process takes nothing away from it
        piece = os.read(self.source, 1 << 16)
        if not piece:
            return None
        if not self._rest and piece.find(b"\n") == len(piece) - 1:
            return [_read(piece)]
        if self._rest or b"\n" not in piece:
            self._rest += piece
            if b"\n" not in piece:
                return []
            piece = bytes(self._rest)
        *lines, last = piece.split(b"\n")
        self._rest = bytearray(last)
        return [_read(line) for line in lines if line]


_decode = json.JSONDecoder().raw_decode


def _read(line: bytes) -> dict[str, Any]:
    """Told which bytes it gets, and that there is nothing around the object, the reader need not find out."""
    return _decode(line.decode("utf-8", "surrogatepass"))[0]
