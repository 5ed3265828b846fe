"""Which modules a module uses, by its text and the texts of those that it uses."""

import ast
import sys
from importlib.util import resolve_name


def reaches(module: str, other: str) -> bool:
    """Whether a loaded module is the other one, or imports it on any way."""
    seen: set[str] = set()
    left = [module]
    while left:
        name = left.pop()
        if name == other:
            return True
        if name not in seen and name in sys.modules:
            seen.add(name)
            left += _imported(name)
    return False


def _imported(name: str) -> set[str]:
    module = sys.modules[name]
    file = getattr(module, "__file__", None)
    names: set[str] = set()
    if file is None or not file.endswith(".py") or "site-packages" in file or file.startswith(sys.base_prefix):
        return names
    try:
        with open(file, "rb") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return names
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, getattr(module, "__package__", None) or "")
            names.add(base)
            names.update(f"{base}.{alias.name}" for alias in node.names)
    # To import a module is to import the packages that it lies in.
    return {".".join(parts[: end + 1]) for parts in (one.split(".") for one in names) for end in range(len(parts))}


def _base(node: ast.ImportFrom, package: str) -> str:
    dotted = "." * node.level + (node.module or "")
    try:
        return resolve_name(dotted, package)
    except ImportError:  # more dots than packages: it does not load at all
        return ""
