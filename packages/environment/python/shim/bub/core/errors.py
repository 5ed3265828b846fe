"""Failures that tools tell."""

from slyglass.tools import ToolError as BubError

__all__ = ["BubError"]
