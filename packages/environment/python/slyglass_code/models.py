"""`models` and `republic`: models by the studio. Keys, addresses and accounts are never in this process."""

import types
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

from .questions import BubError, Questions
from .values import to_json

_NO_TOOLS = "republic models in run_code do not support tools."


@dataclass(frozen=True)
class TokenUsage:
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True)
class Response:
    text: str = ""
    reasoning: str = ""
    refusal: Optional[str] = None
    finish_reason: Optional[str] = None
    model: Optional[str] = None
    token_usage: TokenUsage = field(default_factory=TokenUsage)
    message: Mapping[str, Any] = field(default_factory=dict)
    output: Any = None


@dataclass(frozen=True)
class EmbeddingResponse:
    vectors: list[list[float]]
    token_usage: TokenUsage = field(default_factory=TokenUsage)
    model: Optional[str] = None

    @property
    def vector(self) -> list[float]:
        return self.vectors[0]


@dataclass(frozen=True)
class Noul:
    """Yes or no, answered with how likely yes is."""

    instructions: Any
    criteria: Optional[Mapping[str, Any]] = None


@dataclass(frozen=True)
class Choice:
    """One of the named options."""

    instructions: Any
    criteria: Any


@dataclass(frozen=True)
class Score:
    """A place among levels, the lowest first."""

    instructions: Any
    criteria: Sequence[Any]


_KINDS = {Noul: "noul", Choice: "choice", Score: "score"}


class DecisionResponse:
    """Answers by the id of their question, as items and as attributes."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self.answers = {name: types.SimpleNamespace(**answer) for name, answer in value.get("answers", {}).items()}
        self.model = value.get("model")
        self.token_usage = _usage(value)
        self.note = value.get("note")

    def __getitem__(self, name: str) -> Any:
        return self.answers[name]

    def __getattr__(self, name: str) -> Any:
        answers = self.__dict__.get("answers", {})
        if name in answers:
            return answers[name]
        raise AttributeError(f"no question has the id {name}")

    def __repr__(self) -> str:
        return f"DecisionResponse({self.answers})"


@dataclass(frozen=True)
class TextDelta:
    chunk: str


@dataclass(frozen=True)
class Completed:
    response: Response


class Stream:
    """A response as a stream. It comes in one piece, when it is whole."""

    def __init__(self, pending: Any) -> None:
        self._pending = pending
        self._response: Optional[Response] = None

    async def __aenter__(self) -> "Stream":
        return self

    async def __aexit__(self, *_: Any) -> None:
        self._pending.close()

    async def __aiter__(self) -> AsyncIterator[Any]:
        if self._response is None:
            self._response = await self._pending
        if self._response.text:
            yield TextDelta(self._response.text)
        yield Completed(self._response)

    @property
    def response(self) -> Response:
        if self._response is None:
            raise RuntimeError("the stream has not ended; iterate over it first")
        return self._response

    @property
    def text(self) -> str:
        return self.response.text


class Models:
    """`models.chat`, `models.embed`, `models.decide`: questions to the models of the run."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions

    async def chat(self, prompt: Any, *, model: Optional[str] = None, **options: Any) -> Response:
        """Answers a text, or messages as a list of {"role", "content"}."""
        if options.pop("tools", None) or options.pop("tool_choice", None):
            raise BubError(_NO_TOOLS)
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
        value = await self._ask("chat", model, {"messages": messages, **_schema(options)})
        known = ("text", "reasoning", "refusal", "finish_reason", "model", "message", "output")
        return Response(**{name: value[name] for name in known if name in value}, token_usage=_usage(value))

    async def embed(
        self, input: Any, *, model: Optional[str] = None, dimensions: Optional[int] = None
    ) -> EmbeddingResponse:
        """One vector for each text."""
        texts = [input] if isinstance(input, str) else list(input)
        size = {} if dimensions is None else {"dimensions": dimensions}
        value = await self._ask("embed", model, {"input": texts, **size})
        return EmbeddingResponse(value["vectors"], _usage(value), value.get("model"))

    async def decide(
        self, state: Any, questions: Mapping[str, Any], *, model: Optional[str] = None
    ) -> DecisionResponse:
        """Answers questions about a state of things."""
        asked = {name: _question(question) for name, question in questions.items()}
        return DecisionResponse(await self._ask("decide", model, {"state": state, "questions": asked}))

    async def _ask(self, question: str, model: Optional[str], request: dict[str, Any]) -> Any:
        named = request if model is None else {"model": model, **request}
        text = to_json(named, f"a request of republic.{question}")
        try:
            return await self._questions.ask({"type": "model", "question": question, "request": text})
        except BubError as problem:
            said = str(problem)
            if said.startswith(("[", "republic", "Republic")):
                raise
            raise BubError(f"republic.{question} failed: {said}") from None


def _schema(options: dict[str, Any]) -> dict[str, Any]:
    """A class with a JSON schema of its own stands for it."""
    schema = options.get("output_schema")
    method = getattr(schema, "model_json_schema", None)
    return {**options, "output_schema": method()} if callable(method) else options


def _question(question: Any) -> Any:
    kind = _KINDS.get(type(question))
    if kind is None:
        return question
    told = {"type": kind, "instructions": question.instructions}
    return told if question.criteria is None else {**told, "criteria": question.criteria}


def _usage(value: Mapping[str, Any]) -> TokenUsage:
    usage = value.get("token_usage") or {}
    return TokenUsage(usage.get("input_tokens", 0), usage.get("output_tokens", 0))


class _Chat:
    def __init__(self, models: Models, spec: Optional[str]) -> None:
        self._models, self._spec = models, spec

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: Any) -> None:
        return None

    async def chat(self, prompt: Any, **options: Any) -> Response:
        return await self._models.chat(prompt, model=self._spec, **options)

    def stream(self, prompt: Any, **options: Any) -> Stream:
        return Stream(self.chat(prompt, **options))


class _Embedding(_Chat):
    async def embed(self, text: str, *, dimensions: Optional[int] = None) -> EmbeddingResponse:
        return await self.embed_many([text], dimensions=dimensions)

    async def embed_many(self, texts: Sequence[str], *, dimensions: Optional[int] = None) -> EmbeddingResponse:
        return await self._models.embed(texts, model=self._spec, dimensions=dimensions)


class _Decision(_Chat):
    async def decide(self, state: Any, questions: Mapping[str, Any]) -> DecisionResponse:
        return await self._models.decide(state, questions, model=self._spec)


def bridge(questions: Questions) -> tuple[types.ModuleType, Models]:
    """The module `republic` as code may use it here, and `models`."""
    models = Models(questions)
    module = types.ModuleType("republic", "Models by the studio.")
    module.get_model = lambda spec=None: _Chat(models, spec)  # type: ignore[attr-defined]
    module.get_embedding_model = lambda spec=None: _Embedding(models, spec)  # type: ignore[attr-defined]
    module.get_decision_model = lambda spec=None: _Decision(models, spec)  # type: ignore[attr-defined]
    decisions = types.ModuleType("republic.decisions")
    for kind in (Noul, Choice, Score):
        setattr(module, kind.__name__, kind)
        setattr(decisions, kind.__name__, kind)
    module.decisions = decisions  # type: ignore[attr-defined]
    return module, models
