"""Keeps what identifies people from the model, and from the answer."""

import hashlib
import ipaddress
import re
from collections.abc import Callable, Iterable
from typing import Any, Optional, Union

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from .types import AgentMiddleware, hook_config

Span = tuple[int, int]
STRATEGIES = ("block", "redact", "mask", "hash")


class PIIDetectionError(Exception):
    """Something was found where nothing may be (`block`)."""

    def __init__(self, pii_type: str, matches: list[dict[str, Any]]) -> None:
        super().__init__(f"Detected {len(matches)} instance(s) of {pii_type} in text content")
        self.pii_type = pii_type
        self.matches = matches


def _is_card(text: str) -> bool:
    digits = [int(letter) for letter in text if letter.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[::-2]) + sum(doubled)) % 10 == 0


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_link(text: str) -> bool:
    return text.startswith(("http://", "https://", "www.")) or "/" in text


_ANY: Callable[[str], bool] = bool
_KNOWN: dict[str, tuple[str, Callable[[str], bool]]] = {
    "email": (r"\b[\w.%+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b", _ANY),
    "credit_card": (r"\b(?:\d{4}[\s-]?){3}\d{4}\b", _is_card),
    "ip": (r"\b\d{1,3}(?:\.\d{1,3}){3}\b", _is_address),
    "mac_address": (r"\b[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}\b", _ANY),
    "url": (r"https?://[^\s<>\"{}|\\^`\[\]]+|\b(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+(?:/\S*)?", _is_link),
}


def _mask_card(text: str) -> str:
    between = "-" if "-" in text else " " if " " in text else ""
    return between.join(["****"] * 3 + ["".join(letter for letter in text if letter.isdigit())[-4:]])


_MASKS: dict[str, Callable[[str], str]] = {
    "email": lambda text: f"{text.split('@')[0]}@****.{text.rsplit('.', 1)[-1]}",
    "credit_card": _mask_card,
    "ip": lambda text: f"*.*.*.{text.rsplit('.', 1)[-1]}",
    "mac_address": lambda text: f"{(('**' + text[2]) * 5)}{text[-2:]}",
    "url": lambda text: "[MASKED_URL]",
}


class PIIMiddleware(AgentMiddleware):
    """Looks for one kind of data in what people say, and where asked for in answers and results."""

    def __init__(
        self,
        pii_type: str,
        *,
        strategy: str = "redact",
        detector: Optional[Union[str, Callable[[str], Iterable[dict[str, Any]]]]] = None,
        apply_to_input: bool = True,
        apply_to_output: bool = False,
        apply_to_tool_results: bool = False,
    ) -> None:
        super().__init__()
        if strategy not in STRATEGIES:
            raise ValueError(f"Unknown strategy {strategy}. Choose one of {', '.join(STRATEGIES)}.")
        if detector is None and pii_type not in _KNOWN:
            raise ValueError(f"Nothing is known of {pii_type}. Give a detector, or one of {', '.join(_KNOWN)}.")
        self.pii_type = pii_type
        self.strategy = strategy
        self.detector = detector
        self.apply_to_input = apply_to_input
        self.apply_to_output = apply_to_output
        self.apply_to_tool_results = apply_to_tool_results

    @property
    def name(self) -> str:
        """One class may stand in the list for several kinds."""
        return f"{type(self).__name__}[{self.pii_type}]"

    @hook_config(can_jump_to=["end"])
    async def abefore_model(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """Cleans the last words of a person, and the newest results."""
        changed: list[Any] = []
        messages = state["messages"]
        if self.apply_to_input:
            changed += self._cleaned(_last(messages, HumanMessage))
        if self.apply_to_tool_results:
            answers = [place for place, message in enumerate(messages) if isinstance(message, AIMessage)]
            newest = messages[answers[-1] + 1 :] if answers else []
            for message in newest:
                changed += self._cleaned(message) if isinstance(message, ToolMessage) else []
        return {"messages": changed} if changed else None

    async def aafter_model(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """Cleans the answer."""
        changed = self._cleaned(_last(state["messages"], AIMessage)) if self.apply_to_output else []
        return {"messages": changed} if changed else None

    def _cleaned(self, message: Any) -> list[Any]:
        if message is None or not message.content:
            return []
        text = message.content if isinstance(message.content, str) else message.text
        clean = self.clean(text)
        return [] if clean == text else [message.model_copy(update={"content": clean})]

    def clean(self, text: str) -> str:
        """The text without what was looked for."""
        found = sorted(self._find(text), reverse=True)
        if found and self.strategy == "block":
            matches = [{"type": self.pii_type, "value": text[a:b], "start": a, "end": b} for a, b in reversed(found)]
            raise PIIDetectionError(self.pii_type, matches)
        for start, end in found:
            text = text[:start] + self._stand_in(text[start:end]) + text[end:]
        return text

    def _find(self, text: str) -> list[Span]:
        if callable(self.detector):
            return [(match["start"], match["end"]) for match in self.detector(text)]
        pattern, is_one = (self.detector, _ANY) if self.detector is not None else _KNOWN[self.pii_type]
        return [match.span() for match in re.finditer(pattern, text) if match.group() and is_one(match.group())]

    def _stand_in(self, value: str) -> str:
        if self.strategy == "redact":
            return f"[REDACTED_{self.pii_type.upper()}]"
        if self.strategy == "hash":
            return f"<{self.pii_type}_hash:{hashlib.sha256(value.encode()).hexdigest()[:8]}>"
        mask = _MASKS.get(self.pii_type)
        if mask is not None:
            return mask(value)
        return f"****{value[-4:]}" if len(value) > 4 else "****"


def _last(messages: list[Any], kind: type) -> Any:
    return next((message for message in reversed(messages) if isinstance(message, kind)), None)
