"""Entry of an interpreter that runs one piece of code, once: `python -u run_code.py`, spoken to over descriptor 3.

With `--adopt` nothing around it ends what the code starts, so that has to stay in reach.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

if __name__ == "__main__":
    # The folder of this file must not stay importable: code of that name would get ours.
    sys.path[0] = HERE
    from slyglass_code.cell import serve

    sys.path.remove(HERE)
    serve("--adopt" in sys.argv)
