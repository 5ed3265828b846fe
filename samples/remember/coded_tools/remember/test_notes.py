import unittest

from slyglass.tools import ToolContext

from .notes import remember


class RememberTest(unittest.IsolatedAsyncioTestCase):
    async def test_writes_on_the_tape(self) -> None:
        context = ToolContext()
        self.assertEqual(await remember(note="likes tea", context=context), "Recorded.")
        self.assertEqual(context.tape.events, [("note", {"text": "likes tea"})])
