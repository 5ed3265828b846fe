"""A stand-in for a service that wants a session: it signs tokens and believes only what it has signed."""

import hashlib
import hmac
import secrets

# The service's own key. It is new with each process, as the sessions of a real service would end with it.
_KEY = secrets.token_bytes(32)

INVOICES = {
    "M-204": [("R-31", "open", 120), ("R-32", "paid", 80), ("R-35", "open", 45)],
    "M-310": [("R-33", "paid", 300)],
}


class SessionOver(Exception):
    """A token that the service does not know."""


def open_session(member: str) -> str:
    """A token for a member who is known."""
    if member not in INVOICES:
        raise KeyError(member)
    return f"{member}.{_sign(member)}"


def read_invoices(token: str, status: str) -> list[tuple[str, int]]:
    """Number and amount of the invoices that the owner of the token has."""
    member, _, signature = token.partition(".")
    if not hmac.compare_digest(signature, _sign(member)):
        raise SessionOver
    return [(number, amount) for number, is_now, amount in INVOICES[member] if is_now == status]


def _sign(member: str) -> str:
    return hmac.new(_KEY, member.encode(), hashlib.sha256).hexdigest()
