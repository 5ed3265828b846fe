"""Three retrievers with one shape: they are asked in words and answer with passages, source and place."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

from .documents import Passage, page_passages, pdf_passages, text_passages
from .store import fill, find, open_store

KNOWLEDGE = Path(__file__).parents[2] / "knowledge" / "rag_local"


class PdfRag(CodedTool):
    """Passages of a PDF, by page."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        return _passages("pilot_rules.pdf", pdf_passages, args, sly_data)


class TextRag(CodedTool):
    """Passages of a text, by paragraph."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        return _passages("harbour_log.txt", text_passages, args, sly_data)


class WebpageRag(CodedTool):
    """Passages of the copy of a web page, by block."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        return _passages("visitors.html", page_passages, args, sly_data)


def _passages(
    document: str, read: Callable[[Path], list[Passage]], args: dict[str, Any], sly_data: dict[str, Any]
) -> dict[str, Any] | str:
    query = str(args.get("query") or "").strip()
    if not query:
        return "Error: query must be a text."
    # The address of the library is private: it is no business of a model where documents lie.
    folder = Path(sly_data.setdefault("library_address", str(KNOWLEDGE)))
    try:
        passages = read(folder / document)
    except OSError:
        return f"Error: the library has no {document}."
    store = open_store(sly_data)
    fill(store, document, passages)
    return {"passages": find(store, document, query, args.get("count") or 1)}
