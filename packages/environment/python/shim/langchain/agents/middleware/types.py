"""The base class of middleware, and what its hooks are given."""

from collections.abc import Awaitable, Callable
from typing import Any, Generic, Optional, TypeVar, Union

from langchain_core.messages import AIMessage, SystemMessage
from langgraph.runtime import Runtime as Runtime

StateT = TypeVar("StateT")
ContextT = TypeVar("ContextT")
ResponseT = TypeVar("ResponseT")
JumpTo = str


class AgentState(dict, Generic[ResponseT]):
    """What an agent knows while it works: `messages`, and what middleware adds."""


class _Request:
    """Fields, and how a changed copy is made."""

    def override(self, **changes: Any) -> Any:
        """The same request with some fields changed."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.__dict__.update(changes)
        return copy


class ModelRequest(_Request, Generic[ContextT]):
    """What the model is about to be asked."""

    def __init__(
        self,
        *,
        model: Any,
        messages: list[Any],
        system_message: Optional[SystemMessage] = None,
        system_prompt: Optional[str] = None,
        tool_choice: Any = None,
        tools: Optional[list[Any]] = None,
        response_format: Any = None,
        state: Any = None,
        runtime: Any = None,
        model_settings: Optional[dict[str, Any]] = None,
    ) -> None:
        self.model = model
        self.messages = messages
        self.system_message = SystemMessage(system_prompt) if system_prompt is not None else system_message
        self.tool_choice = tool_choice
        self.tools = tools or []
        self.response_format = response_format
        self.state = {"messages": []} if state is None else state
        self.runtime = runtime
        self.model_settings = model_settings or {}

    @property
    def system_prompt(self) -> Optional[str]:
        """The words of the system message."""
        return None if self.system_message is None else self.system_message.text

    def override(self, **changes: Any) -> "ModelRequest[ContextT]":
        """The same request with some fields changed; `system_prompt` stands for a system message."""
        if "system_prompt" in changes:
            said = changes.pop("system_prompt")
            changes["system_message"] = None if said is None else SystemMessage(said)
        return super().override(**changes)


class ModelResponse(Generic[ResponseT]):
    """What the model answered."""

    def __init__(self, result: list[Any], structured_response: Any = None) -> None:
        self.result = result
        self.structured_response = structured_response


class ExtendedModelResponse(Generic[ResponseT]):
    """An answer, and a change of the state beside it."""

    def __init__(self, model_response: ModelResponse[ResponseT], command: Any = None) -> None:
        self.model_response = model_response
        self.command = command


ModelCallResult = Union[ModelResponse, AIMessage, ExtendedModelResponse]


class ToolCallRequest(_Request):
    """A call that is about to be made."""

    def __init__(self, tool_call: dict[str, Any], tool: Any = None, state: Any = None, runtime: Any = None) -> None:
        self.tool_call = tool_call
        self.tool = tool
        self.state = state
        self.runtime = runtime


class AgentMiddleware(Generic[StateT, ContextT, ResponseT]):
    """Extend it and implement the hooks that are wanted. The names with `a` in front are awaited."""

    state_schema: Any = AgentState
    tools: Any = ()

    @property
    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def before_agent(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """Before anything else."""

    async def abefore_agent(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """Before anything else."""

    def before_model(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """Before each question to the model."""

    async def abefore_model(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """Before each question to the model."""

    def after_model(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """After each answer of the model."""

    async def aafter_model(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """After each answer of the model."""

    def after_agent(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """When the answer is there."""

    async def aafter_agent(self, state: Any, runtime: Any) -> Optional[dict[str, Any]]:
        """When the answer is there."""

    def wrap_model_call(self, request: ModelRequest, handler: Callable[[ModelRequest], Any]) -> Any:
        """Around a question to the model. Only the awaited form is called here."""
        raise NotImplementedError(_awaited("wrap_model_call"))

    async def awrap_model_call(self, request: ModelRequest, handler: Callable[[ModelRequest], Awaitable[Any]]) -> Any:
        """Around a question to the model."""
        raise NotImplementedError(_awaited("wrap_model_call"))

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Any]) -> Any:
        """Around a call of a tool. Only the awaited form is called here."""
        raise NotImplementedError(_awaited("wrap_tool_call"))

    async def awrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Any]]) -> Any:
        """Around a call of a tool."""
        raise NotImplementedError(_awaited("wrap_tool_call"))


def _awaited(hook: str) -> str:
    return f"Asynchronous implementation of a{hook} is not available. Implement `async def a{hook}` in the class."


def hook_config(*, can_jump_to: Optional[list[str]] = None) -> Callable[[Any], Any]:
    """Says where a hook may let the agent go on: `end`, `model` or `tools`."""

    def mark(hook: Any) -> Any:
        if can_jump_to is not None:
            hook.__can_jump_to__ = can_jump_to
        return hook

    return mark
