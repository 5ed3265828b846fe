"""The viewer's eye: it measures what is in the picture, and knows nothing of how it was made."""

import logging
from pathlib import Path
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

from .png import Colour, Rows, read_png


class LookAtPicture(CodedTool):
    """Reads the picture whose place lies on the board."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        place = sly_data.get("picture_file")
        if not place:
            return "Error: nothing was drawn yet."
        try:
            rows = read_png(Path(place).read_bytes())
        except OSError:
            return "Error: the picture is gone."
        middle = len(rows[0]) // 2
        return {
            "width": len(rows[0]),
            "height": len(rows),
            "sky": "dark blue" if _brightness(rows[4][4]) < 80 else "light blue",
            "tower": "striped" if len({row[middle] for row in rows[60:140]}) > 1 else "plain",
            "light": "lit" if _brightest(rows) > 210 else "dark",
        }


def _brightness(colour: Colour) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.6 * green + 0.1 * blue


def _brightest(rows: Rows) -> float:
    """How bright it is where yellow is stronger than blue: lamps are, white walls are not."""
    return max((_brightness(colour) for row in rows for colour in row if colour[0] > colour[2] + 80), default=0.0)
