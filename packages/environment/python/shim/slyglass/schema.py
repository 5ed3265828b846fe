"""JSON Schema of what a function takes and gives, from its annotations."""

import dataclasses
import datetime
import enum
import inspect
import itertools
import json
import types
import typing
from typing import Any, Callable, Literal, Union

_LEAVES: dict[Any, dict[str, Any]] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    bytes: {"format": "binary", "type": "string"},
    None: {"type": "null"},
    type(None): {"type": "null"},
    datetime.date: {"format": "date", "type": "string"},
    datetime.datetime: {"format": "date-time", "type": "string"},
    datetime.time: {"format": "time", "type": "string"},
    Any: {},
    object: {},
    inspect.Parameter.empty: {},
}
_LISTS = (list, tuple, set, frozenset)
_VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class _Definitions:
    """Classes that hold themselves: each is written once, beside the schema, and referred to."""

    def __init__(self) -> None:
        self._above: list[type] = []
        self._names: dict[type, str] = {}
        self._made: dict[str, Any] = {}

    def beside(self) -> dict[str, Any]:
        return {"$defs": self._made} if self._made else {}

    def take(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A schema that was made elsewhere: what it refers to by name comes along."""
        self._made.update(schema.get("$defs", {}))
        return {key: part for key, part in schema.items() if key != "$defs"}

    def of(self, described: type, describe: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        if described in self._above:
            return self._reference(described)
        self._above.append(described)
        try:
            schema = describe()
        finally:
            self._above.pop()
        if described not in self._names:
            return schema
        self._made[self._names[described]] = schema
        return self._reference(described)

    def _reference(self, described: type) -> dict[str, Any]:
        if described not in self._names:
            name, taken = described.__name__, {*self._names.values(), *self._made}
            numbered = (f"{name}{number}" for number in itertools.count(2))
            self._names[described] = name if name not in taken else next(one for one in numbered if one not in taken)
        return {"$ref": f"#/$defs/{self._names[described]}"}


def parameters_of(function: Callable[..., Any], skipped: frozenset[str]) -> dict[str, Any]:
    """Named parameters as an object; what collects the rest is left out. Required is what has no default."""
    hints = hints_of(function)
    definitions = _Definitions()
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in _VARIABLE or name in skipped:
            continue
        properties[name] = {**schema_of(hints.get(name, inspect.Parameter.empty), definitions), **_default(parameter)}
        if parameter.default is inspect.Parameter.empty:
            required.append(name)
    needed = {"required": required} if required else {}
    return {"type": "object", "properties": properties, **needed, **definitions.beside()}


def output_of(function: Callable[..., Any]) -> dict[str, Any] | None:
    """What the function says that it gives, where that has a form in JSON."""
    hints = hints_of(function)
    if "return" not in hints:
        return None
    definitions = _Definitions()
    try:
        return {**schema_of(hints["return"], definitions), **definitions.beside()} or None
    except ValueError:
        return None


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):
        return dict(getattr(function, "__annotations__", {}))


def _default(parameter: inspect.Parameter) -> dict[str, Any]:
    if parameter.default is inspect.Parameter.empty:
        return {}
    try:
        return {"default": json.loads(json.dumps(parameter.default))}
    except (TypeError, ValueError):
        return {}


def schema_of(annotation: Any, definitions: _Definitions) -> dict[str, Any]:
    """The schema of one annotation. Raises ValueError for what JSON has no form for."""
    try:
        if annotation in _LEAVES:
            return dict(_LEAVES[annotation])
    except TypeError:  # not every annotation can be looked up
        pass
    made = _generic(annotation, definitions) or _class(annotation, definitions)
    if made is None:
        raise ValueError(f"Failed to build JSON schema for type: {annotation!r}")
    return made


def _generic(annotation: Any, definitions: _Definitions) -> dict[str, Any] | None:
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return schema_of(args[0], definitions)
    if origin is Literal:
        return _choice(list(args))
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(arg, definitions) for arg in args]}
    if annotation in _LISTS or origin in _LISTS:
        items = [arg for arg in args if arg is not Ellipsis]
        return {**({"items": schema_of(items[0], definitions)} if len(items) == 1 else {"items": {}}), "type": "array"}
    if annotation is dict or origin is dict:
        others = schema_of(args[1], definitions) if len(args) == 2 and args[1] is not Any else True
        return {"additionalProperties": others, "type": "object"}
    return None


def _choice(values: list[Any]) -> dict[str, Any]:
    kinds = {type(value) for value in values}
    one = _LEAVES.get(next(iter(kinds))) if len(kinds) == 1 else None
    return {"enum": values, **(one or {})}


def _class(annotation: Any, definitions: _Definitions) -> dict[str, Any] | None:
    if not isinstance(annotation, type):
        return None
    if hasattr(annotation, "model_json_schema"):
        return definitions.take(annotation.model_json_schema())
    if issubclass(annotation, enum.Enum):
        return _choice([member.value for member in annotation])
    if typing.is_typeddict(annotation):
        required = [name for name in typing.get_type_hints(annotation) if name in annotation.__required_keys__]
        return definitions.of(annotation, lambda: _object(annotation, required, definitions))
    if dataclasses.is_dataclass(annotation):
        fields = dataclasses.fields(annotation)
        required = [one.name for one in fields if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING]
        return definitions.of(annotation, lambda: _object(annotation, required, definitions))
    return None


def _object(made_of: type, required: list[str], definitions: _Definitions) -> dict[str, Any]:
    hints = typing.get_type_hints(made_of)
    parts = {name: {"title": name.replace("_", " ").title(), **schema_of(hint, definitions)} for name, hint in hints.items()}
    return {"type": "object", "title": made_of.__name__, "properties": parts, **({"required": required} if required else {})}
