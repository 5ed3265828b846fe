"""The bulletin board of one run: the live dictionary that all its calls share, and what changed on it."""

import json
from collections.abc import Iterator
from typing import Any, Optional

from .call import CURRENT, Call
from .merge import ABSENT, merge
from .values import Unholdable, from_text, to_text

# What a board says of which there is nothing to tell.
UNCHANGED: dict[str, Any] = {"set": {}, "del": [], "opaque": {}, "base": {}}

_IMMUTABLE = (str, int, float, bool, type(None))


class Sly(dict):
    """A dictionary that notes which call read and wrote which key. Copies of it are plain dictionaries."""

    def __init__(self, board: "Board") -> None:
        super().__init__()
        self._board = board

    def __getitem__(self, key: Any) -> Any:
        self._board.note_read(key)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._board.note_read(key)
        return super().get(key, default)

    def __contains__(self, key: Any) -> bool:
        self._board.note_read(key)
        return super().__contains__(key)

    def __iter__(self) -> Iterator[Any]:
        self._board.note_read_all()
        return super().__iter__()

    def keys(self) -> Any:
        self._board.note_read_all()
        return super().keys()

    def values(self) -> Any:
        self._board.note_read_all()
        return super().values()

    def items(self) -> Any:
        self._board.note_read_all()
        return super().items()

    def __repr__(self) -> str:
        self._board.note_read_all()
        return super().__repr__()

    def __eq__(self, other: object) -> bool:
        self._board.note_read_all()
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._board.note_write(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        self._board.note_write(key)
        super().__delitem__(key)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        self._board.note_read(key)
        if not super().__contains__(key):
            self._board.note_write(key)
        return super().setdefault(key, default)

    def pop(self, key: Any, *default: Any) -> Any:
        self._board.note_read(key)
        self._board.note_write(key)
        return super().pop(key, *default)

    def popitem(self) -> tuple[Any, Any]:
        self._board.note_read_all()
        for key in dict.keys(self):
            self._board.note_write(key)
        return super().popitem()

    def clear(self) -> None:
        for key in dict.keys(self):
            self._board.note_write(key)
        super().clear()

    def update(self, *others: Any, **more: Any) -> None:
        for key, value in dict(*others, **more).items():
            self[key] = value

    def __ior__(self, other: Any) -> "Sly":  # type: ignore[override,misc]
        self.update(other)
        return self

    def copy(self) -> dict:
        self._board.note_read_all()
        return {**self}

    __copy__ = copy

    def __or__(self, other: Any) -> Any:
        return self.copy() | other

    def __ror__(self, other: Any) -> Any:
        return other | self.copy()

    def __deepcopy__(self, memo: dict) -> dict:
        import copy

        return copy.deepcopy(self.copy(), memo)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return (dict, (self.copy(),))


# A tool that looks at the type's name sees the dictionary it was promised.
Sly.__name__ = "dict"
Sly.__qualname__ = "dict"


class Board:
    """Holds the live dictionary, and per key the text that this process and the server agreed on last."""

    def __init__(self) -> None:
        self.data = Sly(self)
        self._texts: dict[str, str] = {}
        self._same_object: dict[str, Any] = {}
        self._writers: dict[Any, set[Call]] = {}
        self._opaque: dict[str, str] = {}
        self._fresh: set[Any] = set()
        # Changes that the server may not have heard of when it sent what comes in: the report, and the text before.
        self._unheard: dict[str, tuple[int, Optional[str]]] = {}
        self._reports = 0

    def note_read(self, key: Any) -> None:
        call = CURRENT.get()
        if call is not None and call.reads is not None and isinstance(key, str):
            call.reads.add(key)

    def note_read_all(self) -> None:
        call = CURRENT.get()
        if call is not None and call.reads is not None:
            call.reads.update(key for key in dict.keys(self.data) if isinstance(key, str))

    def note_write(self, key: Any) -> None:
        self._fresh.add(key)
        call = CURRENT.get()
        if call is None:
            return
        if call.abandoned:
            raise RuntimeError("This call was stopped; it can no longer write sly data.")
        self._writers.setdefault(key, set()).add(call)

    def is_live(self) -> bool:
        """A value lives here that no other process can be given."""
        if self._opaque or len(self.data) == 0:
            return bool(self._opaque)
        return any(callable(getattr(value, "close", None)) for value in dict.values(self.data))

    def take_fresh(self) -> dict[str, str]:
        """Values of keys that were written since this was last asked. Any thread may ask."""
        if not self._fresh:
            return {}
        fresh, self._fresh = self._fresh, set()
        values: dict[str, str] = {}
        for key in fresh:
            try:
                values[key] = to_text(dict.__getitem__(self.data, key))
            except Exception:  # taken away again, or nothing that JSON can hold
                continue
        return {key: text for key, text in values.items() if isinstance(key, str) and self._texts.get(key) != text}

    def take_in(self, incoming: dict[str, str], seen: int) -> None:
        """Brings the server's values in, which are as of its hearing report number `seen`. A key that was changed here
        meanwhile is merged, not overwritten."""
        if self._unheard:
            self._unheard = {key: told for key, told in self._unheard.items() if told[0] > seen}
        if not incoming and not self._texts:
            return
        for key, text in incoming.items():
            if self._texts.get(key) == text:
                continue
            if key in self._unheard:
                self._take_in_older(key, text)
            else:
                self._take_in_key(key, text)
        for key in [key for key in self._texts if key not in incoming and key not in self._unheard]:
            if not self._is_dirty(key):
                dict.pop(self.data, key, None)
            self._forget(key)

    def _take_in_older(self, key: str, text: str) -> None:
        """The sender did not know of our change yet. What is new to both is merged, and told with the next report."""
        before = self._unheard[key][1]
        if text == before:
            return
        base = ABSENT if before is None else json.loads(before)
        current = json.loads(to_text(dict.__getitem__(self.data, key))) if self._holds(key) else ABSENT
        merged, _ = merge(base, json.loads(text), current)
        if merged is ABSENT:
            dict.pop(self.data, key, None)
        else:
            dict.__setitem__(self.data, key, merged)

    def _take_in_key(self, key: str, text: str) -> None:
        value = from_text(text)
        if self._is_dirty(key):
            base = json.loads(self._texts[key]) if key in self._texts else ABSENT
            current = json.loads(to_text(dict.__getitem__(self.data, key))) if self._holds(key) else ABSENT
            merged, _ = merge(base, value, current)
            if merged is ABSENT:
                dict.pop(self.data, key, None)
            else:
                dict.__setitem__(self.data, key, merged)
        else:
            dict.__setitem__(self.data, key, value)
        self._agree(key, text, value)
        self._opaque.pop(key, None)

    def _holds(self, key: str) -> bool:
        if not dict.__contains__(self.data, key):
            return False
        try:
            to_text(dict.__getitem__(self.data, key))
        except Unholdable:
            return False
        return True

    def _is_dirty(self, key: str) -> bool:
        value = dict.get(self.data, key, ABSENT)
        text = self._texts.get(key)
        if text is None:
            return value is not ABSENT and key not in self._opaque
        if value is ABSENT:
            return True
        if value is self._same_object.get(key, ABSENT):
            return False
        try:
            now = to_text(value)
        except Unholdable:
            return True
        # The other side may write the same in another way.
        return now != text and now != to_text(from_text(text))

    def _agree(self, key: str, text: str, value: Any) -> None:
        self._texts[key] = text
        held = dict.get(self.data, key, ABSENT)
        if isinstance(value, _IMMUTABLE) and type(held) is type(value) and repr(held) == repr(value):
            self._same_object[key] = held
        else:
            self._same_object.pop(key, None)

    def _forget(self, key: str) -> None:
        self._texts.pop(key, None)
        self._same_object.pop(key, None)

    def diff(self, call: Call, running: set[Call]) -> dict[str, Any]:
        """What the server does not know yet. Keys that only other running calls wrote stay with those."""
        self._reports += 1
        if len(self.data) + len(self._texts) + len(self._opaque) + len(self._writers) == 0:
            return {**UNCHANGED, "report": self._reports}
        changed: dict[str, str] = {}
        removed: list[str] = []
        base: dict[str, str] = {}
        opaque: dict[str, str] = {}
        for key in [*dict.keys(self.data), *[key for key in self._texts if not dict.__contains__(self.data, key)]]:
            if not isinstance(key, str) or self._is_of_others(key, call, running) or not self._is_dirty(key):
                continue
            if key in self._texts:
                base[key] = self._texts[key]
            self._unheard[key] = (self._reports, self._texts.get(key))
            if not dict.__contains__(self.data, key):
                removed.append(key)
                self._forget(key)
                continue
            value = dict.__getitem__(self.data, key)
            try:
                changed[key] = to_text(value)
            except Unholdable as problem:
                opaque[key] = str(problem)
                self._forget(key)
                self._opaque[key] = str(problem)
            else:
                self._agree(key, changed[key], value)
                self._opaque.pop(key, None)
        for key in [key for key in self._opaque if not dict.__contains__(self.data, key)]:
            removed.append(key)
            del self._opaque[key]
        self._drop_writer(call)
        return {"set": changed, "del": removed, "opaque": opaque, "base": base, "report": self._reports}

    def _is_of_others(self, key: str, call: Call, running: set[Call]) -> bool:
        writers = self._writers.get(key)
        return writers is not None and call not in writers and not writers.isdisjoint(running)

    def _drop_writer(self, call: Call) -> None:
        for key in list(self._writers):
            self._writers[key].discard(call)
            if not self._writers[key]:
                del self._writers[key]

    def reads(self, call: Call) -> Optional[list[str]]:
        """Keys that the call read; none when it may have read unseen (`**sly`, C code)."""
        if call.reads:
            return sorted(call.reads)
        return None if call.handed else []
