"""Modules of neuro-san that only work inside its own server: this host's take their place even where it is installed."""

import importlib.util
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

NAMES = {"neuro_san.internals.graph.activations.branch_activation"}


class OwnModules(MetaPathFinder):
    """Finds them in a folder laid out like the package."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname not in NAMES:
            return None
        file = os.path.join(self._folder, *fullname.split(".")) + ".py"
        return importlib.util.spec_from_file_location(fullname, file)


def install(folder: str) -> None:
    """Asks this finder before all others."""
    sys.meta_path.insert(0, OwnModules(folder))
