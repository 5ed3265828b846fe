"""Tools that are made of functions: what they tell of themselves, and calls of them as of any coded tool."""

import dataclasses
import datetime
import inspect
import json
import sys
from typing import TYPE_CHECKING, Any

from .call import Call
from .capture import tell_private
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
        context = _context(call, host) if tool.context else None

        async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
            if not inspect.iscoroutinefunction(tool.handler):
                raise NotImplementedError
            return await tool(**_arguments(self, args))

        def invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
            return tool(**_arguments(self, args))

    return FunctionTool()


def _arguments(called: Any, args: dict[str, Any]) -> dict[str, Any]:
    tool = called.function_tool
    declared = tool.parameters.get("properties", {})
    given = {name: value for name, value in args.items() if name in declared or name not in _RESERVED}
    return given if called.context is None else {**given, "context": called.context}


def _context(call: Call, host: "Host") -> Any:
    from slyglass.tools import Events, ToolContext

    def send(structure: dict[str, Any]) -> None:
        tell_private(call, host.wire)
        host.wire.send({"type": "progress", "call": call.id, "structureJson": to_text(_plain(structure)), "content": ""})

    told = json.loads(call.context_text or "{}")
    return ToolContext(run_id=told.get("runId", ""), state=told.get("deps", {}), code_mode=told.get("codeMode", False), events=Events(send))


def told_of(tool: Any, value: Any) -> dict[str, Any]:
    """The outcome of a call: what a model reads, and the value that code and people read."""
    function = getattr(tool, "function_tool", None)
    if function is None:
        return {"ok": True, "text": str(value), "valueJson": to_text_or_null(value)}
    value_text = _text_or_none(structured(tool, value))
    try:
        text = function.render(value)
    except Exception as problem:
        raise NotRendered(value_text) from problem
    return {"ok": True, "text": text, "valueJson": value_text, **_written(tool.context)}


class NotRendered(Exception):
    """A renderer that raised. The tool did its work, and people see what it gave."""

    def __init__(self, value_text: Any) -> None:
        super().__init__("a renderer failed")
        self.value_text = value_text


def _written(context: Any) -> dict[str, Any]:
    """What the call wrote on the session's tape, as changes that it hands over."""
    events = [] if context is None else context.tape.events
    if not events:
        return {}
    ops = [{"op": "log_event", "type": name, "data": _plain(data)} for name, data in events]
    return {"updateJson": json.dumps(ops, ensure_ascii=False, default=str)}


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
