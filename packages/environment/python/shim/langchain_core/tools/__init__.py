"""Tools that middleware brings along: functions with a name, a description, and a schema of their arguments."""

import asyncio
import inspect
import types
import typing
from collections.abc import Callable
from typing import Any, Optional, Union

_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object", list: "array"}


class ToolException(Exception):
    """Raised by a tool for what the model is to read as an error."""


def _schema_of(annotation: Any) -> dict[str, Any]:
    if annotation in _TYPES:
        return {"type": _TYPES[annotation]}
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        notes = [note for note in parts[1:] if isinstance(note, str)]
        return {**_schema_of(parts[0]), **({"description": notes[0]} if notes else {})}
    if origin is typing.Literal:
        return {"enum": list(parts), "type": _TYPES.get(type(parts[0]), "string")}
    if origin in (Union, types.UnionType):
        return {"anyOf": [{"type": "null"} if part is type(None) else _schema_of(part) for part in parts]}
    if origin is list:
        return {"type": "array", "items": _schema_of(parts[0])}
    return {"type": "object"} if origin is dict else {}


def _parameters_of(function: Callable[..., Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(function, include_extras=True)
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in ("self", "config", "runtime", "callbacks", "run_manager"):
            continue
        schema = _schema_of(hints.get(name, Any))
        if parameter.default is inspect.Parameter.empty:
            required.append(name)
        else:
            schema = {"default": parameter.default, **schema}
        properties[name] = schema
    return {"properties": properties, **({"required": required} if required else {}), "type": "object"}


class BaseTool:
    """Something that the model may call."""

    name: str = ""
    description: str = ""
    args_schema: Any = None
    return_direct = False

    def __init__(self, **fields: Any) -> None:
        for key, value in fields.items():
            setattr(self, key, value)

    @property
    def tool_call_schema(self) -> dict[str, Any]:
        """JSON schema of the arguments that the model gives."""
        if isinstance(self.args_schema, dict):
            return self.args_schema
        if hasattr(self.args_schema, "model_json_schema"):
            return self.args_schema.model_json_schema()
        return _parameters_of(self._run if type(self)._arun is BaseTool._arun else self._arun)

    @property
    def args(self) -> dict[str, Any]:
        """The arguments by name."""
        return self.tool_call_schema.get("properties", {})

    def _run(self, *args: Any, **given: Any) -> Any:
        raise NotImplementedError

    async def _arun(self, *args: Any, **given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(None, lambda: self._run(*args, **given))

    async def ainvoke(self, input: Any, config: Any = None, **more: Any) -> Any:
        """Calls the tool with its arguments, or with a model's whole call."""
        given = input.get("args", {}) if isinstance(input, dict) and input.get("type") == "tool_call" else input
        return await self._arun(**given) if isinstance(given, dict) else await self._arun(given)

    def invoke(self, input: Any, config: Any = None, **more: Any) -> Any:
        """As `ainvoke`, while the thread waits."""
        given = input.get("args", {}) if isinstance(input, dict) and input.get("type") == "tool_call" else input
        return self._run(**given) if isinstance(given, dict) else self._run(given)


class StructuredTool(BaseTool):
    """A tool made of a function, plain or async."""

    func: Optional[Callable[..., Any]] = None
    coroutine: Optional[Callable[..., Any]] = None

    @classmethod
    def from_function(
        cls,
        func: Optional[Callable[..., Any]] = None,
        coroutine: Optional[Callable[..., Any]] = None,
        name: Optional[str] = None,
        description: Optional[str] = None,
        args_schema: Any = None,
        **more: Any,
    ) -> "StructuredTool":
        """Makes a tool; what is not given is taken from the function."""
        source = func or coroutine
        if source is None:
            raise ValueError("A tool needs a function.")
        said = description or inspect.getdoc(source) or ""
        return cls(
            func=func,
            coroutine=coroutine,
            name=name or source.__name__,
            description=said,
            args_schema=args_schema or _parameters_of(source),
            **more,
        )

    def _run(self, *args: Any, **given: Any) -> Any:
        if self.func is None:
            raise NotImplementedError(f"{self.name} can only be awaited")
        return self.func(*args, **given)

    async def _arun(self, *args: Any, **given: Any) -> Any:
        if self.coroutine is not None:
            return await self.coroutine(*args, **given)
        return await super()._arun(*args, **given)


def tool(*given: Any, description: Optional[str] = None, args_schema: Any = None, **more: Any) -> Any:
    """Makes a tool of the function below it. May be given another name first."""
    name = given[0] if given and isinstance(given[0], str) else None

    def make(function: Callable[..., Any]) -> StructuredTool:
        own = {"coroutine": function} if inspect.iscoroutinefunction(function) else {"func": function}
        return StructuredTool.from_function(
            **own, name=name, description=description, args_schema=args_schema, **more
        )

    return make(given[0]) if given and callable(given[0]) else make
