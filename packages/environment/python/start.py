"""Entry of the Python tool host: `python start.py`, spoken to over the file descriptors 0 and 1."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# The folder of this file must not stay importable: a tool called `start` or `tests` would be shadowed by ours.
sys.path[0] = HERE
from slyglass_host import own_modules  # noqa: E402
from slyglass_host.host import run  # noqa: E402

sys.path.remove(HERE)
if os.path.join(HERE, "shim") not in sys.path:
    sys.path.append(os.path.join(HERE, "shim"))  # last: an installed neuro_san wins

own_modules.install(os.path.join(HERE, "shim"))
run()
