"""Passages of documents, read with what every Python has."""

import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

Passage = tuple[str, str]
"""Where it stands, and what it says."""


def pdf_passages(file: Path) -> list[Passage]:
    """A page a passage. Reads what plain writers of PDF make: streams that are packed or not, text in brackets."""
    pages: list[Passage] = []
    for packed, stream in _streams(file.read_bytes()):
        content = zlib.decompress(stream) if packed else stream
        lines = [_unescaped(line) for line in re.findall(rb"\(((?:\\.|[^()\\])*)\)\s*Tj", content)]
        if lines:
            pages.append((f"page {len(pages) + 1}", " ".join(lines)))
    return pages


def _streams(pdf: bytes) -> list[tuple[bool, bytes]]:
    found = re.finditer(rb"<<((?:(?!>>).)*)>>\s*stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return [(b"/FlateDecode" in match[1], match[2]) for match in found]


def _unescaped(text: bytes) -> str:
    return re.sub(rb"\\(.)", rb"\1", text).decode("cp1252")


def text_passages(file: Path) -> list[Passage]:
    """A paragraph a passage."""
    paragraphs = re.split(r"\n\s*\n", file.read_text(encoding="utf-8").strip())
    return [(f"paragraph {at}", " ".join(text.split())) for at, text in enumerate(paragraphs, start=1)]


def page_passages(file: Path) -> list[Passage]:
    """A block of the page a passage, without scripts and styles."""
    reader = _Blocks()
    reader.feed(file.read_text(encoding="utf-8"))
    reader.close()
    return [(f"block {at}", text) for at, text in enumerate(reader.blocks, start=1)]


class _Blocks(HTMLParser):
    BLOCKS = frozenset(["p", "li", "h1", "h2", "h3", "td", "title"])
    HIDDEN = frozenset(["script", "style"])

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self._text: list[str] | None = None
        self._hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden = tag in self.HIDDEN
        if tag in self.BLOCKS:
            self._text = []

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False
        if tag in self.BLOCKS and self._text is not None:
            text = " ".join("".join(self._text).split())
            if text:
                self.blocks.append(text)
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None and not self._hidden:
            self._text.append(data)
