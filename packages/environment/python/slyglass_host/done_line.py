"""The line that tells how a call ended."""

import json
from typing import Any

from .board import UNCHANGED

_quoted = json.JSONEncoder().encode


def done_line(call: str, outcome: dict[str, Any], facts: dict[str, Any]) -> str:
    """One object, made of the outcome and of what else is told. Most calls change nothing: theirs is put together from a few texts."""
    sly = facts["sly"]
    if len(outcome) > 3 or not outcome["ok"] or len(facts) > 5 or facts["reads"] or not _tells_nothing(sly):
        return json.dumps({"type": "done", "call": call, **outcome, **facts})
    value = outcome["valueJson"]
    return (
        f'{{"type":"done","call":{_quoted(call)},"ok":true,"text":{_quoted(outcome["text"])},'
        f'"valueJson":{"null" if value is None else _quoted(value)},'
        f'"sly":{{"set":{{}},"del":[],"opaque":{{}},"base":{{}},"report":{sly["report"]}}},'
        f'"reads":{"null" if facts["reads"] is None else "[]"},"abandoned":{_word(facts["abandoned"])},'
        f'"synchronous":{_word(facts["synchronous"])},"holds":{_word(facts["holds"])}}}'
    )


def _tells_nothing(sly: dict[str, Any]) -> bool:
    """It is numbered, and nothing else."""
    return len(sly) > len(UNCHANGED) and not (sly["set"] or sly["del"] or sly["opaque"] or sly["base"])


def _word(flag: bool) -> str:
    return "true" if flag else "false"
