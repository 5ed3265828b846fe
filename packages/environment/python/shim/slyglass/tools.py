"""Tools made of annotated functions: the name, the description and the schema come from the function itself."""

import dataclasses
import inspect
import json
import re
from typing import Any, Callable, Optional

from slyglass.schema import output_of, parameters_of

EXPOSURES = ("auto", "direct", "code", "command")


class ToolError(Exception):
    """A failure that a tool tells in its own words."""

    def __init__(self, message: str, kind: str = "tool", details: Optional[dict[str, Any]] = None) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.details = details or {}

    def __str__(self) -> str:
        return f"[{self.kind}] {self.message}"


class _Done:
    """Nothing to wait for, for those who wait all the same."""

    def __await__(self) -> Any:
        return iter(())


class Tape:
    """The session's tape, as far as a tool writes on it. What it writes counts once its call is done."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Any]] = []

    def append_event(self, name: str, data: Any = None) -> _Done:
        """Leaves a record that is no message: no model is told of it unless the network chooses so."""
        self.events.append((str(name), data))
        return _Done()


class Events:
    """Tells people what happens while a call goes on."""

    def __init__(self, send: Optional[Callable[[dict[str, Any]], None]] = None) -> None:
        self._send = send

    def emit(self, event: str, data: Any = None) -> _Done:
        """Leaves a row below the call."""
        if self._send is not None:
            self._send({"event": str(event), "data": data})
        return _Done()


@dataclasses.dataclass
class ToolContext:
    """What a tool is told of its surroundings when it asks for them."""

    run_id: str = ""
    state: dict[str, Any] = dataclasses.field(default_factory=dict)
    tape: Tape = dataclasses.field(default_factory=Tape)
    code_mode: bool = False
    events: Events = dataclasses.field(default_factory=Events)


class Tool:
    """A function with what models, people and code know of it. Calling it calls the function."""

    def __init__(
        self,
        name: str,
        handler: Callable[..., Any],
        description: str = "",
        parameters: Optional[dict[str, Any]] = None,
        context: bool = False,
        exposure: str = "auto",
        renderer: Optional[Callable[[Any], str]] = None,
        output_schema: Optional[dict[str, Any]] = None,
        deferred: bool = False,
    ) -> None:
        if exposure not in EXPOSURES:
            raise ValueError(f"Tool '{name}' has unknown exposure '{exposure}'.")
        self.name = name
        self.handler = handler
        self.description = description
        self.parameters = parameters if parameters is not None else {}
        self.context = context
        self.exposure = exposure
        self.renderer = renderer
        self.output_schema = output_schema
        self.deferred = deferred
        self.__module__ = getattr(handler, "__module__", __name__)

    @classmethod
    def from_callable(
        cls,
        function: Callable[..., Any],
        *,
        name: Optional[str] = None,
        description: Optional[str] = None,
        context: bool = False,
        exposure: str = "auto",
        renderer: Optional[Callable[[Any], str]] = None,
        deferred: bool = False,
    ) -> "Tool":
        """A tool of a function. Whatever is given wins over what the function says, also an empty description."""
        if not inspect.isroutine(function):
            raise TypeError(f"A tool is made of a function, not of {type(function).__name__}.")
        if context and "context" not in inspect.signature(function).parameters:
            raise TypeError("Tool context is enabled but the callable lacks a 'context' parameter.")
        return cls(
            name=name if name is not None else snake_case(function.__name__),
            handler=function,
            description=description if description is not None else inspect.getdoc(function) or "",
            parameters=parameters_of(function, frozenset({"context"} if context else ())),
            context=context,
            exposure=exposure,
            renderer=renderer,
            output_schema=output_of(function),
            deferred=deferred,
        )

    def __call__(self, *args: Any, context: Optional[ToolContext] = None, **kwargs: Any) -> Any:
        if self.context and context is None:
            raise ToolError(f"Tool '{self.name}' requires context but none was provided.", "invalid_input")
        if self.context:
            kwargs["context"] = context
        return self.handler(*args, **kwargs)

    def render(self, result: Any) -> str:
        """The text that a model reads of a result."""
        return str(self.renderer(result)) if self.renderer is not None else default_text(result)


def tool(function: Optional[Callable[..., Any]] = None, **options: Any) -> Any:
    """Makes a tool: `@tool`, `@tool(name="math.add")`, or `tool(function, deferred=True)`."""
    if function is None:
        return lambda given: Tool.from_callable(given, **options)
    return Tool.from_callable(function, **options)


tool_from_callable = Tool.from_callable


def snake_case(name: str) -> str:
    """`GetOrder` as `get_order`: each capital begins a word."""
    return re.sub(r"[A-Z]", lambda capital: f"_{capital.group().lower()}", name).lstrip("_")


def default_text(value: Any) -> str:
    """A text as it is, what JSON can hold as JSON, everything else in its own words."""
    if isinstance(value, str):
        return value
    if hasattr(value, "model_dump_json"):
        return str(value.model_dump_json())
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)
