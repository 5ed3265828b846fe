"""Fetching: takes the token from the board and shows it to the service alone."""

import logging
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

from .invoice_service import SessionOver, read_invoices


class FetchInvoices(CodedTool):
    """Answers with what the service tells. No answer and no error holds the token."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        token = sly_data.get("session_token")
        if not token:
            return "Error: nobody is logged in."
        try:
            found = read_invoices(str(token), str(args.get("status")))
        except SessionOver:
            return "Error: the session is over; log in again."
        lines = ", ".join(f"{number} over {amount} EUR" for number, amount in found)
        return f"Invoices: {lines or 'none'}"
