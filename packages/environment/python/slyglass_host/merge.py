"""Three-way merge of a board's values: base is what both sides agreed on last."""

from typing import Any

ABSENT: Any = type("Absent", (), {"__repr__": lambda self: "ABSENT"})()


def same(a: Any, b: Any) -> bool:
    """Equal as JSON: 1, 1.0 and True are three values."""
    if a is b:
        return True
    if isinstance(a, dict) and isinstance(b, dict):
        return len(a) == len(b) and all(key in b and same(part, b[key]) for key, part in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return type(a) is type(b) and a == b


def merge(base: Any, ours: Any, theirs: Any) -> tuple[Any, list[str]]:
    """The merged value and the JSON pointers at which a value of ours was lost."""
    lost: list[str] = []
    return _merge(base, ours, theirs, "", lost), lost


def _merge(base: Any, ours: Any, theirs: Any, path: str, lost: list[str]) -> Any:
    if same(theirs, base) or same(ours, theirs):
        return ours
    if same(ours, base):
        return theirs
    if isinstance(ours, dict) and isinstance(theirs, dict) and (base is ABSENT or isinstance(base, dict)):
        return _merge_objects({} if base is ABSENT else base, ours, theirs, path, lost)
    if isinstance(ours, list) and isinstance(theirs, list) and (base is ABSENT or isinstance(base, list)):
        start = [] if base is ABSENT else base
        if same(ours[: len(start)], start) and same(theirs[: len(start)], start):
            return ours + theirs[len(start) :]
    lost.append(path)
    return theirs


def _merge_objects(base: dict, ours: dict, theirs: dict, path: str, lost: list[str]) -> dict:
    merged = {}
    for key in {**ours, **theirs}:
        step = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        value = _merge(base.get(key, ABSENT), ours.get(key, ABSENT), theirs.get(key, ABSENT), step, lost)
        if value is not ABSENT:
            merged[key] = value
    return merged
