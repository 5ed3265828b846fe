"""What a tool opens in a browser. A host has none; a picture, sound or film that is opened there is shown at the call instead."""

import base64
import mimetypes
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from .call import CURRENT

_LARGEST = 10_000_000
_KINDS = ("image/", "audio/", "video/")


class _ShownAtTheCall:
    """A browser, as the `webbrowser` module knows browsers. What it does not take goes on to the next one."""

    name = "slyglass"

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        call = CURRENT.get()
        media = None if call is None or call.done else _media_at(url)
        if call is None or media is None:
            return False
        call.attached = [*call.attached, media]
        return True

    open_new = open
    open_new_tab = open


def listen() -> None:
    """Goes in front of the browsers of the machine, once a tool has loaded the module that opens them."""
    browsers: Any = sys.modules.get("webbrowser")
    if browsers is None or getattr(browsers, "slyglass", None) is not None:
        return
    browsers.slyglass = _ShownAtTheCall()
    browsers.register(_ShownAtTheCall.name, None, browsers.slyglass, preferred=True)


def _media_at(url: str) -> dict[str, str] | None:
    parts = urlsplit(url)
    kind = mimetypes.guess_type(parts.path)[0] or ""
    if parts.scheme not in ("", "file") or not kind.startswith(_KINDS):
        return None
    file = Path(unquote(parts.path))
    try:
        if file.stat().st_size > _LARGEST:
            return None
        data = file.read_bytes()
    except OSError:
        return None
    return {"mimeType": kind, "base64": base64.b64encode(data).decode(), "name": file.name}
