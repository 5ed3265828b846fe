"""Tools that wait for a debugger: debugpy where this Python has it, else pdb over a socket of this machine."""

import asyncio
import importlib.util
import pdb
import secrets
import socket
import sys
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from .call import Call
    from .host import Host

_LOCAL = "127.0.0.1"


class Debugger:
    """Waits for a person with a debugger before each call, and stops where the tool begins."""

    def __init__(self, host: "Host") -> None:
        self._host = host
        self._port = 0
        self._pdb: Optional[pdb.Pdb] = None

    async def wait(self, call: "Call") -> None:
        """Says how to attach and waits until somebody did. Later calls of the process find the same debugger."""
        if importlib.util.find_spec("debugpy") is not None:
            await self._wait_for_debugpy(call)
        elif self._pdb is None:
            await self._wait_for_socket(call)

    def watch(self, function: Any) -> None:
        """Lets pdb stop at the first line of a function, on this thread."""
        debugger = self._pdb
        code = getattr(function, "__code__", None)
        if debugger is None or code is None:
            return
        debugger.reset()
        debugger.botframe = sys._getframe()
        debugger.set_break(code.co_filename, code.co_firstlineno, temporary=True, funcname=code.co_name)
        debugger.set_continue()
        sys.settrace(debugger.trace_dispatch)

    def unwatch(self) -> None:
        """The tool is over; what the host does is nobody's business."""
        if self._pdb is not None:
            sys.settrace(None)

    async def _wait_for_debugpy(self, call: "Call") -> None:
        import debugpy

        if self._port == 0:
            self._port = debugpy.listen((_LOCAL, 0))[1]
        self._tell(
            call,
            f"Waiting for a debugger at {_LOCAL}:{self._port}. In VS Code: Run and Debug, "
            f'"Python Debugger: Remote Attach", host {_LOCAL}, port {self._port}. No time of the call runs down.',
        )
        await asyncio.get_running_loop().run_in_executor(None, debugpy.wait_for_client)
        debugpy.debug_this_thread()

    async def _wait_for_socket(self, call: "Call") -> None:
        word = secrets.token_hex(8)
        with socket.create_server((_LOCAL, 0)) as listener:
            port = listener.getsockname()[1]
            self._tell(
                call,
                f"Waiting for a debugger at {_LOCAL}:{port}: pdb, because this Python has no debugpy "
                "(python -m pip install debugpy brings breakpoints of an editor). "
                f"In a terminal: (echo {word}; cat) | nc {_LOCAL} {port}. No time of the call runs down.",
            )
            loop = asyncio.get_running_loop()
            streams = None
            while streams is None:  # others on this machine may knock too
                streams = await loop.run_in_executor(None, _greet, listener, word)
        self._pdb = _SocketPdb(*streams)
        sys.breakpointhook = lambda *_args, **_options: self._break(sys._getframe(1))

    def _break(self, frame: Any) -> None:
        if self._pdb is not None:
            self._pdb.set_trace(frame)

    def _tell(self, call: "Call", text: str) -> None:
        self._host.wire.send({"type": "debugger", "call": call.id, "text": text})


class _SocketPdb(pdb.Pdb):
    def __init__(self, reads: Any, writes: Any) -> None:
        super().__init__(stdin=reads, stdout=writes, nosigint=True, readrc=False)
        self.use_rawinput = False

    def do_EOF(self, arg: str) -> Any:
        """The person has gone: the tool goes on alone."""
        self.clear_all_breaks()
        return self.do_continue(arg)


def _greet(listener: socket.socket, word: str) -> Any:
    """Streams from and to somebody who knows the word."""
    connection, _ = listener.accept()
    # Two of them: one for both would forget what it has read ahead as soon as something is written.
    reads = connection.makefile("r", encoding="utf-8", errors="replace")
    if secrets.compare_digest(reads.readline().strip().encode(), word.encode()):
        return reads, connection.makefile("w", encoding="utf-8", errors="replace")
    reads.close()
    connection.close()
    return None


def say_how(*_args: Any, **_options: Any) -> None:
    """What `breakpoint()` does where nobody can answer it."""
    print("breakpoint() was passed over. Start the run with the debugger to stop there.", file=sys.stderr)
