"""Base class of coded tools that call other tools of the network."""

from typing import Any


class BranchActivation:
    """Extend it beside CodedTool. The host gives each instance its way to call."""

    slyglass = True

    async def use_tool(self, tool_name: str, tool_args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        """Calls a tool or agent of the network and returns the text that a model would read of it."""
        raise RuntimeError("Calls into the network are possible while the tool runs, and only then.")
