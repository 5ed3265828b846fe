"""Limits of the process itself."""

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
