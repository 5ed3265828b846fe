"""Calls that a tool's code makes into the network: asked of the server, which logs and runs them."""

import asyncio
import json
from typing import TYPE_CHECKING, Any

from .call import Call
from .capture import tell_private

if TYPE_CHECKING:
    from .host import Host


def let_it_call(tool: Any, call: Call, host: "Host") -> None:
    """Gives a tool that wants it the way to call other tools of the network."""
    tool.use_tool = use_of(call, host)


def use_of(call: Call, host: "Host") -> Any:
    """The way to call other tools of the network."""

    async def use_tool(tool_name: str, tool_args: dict[str, Any], sly_data: Any = None) -> str:
        """Calls a tool or agent of the network and returns the text that a model would read of it."""
        return await ask_server(call, host, {"tool": tool_name, "argsJson": json.dumps(tool_args or {})})

    return use_tool


async def ask_server(call: Call, host: "Host", question: dict[str, Any]) -> str:
    """Asks for something that only the server does, and waits for its answer."""
    future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    use = f"u{len(call.uses) + 1}"
    call.uses[use] = future
    tell_private(call, host.wire)
    host.wire.send({"type": "use", "call": call.id, "use": use, **question})
    return await future


def take_answer(call: Call, message: dict[str, Any]) -> None:
    """Hands an answer to the code that waits for it, if it still does."""
    future = call.uses.get(message["use"])
    if future is None or future.done():
        return
    if message["ok"]:
        future.set_result(message["text"])
    elif message["kind"] == "stopped":
        future.cancel()
    else:
        future.set_exception(ValueError(message["text"]))
