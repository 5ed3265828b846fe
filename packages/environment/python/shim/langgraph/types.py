"""What a hook or tool may give back besides plain values."""

from typing import Any, Optional


class Command:
    """A change of the agent's state."""

    def __init__(self, *, update: Any = None, goto: Any = (), graph: Optional[str] = None, resume: Any = None) -> None:
        self.update = update
        self.goto = goto
        self.graph = graph
        self.resume = resume
