"""How the conversation of an agent grows."""

from typing import Any

REMOVE_ALL_MESSAGES = "__remove_all__"


def add_messages(left: Any, right: Any) -> list[Any]:
    """The conversation after a change: by id, a message takes the place of the one before."""
    new = list(right) if isinstance(right, (list, tuple)) else [right]
    for place in range(len(new) - 1, -1, -1):
        if new[place].type == "remove" and new[place].id == REMOVE_ALL_MESSAGES:
            return new[place + 1 :]
    merged = list(left)
    for message in new:
        at = next((i for i, old in enumerate(merged) if message.id is not None and old.id == message.id), None)
        if message.type == "remove":
            if at is not None:
                del merged[at]
        elif at is None:
            merged.append(message)
        else:
            merged[at] = message
    return merged
