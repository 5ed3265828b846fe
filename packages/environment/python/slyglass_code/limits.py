"""Limits of the process, and of what it starts."""

import sys

_SUBREAPER = 36


def adopt_orphans() -> None:
    """Programs that leave their parents stay below this process, where they are found at its end (Linux)."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    try:
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    except (OSError, AttributeError):
        return


def bound_memory(megabytes: int) -> None:
    """Of the address space beyond what the interpreter has now, where the system can."""
    sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
    try:
        import resource
    except ImportError:  # Windows
        return
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = _address_space() + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most if hard == resource.RLIM_INFINITY else min(most, hard)))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ValueError, OSError):  # macOS refuses it; the process then lives without the limit
        return


def _address_space() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * 4096
    except (OSError, ValueError):
        return 512 << 20
