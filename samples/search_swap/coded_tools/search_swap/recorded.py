"""Two of the four searches. Each knows where its provider keeps the results; what comes out has one shape."""

import json
import logging
import re
from pathlib import Path
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

RECORDINGS = Path(__file__).parents[2] / "data" / "search_swap"


class BraveSearch(CodedTool):
    """Answers as Brave did when it was recorded."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        answer = recorded("brave", args)
        if answer is None:
            return "Error: brave has no recording of this question."
        hits = [(hit["title"], hit["url"], hit["description"]) for hit in answer["web"]["results"]]
        return shaped("brave", args, hits)


class GoogleSerper(CodedTool):
    """Answers as Serper did when it was recorded."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> dict[str, Any] | str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        answer = recorded("serper", args)
        if answer is None:
            return "Error: serper has no recording of this question."
        return shaped("serper", args, [(hit["title"], hit["link"], hit["snippet"]) for hit in answer["organic"]])


def recorded(provider: str, args: dict[str, Any]) -> Any:
    """What the provider answered to this question, as it came; None where it was never asked."""
    answers = json.loads((RECORDINGS / f"{provider}.json").read_text(encoding="utf-8"))
    return answers.get(str(args.get("query") or "").strip().lower())


def shaped(provider: str, args: dict[str, Any], hits: list[tuple[str, str, str]]) -> dict[str, Any]:
    """The shape that all searches share."""
    results = [
        {"position": at, "title": title, "url": url, "snippet": re.sub(r"</?\w+>", "", snippet)}
        for at, (title, url, snippet) in enumerate(hits[: args.get("count") or 5], start=1)
    ]
    return {"query": args["query"], "provider": provider, "results": results}
