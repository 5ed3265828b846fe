"""Runs the unittest tests of one file and writes a line of JSON for each into a report."""

import importlib
import json
import os
import sys
import time
import traceback
import unittest


class Report(unittest.TestResult):
    """Tells each test as it ends; a test with failed parts has failed."""

    def __init__(self, write):
        super().__init__()
        self._write = write
        self._begun = 0.0
        self._faults = []
        self._skipped = None

    def startTest(self, test):
        super().startTest(test)
        self._begun = time.monotonic()
        self._faults = []
        self._skipped = None

    def stopTest(self, test):
        super().stopTest(test)
        outcome = "failed" if self._faults else "passed" if self._skipped is None else "skipped"
        fault = "\n".join(self._faults) or self._skipped
        self.tell(name_of(test), outcome, fault, (time.monotonic() - self._begun) * 1000)

    def tell(self, name, outcome, fault, milliseconds):
        self._write({"name": name, "outcome": outcome, "fault": fault, "milliseconds": milliseconds})

    def _fail(self, test, err):
        text = "".join(traceback.format_exception(*err)).rstrip()
        # Faults of a whole class or module belong to no test that was started.
        if isinstance(test, unittest.TestCase):
            self._faults.append(text)
        else:
            self.tell(str(test), "failed", text, 0)

    def addFailure(self, test, err):
        self._fail(test, err)

    def addError(self, test, err):
        self._fail(test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._fail(test, err)

    def addSkip(self, test, reason):
        if isinstance(test, unittest.TestCase):
            self._skipped = reason
        else:
            self.tell(str(test), "skipped", reason, 0)

    def addUnexpectedSuccess(self, test):
        self._faults.append("It was expected to fail, and passed.")


def name_of(test):
    return ".".join(test.id().split(".")[-2:])


def module_name(root, file):
    """The dotted name from the project's folder, so that relative imports work; else the bare one."""
    parts = os.path.splitext(os.path.relpath(file, root))[0].split(os.sep)
    return ".".join(parts) if all(part.isidentifier() for part in parts) else parts[-1]


def main(report, shim, root, file):
    sys.path[:] = [path for path in sys.path if path not in ("", os.path.dirname(os.path.abspath(__file__)))]
    sys.path[:0] = [os.path.dirname(file), root]
    # Last: what is installed or lies in the project wins.
    sys.path.append(shim)
    with open(report, "w", encoding="utf-8") as lines:

        def write(entry):
            print(json.dumps(entry), file=lines, flush=True)

        result = Report(write)
        try:
            module = importlib.import_module(module_name(root, file))
        except BaseException:
            result.tell("", "failed", traceback.format_exc().rstrip(), 0)
            return
        unittest.defaultTestLoader.loadTestsFromModule(module).run(result)


if __name__ == "__main__":
    main(*sys.argv[1:5])
