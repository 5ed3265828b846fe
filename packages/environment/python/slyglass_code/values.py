"""Python values as JSON text, with their numbers as they are."""

import dataclasses
import datetime
import enum
import json
import os
from typing import Any


def to_json(value: Any, what: str) -> str:
    """Exact JSON of a value; raises TypeError that names `what` for one that JSON cannot hold."""
    try:
        return json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as problem:
        raise TypeError(f"{what} cannot be written as JSON: {problem}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, enum.Enum):
        return value.value
    # Their modules take time to load, and who has such a value has done so.
    if type(value).__name__ in ("Decimal", "UUID"):
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    for name in ("model_dump", "tolist", "_asdict"):
        method = getattr(value, name, None)
        if callable(method) and not isinstance(value, type):
            return method()
    raise TypeError(f"a value of type {type(value).__name__} has no JSON form")
