"""What a tool with `allow.reservations` finds as args["reservationist"]: temporary networks are not deployed here, and it says so."""

from typing import Any

_WHY = "Temporary networks cannot be deployed here. Put the network into a file and serve it from the manifest."


class Reservationist:
    """Every request for a reservation is refused."""

    async def reserve(self, lifetime_in_seconds: float, prefix: str = "") -> Any:
        """Refuses."""
        raise NotSupported(_WHY)

    async def deploy(self, deployments: Any, confirmation: bool = True) -> Any:
        """Refuses."""
        raise NotSupported(_WHY)


class NotSupported(RuntimeError):
    """No NotImplementedError: that would mean that the tool has no asynchronous method."""
