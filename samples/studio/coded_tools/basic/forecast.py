import logging
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

# A real tool would ask a service here.
TOMORROW = {
    "paris": "Cloudy, 19°C",
    "tokyo": "Sunny, 28°C",
    "oslo": "Snow, 1°C",
}


class Forecast(CodedTool):
    """Tells what weather is expected tomorrow. What it cannot answer it says in words, which a model can act on."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        location = args.get("location")
        if not isinstance(location, str) or not location.strip():
            return "Error: Parameter 'location' is required"
        city = location.strip()
        weather = TOMORROW.get(city.lower())
        if weather is None:
            return f"Error: No forecast is known for {city}"
        return f"Tomorrow in {city}: {weather}"
