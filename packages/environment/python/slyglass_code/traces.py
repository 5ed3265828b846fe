"""What is told of an exception that code did not catch: its type, its text, and the code's own lines."""

import traceback
from typing import Any, Optional

_MOST_MESSAGE = 16_000
_MOST_TRACE = 32_000


def raised(problem: BaseException, file: str) -> dict[str, Any]:
    return {
        "ended": "raised",
        "name": type(problem).__name__,
        "message": _shortened(_text(problem), _MOST_MESSAGE),
        "traceback": _shortened(_own_lines(problem, file), _MOST_TRACE),
    }


def _text(problem: BaseException) -> str:
    try:
        return str(problem)
    except Exception:
        return "(its text cannot be read)"


def _own_lines(problem: BaseException, file: str) -> str:
    try:
        told = traceback.TracebackException(type(problem), problem, problem.__traceback__)
        seen: set[int] = set()
        _keep_own(told, file, seen)
        has_lines = bool(told.stack) or told.__cause__ is not None or told.__context__ is not None
        return "".join(told.format() if has_lines else told.format_exception_only())
    except Exception:
        return f"{type(problem).__name__}\n"


def _keep_own(told: Optional[traceback.TracebackException], file: str, seen: set[int]) -> None:
    if told is None or id(told) in seen:
        return
    seen.add(id(told))
    told.stack[:] = [frame for frame in told.stack if frame.filename == file]
    for inner in (told.__cause__, told.__context__, *(getattr(told, "exceptions", None) or ())):
        _keep_own(inner, file, seen)


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}\n[…]\n{text[-most // 2 :]}"
