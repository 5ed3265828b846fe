"""The line that tells how a call ended."""

import json
from typing import Any

from .board import UNCHANGED

_quoted = json.encoder.encode_basestring_ascii


def done_line(call: str, outcome: dict[str, Any], facts: dict[str, Any]) -> str:
    """One object, made of the outcome and of what else is told. Most calls change nothing: what is usual is left out of theirs."""
    sly = facts["sly"]
    if len(outcome) > 3 or not outcome["ok"] or len(facts) > 5 or facts["reads"] or not _tells_nothing(sly):
        return json.dumps({"type": "done", "call": call, **outcome, **facts})
    value = outcome["valueJson"]
    reads = ',"reads":null' if facts["reads"] is None else ""
    abandoned = ',"abandoned":true' if facts["abandoned"] else ""
    synchronous = ',"synchronous":true' if facts["synchronous"] else ""
    holds = ',"holds":true' if facts["holds"] else ""
    return (
        f'{{"type":"done","call":{_quoted(call)},"ok":true,"text":{_quoted(outcome["text"])},'
        f'"valueJson":{"null" if value is None else _quoted(value)},'
        f'"sly":{{"report":{sly["report"]}}}{reads}{abandoned}{synchronous}{holds}}}'
    )


def _tells_nothing(sly: dict[str, Any]) -> bool:
    """It is numbered, and nothing else."""
    return len(sly) > len(UNCHANGED) and not (sly["set"] or sly["del"] or sly["opaque"] or sly["base"])
