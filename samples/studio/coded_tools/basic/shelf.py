"""The shelf of the gift desk: a small warehouse that asks for a token."""

import asyncio
import logging
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

SHELF = {"teapot": 4, "kite": 11, "music box": 2}


class ShelfCount(CodedTool):
    """Counts a thing. The token that opens the warehouse stays on this side."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        if not sly_data.get("warehouse_token"):
            return "Error: the warehouse asks for a token; put warehouse_token into the private values."
        item = str(args.get("item") or "").strip().lower()
        reporter = args.get("progress_reporter")
        if reporter is not None:
            await reporter.async_report_progress({"looked_at": item}, f"Looking for {item}")
        await asyncio.sleep(0.2)
        return {"item": item, "count": SHELF.get(item, 0)}
