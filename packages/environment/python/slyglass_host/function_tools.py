"""Tools that are made of functions: what they tell of themselves, and calls of them as of any coded tool."""

import dataclasses
import datetime
import inspect
import json
import sys
from typing import TYPE_CHECKING, Any

from .call import Call
from .values import Unholdable, to_text, to_text_or_null

if TYPE_CHECKING:
    from .host import Host

_RESERVED = ("origin", "origin_str", "progress_reporter", "reservationist")


def is_function_tool(found: Any) -> bool:
    """True for what `slyglass.tools` made. Where nobody imported it there is none."""
    made = getattr(sys.modules.get("slyglass.tools"), "Tool", None)
    return made is not None and isinstance(found, made)


def describe(tool: Any) -> str:
    """What the server and models know of a tool, as JSON text."""
    settings: dict[str, Any] = {}
    name = tool.name.replace(".", "_")
    if name != tool.name:
        settings["runtime_name"] = tool.name
    if tool.exposure != "auto":
        settings["exposure"] = tool.exposure
    if tool.deferred:
        settings["deferred"] = True
    told = {"name": name, "description": tool.description, "parameters": tool.parameters, "settings": settings, "env": [], "hasHealth": False}
    if tool.output_schema is not None:
        told["outputSchema"] = tool.output_schema
    return json.dumps(told, ensure_ascii=False)


def coded_tool_of(tool: Any, call: Call, host: "Host") -> Any:
    """The tool in the form in which calls are made."""
    from neuro_san.interfaces.coded_tool import CodedTool

    class FunctionTool(CodedTool):
        function_tool = tool

        async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
            if not inspect.iscoroutinefunction(tool.handler):
                raise NotImplementedError
            return await tool(**_arguments(tool, call, args))

        def invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
            return tool(**_arguments(tool, call, args))

    return FunctionTool()


def _arguments(tool: Any, call: Call, args: dict[str, Any]) -> dict[str, Any]:
    declared = tool.parameters.get("properties", {})
    given = {name: value for name, value in args.items() if name in declared or name not in _RESERVED}
    return {**given, "context": _context(call)} if tool.context else given


def _context(call: Call) -> Any:
    from slyglass.tools import ToolContext

    told = json.loads(call.context_text or "{}")
    return ToolContext(run_id=told.get("runId", ""), state=told.get("deps", {}), code_mode=told.get("codeMode", False))


def told_of(tool: Any, value: Any) -> dict[str, Any]:
    """The outcome of a call: what a model reads, and the value that code and people read."""
    function = getattr(tool, "function_tool", None)
    if function is None:
        return {"ok": True, "text": str(value), "valueJson": to_text_or_null(value)}
    return {"ok": True, "text": function.render(value), "valueJson": _text_or_none(structured(tool, value))}


def _text_or_none(value: Any) -> Any:
    """Nothing stands for a value that JSON cannot hold: code is told so, a model reads its text."""
    try:
        return to_text(value)
    except Unholdable:
        return None


def structured(tool: Any, value: Any) -> Any:
    """A result as code and people read it."""
    return value if getattr(tool, "function_tool", None) is None else _plain(value)


def _plain(value: Any) -> Any:
    """Objects, dates and sets have a form in JSON that code can read."""
    if hasattr(value, "model_dump"):
        return _plain(value.model_dump())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _plain(dataclasses.asdict(value))
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(part) for part in value]
    return value
