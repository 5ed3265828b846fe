"""Lines of JSON to and from the studio, on a descriptor of their own. Nothing that is printed can be taken for one of them."""

import json
import os
import signal
import threading
from collections.abc import Callable
from typing import Any, Optional

_DESCRIPTOR = 3


class Wire:
    """Belongs to this process alone: what it starts or forks does not have it."""

    def __init__(self) -> None:
        self._fd = _DESCRIPTOR
        self._owner = os.getpid()
        self._nonce = ""
        self._rest = bytearray()
        self._lock = threading.Lock()
        os.set_inheritable(self._fd, False)
        os.set_blocking(self._fd, True)
        os.register_at_fork(after_in_child=self._leave) if hasattr(os, "register_at_fork") else None

    @property
    def is_own(self) -> bool:
        """False in a process that the code has forked."""
        return os.getpid() == self._owner

    def ready(self) -> dict[str, Any]:
        """Says that a cell may come, and waits for it."""
        os.write(self._fd, b'{"type": "ready"}\n')
        message = self._next()
        if message is None:
            os._exit(0)
        self._nonce = message["nonce"]
        return message

    def listen(self, hear: Callable[[dict[str, Any]], None]) -> None:
        """Hands on every message from now on. When the studio is gone, so is this process."""
        threading.Thread(target=self._listen, args=(hear,), name="wire", daemon=True).start()

    def send(self, message: dict[str, Any]) -> None:
        """Writes one line. Nobody hears it any more when the code has closed the descriptor."""
        if not self.is_own:
            return
        line = memoryview(json.dumps({"nonce": self._nonce, **message}).encode("ascii") + b"\n")
        with self._lock:
            while line:
                try:
                    line = line[os.write(self._fd, line) :]
                except OSError:
                    os._exit(1)

    def _listen(self, hear: Callable[[dict[str, Any]], None]) -> None:
        while True:
            message = self._next()
            if message is None:
                _end_all()
            hear(message)

    def _next(self) -> Optional[dict[str, Any]]:
        while True:
            end = self._rest.find(b"\n")
            if end >= 0:
                line = bytes(self._rest[:end])
                del self._rest[: end + 1]
                return json.loads(line)
            try:
                piece = os.read(self._fd, 1 << 16)
            except OSError:
                return None
            if not piece:
                return None
            self._rest += piece

    def _leave(self) -> None:
        try:
            os.close(self._fd)
        except OSError:
            pass


def _end_all() -> None:
    """The studio is gone, or the code has closed the wire: this process goes, and what is in its group."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
