import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from slyglass_host.board import UNCHANGED  # noqa: E402
from slyglass_host.done_line import done_line  # noqa: E402

OUTCOME = {"ok": True, "text": 'a "b"\n\u00e9\ud800', "valueJson": None}
FACTS = {"sly": {**UNCHANGED, "report": 3}, "reads": [], "abandoned": False, "synchronous": False, "holds": False}


def told(outcome, facts):
    return json.loads(done_line("c1", outcome, facts))


class DoneLineTest(unittest.TestCase):
    def test_what_is_usual_is_left_out(self):
        self.assertEqual(told(OUTCOME, FACTS), {"type": "done", "call": "c1", **OUTCOME, "sly": {"report": 3}})

    def test_what_is_not_is_said(self):
        unusual = {"reads": None, "abandoned": True, "synchronous": True, "holds": True}
        for name, value in unusual.items():
            self.assertEqual(told(OUTCOME, {**FACTS, name: value})[name], value)
        both = told({**OUTCOME, "valueJson": "3.0"}, {**FACTS, "reads": ["a"], "holds": True})
        self.assertEqual([both["valueJson"], both["reads"], both["holds"]], ["3.0", ["a"], True])

    def test_changes_and_failures_are_told_whole(self):
        changed = {**FACTS, "sly": {**UNCHANGED, "set": {"a": "1"}, "report": 4}}
        self.assertEqual(told(OUTCOME, changed), {"type": "done", "call": "c1", **OUTCOME, **changed})
        failed = {"ok": False, "code": "raised", "message": "m", "text": "t", "traceback": ""}
        self.assertEqual(told(failed, FACTS), {"type": "done", "call": "c1", **failed, **FACTS})


if __name__ == "__main__":
    unittest.main()
