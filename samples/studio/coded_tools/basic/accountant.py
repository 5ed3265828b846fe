"""Three ways to keep a running total, from the shortest to the private one."""

import logging
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

# What one question costs, in dollars. Change it and ask again: the next call uses the new value.
FEE = 3.0


class FirstAccountant(CodedTool):
    """Adds the fee to the total in the arguments. Knows nothing of sly data."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any]:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        return {"running_cost": float(args.get("running_cost") or 0.0) + FEE}


class Accountant(CodedTool):
    """Adds the fee to the total in the arguments; without one there, to the total in sly data."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any]:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        given = args.get("running_cost")
        if given is not None:
            return {"running_cost": float(given) + FEE}
        total = float(sly_data.get("running_cost") or 0.0) + FEE
        sly_data["running_cost"] = total
        return {"running_cost": total}


class PrivateAccountant(CodedTool):
    """Keeps the total in sly data and tells the model the fee alone, in cents."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        sly_data["running_cost"] = float(sly_data.get("running_cost") or 0.0) + FEE
        return f"Booked {round(FEE * 100)} cents for this question."
