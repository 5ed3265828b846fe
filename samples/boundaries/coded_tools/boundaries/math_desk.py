"""The math desk: numbers come in beside the conversation, and the result goes out the same way."""

import logging
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool


class Multiply(CodedTool):
    """Multiplies the private values x and y. The text that the model reads holds no number."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        x, y = sly_data.get("x"), sly_data.get("y")
        if x is None or y is None:
            return "Error: x and y have not arrived."
        sly_data["equals"] = float(x) * float(y)
        sly_data["working"] = f"{x} times {y}, as floats"
        return "The product is ready."
