"""The line protocol: one JSON object a line, on copies of the descriptors 0 and 1 that nothing else can reach."""

import json
import os
import queue
import threading
import time
from collections.abc import Iterator
from typing import Any

_BACKLOG = 2_000


class Wire:
    """Takes over stdin and stdout. Afterwards print, C libraries and grandchildren write to stderr at most."""

    def __init__(self) -> None:
        self._source = os.dup(0)
        self._sink = os.dup(1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        # Lines are written by a thread of their own: an interrupt that strikes a lane can then never cut a line in two.
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._write, name="wire", daemon=True).start()

    def send(self, message: dict[str, Any], may_wait: bool = False) -> None:
        """Queues one line. With `may_wait` the caller is slowed down while the other side does not keep up."""
        self.send_line(json.dumps(message), may_wait)

    def send_line(self, text: str, may_wait: bool = False) -> None:
        """Queues one line that is JSON already."""
        while may_wait and self._lines.qsize() > _BACKLOG:
            time.sleep(0.002)
        self._lines.put(text.encode("ascii") + b"\n")

    def messages(self) -> Iterator[dict[str, Any]]:
        """Messages as they come, until the other side closes."""
        rest = bytearray()
        while True:
            piece = os.read(self._source, 1 << 16)
            if not piece:
                return
            rest += piece
            if b"\n" not in piece:
                continue
            *lines, last = bytes(rest).split(b"\n")
            rest = bytearray(last)
            for line in lines:
                if line:
                    yield json.loads(line)

    def _write(self) -> None:
        while True:
            line = memoryview(self._lines.get())
            while line:
                try:
                    line = line[os.write(self._sink, line) :]
                except OSError:
                    # Nobody hears this process any more: a call that goes on would never be answered.
                    os._exit(1)
