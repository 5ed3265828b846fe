"""Tools and toolkits of LangChain that a toolbox names: what they offer, and calls of them. Two coded tools of this host do both."""

import importlib
import inspect
import re
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

_API_WRAPPER = re.compile(r"from_.*api_wrapper")


class ListTools(CodedTool):
    """Gives the tools behind `class` with constructor arguments `args`, under the names that models know."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
        named = _tools_of(args)
        from langchain_core.utils.function_calling import convert_to_openai_tool

        return [{"tool": tool.name, **convert_to_openai_tool(tool)["function"], "name": name} for name, tool in named.items()]


class CallTool(CodedTool):
    """Calls one of them, by the name that models know. Arguments that do not fit are told field by field."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
        from pydantic import ValidationError

        tool = _tools_of(args)[args["tool"]]
        call = {"type": "tool_call", "id": "call", "name": tool.name, "args": args["arguments"]}
        try:
            message = await tool.ainvoke(call)
        except ValidationError as problem:
            return {"refused": [_field(error) for error in problem.errors()]}
        text = message.text if isinstance(message.text, str) else message.text()
        content = message.content if isinstance(message.content, str) else text
        return {"text": content, "failed": getattr(message, "status", "success") == "error"}


def _field(error: Any) -> dict[str, str]:
    return {"field": ".".join(str(step) for step in error["loc"]), "reason": str(error["msg"])}


def _tools_of(args: dict[str, Any]) -> dict[str, Any]:
    """A single tool takes the node's name; those of a toolkit have it before their own."""
    _require_langchain(args["class"])
    built = _build(args["class"], args["args"])
    node = args["node"]
    if hasattr(built, "get_tools"):
        return {f"{node}_{tool.name}": tool for tool in built.get_tools()}
    return {node: built}


def _require_langchain(class_name: str) -> None:
    try:
        importlib.import_module("langchain_core.utils.function_calling")
    except ImportError as problem:
        raise ModuleNotFoundError(
            f"{class_name} is a class of LangChain, which this Python does not have. "
            "Install it with: python -m pip install langchain-core"
        ) from problem


def _build(class_name: str, args: dict[str, Any]) -> Any:
    module_name, _, name = class_name.rpartition(".")
    cls = getattr(importlib.import_module(module_name), name)
    given = {key: _value(part) for key, part in (args or {}).items()}
    make = _constructor(cls)
    _refuse_unknown(class_name, make, given)
    return make(**given)


def _value(value: Any) -> Any:
    """An object that names a class is an instance of it; lists are looked through."""
    if isinstance(value, dict) and isinstance(value.get("class"), str):
        return _build(value["class"], value.get("args") or {})
    if isinstance(value, dict):
        return {key: _value(part) for key, part in value.items()}
    return [_value(part) for part in value] if isinstance(value, list) else value


def _constructor(cls: type) -> Any:
    for name, member in inspect.getmembers(cls, inspect.ismethod):
        if _API_WRAPPER.fullmatch(name):
            return member
    return cls


def _refuse_unknown(class_name: str, make: Any, given: dict[str, Any]) -> None:
    fields = getattr(make, "model_fields", None) if isinstance(make, type) else None
    if fields is not None:
        known = {name for name in fields} | {field.alias for field in fields.values() if field.alias}
    else:
        parameters = inspect.signature(make).parameters
        if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values()):
            return
        known = set(parameters)
    unknown = sorted(set(given) - known)
    if unknown:
        raise ValueError(f"{class_name} takes no argument {', '.join(unknown)}")
