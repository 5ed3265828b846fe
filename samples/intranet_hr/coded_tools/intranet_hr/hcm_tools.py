"""The department's tools: they ask the company's system over HTTP. Its address and key are private values."""

import asyncio
import json
import logging
import re
import urllib.error
import urllib.request
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

from .hcm_service import DEPARTMENT_KEY, start_service


class ReadLeave(CodedTool):
    """How many days of leave are left."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        return await ask_hcm(sly_data, f"employees/{_number(args)}/leave")


class BookLeave(CodedTool):
    """Books days of leave."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        days = args.get("days")
        if not isinstance(days, int) or isinstance(days, bool) or days < 1:
            return "Error: days must be a whole number, 1 or more."
        return await ask_hcm(sly_data, f"employees/{_number(args)}/leave", {"days": days})


def _number(args: dict[str, Any]) -> str:
    """A number and nothing else, so that what a model writes does not become another path."""
    found = re.fullmatch(r"E-\d+", str(args.get("employee")).strip())
    return found[0] if found else "E-0"


async def ask_hcm(sly_data: dict[str, Any], path: str, body: dict[str, Any] | None = None) -> dict[str, Any] | str:
    """One request to the system. What the model reads is the system's answer, or its reason."""
    # An address of this machine may be that of a process which has ended since.
    if str(sly_data.get("hcm_address", "http://127.0.0.1")).startswith("http://127.0.0.1"):
        sly_data["hcm_address"] = start_service()
    sly_data.setdefault("hcm_key", DEPARTMENT_KEY)
    request = urllib.request.Request(
        f"{sly_data['hcm_address']}/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {sly_data['hcm_key']}", "Content-Type": "application/json"},
    )
    return await asyncio.to_thread(_send, request)


def _send(request: urllib.request.Request) -> dict[str, Any] | str:
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return f"Error: {json.load(refused)['message']}."
    except (urllib.error.URLError, TimeoutError):
        return "Error: the system does not answer."
