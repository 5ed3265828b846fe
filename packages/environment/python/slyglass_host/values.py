"""Python values as JSON, in the way the recorded server shows them: what JSON cannot hold becomes null."""

import json
import math
from typing import Any

_MAX_DEPTH = 200


class Unholdable(Exception):
    """The value itself, not only a part of it, is nothing that JSON can hold."""


def to_text(value: Any) -> str:
    """JSON text of a value; inner parts that JSON cannot hold are null. Raises Unholdable for the value itself."""
    if not _is_holdable(value):
        raise Unholdable(type(value).__name__)
    return json.dumps(_plain(value, 0), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_text_or_null(value: Any) -> str:
    """As to_text, but null for a value that JSON cannot hold."""
    try:
        return to_text(value)
    except Unholdable:
        return "null"


def _is_holdable(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, dict, list, tuple))


def _plain(value: Any, depth: int) -> Any:
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if depth >= _MAX_DEPTH:
        return None
    if isinstance(value, dict):
        entries = [(key, part) for key, part in list(dict.items(value)) if isinstance(key, str)]
        return {str.__str__(key): _plain(part, depth + 1) for key, part in entries}
    if isinstance(value, (list, tuple)):
        return [_plain(part, depth + 1) for part in list(value)]
    return None
