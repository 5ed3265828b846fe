"""Questions to the studio, and their answers, for any event loop that code may run."""

import asyncio
import json
import threading
from typing import Any

from .wire import Wire


class BubError(Exception):
    """A call that failed. Its text is `[kind] message`."""

    @property
    def kind(self) -> str:
        text = str(self)
        return text[1 : text.index("]")] if text.startswith("[") and "]" in text else "unknown"

    @property
    def message(self) -> str:
        text = str(self)
        return text.split("] ", 1)[1] if text.startswith("[") and "] " in text else text


BubError.__module__ = "__run_code__"


class Questions:
    """What code has asked and not heard of yet."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._open: dict[int, asyncio.Future[Any]] = {}
        self._last = 0
        self._lock = threading.Lock()

    async def ask(self, question: dict[str, Any]) -> Any:
        """The value of the answer; raises BubError when there is none."""
        future = asyncio.get_running_loop().create_future()
        with self._lock:
            self._last += 1
            mine = self._last
            self._open[mine] = future
        try:
            self._wire.send({**question, "id": mine})
            return await future
        finally:
            self._open.pop(mine, None)

    def hear(self, answer: dict[str, Any]) -> None:
        """Hands an answer to whoever waits for it, in the loop in which that is."""
        future = self._open.get(answer["id"])
        if future is None:
            return
        try:
            future.get_loop().call_soon_threadsafe(_settle, future, answer)
        except RuntimeError:  # that loop is closed; nobody waits in it
            pass


def _settle(future: "asyncio.Future[Any]", answer: dict[str, Any]) -> None:
    if future.done():
        return
    if not answer["ok"]:
        future.set_exception(BubError(answer["message"]))
        return
    try:
        future.set_result(json.loads(answer["json"]) if "json" in answer else answer["text"])
    except Exception as problem:
        future.set_exception(problem)
