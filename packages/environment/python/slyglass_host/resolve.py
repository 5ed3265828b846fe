"""Finds the class of a coded tool. The server names the modules in order; the first that holds the class is it."""

import hashlib
import importlib
import os
import sys
import traceback
from typing import Any, Optional

from .function_tools import is_function_tool


class ClassNotFound(Exception):
    """No module holds the class. `problems` tells people which modules exist but could not be used, and why."""

    def __init__(self, problems: list[str], detail: str) -> None:
        super().__init__("class not found")
        self.problems = problems
        self.detail = detail


class Found:
    """A class or a function's tool, the file it came from, and that file's digest when it was first seen."""

    def __init__(self, cls: Any, file: str, sha: str) -> None:
        self.cls = cls
        self.file = file
        self.sha = sha


# Of files of the project, the text that was loaded: the file may have changed since.
DIGESTS: dict[str, str] = {}

# What was found where, by the names that were asked for. Another state of the files is another process; code that puts another
# class in the place of one, or loads a module anew, is noticed.
_KNOWN: dict[tuple[str, ...], tuple[str, Any, Found]] = {}


def find_class(modules: list[str], name: str) -> Found:
    """Imports the modules in order until one holds the class `name`."""
    asked = (name, *modules)
    known = _KNOWN.get(asked)
    if known is not None and _still_holds(*known, name):
        return known[2]
    module_name, module, found = _search(modules, name)
    _KNOWN[asked] = (module_name, module, found)
    return found


def _still_holds(module_name: str, module: Any, found: Found, name: str) -> bool:
    if sys.modules.get(module_name) is not module or getattr(module, name, None) is not found.cls:
        return False
    return DIGESTS.get(found.file, found.sha) == found.sha


def _search(modules: list[str], name: str) -> tuple[str, Any, Found]:
    problems: list[str] = []
    details: list[str] = []
    for module_name in modules:
        try:
            module = importlib.import_module(module_name)
        except Exception as problem:  # a module that fails to import counts as not found: the search goes on
            if not _is_missing(problem, module_name):
                problems.append(f"{module_name} fails to import{_where(problem)}: {_said(problem)}")
                details.append("".join(traceback.format_exception(type(problem), problem, problem.__traceback__)))
            continue
        cls = getattr(module, name, None)
        if isinstance(cls, type) or is_function_tool(cls):
            return module_name, module, _found(cls, module)
        problems.append(f"{module_name} has no class {name} ({getattr(module, '__file__', None) or 'a folder'})")
    raise ClassNotFound(problems, "\n".join(details))


def _found(cls: Any, module: Any) -> Found:
    home = sys.modules.get(cls.__module__, module)
    file: Optional[str] = getattr(home, "__file__", None) or getattr(module, "__file__", None)
    if file is None:
        return Found(cls, f"<{module.__name__}>", hashlib.sha256(b"").hexdigest())
    if file not in DIGESTS:
        with open(file, "rb") as source:
            DIGESTS[file] = hashlib.sha256(source.read()).hexdigest()
    return Found(cls, file, DIGESTS[file])


# The folder of the project, whatever tools make the current one later.
_START = os.getcwd() + os.sep


def _where(problem: Exception) -> str:
    """The innermost line of a file of the project that led to it."""
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(problem.__traceback__)]
    if isinstance(problem, SyntaxError):
        frames.append((problem.filename or "", problem.lineno))
    own = [f" at {name[len(_START):]}:{line}" for name, line in frames if name.startswith(_START)]
    return own[-1] if own else ""


def _said(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem.msg if isinstance(problem, SyntaxError) else problem}"


def _is_missing(problem: Exception, module_name: str) -> bool:
    """True when it is this module, or a package on the way to it, that does not exist."""
    if not isinstance(problem, ModuleNotFoundError) or problem.name is None:
        return False
    return module_name == problem.name or module_name.startswith(problem.name + ".")
