"""What a coded tool finds in its arguments as `progress_reporter`."""

from typing import Any


class AgentProgressReporter:
    """Tells whoever watches the run how far the tool is."""

    async def async_report_progress(self, structure: dict[str, Any], content: str = "") -> None:
        """Reports one step."""
        raise NotImplementedError
