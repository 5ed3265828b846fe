"""Base class of coded tools that call other tools of the network."""

from typing import Any


class BranchActivation:
    """Not available here: calls from code into the network need the neuro_san package's own server."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise RuntimeError(
            "This tool extends BranchActivation, which calls other tools of the network from code. "
            "Slyglass does not offer that to Python tools."
        )
