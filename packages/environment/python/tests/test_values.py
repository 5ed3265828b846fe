import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from slyglass_host.values import Unholdable, from_text, to_text, to_text_or_null  # noqa: E402


class ValuesTest(unittest.TestCase):
    def test_numbers_keep_their_spelling(self):
        text = to_text([3.0, -0.0, 1e16, 1e-5, 12345678901234567890])
        self.assertEqual(text, "[3.0,-0.0,1e+16,1e-05,12345678901234567890]")

    def test_parts_that_json_cannot_hold_are_null_and_odd_keys_are_left_out(self):
        text = to_text({"a": {1}, 2: "b", "c": (1, b"x"), "d": float("nan")})
        self.assertEqual(text, '{"a":null,"c":[1,null],"d":null}')

    def test_the_value_itself_must_be_holdable(self):
        for value in ({1}, b"x", object()):
            with self.assertRaises(Unholdable):
                to_text(value)
            self.assertEqual(to_text_or_null(value), "null")

    def test_a_text_is_read_whole_or_not_at_all(self):
        self.assertEqual([from_text('{"a": [1]}'), from_text(' {"a": 1} '), from_text("3")], [{"a": [1]}, {"a": 1}, 3])
        for text in ('{"a": 1} b', "{", "", "[1"):
            with self.assertRaises(ValueError):
                from_text(text)

    def test_a_value_inside_itself_ends_somewhere(self):
        loop: list = []
        loop.append(loop)
        self.assertTrue(to_text(loop).startswith("[["))

    def test_text_beyond_ascii_stays(self):
        self.assertEqual(to_text("Zoë 漢字\n"), '"Zoë 漢字\\n"')
