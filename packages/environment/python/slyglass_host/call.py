"""One call of a coded tool, as the host tracks it."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from .board import Board
    from .lane import Lane

CURRENT: contextvars.ContextVar[Optional["Call"]] = contextvars.ContextVar("slyglass_call", default=None)


class Interrupted(BaseException):
    """Raised in a tool that does not react to cancellation. No Exception: tools must not catch it by habit."""


class Call:
    """State of one call; `task` and `go` belong to the lane's loop."""

    board: Optional["Board"] = None
    task: Optional["asyncio.Task[None]"] = None
    go: Optional["asyncio.Future[None]"] = None
    cancelled = False
    abandoned = False
    done = False
    synchronous = False
    handed = False
    outcome: Optional[dict[str, Any]] = None
    warnings: list[str] = []
    attached: list[dict[str, str]] = []
    said: Optional["Said"] = None

    def __init__(self, message: dict[str, Any], lane: "Lane") -> None:
        self.id: str = message["call"]
        self.scope: str = message["scope"]
        self.class_name: str = message["class"]
        self.modules: list[str] = message["modules"]
        self.args_text: str = message["argsJson"]
        self.origin: list[dict[str, Any]] = message["origin"]
        self.idempotency_key: str = message["idempotencyKey"]
        self.sly: dict[str, str] = message["sly"]
        self.seen: int = message["seen"]
        self.reservations: bool = message.get("reservations", False)
        self.context_text: Optional[str] = message.get("contextJson")
        self.task_name: Optional[str] = message.get("task")
        self.middleware: dict[str, str] = message.get("middleware") or {}
        self.permit: Optional[dict[str, str]] = message.get("permit")
        self.lane = lane
        self.threads: set[int] = set()
        self.reads: Optional[set[str]] = set()
        self.uses: dict[str, asyncio.Future[str]] = {}

    def warn(self, sentences: list[str]) -> None:
        """Sentences for people about what the call did."""
        if sentences:
            self.warnings = [*self.warnings, *sentences]

    def output(self) -> "Said":
        """What it has printed. Most calls print nothing; of two threads that print first both find the same."""
        return self.said or self.__dict__.setdefault("said", Said())


class Said:
    """What a call has printed, by stream."""

    def __init__(self) -> None:
        self.written = {"stdout": 0, "stderr": 0}
        self.held = {"stdout": "", "stderr": ""}
        self.left_out = {"stdout": 0, "stderr": 0}


def in_context_of(call: Call, action: Callable[[], Any]) -> Any:
    """Runs `action` in a fresh context that belongs to the call."""
    context = contextvars.copy_context()
    context.run(CURRENT.set, call)
    return context.run(action)
