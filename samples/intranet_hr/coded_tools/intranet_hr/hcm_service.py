"""A stand-in for the company's system of human resources: HTTP with a key, on this machine. Nothing in it knows of agents."""

import json
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DEPARTMENT_KEY = "hcm-dept-5f21c09e77"
_FIRST_BALANCE = {"E-1042": 11, "E-1077": 0}


@cache
def start_service() -> str:
    """Serves, once, until this process ends; gives the address. The machine picks a free port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Company", (_Answers,), {"balance": dict(_FIRST_BALANCE)}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


class _Answers(BaseHTTPRequestHandler):
    balance: dict[str, int]

    def do_GET(self) -> None:
        if self._is_known():
            self._leave(self._employee())

    def do_POST(self) -> None:
        if not self._is_known():
            return
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        employee = self._employee()
        if self.balance.get(employee, 0) < asked["days"]:
            return self._say(409, {"message": f"employee {employee} does not have {asked['days']} days left"})
        self.balance[employee] -= asked["days"]
        self._leave(employee)

    def _is_known(self) -> bool:
        if self.headers.get("Authorization") == f"Bearer {DEPARTMENT_KEY}":
            return True
        self._say(401, {"message": "the key is not known here"})
        return False

    def _employee(self) -> str:
        return self.path.strip("/").split("/")[1]

    def _leave(self, employee: str) -> None:
        if employee in self.balance:
            return self._say(200, {"employee": employee, "days_left": self.balance[employee]})
        self._say(404, {"message": f"there is no employee {employee}"})

    def _say(self, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """A tool's output belongs to its call."""
