import unittest

from slyglass.tools import ToolError

from .orders import lookup_order


class OrdersTest(unittest.TestCase):
    def test_an_order_is_found(self) -> None:
        self.assertEqual(lookup_order(order_id="A123")["status"], "shipped")

    def test_a_model_reads_a_sentence(self) -> None:
        self.assertEqual(lookup_order.render(lookup_order(order_id="B456")), "Order B456: waiting")

    def test_an_order_that_is_not_there_is_a_failure_with_a_kind(self) -> None:
        with self.assertRaisesRegex(ToolError, r"\[not_found\] there is no order Z999"):
            lookup_order(order_id="Z999")


if __name__ == "__main__":
    unittest.main()
