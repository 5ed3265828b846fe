"""The register of orders."""

import logging
from typing import TypedDict

from slyglass.tools import ToolError, tool


class Order(TypedDict):
    id: str
    status: str
    country: str


_ORDERS: dict[str, Order] = {
    "A123": {"id": "A123", "status": "shipped", "country": "Norway"},
    "B456": {"id": "B456", "status": "waiting", "country": "Chile"},
    "C789": {"id": "C789", "status": "shipped", "country": "Japan"},
}


# A model that calls this by itself reads the sentence. Code reads the order as it is.
@tool(renderer=lambda order: f"Order {order['id']}: {order['status']}")
def lookup_order(order_id: str) -> Order:
    """Looks up one order."""
    logging.getLogger("lookup_order").debug("args: %s", {"order_id": order_id})
    order = _ORDERS.get(order_id)
    if order is None:
        raise ToolError(f"there is no order {order_id}", kind="not_found")
    return order
