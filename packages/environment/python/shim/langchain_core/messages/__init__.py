"""Messages of a conversation, as middleware reads and makes them."""

from typing import Any, Optional, Union

Content = Union[str, list[Any]]


class BaseMessage:
    """A message: what is said, and an id by which a later message can take its place."""

    type = "base"

    def __init__(self, content: Optional[Content] = None, id: Optional[str] = None, **more: Any) -> None:
        self.content: Content = "" if content is None else content
        self.id = id
        self.name: Optional[str] = more.pop("name", None)
        self.additional_kwargs: dict[str, Any] = more.pop("additional_kwargs", {})
        self.response_metadata: dict[str, Any] = more.pop("response_metadata", {})
        for key, value in more.items():
            setattr(self, key, value)

    @property
    def text(self) -> str:
        """The words of the content, whatever else is in it."""
        if isinstance(self.content, str):
            return self.content
        parts = [part if isinstance(part, str) else part.get("text", "") for part in self.content]
        return "".join(part for part in parts if isinstance(part, str))

    def model_copy(self, *, update: Optional[dict[str, Any]] = None, deep: bool = False) -> "BaseMessage":
        """A message like this one, with some fields changed."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.__dict__.update(update or {})
        return copy

    def pretty_repr(self) -> str:
        """For people."""
        return f"{self.type}: {self.text}"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(content={self.content!r}, id={self.id!r})"


class HumanMessage(BaseMessage):
    """What a person says, or the caller of an agent."""

    type = "human"


class SystemMessage(BaseMessage):
    """Instructions."""

    type = "system"


class AIMessage(BaseMessage):
    """What the model says, with the calls that it wants to be made."""

    type = "ai"

    def __init__(self, content: Optional[Content] = None, id: Optional[str] = None, **more: Any) -> None:
        self.tool_calls: list[dict[str, Any]] = list(more.pop("tool_calls", None) or [])
        self.invalid_tool_calls: list[Any] = list(more.pop("invalid_tool_calls", None) or [])
        self.usage_metadata: Optional[dict[str, Any]] = more.pop("usage_metadata", None)
        super().__init__(content, id, **more)


class ToolMessage(BaseMessage):
    """What came of a call."""

    type = "tool"

    def __init__(self, content: Optional[Content] = None, id: Optional[str] = None, **more: Any) -> None:
        self.tool_call_id: str = more.pop("tool_call_id", "")
        self.status: str = more.pop("status", "success")
        self.artifact: Any = more.pop("artifact", None)
        super().__init__(content, id, **more)


class RemoveMessage(BaseMessage):
    """Takes the message with this id out of the conversation."""

    type = "remove"

    def __init__(self, id: str, **more: Any) -> None:
        super().__init__("", id, **more)


AnyMessage = BaseMessage
ToolCall = dict


def get_buffer_string(messages: list[BaseMessage], human_prefix: str = "Human", ai_prefix: str = "AI") -> str:
    """The conversation as lines of text."""
    prefixes = {"human": human_prefix, "ai": ai_prefix, "system": "System", "tool": "Tool"}
    return "\n".join(f"{prefixes.get(message.type, message.type)}: {message.text}" for message in messages)
