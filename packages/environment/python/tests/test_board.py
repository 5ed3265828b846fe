import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from slyglass_host.board import Board  # noqa: E402


class Quiet:
    reads = None


def new_board(**texts: str) -> Board:
    board = Board()
    board.take_in(dict(texts), 0)
    return board


def report(board: Board) -> dict:
    return board.diff(Quiet(), set())  # type: ignore[arg-type]


class OlderValues(unittest.TestCase):
    """Values that were sent before a report arrived."""

    def test_do_not_undo_what_was_reported(self) -> None:
        board = new_board(eta='"Tue"')
        board.data["eta"] = "Wed"
        self.assertEqual((report(board)["set"], board._reports), ({"eta": '"Wed"'}, 1))
        board.take_in({"eta": '"Tue"'}, 0)
        self.assertEqual(board.data["eta"], "Wed")
        self.assertEqual(report(board)["set"], {})

    def test_do_not_bring_back_or_take_away(self) -> None:
        board = new_board(old="1")
        del board.data["old"]
        board.data["added"] = 2
        report(board)
        board.take_in({"old": "1"}, 0)
        self.assertEqual(dict(board.data), {"added": 2})

    def test_are_merged_where_they_are_new(self) -> None:
        board = new_board(list="[1]")
        board.data["list"] = [1, 2]
        report(board)
        board.take_in({"list": "[1, 3]"}, 0)
        self.assertEqual(board.data["list"], [1, 3, 2])
        self.assertEqual(report(board)["set"], {"list": "[1,3,2]"})

    def test_count_again_once_the_report_has_arrived(self) -> None:
        board = new_board(eta='"Tue"')
        board.data["eta"] = "Wed"
        report(board)
        board.take_in({"eta": '"Tue"'}, 1)
        self.assertEqual(board.data["eta"], "Tue")


class Changes(unittest.TestCase):
    """What a call did to a value, whatever way the value came in written."""

    def test_are_told_of_parts_too(self) -> None:
        board = new_board(place='{"a": [1.50, "\\u00e9"], "b": {}}', same='{"a":1}')
        self.assertEqual(report(board)["set"], {})
        board.data["place"]["b"]["c"] = True
        self.assertEqual(report(board)["set"], {"place": '{"a":[1.5,"é"],"b":{"c":true}}'})
        board.data["same"]["a"] = 1.0
        self.assertEqual(report(board)["set"], {"same": '{"a":1.0}'})
        self.assertEqual(report(board)["set"], {})


if __name__ == "__main__":
    unittest.main()
