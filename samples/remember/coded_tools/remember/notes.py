"""A tool that writes on the session's tape."""

import logging

from slyglass.tools import ToolContext, tool


@tool(context=True)
async def remember(note: str, context: ToolContext) -> str:
    """Keeps a note about the person."""
    logging.getLogger("remember").debug("args: %s", {"note": note})
    # A record of the session: people see it in the timeline, models are not told.
    context.tape.append_event("note", {"text": note})
    return "Recorded."
