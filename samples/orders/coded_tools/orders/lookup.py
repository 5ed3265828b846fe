"""An order, as a value with parts and as a line for models."""

import logging
from typing import Any, TypedDict

from slyglass.tools import ToolError, tool


class Order(TypedDict):
    """What people and code get. The tool's output schema is made of it."""

    id: str
    status: str


ORDERS = {"A123": "shipped", "B7": "packed"}


def one_line(order: Any) -> str:
    """What the model reads in its place."""
    return f"Order {order['id']}: {order['status']}"


@tool(renderer=one_line)
async def lookup_order(order_id: str) -> Order:
    """Looks an order up by its number, such as A123."""
    logging.getLogger("lookup_order").debug("args: %s", {"order_id": order_id})
    if order_id not in ORDERS:
        raise ToolError(f"There is no order {order_id}.", kind="not_found")
    return {"id": order_id, "status": ORDERS[order_id]}
