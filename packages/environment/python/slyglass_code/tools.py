"""`tools`: what code may call, with keyword arguments."""

from collections.abc import Callable
from typing import Any

from .media import MEDIA, attacher
from .questions import Questions
from .values import to_json


class Tools:
    """Has a function for each tool, and for each kind of media where those may be attached."""

    def __init__(self, questions: Questions, names: list[str], media: bool) -> None:
        if media:
            for kind in MEDIA:
                self.__dict__[f"attach_{kind}"] = _named(f"attach_{kind}", attacher(questions, kind))
        for name in names:
            self.__dict__[name] = _named(name, _caller(questions, name))

    def __getattr__(self, name: str) -> Any:
        there = ", ".join(sorted(self.__dict__)) or "none"
        raise AttributeError(f"there is no tools.{name}; there are: {there}")

    def __repr__(self) -> str:
        return f"tools({', '.join(sorted(self.__dict__))})"


def _caller(questions: Questions, name: str) -> Callable[..., Any]:
    async def use(arguments: dict[str, Any]) -> Any:
        text = to_json(arguments, f"an argument of tools.{name}()")
        return await questions.ask({"type": "call", "tool": name, "args": text})

    return use


def _named(name: str, use: Callable[..., Any]) -> Callable[..., Any]:
    def call(*positional: Any, **arguments: Any) -> Any:
        if positional:
            raise TypeError(f"tools.{name}() accepts keyword arguments only")
        return use(arguments)

    call.__name__ = call.__qualname__ = name
    return call
