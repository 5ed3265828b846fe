"""The painter's hand."""

import base64
import logging
from pathlib import Path
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

from .png import Colour, Rows, write_png

WIDTH, HEIGHT = 240, 180
SKY: dict[str, Colour] = {"day": (150, 200, 235), "night": (18, 24, 56)}
SEA: dict[str, Colour] = {"day": (40, 110, 150), "night": (8, 14, 34)}
LAMP: dict[str, Colour] = {"day": (90, 90, 90), "night": (255, 226, 120)}
RED, WHITE = (196, 48, 40), (240, 240, 236)


class DrawLighthouse(CodedTool):
    """Draws a lighthouse, keeps the file, and attaches the picture to its result."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        time = args.get("time")
        if time not in SKY:
            return "Error: time is day or night."
        picture = write_png(paint(time))
        file = Path(__file__).parents[2] / "data" / "picture" / f"lighthouse_{time}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(picture)
        # Whoever works with the picture next finds it here; no agent has to carry it.
        sly_data["picture_file"] = str(file)
        # What is attached under this name is shown to people and kept beside the log. Models read a reference in the place of the bytes.
        attached = {"mime_type": "image/png", "mime_bytes": base64.b64encode(picture).decode(), "name": file.name}
        return {"drawn": f"a lighthouse by {time}", "mime_data": [attached]}


def paint(time: str) -> Rows:
    """Sky, sea, a striped tower, a lamp, and at night its beam."""
    return [[_colour(time, x, y) for x in range(WIDTH)] for y in range(HEIGHT)]


def _colour(time: str, x: int, y: int) -> Colour:
    middle = WIDTH // 2
    if 44 <= y < 54 and abs(x - middle) < 7:
        return LAMP[time]
    if 38 <= y < 44 and abs(x - middle) < 10 - (44 - y):
        return RED
    if 54 <= y < 150 and abs(x - middle) < 9 + (y - 54) // 10:
        return RED if (y - 54) // 16 % 2 == 0 else WHITE
    if time == "night" and x > middle and abs(y - 49) < (x - middle) // 5:
        return (120, 112, 84)
    return SKY[time] if y < 140 else SEA[time]
