"""Python values as JSON, in the way the recorded server shows them: what JSON cannot hold becomes null."""

import json
import math
from typing import Any

_MAX_DEPTH = 200

# Values of just these types are what they say; most parts are.
_SIMPLE = frozenset({str, int, bool, type(None)})


# What it gets was copied before, so no part of it is in itself.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode


_decode = json.JSONDecoder().raw_decode


def from_text(text: str) -> Any:
    """JSON as Python values. Each call reads its arguments twice: the reader need not look for what stands around an object."""
    if text[:1] == "{":
        value, end = _decode(text)
        if end == len(text):
            return value
    return json.loads(text)


class Unholdable(Exception):
    """The value itself, not only a part of it, is nothing that JSON can hold."""


def to_text(value: Any) -> str:
    """JSON text of a value; inner parts that JSON cannot hold are null. Raises Unholdable for the value itself."""
    if not _is_holdable(value):
        raise Unholdable(type(value).__name__)
    return _encode(_plain(value, 0))


def to_text_or_null(value: Any) -> str:
    """As to_text, but null for a value that JSON cannot hold."""
    try:
        return to_text(value)
    except Unholdable:
        return "null"


_MOST_LOST = 5


def lost_parts(value: Any) -> list[str]:
    """One sentence for each part of a result that JSON does not have: where it stands, its type, what stands there instead."""
    found: list[str] = []
    _look(value, "result", (), found)
    return found


def _look(value: Any, path: str, above: tuple[int, ...], found: list[str]) -> None:
    if type(value) in _SIMPLE or len(found) >= _MOST_LOST or len(above) > _MAX_DEPTH:
        return
    if isinstance(value, float) and not math.isfinite(value):
        found.append(f"{path} is {value}, which JSON does not have: as structured data it is null.")
    elif not _is_holdable(value):
        found.append(f"{path} is of type {type(value).__name__}, which JSON does not have: as structured data it is null.")
    elif isinstance(value, (dict, list, tuple)) and id(value) in above:
        found.append(f"{path} is a part of itself (circular): as structured data it ends in null.")
    elif isinstance(value, dict):
        for key, part in list(dict.items(value)):
            if isinstance(key, str):
                _look(part, f"{path}.{key}", (*above, id(value)), found)
            else:
                found.append(f"{path} has a key of type {type(key).__name__}: as structured data it has no such entry.")
    elif isinstance(value, (list, tuple)):
        for index, part in enumerate(list(value)):
            _look(part, f"{path}[{index}]", (*above, id(value)), found)


def _is_holdable(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, dict, list, tuple))


def _plain(value: Any, depth: int) -> Any:
    if type(value) in _SIMPLE:
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
        entries = list(dict.items(value))
        return {str.__str__(key): _plain(part, depth + 1) for key, part in entries if isinstance(key, str)}
    if isinstance(value, (list, tuple)):
        return [_plain(part, depth + 1) for part in list(value)]
    return None
