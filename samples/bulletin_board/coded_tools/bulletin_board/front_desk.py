"""The front desk: it knows the room, and puts what it knows on the board."""

import logging
import secrets
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool


class CheckIn(CodedTool):
    """Writes the record of a guest on the board and tells the model only that it is done."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        nights = args.get("nights")
        if not isinstance(nights, int) or isinstance(nights, bool) or nights < 1:
            return "Error: nights must be a whole number, 1 or more."
        # A new key with one writer: nobody else's value is replaced. The door code is new for every guest.
        sly_data["guest_record"] = {"room_no": "417-east", "door_code": secrets.token_hex(8)}
        return f"Checked in for {nights} nights."
