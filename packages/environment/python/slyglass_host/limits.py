"""Limits of the process itself."""

import ctypes
import signal
import sys


def apply_limits(memory_bytes: int) -> None:
    """Bounds the address space, where the system can."""
    sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
    try:
        import resource
    except ImportError:  # Windows
        return
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, hard))
    except (ValueError, OSError):  # macOS refuses it; the process then lives without the limit
        return


def die_with_parent() -> None:
    """Linux: be killed when the process that started this one dies, even while a tool keeps the interpreter busy."""
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):
        return
