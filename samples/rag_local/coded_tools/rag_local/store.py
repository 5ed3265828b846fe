"""Where passages are kept and found: a database in memory, one for each run, that lies on the board of private values."""

import math
import re
import sqlite3
from typing import Any

from .documents import Passage


def open_store(sly_data: dict[str, Any]) -> sqlite3.Connection:
    """The run's own store. It is a living connection; the studio closes it when the run is over."""
    store = sly_data.get("passage_store")
    if not isinstance(store, sqlite3.Connection):
        store = sqlite3.connect(":memory:", check_same_thread=False)
        store.execute("create table passages (source text, place text, body text)")
        sly_data["passage_store"] = store
    return store


def fill(store: sqlite3.Connection, source: str, passages: list[Passage]) -> None:
    """Puts a document in, once."""
    if store.execute("select 1 from passages where source = ?", (source,)).fetchone() is None:
        store.executemany("insert into passages values (?, ?, ?)", [(source, *passage) for passage in passages])


def find(store: sqlite3.Connection, source: str, query: str, count: int) -> list[dict[str, str]]:
    """The passages that share the rarest words with the query, best first; none where no word is shared."""
    rows = store.execute("select place, body from passages where source = ?", (source,)).fetchall()
    words = [_words(body) for _, body in rows]
    rarity = {
        word: math.log(1 + len(rows) / sum(word in other for other in words))
        for word in set().union(*words)
    }
    wanted = _words(query)
    scores = [sum(rarity[word] for word in wanted & own) for own in words]
    best = sorted(range(len(rows)), key=lambda at: -scores[at])[:count]
    return [{"source": source, "place": rows[at][0], "text": rows[at][1]} for at in best if scores[at] > 0]


_SMALL = frozenset("a an and are at be by does do for from how in is it long may must of on or out the to what when where".split())


def _words(text: str) -> set[str]:
    """Words that say something, without the ending of a plural."""
    return {re.sub(r"s$", "", word) for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in _SMALL}
