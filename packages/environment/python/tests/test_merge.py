import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from slyglass_host.merge import ABSENT, merge, same  # noqa: E402

VECTORS = os.path.join(HERE, "..", "..", "..", "sly", "fixtures", "merge-vectors.jsonl")


class MergeTest(unittest.TestCase):
    def check(self, base, ours, theirs, merged, lost=()):
        self.assertEqual(merge(base, ours, theirs), (merged, list(lost)))

    def test_one_side_changed(self):
        self.check({"a": 1}, {"a": 1}, {"a": 2}, {"a": 2})
        self.check({"a": 1}, {"a": 2}, {"a": 1}, {"a": 2})

    def test_both_sides_changed_different_keys(self):
        self.check({"a": 1}, {"a": 1, "b": 2}, {"a": 3}, {"a": 3, "b": 2})

    def test_lists_that_grew_keep_both_tails(self):
        self.check([1], [1, 2], [1, 3], [1, 2, 3])
        self.check(ABSENT, ["a"], ["b"], ["a", "b"])

    def test_deletion_against_no_change_deletes(self):
        self.check({"a": 1, "b": 1}, {"a": 1, "b": 1}, {"b": 1}, {"b": 1})

    def test_the_last_commit_wins_and_the_loss_is_named(self):
        self.check({"a": {"b": 1}}, {"a": {"b": 2}}, {"a": {"b": 3}}, {"a": {"b": 3}}, ["/a/b"])

    def test_numbers_of_different_kinds_differ(self):
        self.check({"n": 1}, {"n": 1.0}, {"n": 1}, {"n": 1.0})
        self.check(1, 1, True, True)

    def test_pointers_escape_slashes(self):
        self.check({"a/b~": 1}, {"a/b~": 2}, {"a/b~": 3}, {"a/b~": 3}, ["/a~1b~0"])

    @unittest.skipUnless(os.path.exists(VECTORS), "the shared vectors are not there")
    def test_shared_vectors(self):
        with open(VECTORS, encoding="utf-8") as lines:
            for line in lines:
                vector = json.loads(line)
                slot = {name: vector.get(name, ABSENT) for name in ("base", "ours", "theirs", "merged")}
                merged, lost = merge(slot["base"], slot["ours"], slot["theirs"])
                with self.subTest(line=line):
                    self.assertTrue(same(merged, slot["merged"]), merged)
                    self.assertEqual(lost, [conflict["path"] for conflict in vector.get("conflicts", [])])
