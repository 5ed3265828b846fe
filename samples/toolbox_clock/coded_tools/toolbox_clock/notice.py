"""A page on this machine, so that there is something to ask without a network."""

import asyncio
import logging
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool

# The network's file lists this very address; another one would be refused.
PORT = 47811
ADDRESS = f"http://127.0.0.1:{PORT}/notice"
TEXT = "Notice: the lift is being repaired until four o'clock."


class OpenNotice(CodedTool):
    """Serves the page, if nobody does so yet, and tells where it is."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        logging.getLogger(self.__class__.__name__).debug("args: %s", args)
        if not _serve() and not await asyncio.to_thread(_is_ours):
            return f"Error: another program uses port {PORT} of this machine."
        return f"The notice is at {ADDRESS}"


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:  # the name that the server looks for
        body = TEXT.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """A tool's output belongs to its call; requests come later."""


def _serve() -> bool:
    """Listens in a thread that ends with this process. False where the port is taken."""
    try:
        server = ThreadingHTTPServer(("127.0.0.1", PORT), _Page)
    except OSError:
        return False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return True


def _is_ours() -> bool:
    """The port is taken: by this sample, in this process or another one, or by a stranger."""
    try:
        with urllib.request.urlopen(ADDRESS, timeout=2) as answer:
            return answer.read(len(TEXT) * 2).decode("utf-8", "replace") == TEXT
    except (urllib.error.URLError, OSError):
        return False
