"""One step of a middleware class: making it, one of its hooks, or a tool that it brings along."""

import asyncio
import json
import traceback
from typing import TYPE_CHECKING, Any, Optional

from .call import Call, Interrupted
from .invoke import own_traceback
from .middleware_arguments import given_arguments
from .middleware_values import Conversation, print_call, print_message, print_tool, read_call, stand_in
from .resolve import ClassNotFound, Found, find_class
from .texts import class_of_middleware_not_found, middleware_not_made
from .uses import ask_server
from .values import to_text

if TYPE_CHECKING:
    from .host import Host

STATE_HOOKS = ("before_agent", "before_model", "after_model", "after_agent")
WRAPS = ("wrap_model_call", "wrap_tool_call")


class NotMade(Exception):
    """The instance cannot be made. The words are those that the agent answers with; `message` is for people."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(text)
        self.message = message


class CallFailed(Exception):
    """What a wrapped call failed with. Middleware may catch it and try again."""


async def run_step(call: Call, host: "Host") -> None:
    """Runs one step and leaves its outcome in `call.outcome`. Cancellation passes through."""
    step = call.middleware
    given = json.loads(call.args_text)
    try:
        found = _find(call, host, given["make"])
        await host.may_start(call, found)
        cls = _middleware_class(call, found, given["make"])
        made, is_new = _instance(call, host, cls, given["make"])
        answer = await _STEPS[step["hook"]](made, given, _Asking(call, host, step["hook"]))
        if is_new and step["hook"] != "create":
            answer["renewed"] = True
        call.outcome = {"ok": True, "text": "", "valueJson": to_text(answer)}
    except (asyncio.CancelledError, Interrupted):
        raise
    except NotMade as problem:
        call.outcome = _failure("middleware-setup", problem.message, str(problem), "")
    except CallFailed as problem:
        call.outcome = _failure("call-failed", str(problem), str(problem), "")
    except BaseException as problem:
        code = "middleware-value" if isinstance(problem, ValueError) else "middleware-raised"
        call.outcome = _failure(code, f"{type(problem).__name__}: {problem}", str(problem), own_traceback(problem))


def _find(call: Call, host: "Host", make: dict[str, Any]) -> Found:
    try:
        return find_class(call.modules, call.class_name.rpartition(".")[2], host.last_good)
    except ClassNotFound as missing:
        text = class_of_middleware_not_found(call.class_name, _place(make), missing.problems)
        raise NotMade(text, _advice(call.class_name, missing.problems)) from missing


def _place(make: dict[str, Any]) -> str:
    return f"AgentMiddleware at index {make['index']} of {make['agent']}"


def _middleware_class(call: Call, found: Found, make: dict[str, Any]) -> type:
    from langchain.agents.middleware.types import AgentMiddleware

    if not issubclass(found.cls, AgentMiddleware):
        name, place = call.class_name.rpartition(".")[2], _place(make)
        why = f"Class {name} in {place} must be a subclass of AgentMiddleware"
        raise NotMade(class_of_middleware_not_found(call.class_name, place, [why]), f"{why} of langchain.")
    return found.cls


def _advice(class_name: str, problems: list[str]) -> str:
    package = class_name.split(".")[0]
    why = f": {'; '.join(problems)}" if problems else ""
    return (
        f"The middleware {class_name} cannot be loaded{why}. Put its file below PYTHONPATH, or install the package "
        f"{package} in the Python that runs tools (SLYGLASS_PYTHON chooses another)."
    )


def _instance(call: Call, host: "Host", cls: type, make: dict[str, Any]) -> tuple[Any, bool]:
    """The instance of this agent. It is made anew where its process is gone, without what it had noted in itself."""
    known = host.middleware_of(call)
    key = call.middleware["instance"]
    if key in known and call.middleware["hook"] != "create":
        return known[key], False
    try:
        known[key] = cls(**given_arguments(make, call, host))
    except TypeError as problem:
        said = f"{call.class_name} does not take the arguments of the network: {problem}"
        raise NotMade(middleware_not_made(call.class_name, str(problem)), said) from problem
    except ValueError as problem:
        raise NotMade(str(problem), f"{call.class_name} cannot be made: {problem}") from problem
    return known[key], True


class _Asking:
    """The way to the call that a hook stands around."""

    def __init__(self, call: Call, host: "Host", hook: str) -> None:
        self.call = call
        self.hook = hook
        self._host = host

    async def ask(self, request: dict[str, Any]) -> Any:
        """Lets the call be made, and gives what came of it."""
        try:
            text = await ask_server(self.call, self._host, {"tool": "", "argsJson": to_text(request), "handler": True})
        except ValueError as problem:
            raise CallFailed(str(problem)) from None
        return json.loads(text)


async def _create(made: Any, given: dict[str, Any], asking: _Asking) -> dict[str, Any]:
    hooks = [hook for hook in (*STATE_HOOKS, *WRAPS) if _implements(made, hook)]
    jumps = {hook: targets for hook in STATE_HOOKS if (targets := _jumps(made, hook))}
    return {"name": made.name, "hooks": hooks, "jumps": jumps, "tools": [print_tool(tool) for tool in getattr(made, "tools", None) or ()]}


def _implements(made: Any, hook: str) -> bool:
    from langchain.agents.middleware.types import AgentMiddleware

    return any(getattr(type(made), name) is not getattr(AgentMiddleware, name) for name in (f"a{hook}", hook))


def _jumps(made: Any, hook: str) -> list[str]:
    for name in (f"a{hook}", hook):
        targets = getattr(getattr(type(made), name), "__can_jump_to__", None)
        if targets:
            return list(targets)
    return []


async def _state_hook(made: Any, given: dict[str, Any], asking: _Asking) -> dict[str, Any]:
    from langchain.agents.middleware.types import AgentMiddleware

    talk = Conversation(given["messages"])
    state = {"messages": talk.messages, **given["extra"]}
    name = asking.hook
    if getattr(type(made), f"a{name}") is not getattr(AgentMiddleware, f"a{name}"):
        update = await getattr(made, f"a{name}")(state, _runtime())
    else:
        update = await asyncio.get_running_loop().run_in_executor(None, getattr(made, name), state, _runtime())
    return _print_update(update, talk)


def _runtime() -> Any:
    from langgraph.runtime import Runtime

    return Runtime()


def _print_update(update: Any, talk: Conversation) -> dict[str, Any]:
    update = getattr(update, "update", update) if not isinstance(update, dict) else update
    if not isinstance(update, dict):
        return {}
    rest = {key: value for key, value in update.items() if key not in ("messages", "jump_to")}
    printed: dict[str, Any] = {"extra": rest} if rest else {}
    said = update.get("messages")
    if said is not None:
        printed["messages"] = talk.print(said if isinstance(said, (list, tuple)) else [said])
    if update.get("jump_to"):
        printed["jump"] = update["jump_to"]
    return printed


async def _wrap_model_call(made: Any, given: dict[str, Any], asking: _Asking) -> dict[str, Any]:
    from langchain.agents.middleware.types import ModelRequest, ModelResponse
    from langchain_core.messages import SystemMessage

    talk = Conversation(given["messages"])
    tools = [stand_in(tool) for tool in given["tools"]]
    request = ModelRequest(
        model=_Model(given["model"]),
        messages=list(talk.messages),
        system_message=SystemMessage(content=given["system"]),
        tools=list(tools),
        state={"messages": talk.messages, **given["extra"]},
        runtime=_runtime(),
    )
    answers: list[dict[str, Any]] = []

    async def handler(changed: Any) -> Any:
        reply = await asking.ask(_print_request(changed, given, talk))
        heard = Conversation(reply["messages"])
        answers.extend(print_message(message) for message in heard.messages)
        return ModelResponse(result=heard.messages)

    response = await made.awrap_model_call(request, handler)
    command = getattr(response, "command", None)
    response = getattr(response, "model_response", response)
    result = list(response.result) if hasattr(response, "result") else [response]
    printed = [_print_answer(message, answers) for message in result]
    beside = {} if command is None else {"update": _print_update(command, talk)}
    return {"result": printed, **beside}


def _print_answer(message: Any, answers: list[dict[str, Any]]) -> dict[str, Any]:
    printed = print_message(message)
    return {**printed, "keep": message.id} if message.id and printed in answers else printed


def _print_request(request: Any, given: dict[str, Any], talk: Conversation) -> dict[str, Any]:
    """What differs from the request that was given."""
    printed: dict[str, Any] = {}
    system = request.system_message
    said = "" if system is None else print_message(system)["content"]
    if said != given["system"]:
        printed["system"] = said
    messages = talk.print(request.messages)
    if messages != [{"keep": message.id} for message in talk.messages]:
        printed["messages"] = messages
    names = [tool["name"] if isinstance(tool, dict) else tool.name for tool in request.tools]
    known = [tool["name"] for tool in given["tools"]]
    foreign = [name for name in names if name not in known]
    if foreign:
        raise ValueError(f"{', '.join(foreign)} cannot be offered here: set `tools` of the class instead.")
    if names != known:
        printed["tools"] = names
    settings = dict(request.model_settings or {})
    if request.tool_choice is not None:
        settings["tool_choice"] = request.tool_choice
    if settings:
        printed["settings"] = settings
    return printed


class _Model:
    """Stands for the model, which is asked by the server alone."""

    def __init__(self, name: str) -> None:
        self.model_name = self.model = name
        self.profile: dict[str, Any] = {}


async def _wrap_tool_call(made: Any, given: dict[str, Any], asking: _Asking) -> dict[str, Any]:
    from langchain.agents.middleware.types import ToolCallRequest
    from langchain_core.messages import ToolMessage

    talk = Conversation(given["messages"])
    state = {"messages": talk.messages, **given["extra"]}
    tool = stand_in(given["tool"]) if given.get("tool") else None
    original = read_call(given["call"])
    request = ToolCallRequest(tool_call=original, tool=tool, state=state, runtime=_runtime())
    results: list[tuple[Any, int]] = []

    async def handler(changed: Any) -> Any:
        same = changed.tool_call == read_call(given["call"])
        reply = await asking.ask({} if same else {"call": print_call(changed.tool_call)})
        name, id = changed.tool_call["name"], changed.tool_call["id"]
        message = ToolMessage(content=reply["text"], name=name, tool_call_id=id)
        results.append((message, reply["number"]))
        return message

    result = await made.awrap_tool_call(request, handler)
    message, update = _tool_result(result, talk)
    text = print_message(message)["content"]
    kept = next((number for heard, number in results if print_message(heard)["content"] == text), None)
    return {"text": text, **({} if kept is None else {"keep": kept}), **update}


def _tool_result(result: Any, talk: Conversation) -> tuple[Any, dict[str, Any]]:
    """The message for the model, and what else of the state is changed."""
    if getattr(result, "type", "") == "tool":
        return result, {}
    update = getattr(result, "update", None)
    said = (update or {}).get("messages") or []
    message = next((one for one in said if getattr(one, "type", "") == "tool"), None)
    if message is None:
        raise TypeError(f"A ToolMessage was expected, not {type(result).__name__}.")
    rest = {key: value for key, value in update.items() if key != "messages"}
    return message, ({"extra": rest} if rest else {})


async def _tool(made: Any, given: dict[str, Any], asking: _Asking) -> dict[str, Any]:
    """A tool of the class itself is called."""
    wanted = read_call(given["call"])
    tool = next(tool for tool in getattr(made, "tools", None) or () if tool.name == wanted["name"])
    try:
        value = await tool.ainvoke(wanted)
    except (asyncio.CancelledError, Interrupted):
        raise
    except Exception as problem:
        return {"text": f"Error: {problem}", "failed": f"{type(problem).__name__}: {problem}"}
    if hasattr(value, "update") and not isinstance(value, dict):
        message, update = _tool_result(value, Conversation([]))
        return {"text": print_message(message)["content"], **update}
    if getattr(value, "type", "") == "tool":
        return {"text": print_message(value)["content"]}
    return {"text": value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)}


_STEPS: dict[str, Any] = {
    "create": _create,
    "wrap_model_call": _wrap_model_call,
    "wrap_tool_call": _wrap_tool_call,
    "tool": _tool,
    **{hook: _state_hook for hook in STATE_HOOKS},
}


def _failure(code: str, message: str, text: str, detail: str) -> dict[str, Any]:
    return {"ok": False, "code": code, "message": message, "text": text, "traceback": detail}
