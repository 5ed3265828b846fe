"""Files of the project that do not load any more are replaced by their last version that did, and calls of what uses them say so.

A version that lacks a class is no version of that class: each class that was found has its own last text besides that of the file.
"""

import hashlib
import os
import sys
import traceback
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any, Optional

from .imports import reaches
from .resolve import DIGESTS, WANTED, holds
from .wire import Wire

_LARGEST = 1 << 20


class LastGood(MetaPathFinder):
    """Loads the project's own files. Versions that loaded are told to the server, which keeps them in a folder."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._folder = ""
        self._own: tuple[str, ...] = ()
        self._broken: dict[str, Broken] = {}
        self._texts: dict[str, bytes] = {}

    def install(self, folder: str, own: list[str]) -> None:
        """Takes over the files below `own`."""
        self._folder = folder
        self._own = tuple(os.path.abspath(path).rstrip(os.sep) + os.sep for path in own)
        # After this host's own modules, before everything else.
        sys.meta_path.insert(1, self)

    def told(self, module: Optional[str] = None) -> list[str]:
        """Sentences about the files of which an older version is in use; of a module, only about those that it uses."""
        return [broken.said for broken in self._broken.values() if module is None or broken.concerns(module)]

    def problem_of(self, path: Optional[str]) -> Optional[Exception]:
        """Why a file does not load as it is saved, where an older version is in use."""
        broken = self._broken.get(path or "")
        return broken.problem if broken is not None else None

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Optional[ModuleSpec]:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader and self._is_own(spec.loader.path):
            spec.loader = _Loader(self, fullname, spec.loader.path)
        return spec

    def loaded(self, path: str, text: bytes) -> None:
        """A file loaded with this text."""
        if len(text) <= _LARGEST:
            self._texts[path] = text
            self._keep(path, None, text)

    def found(self, path: Optional[str], name: str) -> None:
        """A class was found in a file."""
        text = self._texts.get(path or "")
        if path is not None and text is not None:
            self._keep(path, name, text)

    def _keep(self, path: str, name: Optional[str], text: bytes) -> None:
        if self._kept(path, name) != text:
            named = {} if name is None else {"name": name}
            self._wire.send({"type": "good", "path": path, "text": text.decode("utf-8", "replace"), **named})

    def older(self, path: str, name: Optional[str]) -> list[bytes]:
        """The texts with which a file loaded last: first the one with the class, then any."""
        kept = [self._kept(path, one) for one in ([None] if name is None else [name, None])]
        return [text for text in kept if text is not None]

    def _kept(self, path: str, name: Optional[str]) -> Optional[bytes]:
        key = path if name is None else f"{path}\n{name}"
        file = hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest() + ".py"
        try:
            with open(os.path.join(self._folder, file), "rb") as kept:
                return kept.read()
        except OSError:
            return None

    def note(self, module: str, path: str, problem: Exception) -> None:
        """A file does not load, and its older version is in use."""
        name = next((path[len(own) :] for own in self._own if path.startswith(own)), path)
        where = _line_of(problem, path)
        said = f"{name}{where}: {type(problem).__name__}: {getattr(problem, 'msg', problem)}"
        said = f"The file as it is saved does not work, so its last version that did is used. {said}"
        self._texts.pop(path, None)
        self._broken[path] = Broken(module, problem, said)

    def _is_own(self, path: str) -> bool:
        return os.path.abspath(path).startswith(self._own) and f"{os.sep}site-packages{os.sep}" not in path


class Broken:
    """A module that does not load as it is saved."""

    def __init__(self, module: str, problem: Exception, said: str) -> None:
        self.module = module
        self.problem = problem
        self.said = said
        wanted = WANTED.get()
        self._first = wanted[0] if wanted is not None else module

    def concerns(self, module: str) -> bool:
        """Whether a module is this one or uses it. The one for whose sake it was loaded does, however it names it."""
        return module == self._first or reaches(module, self.module)


class _Loader(SourceFileLoader):
    def __init__(self, store: LastGood, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self._store = store

    def exec_module(self, module: Any) -> None:
        with open(self.path, "rb") as source:
            text = source.read()
        fresh = dict(module.__dict__)
        try:
            exec(self.source_to_code(text, self.path), module.__dict__)
        except Exception as problem:
            older = self._load_older(module, fresh, text)
            if older is None:
                raise
            self._store.note(module.__name__, self.path, problem)
            DIGESTS[self.path] = hashlib.sha256(older).hexdigest()
        else:
            DIGESTS[self.path] = hashlib.sha256(text).hexdigest()
            self._store.loaded(self.path, text)

    def _load_older(self, module: Any, fresh: dict[str, Any], text: bytes) -> Optional[bytes]:
        """The older text that loads, and holds the class for which the module is imported."""
        wanted = WANTED.get()
        name = wanted[1] if wanted is not None and wanted[0] == module.__name__ else None
        for older in self._store.older(self.path, name):
            if older == text:
                continue
            module.__dict__.clear()
            module.__dict__.update(fresh)
            try:
                exec(self.source_to_code(older, self.path), module.__dict__)
            except Exception:
                continue
            if name is None or holds(module, name):
                return older
        return None


def _line_of(problem: Exception, path: str) -> str:
    if isinstance(problem, SyntaxError):
        return f":{problem.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == path]
    return f":{lines[-1]}" if lines else ""
