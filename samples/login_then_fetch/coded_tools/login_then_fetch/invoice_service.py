"""A stand-in for a service that wants a session: it signs tokens and believes only what it has signed. Its records are in a database."""

import hashlib
import hmac
import secrets
import sqlite3

# The service's own key. It is new with each process, as the sessions of a real service would end with it.
_KEY = secrets.token_bytes(32)

INVOICES = [
    ("M-204", "R-31", "open", 120),
    ("M-204", "R-32", "paid", 80),
    ("M-204", "R-35", "open", 45),
    ("M-310", "R-33", "paid", 300),
]


class SessionOver(Exception):
    """A token that the service does not know."""


def open_session(member: str) -> tuple[str, str]:
    """A token for a member who is known, and where the member's invoices are: the connection string of a database."""
    if all(member != owner for owner, *_ in INVOICES):
        raise KeyError(member)
    return f"{member}.{_sign(member)}", f"file:invoices_{secrets.token_hex(8)}?mode=memory&cache=shared"


def read_invoices(token: str, database: str, status: str) -> list[dict[str, str | int]]:
    """Records of the invoices that the owner of the token has."""
    member, _, signature = token.partition(".")
    if not hmac.compare_digest(signature, _sign(member)):
        raise SessionOver
    connection = sqlite3.connect(database, uri=True)
    try:
        connection.execute("create table if not exists invoices (member text, number text unique, status text, amount int)")
        connection.executemany("insert or ignore into invoices values (?, ?, ?, ?)", INVOICES)
        asked = "select number, amount from invoices where member = ? and status = ? order by number"
        rows = connection.execute(asked, (member, status)).fetchall()
    finally:
        connection.close()
    return [{"number": number, "amount": amount} for number, amount in rows]


def _sign(member: str) -> str:
    return hmac.new(_KEY, member.encode(), hashlib.sha256).hexdigest()
