"""Memory that outlives a conversation: facts by topic, in files of the project. A project's own class of this name wins."""

import asyncio
import json
import os
import re
import threading
from typing import Any, Optional

from langchain.agents.middleware.types import AgentMiddleware
from langchain_core.tools import StructuredTool

OPERATIONS = ("create", "read", "append", "delete", "search", "list")
_PREAMBLE = (
    "You have a tool persistent_memory for what must be known in later conversations. Look into it before you say that you "
    "do not know something, and store new facts under short topics."
)
_LOCK = threading.Lock()


class PersistentMemoryMiddleware(AgentMiddleware):
    """Gives an agent one tool, `persistent_memory`, with the operations that its configuration allows."""

    def __init__(self, memory_config: dict[str, Any], origin_str: Optional[str] = None, **more: Any) -> None:
        super().__init__()
        storage = memory_config.get("storage") or {}
        self._operations = [one for one in memory_config.get("enabled_operations") or OPERATIONS if one in OPERATIONS]
        self._preamble = str(memory_config.get("preamble") or _PREAMBLE).strip()
        self._most = int((memory_config.get("summarization") or {}).get("max_topic_size") or 0)
        self._store = _store_of(storage, _file_name(origin_str or "agent"))
        self.tools = [
            StructuredTool.from_function(
                coroutine=self.persistent_memory,
                name="persistent_memory",
                description=f"Keeps facts for later conversations. Operations: {', '.join(self._operations)}.",
                args_schema=self._schema(),
            )
        ]

    def _schema(self) -> dict[str, Any]:
        text = {"type": "string"}
        fields = {
            "operation": {"type": "string", "enum": self._operations, "description": "What to do"},
            "topic": {**text, "description": "Topic of the fact; for all operations but search and list"},
            "content": {**text, "description": "The fact; for create and append"},
            "query": {**text, "description": "Words to look for; for search"},
        }
        return {"type": "object", "properties": fields, "required": ["operation"]}

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        """Tells the model of its memory."""
        said = f"{request.system_prompt or ''}\n\n{self._preamble}"
        return await handler(request.override(system_prompt=said))

    async def persistent_memory(
        self, operation: str, topic: str = "", content: str = "", query: str = ""
    ) -> str:
        """Does one operation."""
        if operation not in self._operations:
            return f"There is no operation {operation}. There are: {', '.join(self._operations)}."
        if operation not in ("search", "list") and not topic.strip():
            return f"{operation} needs a topic."
        work = {
            "create": lambda: self._write(topic, [content]),
            "append": lambda: self._write(topic, [*self._store.read().get(topic, []), content]),
            "read": lambda: _lines(self._store.read().get(topic), f"Nothing is known about {topic}."),
            "delete": lambda: self._delete(topic),
            "search": lambda: self._search(query or topic),
            "list": lambda: _lines(sorted(self._store.read()), "Nothing is known yet."),
        }[operation]
        return await asyncio.get_running_loop().run_in_executor(None, lambda: _locked(work))

    def _write(self, topic: str, facts: list[str]) -> str:
        kept = [fact for fact in facts if fact.strip()]
        dropped = 0
        while self._most and len(kept) > 1 and sum(map(len, kept)) > self._most:
            kept.pop(0)
            dropped += 1
        self._store.write({**self._store.read(), topic: kept})
        return f"Kept under {topic}." + (f" The {dropped} oldest facts of it made room." if dropped else "")

    def _delete(self, topic: str) -> str:
        facts = self._store.read()
        if topic not in facts:
            return f"Nothing is known about {topic}."
        self._store.write({key: value for key, value in facts.items() if key != topic})
        return f"{topic} is forgotten."

    def _search(self, query: str) -> str:
        words = re.findall(r"\w+", query.lower())
        found = [
            f"{topic}: {fact}"
            for topic, facts in self._store.read().items()
            for fact in facts
            if any(word in f"{topic} {fact}".lower() for word in words)
        ]
        return _lines(found, f"Nothing is known about {query}.")


def _locked(work: Any) -> str:
    with _LOCK:
        return work()


def _lines(found: Optional[list[str]], otherwise: str) -> str:
    return "\n".join(found) if found else otherwise


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.-]+", "_", text).strip(".") or "memory"


def _store_of(storage: dict[str, Any], owner: str) -> Any:
    backend = storage.get("backend", "json_file")
    folder = str(storage.get("folder_name") or "memory")
    if backend == "json_file":
        return JsonFile(os.path.join(folder, f"{_file_name(str(storage.get('file_name') or 'memory'))}.json"), owner)
    if backend == "markdown_file":
        return MarkdownFiles(os.path.join(folder, owner))
    raise ValueError(f"The memory backend {backend} is not there. Use json_file or markdown_file.")


def _replace(path: str, text: str) -> None:
    """A file is never half written."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(f"{path}.new", path)


class JsonFile:
    """All agents in one file, each with topics of its own."""

    def __init__(self, path: str, owner: str) -> None:
        self._path = path
        self._owner = owner

    def read(self) -> dict[str, list[str]]:
        """Facts by topic."""
        return self._all().get(self._owner, {})

    def write(self, facts: dict[str, list[str]]) -> None:
        """Puts these facts in place of the others."""
        _replace(self._path, json.dumps({**self._all(), self._owner: facts}, ensure_ascii=False, indent=2))

    def _all(self) -> dict[str, dict[str, list[str]]]:
        try:
            with open(self._path, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}


class MarkdownFiles:
    """A folder for each agent, a file with one list for each topic."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def read(self) -> dict[str, list[str]]:
        """Facts by topic."""
        facts: dict[str, list[str]] = {}
        for name in sorted(os.listdir(self._folder)) if os.path.isdir(self._folder) else []:
            if not name.endswith(".md"):
                continue
            with open(os.path.join(self._folder, name), encoding="utf-8") as file:
                title, *lines = file.read().splitlines() or [""]
            facts[title.removeprefix("# ")] = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
        return facts

    def write(self, facts: dict[str, list[str]]) -> None:
        """Puts these facts in place of the others."""
        names = {f"{_file_name(topic)}.md" for topic in facts}
        for name in os.listdir(self._folder) if os.path.isdir(self._folder) else []:
            if name.endswith(".md") and name not in names:
                os.remove(os.path.join(self._folder, name))
        for topic, lines in facts.items():
            text = "\n".join([f"# {topic}", "", *(f"- {' '.join(line.split())}" for line in lines)])
            _replace(os.path.join(self._folder, f"{_file_name(topic)}.md"), f"{text}\n")
