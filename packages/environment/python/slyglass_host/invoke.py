"""The body of a call: find the class, build it, run it, and put the result into words and JSON."""

import asyncio
import importlib
import inspect
import json
import os
import sys
import traceback
from typing import TYPE_CHECKING, Any, Callable

from .call import CURRENT, Call, Interrupted
from .capture import tell_private
from .function_tools import NotRendered, coded_tool_of, describe, is_function_tool, structured, told_of
from .reservations import Reservationist
from .resolve import ClassNotFound, find_class
from .shown_files import listen
from .texts import class_not_found, wants_arguments
from .uses import let_it_call
from .values import from_text, lost_parts, to_text

if TYPE_CHECKING:
    from .host import Host

_HERE = os.path.dirname(os.path.abspath(__file__))


async def run_call(call: Call, host: "Host") -> None:
    """Runs one call and leaves its outcome in `call.outcome`. Cancellation passes through."""
    class_name = call.class_name.rpartition(".")[2]
    try:
        found = find_class(call.modules, class_name, host.last_good)
    except ClassNotFound as missing:
        call.outcome = _not_found(call, host, missing)
        return
    call.warn(host.last_good.told(found.module))
    if call.task_name is not None:
        call.outcome = await _told(call, host, found.cls)
        return
    await host.may_start(call, found)
    if host.debugger is not None:
        await host.debugger.wait(call)
    try:
        tool = _build(found.cls, call, host)
    except Exception as problem:
        call.outcome = _not_built(call, found.cls, problem)
        return
    if not isinstance(tool, _contract()):
        text = f"{call.class_name} is not a CodedTool"
        call.outcome = _failure("not-a-tool", text, f"Error: {text}", _not_a_tool_hint(found.file))
        return
    try:
        value = await _invoke(call, host, tool)
        call.warn(_guarded_list(lambda: lost_parts(structured(tool, value))))
        call.outcome = told_of(tool, value)
    except (asyncio.CancelledError, Interrupted):
        raise
    except NotRendered as problem:
        call.outcome = {**_raised(problem.__cause__ or problem), "valueJson": problem.value_text}
    except BaseException as problem:
        call.outcome = _raised(problem)


_CONTRACT = "neuro_san.interfaces.coded_tool"


def _contract() -> Any:
    """The base class of tools: that of the interpreter where it has one. To import what is loaded takes longer than to look it up."""
    return (sys.modules.get(_CONTRACT) or importlib.import_module(_CONTRACT)).CodedTool


async def _told(call: Call, host: "Host", cls: Any) -> dict[str, Any]:
    """What a definition says of itself, or how its tool is. One that has nothing to say says nothing."""
    if call.task_name == "describe":
        told = describe(cls) if is_function_tool(cls) else None
        return {"ok": True, "text": told or "", "valueJson": told}
    try:
        health = getattr(_build(cls, call, host), "health", None) if callable(getattr(cls, "health", None)) else None
        answer = health() if health is not None and _can_be_called_alone(health) else None
        checks = await answer if inspect.isawaitable(answer) else answer
        # Anything else is another matter than how the tool is, of the same name.
        return {"ok": True, "text": "", "valueJson": to_text(checks) if isinstance(checks, dict) else None}
    except (asyncio.CancelledError, Interrupted):
        raise
    except BaseException as problem:
        return _raised(problem)


def _can_be_called_alone(method: Any) -> bool:
    try:
        inspect.signature(method).bind()
    except (TypeError, ValueError):
        return False
    return True


def _build(cls: Any, call: Call, host: "Host") -> Any:
    if is_function_tool(cls):
        return coded_tool_of(cls, call, host)
    # Loading the package's module costs seconds, and a class that extends its base class has loaded it.
    base = getattr(sys.modules.get("neuro_san.internals.graph.activations.branch_activation"), "BranchActivation", None)
    if base is None or not issubclass(cls, base):
        return cls()
    # The package's own base class wants what only its own server has; what it does with that is done here.
    args, sly = json.loads(call.args_text), host.board_of(call).data
    tool = cls() if hasattr(base, "slyglass") else cls(None, None, args, {}, sly)
    let_it_call(tool, call, host)
    return tool


async def _invoke(call: Call, host: "Host", tool: Any) -> Any:
    listen()
    args = from_text(call.args_text)
    try:
        return await _invoke_with(call, host, tool, args)
    finally:
        call.warn(_guarded_list(lambda: _changed(args, from_text(call.args_text))))


async def _invoke_with(call: Call, host: "Host", tool: Any, args: dict[str, Any]) -> Any:
    if args.get("origin") is None:
        args["origin"] = [dict(step) for step in call.origin]
    if args.get("origin_str") is None:
        args["origin_str"] = name_of_origin(call.origin)
    if args.get("progress_reporter") is None:
        args["progress_reporter"] = ProgressJournal(call, host)
    if call.reservations and args.get("reservationist") is None:
        args["reservationist"] = Reservationist()
    sly = host.board_of(call).data
    try:
        return await _watched(tool.async_invoke, host)(args, sly)
    except NotImplementedError:
        # A function that is no coroutine is as good; only a class is told that it could do better.
        call.synchronous = getattr(tool, "function_tool", None) is None
    finally:
        if host.debugger is not None:
            host.debugger.unwatch()
    return await asyncio.get_running_loop().run_in_executor(None, _watched(tool.invoke, host), args, sly)


def _watched(method: Any, host: "Host") -> Any:
    """The method, at whose first line a debugger stops."""
    debugger = host.debugger
    # The method of neuro-san's own base class only says that there is none.
    if debugger is None or getattr(method, "__module__", "").startswith("neuro_san."):
        return method

    def run(args: Any, sly: Any) -> Any:
        debugger.watch(method)
        return method(args, sly)

    return run


def name_of_origin(origin: list[dict[str, Any]]) -> str:
    """The path of an origin in one word: `front.helper-02.keep`."""
    return ".".join([_step_name(step) for step in origin])


def _step_name(step: dict[str, Any]) -> str:
    index = step["instantiation_index"]
    return step["tool"] if index <= 1 else f"{step['tool']}-{index:02d}"


class ProgressJournal:
    """What a tool finds as args["progress_reporter"]. It prints as its name: tools log their arguments."""

    def __repr__(self) -> str:
        return "[ProgressJournal]"

    def __init__(self, call: Call, host: "Host") -> None:
        self._call = call
        self._host = host

    async def async_report_progress(self, structure: Any, content: Any = "") -> None:
        """Reports one step. Without a structure nothing is reported, as on the recorded server."""
        if structure is None:
            return
        if not isinstance(structure, dict):
            raise ValueError(f"Expected dictionary, got {type(structure)}")
        text = "" if content is None else str(content)
        # Middleware keeps its reporter from step to step.
        call = (CURRENT.get() or self._call) if self._call.done else self._call
        message = {"type": "progress", "call": call.id, "structureJson": to_text(structure), "content": text}
        tell_private(call, self._host.wire)
        self._host.wire.send(message)


def _not_found(call: Call, host: "Host", missing: ClassNotFound) -> dict[str, Any]:
    agent = call.origin[-1]["tool"] if call.origin else ""
    text = class_not_found(call.class_name, host.tool_path, agent, host.network, call.modules)
    why = "; ".join(missing.problems) or "no such module in " + ", ".join(call.modules or ["(no module is named)"])
    detail = missing.detail or "Tried:\n" + "\n".join(call.modules)
    return _failure("class-not-found", f"{call.class_name} was not found: {why}", text, detail)


def _not_built(call: Call, cls: type, problem: Exception) -> dict[str, Any]:
    detail = "".join(traceback.format_exception(type(problem), problem, problem.__traceback__))
    if isinstance(problem, TypeError):
        message = f"{call.class_name} cannot be built: its constructor must take no arguments ({problem})"
        return _failure("constructor", message, wants_arguments(cls), detail)
    message = f"{call.class_name} cannot be built: {type(problem).__name__}: {problem}"
    return _failure("constructor", message, str(problem), detail)


def _raised(problem: BaseException) -> dict[str, Any]:
    own = getattr(sys.modules.get("slyglass.tools"), "ToolError", None)
    if own is not None and isinstance(problem, own):
        message = json.dumps(problem.message, ensure_ascii=False)
        failure = _failure("returned-error", message, f"Error: {problem.message}", own_traceback(problem))
        return failure if problem.kind == "tool" else {**failure, "category": str(problem.kind)}
    said = _guarded(lambda: str(problem), "")
    code = "memory" if isinstance(problem, MemoryError) else "raised"
    message = f"{type(problem).__name__}: {said}" if said else type(problem).__name__
    if code == "memory":
        message = "The tool ran out of memory."
    return _failure(code, message, f"Error: {said}", _guarded(lambda: own_traceback(problem), message))


def own_traceback(problem: BaseException) -> str:
    """The traceback without the host's frames on top: people look for their own lines."""
    trace = problem.__traceback__
    while trace is not None and _is_ours(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(problem), problem, trace))


def _is_ours(filename: str) -> bool:
    return os.path.abspath(filename).startswith(_HERE)


def _not_a_tool_hint(file: str) -> str:
    return (
        f"The class in {file} does not extend CodedTool. Write `from neuro_san.interfaces.coded_tool import CodedTool` "
        "and `class Name(CodedTool)`."
    )


def _failure(code: str, message: str, text: str, detail: str) -> dict[str, Any]:
    return {"ok": False, "code": code, "message": message, "text": text, "traceback": detail}


_RESERVED = {"origin", "origin_str", "progress_reporter", "reservationist"}


def _changed(args: dict[str, Any], given: dict[str, Any]) -> list[str]:
    """What the tool wrote into its arguments. The record of the call keeps what was asked."""
    added = [str(key) for key in args if key not in given and key not in _RESERVED]
    other = [key for key, value in given.items() if key not in args or (args[key] != value and value is not None)]
    if not added and not other:
        return []
    keys = ", ".join(sorted(added) + sorted(other))
    return [
        f"args changed: the tool wrote into its arguments ({keys}). No model sees that. "
        "Return a value, or keep it in sly_data."
    ]


def _guarded_list(make: Callable[[], list[str]]) -> list[str]:
    try:
        return make()
    except Exception:  # a value may refuse to be looked at
        return []


def _guarded(make: Callable[[], str], otherwise: str) -> str:
    try:
        return make()
    except Exception:
        return otherwise

