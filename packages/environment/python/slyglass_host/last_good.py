"""Files of the project that do not load any more are replaced by their last version that did, and the next call says so."""

import hashlib
import os
import sys
import traceback
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any, Optional

from .resolve import DIGESTS
from .wire import Wire

_LARGEST = 1 << 20


class LastGood(MetaPathFinder):
    """Loads the project's own files. Versions that loaded are told to the server, which keeps them in a folder."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._folder = ""
        self._own: tuple[str, ...] = ()
        self._broken: dict[str, str] = {}

    def install(self, folder: str, own: list[str]) -> None:
        """Takes over the files below `own`."""
        self._folder = folder
        self._own = tuple(os.path.abspath(path).rstrip(os.sep) + os.sep for path in own)
        # After this host's own modules, before everything else.
        sys.meta_path.insert(1, self)

    def told(self) -> list[str]:
        """Sentences about the files of which an older version is in use."""
        return list(self._broken.values())

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Optional[ModuleSpec]:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader and self._is_own(spec.loader.path):
            spec.loader = _Loader(self, fullname, spec.loader.path)
        return spec

    def loaded(self, path: str, text: bytes) -> None:
        """A file loaded with this text."""
        if len(text) <= _LARGEST and self.older(path) != text:
            self._wire.send({"type": "good", "path": path, "text": text.decode("utf-8", "replace")})

    def older(self, path: str) -> Optional[bytes]:
        """The text with which a file loaded last."""
        name = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest() + ".py"
        try:
            with open(os.path.join(self._folder, name), "rb") as kept:
                return kept.read()
        except OSError:
            return None

    def note(self, path: str, problem: Exception) -> None:
        """A file does not load, and its older version is in use."""
        name = next((path[len(own) :] for own in self._own if path.startswith(own)), path)
        where = _line_of(problem, path)
        said = f"{name}{where}: {type(problem).__name__}: {getattr(problem, 'msg', problem)}"
        self._broken[path] = f"The file as it is saved does not work, so its last version that did is used. {said}"

    def _is_own(self, path: str) -> bool:
        return os.path.abspath(path).startswith(self._own) and f"{os.sep}site-packages{os.sep}" not in path


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
            older = self._store.older(self.path)
            if older is None or older == text:
                raise
            module.__dict__.clear()
            module.__dict__.update(fresh)
            try:
                exec(self.source_to_code(older, self.path), module.__dict__)
            except Exception:
                raise problem from None
            self._store.note(self.path, problem)
            DIGESTS[self.path] = hashlib.sha256(older).hexdigest()
        else:
            DIGESTS[self.path] = hashlib.sha256(text).hexdigest()
            self._store.loaded(self.path, text)


def _line_of(problem: Exception, path: str) -> str:
    if isinstance(problem, SyntaxError):
        return f":{problem.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == path]
    return f":{lines[-1]}" if lines else ""
