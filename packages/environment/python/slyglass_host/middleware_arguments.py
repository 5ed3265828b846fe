"""The arguments of a middleware's constructor: what the network writes, and what it asks to be filled in."""

from typing import TYPE_CHECKING, Any

from .call import CURRENT, Call
from .invoke import ProgressJournal, name_of_origin
from .middleware_values import read_message
from .reservations import Reservationist
from .uses import use_of

if TYPE_CHECKING:
    from .host import Host


def given_arguments(make: dict[str, Any], call: Call, host: "Host") -> dict[str, Any]:
    """Arguments by name. A special one is filled in only where the network names it, whatever value it gives."""
    args: dict[str, Any] = dict(make["args"])
    special = {
        "origin": lambda: [dict(step) for step in call.origin],
        "origin_str": lambda: name_of_origin(call.origin),
        "sly_data": lambda: host.board_of(call).data,
        "chat_history": lambda: [read_message(message) for message in make["chatHistory"]],
        "progress_reporter": lambda: ProgressJournal(call, host),
        "journal": lambda: OriginatingJournal(),
        "activation_capsule": lambda: ActivationCapsule(host),
        "reservationist": lambda: Reservationist() if make.get("reservations") else None,
    }
    return {**args, **{name: special[name]() for name in special if name in args}}


class OriginatingJournal:
    """Takes messages of middleware: they become output of the step."""

    async def write_message(self, message: Any, origin: Any = None) -> None:
        """Notes a message."""
        print(f"{getattr(message, 'type', 'message')}: {getattr(message, 'content', message)}")


class ActivationCapsule:
    """Lets middleware call what the network has."""

    def __init__(self, host: "Host") -> None:
        self._host = host

    async def use_tool(self, tool_name: str, tool_args: dict[str, Any], sly_data: Any = None) -> str:
        """Calls a tool or agent of the network and returns the text that a model would read of it."""
        call = CURRENT.get()
        if call is None:
            raise RuntimeError("Calls into the network are possible while a hook runs, and only then.")
        return await use_of(call, self._host)(tool_name, tool_args, sly_data)
