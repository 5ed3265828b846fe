"""What a folder of coded tools holds, as its own interpreter sees it. One JSON object a line, for the tests of a real package.

modules FOLDER           each module: whether it imports, and whether it needs more than Python and neuro_san.interfaces
classes FOLDER MODULE…   each coded tool that one of the modules defines, run with the arguments {}: what it says, and whether it wants the network
"""

import ast
import asyncio
import contextlib
import importlib
import io
import json
import os
import socket
import sys
import traceback
from typing import Any


def modules_of(folder: str) -> list[tuple[str, str]]:
    """Names and files, in order."""
    above = os.path.dirname(folder)
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".py") and name != "__init__.py":
                file = os.path.join(place, name)
                found.append((os.path.relpath(file, above)[:-3].replace(os.sep, "."), file))
    return sorted(found)


def imports_of(file: str) -> set[str]:
    with open(file, encoding="utf-8") as source:
        tree = ast.parse(source.read())
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return names


def is_plain(name: str, files: dict[str, str], seen: frozenset[str] = frozenset()) -> bool:
    """True for a module that needs nothing but Python, the interfaces, and modules that need nothing else either."""
    if name in seen:
        return True
    return all(
        used.split(".")[0] in sys.stdlib_module_names
        or used.startswith("neuro_san.interfaces.")
        or (used in files and is_plain(used, files, seen | {name}))
        for used in imports_of(files[name])
    )


def import_quietly(name: str) -> Any:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return importlib.import_module(name)


def tell_modules(folder: str) -> None:
    files = dict(modules_of(folder))
    for name in files:
        try:
            import_quietly(name)
            problem = None
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        print(json.dumps({"module": name, "problem": problem, "plain": is_plain(name, files)}), flush=True)


class NoNetwork(Exception):
    """Somebody wanted to reach something."""


def refuse(*_args: Any, **_options: Any) -> Any:
    raise NoNetwork


async def run(cls: type) -> tuple[str, dict[str, Any]]:
    sly: dict[str, Any] = {}
    args: dict[str, Any] = {"origin": [{"tool": "front", "instantiation_index": 1}], "origin_str": "front"}
    tool = cls()
    try:
        result = await tool.async_invoke(args, sly)
    except NotImplementedError:
        result = tool.invoke(args, sly)
    return str(result), sly


def tell_classes(names: list[str]) -> None:
    from neuro_san.interfaces.coded_tool import CodedTool

    socket.socket.connect = refuse  # type: ignore[method-assign]
    socket.getaddrinfo = refuse  # type: ignore[assignment]
    for name in names:
        module = import_quietly(name)
        for cls in [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == name]:
            if issubclass(cls, CodedTool) and not any("activation" in base.__module__ for base in cls.__mro__):
                print(json.dumps({"class": f"{name}.{cls.__name__}", **said_by(cls)}, default=str), flush=True)


def said_by(cls: type) -> dict[str, Any]:
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            text, sly = asyncio.run(run(cls))
        wants_network = "NoNetwork" in text
    except BaseException as error:
        trace = traceback.format_exc()
        text, sly, wants_network = f"Error: {error}", {}, "NoNetwork" in trace
    return {"text": text, "sly": sorted(sly), "network": wants_network}


if __name__ == "__main__":
    if sys.argv[1] == "modules":
        tell_modules(sys.argv[2])
    else:
        tell_classes(sys.argv[3:])
