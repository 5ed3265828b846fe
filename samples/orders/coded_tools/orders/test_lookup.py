import asyncio
import unittest

from slyglass.tools import ToolError

from .lookup import lookup_order


class TestLookup(unittest.TestCase):
    def test_gives_an_order_and_renders_a_line(self):
        order = asyncio.run(lookup_order(order_id="A123"))
        self.assertEqual(order, {"id": "A123", "status": "shipped"})
        self.assertEqual(lookup_order.render(order), "Order A123: shipped")

    def test_tells_of_an_order_that_is_not_there(self):
        with self.assertRaises(ToolError) as caught:
            asyncio.run(lookup_order(order_id="B9"))
        self.assertEqual(caught.exception.message, "There is no order B9.")
