"""Division, which may fail."""

import logging
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool


class Divide(CodedTool):
    """Lets its own error out: a command shows it as it is, a model is told in which call it happened."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> float:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        if args["divisor"] == 0:
            raise ZeroDivisionError("nothing can be divided by zero")
        return args["dividend"] / args["divisor"]
