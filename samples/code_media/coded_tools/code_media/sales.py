"""What was sold, and what was said about it."""

import logging
from typing import TypedDict

from slyglass.tools import tool


class Month(TypedDict):
    month: str
    sold: int
    remark: str


_SALES: list[Month] = [
    {"month": "January", "sold": 42, "remark": "few guests because of snow"},
    {"month": "February", "sold": 38, "remark": "snow kept guests away"},
    {"month": "March", "sold": 61, "remark": "the new teapot sells well"},
    {"month": "April", "sold": 80, "remark": "the teapot is sold out"},
]


@tool
def sales_by_month() -> list[Month]:
    """Tells what was sold in each month, and a remark."""
    logging.getLogger("sales_by_month").debug("args: %s", {})
    return _SALES
