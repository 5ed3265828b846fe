"""Fetching: takes the token from the board and shows it to the service alone."""

import logging
import sqlite3
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

from .invoice_service import SessionOver, read_invoices


class FetchInvoices(CodedTool):
    """Answers with records. No answer and no error holds the token or the connection string."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        token = sly_data.get("session_token")
        if not token:
            return "Error: nobody is logged in."
        database = sly_data.get("invoice_database") or ":memory:"
        try:
            return {"invoices": read_invoices(str(token), str(database), str(args.get("status")))}
        except SessionOver:
            return "Error: the session is over; log in again."
        except sqlite3.Error:
            # What a database says of a failure may repeat how it is reached.
            return "Error: the invoices cannot be read at the moment."
