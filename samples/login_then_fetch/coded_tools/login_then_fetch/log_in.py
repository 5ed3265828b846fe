"""Logging in: the only place that holds a fresh token in its hands."""

import logging
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

from .invoice_service import open_session


class LogIn(CodedTool):
    """Puts the token on the board, and where the invoices are. The model reads that it worked, and nothing more."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        member = str(args.get("member") or "").strip().upper()
        try:
            sly_data["session_token"], sly_data["invoice_database"] = open_session(member)
        except KeyError:
            return f"Error: there is no member {member}."
        return f"Logged in as {member}."
