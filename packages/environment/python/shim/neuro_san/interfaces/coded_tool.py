"""The base class of coded tools."""

from typing import Any


class CodedTool:
    """A tool written in code. Extend it and implement one of the two methods."""

    def invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
        """Does the work while its thread waits. Called when there is no async_invoke."""
        return None

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
        """Does the work on the run's event loop. The way to go."""
        raise NotImplementedError
