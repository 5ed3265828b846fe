"""Messages and tools between this process and the server, for real classes of langchain as for the stand-ins."""

import json
from typing import Any, Optional

KINDS = {"human": "user", "ai": "assistant", "tool": "tool", "system": "system", "remove": "remove"}


def read_message(given: dict[str, Any]) -> Any:
    """A message of the conversation as an object."""
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    content, id = given["content"], given.get("id")
    if given["role"] == "user":
        return HumanMessage(content=content, id=id)
    if given["role"] == "system":
        return SystemMessage(content=content, id=id)
    if given["role"] == "tool":
        return ToolMessage(content=content, id=id, tool_call_id=given["callId"], name=given.get("name"))
    return AIMessage(content=content, id=id, tool_calls=[read_call(call) for call in given.get("calls", [])])


def read_call(given: dict[str, Any]) -> dict[str, Any]:
    """A call of a model as langchain writes it."""
    return {"name": given["tool"], "args": _arguments(given["args"]), "id": given["id"], "type": "tool_call"}


def _arguments(text: str) -> dict[str, Any]:
    try:
        args = json.loads(text) if text.strip() else {}
    except ValueError:
        return {}
    return args if isinstance(args, dict) else {}


def print_message(message: Any) -> dict[str, Any]:
    """A message for the server."""
    if isinstance(message, dict):
        message = _of_dict(message)
    kind = KINDS.get(getattr(message, "type", ""))
    if kind is None:
        raise ValueError(f"A message of the conversation was expected, not {type(message).__name__}.")
    printed: dict[str, Any] = {"role": kind, "content": _text(message), "id": message.id}
    if kind == "tool":
        printed["callId"] = message.tool_call_id
    if kind == "assistant" and message.tool_calls:
        printed["calls"] = [print_call(call) for call in message.tool_calls]
    return printed


def print_call(call: dict[str, Any]) -> dict[str, Any]:
    """A call for the server. Arguments stay text, so that no number changes its spelling on the way."""
    return {"id": call.get("id") or "", "tool": call["name"], "args": json.dumps(call.get("args") or {}, ensure_ascii=False)}


def _of_dict(given: dict[str, Any]) -> Any:
    roles = {"human": "user", "ai": "assistant"}
    role = roles.get(given.get("role", ""), given.get("role", "user"))
    return read_message({"role": role, "content": given.get("content", ""), "callId": given.get("tool_call_id", "")})


def _text(message: Any) -> str:
    content = message.content
    if isinstance(content, str):
        return content
    parts = [part if isinstance(part, str) else part.get("text", "") for part in content or []]
    return "".join(part for part in parts if isinstance(part, str))


class Conversation:
    """Messages that were handed in, so that those which did not change go back as their id alone."""

    def __init__(self, given: list[dict[str, Any]]) -> None:
        self.messages = [read_message(one) for one in given]
        self._printed = {message.id: print_message(message) for message in self.messages}

    def print(self, messages: list[Any]) -> list[dict[str, Any]]:
        """The messages for the server."""
        return [self._print_one(message) for message in messages]

    def _print_one(self, message: Any) -> dict[str, Any]:
        printed = print_message(message)
        return {"keep": message.id} if message.id and self._printed.get(message.id) == printed else printed


def stand_in(offered: dict[str, Any]) -> Any:
    """A tool of the network as middleware sees it: with a name, and not to be called from here."""
    from langchain_core.tools import StructuredTool

    async def call(**_: Any) -> str:
        raise RuntimeError(f"{offered['name']} is called by the agent, not by middleware.")

    schema = offered["parameters"]
    return StructuredTool(
        name=offered["name"], description=offered["description"], args_schema=schema, coroutine=call, func=None
    )


def print_tool(tool: Any) -> dict[str, Any]:
    """A tool of middleware as it is offered to the model."""
    if isinstance(tool, dict):
        raise ValueError("Tools that a provider runs cannot be offered by middleware here.")
    schema: Any = tool.tool_call_schema
    if not isinstance(schema, dict):
        schema = schema.model_json_schema()
    return {"name": tool.name, "description": tool.description, "parametersJson": json.dumps(_bare(schema))}


def _bare(schema: Any, name: Optional[str] = None) -> Any:
    """A schema without the titles and the description that pydantic derives from names."""
    fields = ("properties", "required", "type", "$defs", "additionalProperties") if name is None else None
    kept = {key: part for key, part in schema.items() if fields is None or key in fields}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    if "properties" in kept:
        kept["properties"] = {key: _bare(part, key) for key, part in kept["properties"].items()}
    return kept
