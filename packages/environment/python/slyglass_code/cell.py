"""One cell: the namespace of the code, its run, its end."""

import ast
import asyncio
import inspect
import linecache
import os
import sys
import time
import types
from typing import Any

from . import limits, models
from .questions import BubError, Questions
from .tools import Tools
from .traces import raised
from .wire import Wire

_NAME = "__run_code__"
_GRACE = 0.5


def serve(adopts: bool) -> None:
    """Waits for a cell, runs it and tells its end. Nothing of it is ever used for another one."""
    wire = Wire()
    if adopts:
        limits.adopt_orphans()
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    start = wire.ready()
    questions = Questions(wire)
    wire.listen(questions.hear)
    namespace = _namespace(start, questions)
    limits.bound_memory(start["memoryMb"])
    end = _run(loop, start["code"], start["file"], namespace)
    _flush()
    if wire.is_own:
        wire.send({"type": "done", **end})
        # It stays until it is ended: programs that have left their parents are found below it, and only while it lives.
        while True:
            time.sleep(60)
    os._exit(0)


def _namespace(start: dict[str, Any], questions: Questions) -> dict[str, Any]:
    """The code's module takes the place of this program's, so that what it defines is found by its name."""
    module = types.ModuleType(_NAME)
    sys.modules[_NAME] = sys.modules["__main__"] = module
    sys.argv[:] = [start["file"]]
    sys.path.insert(0, start["folder"])
    bridge, ask = models.bridge(questions)
    sys.modules["republic"], sys.modules["republic.decisions"] = bridge, bridge.decisions
    tools = Tools(questions, start["tools"], start["media"])
    module.__dict__.update(tools=tools, models=ask, republic=bridge, BubError=BubError)
    return module.__dict__


def _run(loop: asyncio.AbstractEventLoop, code: str, file: str, namespace: dict[str, Any]) -> dict[str, Any]:
    linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
    try:
        return loop.run_until_complete(_execute(code, file, namespace))
    except MemoryError:
        return {"ended": "memory"}
    except BaseException as problem:  # a task of the code has left the loop, such as by SystemExit
        return raised(problem, file)


async def _execute(code: str, file: str, namespace: dict[str, Any]) -> dict[str, Any]:
    try:
        compiled = compile(code, file, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        result = eval(compiled, namespace)
        if inspect.iscoroutine(result):
            await result
        end: dict[str, Any] = {"ended": "ok"}
    except MemoryError:
        end = {"ended": "memory"}
    except BaseException as problem:
        end = raised(problem, file)
    await _cancel_others()
    return end


async def _cancel_others() -> None:
    """What nobody awaited does not outlive the code."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=_GRACE)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # the code has closed or replaced it
            continue
