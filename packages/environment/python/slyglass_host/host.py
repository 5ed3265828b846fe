"""The host process: reads commands, keeps a lane and a board for each run, answers every call exactly once."""

import asyncio
import inspect
import json
import os
import signal
import sys
import threading
import traceback
from typing import Any, Optional

from . import capture
from .board import UNCHANGED, Board
from .call import Call
from .debugger import Debugger, say_how
from .done_line import done_line
from .invoke import run_call
from .lane import Lane
from .last_good import LastGood
from .limits import apply_limits
from .middleware import run_step
from .resolve import Found
from .uses import take_answer
from .wire import LineReader, Wire


class Scope:
    """What one run has in this process."""

    def __init__(self, name: str, lane: Lane) -> None:
        self.name = name
        self.board = Board()
        self.lane = lane
        self.calls: set[Call] = set()
        self.middleware: dict[str, Any] = {}


class Host:
    """Dispatches messages. Runs on the main thread, which never executes a tool and so stays reachable."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.tool_path = ""
        self.network = ""
        self.last_good = LastGood(wire)
        self.debugger: Optional[Debugger] = None
        self._max_result = 16 << 20
        self._scopes: dict[str, Scope] = {}
        self._calls: dict[str, Call] = {}
        self._outputs = capture.Outputs(wire, 256 << 10)
        self._resting: list[Lane] = []
        self._lane_wires: list[LineReader] = []
        self._stopped_early: set[str] = set()
        self._streams: tuple[capture.Stream, ...] = ()
        self._lock = threading.Lock()

    def serve(self) -> None:
        while (messages := self.wire.heard.read()) is not None:
            for message in messages:
                self._hear(message, None)

    def _hear(self, message: dict[str, Any], lane: Optional[Lane]) -> None:
        """A message that came in a lane, which is the thread that is running then, or for all."""
        try:
            getattr(self, f"_on_{message['type']}")(message, lane)
        except Exception:  # one message that goes wrong must not cost the other runs
            traceback.print_exc(file=sys.__stderr__)

    def board_of(self, call: Call) -> Board:
        return self._scopes[call.scope].board

    def middleware_of(self, call: Call) -> dict[str, Any]:
        """Instances of middleware that live in the call's run."""
        return self._scopes[call.scope].middleware

    async def may_start(self, call: Call, found: Found) -> None:
        """Waits until the server allows the call, unless it did so beforehand for exactly this text."""
        if call.permit == {"file": found.file, "sha": found.sha}:
            return
        call.go = asyncio.get_running_loop().create_future()
        self.wire.send({"type": "found", "call": call.id, "file": found.file, "sha": found.sha})
        await call.go

    def _on_hello(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        limits = message["limits"]
        self.tool_path = message["toolPath"]
        self.network = message["network"]
        self._max_result = limits["resultBytes"]
        self._outputs = capture.Outputs(self.wire, limits["outputBytes"])
        shim = sys.path.pop() if sys.path and sys.path[-1].endswith("shim") else None
        sys.path.extend(entry for entry in message["path"] if entry not in sys.path)
        if shim is not None:
            sys.path.append(shim)
        self.last_good.install(message["lastGood"], message["ownFolders"])
        self.debugger = Debugger(self) if message.get("debug") else None
        sys.breakpointhook = say_how
        self._streams = capture.install(self._outputs, message["ownFolders"])
        self._lane_wires = self.wire.take_over(message.get("lanes", []))
        apply_limits(limits["memoryBytes"])
        version = ".".join(str(part) for part in sys.version_info[:3])
        facts = {"language": "python", "version": version, "pid": os.getpid(), "lanes": len(self._lane_wires)}
        self.wire.send({"type": "ready", "protocol": 1, **facts})

    def _on_open(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        lane = Lane(self._thread_ended)
        lane.listen(self._lane_wires[message["thread"]], lambda heard: self._hear(heard, lane))

    def _on_call(self, message: dict[str, Any], lane: Optional[Lane]) -> None:
        for name in message.get("drop", ()):
            self._drop(name)
        scope = self._scopes.get(message["scope"])
        if scope is None:
            scope = self._scopes[message["scope"]] = Scope(message["scope"], lane or self._take_lane())
        call = Call(message, scope.lane)
        self._calls[call.id] = call
        scope.calls.add(call)
        call.cancelled = call.id in self._stopped_early
        if lane is scope.lane:
            self._start(call)
        else:
            scope.lane.post(self._start, call)

    def _take_lane(self) -> Lane:
        """A thread and its loop take longer to make than most tools to run."""
        return self._resting.pop() if self._resting else Lane(self._thread_ended)

    def _start(self, call: Call) -> None:
        board = call.board = self.board_of(call)
        try:
            board.take_in(call.sly, call.seen)
        except Exception as problem:
            call.outcome = _failed(f"The sly data could not be read: {problem}")
            self._finish(call, abandoned=False)
            return
        call.handed = len(board.data) > 0
        if call.cancelled:
            call.outcome = _CANCELLED
            self._finish(call, abandoned=False)
            return
        try:
            call.lane.begin(call, _work_of(call)(call, self))
        finally:
            self._has_begun(call)

    def _has_begun(self, call: Call) -> None:
        # Not in the body of the task: what ends it may strike it anywhere.
        if call.task is None or call.task.done():
            self._task_ended(call)
        else:
            call.task.add_done_callback(lambda _: self._task_ended(call))
            if call.cancelled:
                call.task.cancel()

    def _on_go(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        call = self._calls.get(message["call"])
        if call is not None:
            call.lane.post(_let_go, call)

    def _on_used(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        call = self._calls.get(message["call"])
        if call is not None:
            call.lane.post(take_answer, call, message)

    def _on_cancel(self, message: dict[str, Any], lane: Optional[Lane]) -> None:
        """For a lane with a wire it comes twice: here at once, perhaps before the call, and there behind the call."""
        call = self._calls.get(message["call"])
        if lane is None and call is None:
            self._stopped_early.add(message["call"])
        if lane is not None:
            if message["call"] not in self._stopped_early:
                return
            self._stopped_early.discard(message["call"])
        if call is not None:
            call.cancelled = True
            call.lane.post(lambda: call.task.cancel() if call.task is not None else None)

    def _on_interrupt(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        call = self._calls.get(message["call"])
        if call is not None:
            with self.wire.between_lines():
                call.lane.interrupt(call)

    def _on_abandon(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        call = self._calls.get(message["call"])
        if call is None:
            return
        call.outcome = _CANCELLED
        self._finish(call, abandoned=True)
        scope = self._scopes[call.scope]
        if scope.lane is call.lane:
            scope.lane = Lane(self._thread_ended)

    def _on_drop(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        for name in message["scopes"]:
            self._drop(name)

    def _drop(self, name: str) -> None:
        """The run is over, and nothing of it lives here."""
        scope = self._scopes.pop(name, None)
        if scope is not None:
            self._give_back(scope.lane)

    def _give_back(self, lane: Lane) -> None:
        if lane.is_wired:
            return  # the server gives it to the next run
        if len(self._resting) < _MOST_RESTING:
            self._resting.append(lane)
        else:
            lane.end()

    def _on_close(self, message: dict[str, Any], _lane: Optional[Lane]) -> None:
        scope = self._scopes.pop(message["scope"], None)
        if scope is None:
            self.wire.send({"type": "closed", "scope": message["scope"]})
        else:
            scope.lane.post(lambda: scope.lane.loop.create_task(self._close(scope)))

    def _task_ended(self, call: Call) -> None:
        task = call.task
        problem = None if task is None or task.cancelled() else task.exception()
        if call.outcome is None:
            call.outcome = _ended_oddly(problem)
        if call.cancelled:
            call.outcome = _CANCELLED
            if call.threads:
                return  # the last thread to end finishes the call
        self._finish(call, abandoned=False)

    def _thread_ended(self, call: Call) -> None:
        if call.cancelled and not call.threads and call.task is not None and call.task.done():
            call.lane.post(lambda: self._finish(call, abandoned=False))

    def _finish(self, call: Call, abandoned: bool) -> None:
        with self._lock:
            if call.done:
                return
            call.done = True
        scope = self._scopes.get(call.scope)
        if scope is not None:
            scope.calls.discard(call)
        self._calls.pop(call.id, None)
        board = scope.board if scope is not None else Board()
        sly = self._diff(board, call, set(scope.calls) if scope is not None else set())
        call.abandoned = abandoned
        if call.said is not None:
            for stream in self._streams:
                stream.flush_held(call, call.said.held)
            self._outputs.finish(call, call.said)
        told = {"warnings": call.warnings} if call.warnings else {}
        facts = {**told, "sly": sly, "reads": board.reads(call), "abandoned": abandoned, "synchronous": call.synchronous}
        facts["holds"] = abandoned or scope is None or self._holds(scope, call)
        if self.wire.may_have_loose_output():
            facts["loose"] = True
        outcome = call.outcome or _failed("The tool ended without a result.")
        if call.attached and outcome["ok"]:
            outcome = {**outcome, "media": call.attached}
        line = done_line(call.id, outcome, facts)
        if len(line) > self._max_result:
            # Numbered: what the call changed is taken back with the next one, since the server was not told of it.
            facts["sly"] = {**UNCHANGED, **({"report": sly["report"]} if "report" in sly else {})}
            line = done_line(call.id, self._too_large(len(line)), facts)
        self.wire.send_line(line)
        call.task = None  # each holds the other, and their lane holds both

    def _diff(self, board: Board, call: Call, running: set[Call]) -> dict[str, Any]:
        try:
            return board.diff(call, running)
        except Exception:  # an abandoned call may be changing the board at this very moment
            traceback.print_exc(file=sys.__stderr__)
            return UNCHANGED

    def _holds(self, scope: Scope, call: Call) -> bool:
        """Something of the run lives here and nowhere else: then it has to be closed."""
        try:
            if scope.middleware or scope.board.is_live() or scope.lane is not call.lane:
                return True
            return not scope.lane.is_quiet() or not scope.lane.is_at_rest()
        except Exception:  # values of tools may refuse to be looked at
            return True

    def _too_large(self, size: int) -> dict[str, Any]:
        limit = self._max_result
        said = f"the result and the sly data of the call take {size:,} bytes; at most {limit:,} can be handed on"
        return {"ok": False, "code": "result-too-large", "message": said, "text": f"Error: {said}", "traceback": ""}

    async def _close(self, scope: Scope) -> None:
        """Closes parked values in key order; the first that fails ends it, a wrong signature does not."""
        problems: list[str] = []
        for key, value in list(dict.items(scope.board.data)):
            close = getattr(value, "close", None)
            if not callable(close):
                continue
            try:
                result = close()
                if inspect.isawaitable(result):
                    await result
            except TypeError as problem:
                problems.append(f"sly_data[{key}] cannot be closed: {problem}")
            except Exception as problem:
                problems.append(f"sly_data[{key}] failed to close, later values stay open: {problem}")
                break
        mine = asyncio.current_task()
        leftover = [task for task in asyncio.all_tasks() if task is not mine]
        for task in leftover:
            task.cancel()
        if leftover:
            await asyncio.wait(leftover, timeout=0.5)
        at_rest = not leftover and scope.lane.is_at_rest()
        if at_rest:
            self._give_back(scope.lane)
        else:
            scope.lane.end()
        self.wire.send({"type": "closed", "scope": scope.name, "problems": problems, "atRest": at_rest})


# A lane takes longer to make than most tools to run, and little room: as many rest as people may chat at once.
_MOST_RESTING = 128

_CANCELLED: dict[str, Any] = {"ok": False, "code": "cancelled", "message": "", "text": "", "traceback": ""}


def _work_of(call: Call) -> Any:
    return run_step if call.middleware else run_call


def _let_go(call: Call) -> None:
    if call.go is not None and not call.go.done():
        call.go.set_result(None)


def _failed(said: str, detail: str = "") -> dict[str, Any]:
    return {"ok": False, "code": "raised", "message": said, "text": f"Error: {said}", "traceback": detail}


def _ended_oddly(problem: Optional[BaseException]) -> dict[str, Any]:
    if problem is None:
        return _failed("The tool cancelled itself.")
    detail = "".join(traceback.format_exception(type(problem), problem, problem.__traceback__))
    return _failed(f"{type(problem).__name__}: {problem}", detail)


def run() -> None:
    """Serves until the other side closes the pipe, then ends this process and what its tools started."""
    wire = Wire()
    sys.setswitchinterval(0.0005)
    Host(wire).serve()
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
