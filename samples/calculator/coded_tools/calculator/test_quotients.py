import unittest

from .quotients import Divide


class DivideTest(unittest.IsolatedAsyncioTestCase):
    async def test_divides(self) -> None:
        self.assertEqual(await Divide().async_invoke({"dividend": 7, "divisor": 2}, {}), 3.5)

    async def test_says_why_it_does_not(self) -> None:
        with self.assertRaisesRegex(ZeroDivisionError, "divided by zero"):
            await Divide().async_invoke({"dividend": 7, "divisor": 0}, {})


if __name__ == "__main__":
    unittest.main()
