import unittest

from .forecast import Forecast


class ForecastTest(unittest.IsolatedAsyncioTestCase):
    async def ask(self, **args: object) -> str:
        return await Forecast().async_invoke(args, {})

    async def test_tells_the_forecast_of_a_city_that_it_knows(self) -> None:
        self.assertIn("Paris", await self.ask(location="Paris"))

    async def test_says_what_is_missing(self) -> None:
        for args in ({}, {"location": ""}, {"location": 7}):
            with self.subTest(args=args):
                told = await self.ask(**args)
                self.assertTrue(told.startswith("Error: "))
                self.assertIn("location", told)

    async def test_says_which_city_it_does_not_know(self) -> None:
        self.assertIn("Atlantis", await self.ask(location="Atlantis"))


if __name__ == "__main__":
    unittest.main()
