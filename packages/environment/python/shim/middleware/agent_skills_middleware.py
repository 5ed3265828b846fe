"""Skills: instructions in files that an agent reads when it needs them. A project's own class of this name wins."""

import asyncio
import os
import re
import urllib.parse
import urllib.request
from typing import Any, Optional

from langchain.agents.middleware.types import AgentMiddleware
from langchain_core.tools import StructuredTool

_MOST_BYTES = 1 << 20
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Skill:
    """One SKILL.md: what it is about, and where its further files are."""

    def __init__(self, name: str, description: str, text: str, place: str) -> None:
        self.name = name
        self.description = description
        self.text = text
        self.place = place


class AgentSkillsMiddleware(AgentMiddleware):
    """Tells the model which skills there are, and gives their full text only on demand."""

    def __init__(
        self, skill_sources: Any, keep_skill_in_context: bool = False, http_timeout: float = 30.0
    ) -> None:
        super().__init__()
        self._sources = [skill_sources] if isinstance(skill_sources, str) else list(skill_sources)
        self._keeps = keep_skill_in_context
        self._timeout = http_timeout
        self._skills: dict[str, Skill] = {}
        self._is_loaded = False
        self._kept: list[str] = []
        self.tools = [
            StructuredTool.from_function(coroutine=function, name=function.__name__)
            for function in (
                self.get_full_skill_content,
                self.load_skill_resource_local,
                self.load_skill_resource_remote,
            )
        ]

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        """Adds what there is to know to the instructions."""
        await self._load()
        said = "\n\n".join([request.system_prompt or "", *self._overview(), *self._full_texts()])
        return await handler(request.override(system_prompt=said)) if self._skills else await handler(request)

    async def get_full_skill_content(self, skill_name: str) -> str:
        """Gives the whole text of a skill. Read it before you work on something that the skill is about."""
        await self._load()
        skill = self._skills.get(skill_name)
        if skill is None:
            return f"There is no skill {skill_name}. There are: {', '.join(self._skills) or 'none'}."
        if self._keeps and skill_name not in self._kept:
            self._kept.append(skill_name)
        return skill.text

    async def load_skill_resource_local(self, resource_path: str) -> str:
        """Reads a file that a skill of this machine mentions."""
        await self._load()
        path = os.path.realpath(resource_path)
        folders = [os.path.realpath(skill.place) for skill in self._skills.values() if not _is_remote(skill.place)]
        for folder in folders:
            inside = os.path.realpath(os.path.join(folder, resource_path))
            for candidate in (path, inside):
                if os.path.commonpath([candidate, folder]) == folder and os.path.isfile(candidate):
                    return await _in_thread(_read_file, candidate)
        return f"{resource_path} is no file of a skill."

    async def load_skill_resource_remote(self, resource_url: str) -> str:
        """Reads a file that a skill from the web mentions."""
        await self._load()
        places = [skill.place for skill in self._skills.values() if _is_remote(skill.place)]
        for place in places:
            url = urllib.parse.urljoin(place, resource_url)
            if url.startswith(place):
                return await _in_thread(_fetch, url, self._timeout)
        return f"{resource_url} belongs to no skill."

    def _overview(self) -> list[str]:
        lines = [f"- {skill.name}: {skill.description}" for skill in self._skills.values()]
        return ["You have skills. Call get_full_skill_content before you use one:\n" + "\n".join(lines)]

    def _full_texts(self) -> list[str]:
        return [f"Skill {name}:\n{self._skills[name].text}" for name in self._kept if name in self._skills]

    async def _load(self) -> None:
        if self._is_loaded:
            return
        self._is_loaded = True
        for source in self._sources:
            try:
                found = await _in_thread(_skills_of, source, self._timeout)
            except (OSError, ValueError) as problem:
                print(f"The skill source {source} cannot be used: {problem}")
                continue
            self._skills.update({skill.name: skill for skill in found})


async def _in_thread(work: Any, *args: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, lambda: work(*args))


def _is_remote(place: str) -> bool:
    return place.startswith(("http://", "https://"))


def _skills_of(source: str, timeout: float) -> list[Skill]:
    if _is_remote(source):
        place = source if source.endswith("/") else f"{source}/"
        return [_read_skill(_fetch(f"{place}SKILL.md", timeout), place)]
    folders = [source, *(os.path.join(source, name) for name in sorted(os.listdir(source)))]
    files = [(folder, os.path.join(folder, "SKILL.md")) for folder in folders]
    found = [_read_skill(_read_file(file), folder) for folder, file in files if os.path.isfile(file)]
    if not found:
        raise ValueError("there is no SKILL.md in it")
    return found


def _read_file(path: str) -> str:
    with open(path, "rb") as file:
        return file.read(_MOST_BYTES).decode("utf-8", "replace")


def _fetch(url: str, timeout: float) -> str:
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        return answer.read(_MOST_BYTES).decode("utf-8", "replace")


def _read_skill(text: str, place: str) -> Skill:
    head = re.match(r"\s*---\r?\n(.*?)\r?\n---\r?\n", text, re.DOTALL)
    if head is None:
        raise ValueError(f"SKILL.md in {place} does not begin with front matter between two lines of ---")
    fields = _front_matter(head.group(1))
    name, description = fields.get("name", ""), fields.get("description", "")
    if len(name) > 64 or not _NAME.fullmatch(name):
        raise ValueError(f"the name of a skill has 1 to 64 small letters, digits and single hyphens, not {name!r}")
    if not 1 <= len(description) <= 1024:
        raise ValueError(f"the description of {name} has 1 to 1024 characters, not {len(description)}")
    return Skill(name, description, text[head.end() :].strip(), place)


def _front_matter(text: str) -> dict[str, str]:
    """Plain fields of YAML: texts with and without quotes, and blocks over several lines."""
    fields: dict[str, str] = {}
    key: Optional[str] = None
    for line in text.splitlines():
        field = re.match(r"([A-Za-z][\w-]*):\s*(.*)$", line)
        if field is not None:
            key, value = field.group(1), field.group(2).strip()
            fields[key] = "" if re.fullmatch(r"[|>][+-]?", value) else _unquoted(value)
        elif key is not None and line.strip():
            fields[key] = f"{fields[key]} {line.strip()}".strip()
    return fields


def _unquoted(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value
