"""Tools made of functions."""

from slyglass.tools import Tool, ToolContext, tool, tool_from_callable

__all__ = ["Tool", "ToolContext", "tool", "tool_from_callable"]
