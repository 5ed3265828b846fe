"""What a hook is told about its surroundings."""

from typing import Any, Generic, TypeVar

ContextT = TypeVar("ContextT")


class Runtime(Generic[ContextT]):
    """Nothing is kept between requests here, so there is neither a context nor a store."""

    def __init__(self, context: Any = None, store: Any = None, **more: Any) -> None:
        self.context = context
        self.store = store
        self.stream_writer = lambda value: None
        self.previous = None
