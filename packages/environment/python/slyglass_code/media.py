"""`tools.attach_image`, `attach_audio`, `attach_video`: what code shows. Files are read here, addresses are asked by the studio."""

import base64
import io
import os
from collections.abc import Callable, Mapping
from typing import Any, Optional

from .questions import BubError, Questions

MEDIA = ("image", "audio", "video")
_MOST = 10 << 20
_TYPES = ("mime_type", "media_type", "mimeType", "mediaType", "content_type")
_DATA = ("data", "base64", "b64_json", "bytes")


def attacher(questions: Questions, kind: str) -> Callable[..., Any]:
    async def attach(arguments: dict[str, Any]) -> Any:
        if set(arguments) != {kind}:
            raise TypeError(f"tools.attach_{kind}() takes {kind}=")
        source = _source(arguments[kind], kind)
        return await questions.ask({"type": "media", "kind": kind, "source": source})

    return attach


def _fault(kind: str, said: str) -> BubError:
    return BubError(f"[invalid_input] Cannot load the {kind}: {said}")


def _source(value: Any, kind: str) -> dict[str, str]:
    if isinstance(value, str) and value.lower().startswith(("data:", "http:", "https:", "gs:")):
        return {"url": value}
    if isinstance(value, (str, os.PathLike)):
        return _file(os.fspath(value), kind)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"base64": _base64(bytes(value), kind)}
    if isinstance(value, Mapping):
        return _mapping(value, kind)
    drawn = _drawn(value)
    if drawn is not None:
        return {"base64": _base64(drawn, kind), "type": "image/png"}
    fields = {name: getattr(value, name) for name in ("url", "path", *_DATA, *_TYPES) if hasattr(value, name)}
    if fields:
        return _mapping(fields, kind)
    raise _fault(kind, f"a value of type {type(value).__name__} is no {kind}; give a path, an address or bytes")


def _file(path: str, kind: str) -> dict[str, str]:
    try:
        with open(os.path.expanduser(path), "rb") as file:
            content = file.read(_MOST + 1)
    except OSError as problem:
        said = "is not there" if isinstance(problem, FileNotFoundError) else f"cannot be read ({problem.strerror})"
        raise _fault(kind, f"{path} {said}") from None
    return {"base64": _base64(content, kind, path), "name": os.path.basename(path)}


def _mapping(value: Mapping[str, Any], kind: str) -> dict[str, str]:
    """Parts of messages as the usual providers write them, and plain descriptions."""
    for wrapper in (f"{kind}_url", f"input_{kind}", "source", kind):
        inner = value.get(wrapper)
        if isinstance(inner, (Mapping, str)):
            return _source(inner, kind)
    for name in ("url", "path"):
        if isinstance(value.get(name), (str, os.PathLike)):
            return _source(value[name], kind)
    said = next((str(value[name]) for name in _TYPES if value.get(name)), None)
    if said is None and value.get("format"):
        said = f"{kind}/{value['format']}"
    for name in _DATA:
        data = value.get(name)
        if isinstance(data, (bytes, bytearray, memoryview)):
            return {"base64": _base64(bytes(data), kind), **({"type": said} if said else {})}
        if isinstance(data, str):
            return {"base64": data, **({"type": said} if said else {})}
    raise _fault(kind, f"there is no url, path or data in it (it has {', '.join(map(str, value)) or 'nothing'})")


def _drawn(value: Any) -> Optional[bytes]:
    """What libraries draw, as a PNG."""
    buffer = io.BytesIO()
    if callable(getattr(value, "savefig", None)):
        value.savefig(buffer, format="png")
        return buffer.getvalue()
    if callable(getattr(value, "save", None)) and hasattr(value, "mode") and hasattr(value, "size"):
        value.save(buffer, format="PNG")
        return buffer.getvalue()
    if callable(getattr(value, "_repr_png_", None)):
        return value._repr_png_()
    return None


def _base64(content: bytes, kind: str, name: str = "it") -> str:
    if len(content) > _MOST:
        raise _fault(kind, f"{name} is larger than {_MOST >> 20} MB")
    return base64.b64encode(content).decode("ascii")
