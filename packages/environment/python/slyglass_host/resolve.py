"""Finds the class of a coded tool. The server names the modules in order; the first that holds the class is it."""

import contextvars
import hashlib
import importlib
import os
import sys
import traceback
from typing import TYPE_CHECKING, Any, Optional

from .function_tools import is_function_tool

if TYPE_CHECKING:
    from .last_good import LastGood


class ClassNotFound(Exception):
    """No module holds the class. `problems` tells people which modules exist but could not be used, and why."""

    def __init__(self, problems: list[str], detail: str) -> None:
        super().__init__("class not found")
        self.problems = problems
        self.detail = detail


class Found:
    """A class or a function's tool, the file it came from, and that file's digest when it was first seen."""

    def __init__(self, cls: Any, module: str, file: str, sha: str) -> None:
        self.cls = cls
        self.module = module
        self.file = file
        self.sha = sha


# Of files of the project, the text that was loaded: the file may have changed since.
DIGESTS: dict[str, str] = {}

# What was found where, by the names that were asked for. Another state of the files is another process; code that puts another
# class in the place of one, or loads a module anew, is noticed.
_KNOWN: dict[tuple[str, ...], tuple[str, Any, Found]] = {}


# The module that is imported for a class, and the name of that class.
WANTED: contextvars.ContextVar[Optional[tuple[str, str]]] = contextvars.ContextVar("slyglass_wanted", default=None)


def holds(module: Any, name: str) -> bool:
    """Whether a module has something of this name that can be called as a tool."""
    held = getattr(module, name, None)
    return isinstance(held, type) or is_function_tool(held)


def find_class(modules: list[str], name: str, good: "LastGood") -> Found:
    """Imports the modules in order until one holds the class `name`."""
    asked = (name, *modules)
    known = _KNOWN.get(asked)
    if known is not None and _still_holds(*known, name):
        return known[2]
    module_name, module, found = _search(modules, name, good)
    _KNOWN[asked] = (module_name, module, found)
    return found


def _still_holds(module_name: str, module: Any, found: Found, name: str) -> bool:
    if sys.modules.get(module_name) is not module or getattr(module, name, None) is not found.cls:
        return False
    return DIGESTS.get(found.file, found.sha) == found.sha


def _search(modules: list[str], name: str, good: "LastGood") -> tuple[str, Any, Found]:
    problems: list[str] = []
    details: list[str] = []
    for module_name in modules:
        problem: Optional[Exception] = None
        try:
            module = _import_for(module_name, name)
        except Exception as failed:  # a module that fails to import counts as not found: the search goes on
            if _is_missing(failed, module_name):
                continue
            problem = failed
        else:
            file = getattr(module, "__file__", None)
            if holds(module, name):
                good.found(file, name)
                return module_name, module, _found(getattr(module, name), module)
            # Of a file that does not load an older text is there, for the sake of another class.
            problem = good.problem_of(file)
        if problem is None:
            problems.append(f"{module_name} has no class {name} ({file or 'a folder'})")
        else:
            problems.append(f"{module_name} fails to import{_where(problem)}: {_said(problem)}")
            details.append("".join(traceback.format_exception(type(problem), problem, problem.__traceback__)))
    raise ClassNotFound(problems, "\n".join(details))


def _import_for(module: str, name: str) -> Any:
    token = WANTED.set((module, name))
    try:
        return importlib.import_module(module)
    finally:
        WANTED.reset(token)


def _found(cls: Any, module: Any) -> Found:
    home = sys.modules.get(cls.__module__, module)
    file: Optional[str] = getattr(home, "__file__", None) or getattr(module, "__file__", None)
    if file is None:
        return Found(cls, module.__name__, f"<{module.__name__}>", hashlib.sha256(b"").hexdigest())
    if file not in DIGESTS:
        with open(file, "rb") as source:
            DIGESTS[file] = hashlib.sha256(source.read()).hexdigest()
    return Found(cls, module.__name__, file, DIGESTS[file])


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
