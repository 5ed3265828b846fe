"""A lane: the thread and event loop on which all calls of one run live. Another run gets it when nothing of that one goes on in it."""

import asyncio
import contextvars
import ctypes
import os
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Optional

from .call import CURRENT, Call, Interrupted, in_context_of
from .wire import LineReader


class Lane:
    """Runs one event loop in a thread of its own, as the recorded server does for each request."""

    def __init__(self, on_thread_end: Callable[[Call], None]) -> None:
        self.loop = asyncio.new_event_loop()
        self.pool = _Pool(self)
        self.on_thread_end = on_thread_end
        self._was_struck = False
        # Whose first step is being done.
        self._beginning: Optional[Call] = None
        self._owners: weakref.WeakKeyDictionary[Any, Optional[Call]] = weakref.WeakKeyDictionary()
        self._open = True
        self.is_wired = False
        self.loop.set_task_factory(self._create_task)
        self.loop.set_default_executor(self.pool)
        self._thread = threading.Thread(target=self._run, name="lane", daemon=True)
        self._thread.start()

    def post(self, action: Callable[..., None], *args: Any) -> None:
        """Runs `action` on the lane's loop. Does nothing once the lane has ended."""
        try:
            self.loop.call_soon_threadsafe(action, *args)
        except RuntimeError:
            pass

    def listen(self, source: LineReader, hear: Callable[[dict[str, Any]], None]) -> None:
        """Hears what comes on a descriptor of its own. Asked once."""
        self.is_wired = True

        def read() -> None:
            try:
                messages = source.read()
            except OSError:  # closed by a tool
                messages = None
            if messages is None:
                self.loop.remove_reader(source.source)
            for message in messages or []:
                hear(message)

        self.post(self.loop.add_reader, source.source, read)

    def begin(self, call: Call, coroutine: Any) -> "asyncio.Task[None]":
        """A task of the call whose first step is done at once: most calls have no other, and it takes less than a turn of the loop."""
        loop: Any = self.loop
        steps: list[tuple[Callable[[], None], Any]] = []

        def make() -> "asyncio.Task[None]":
            loop.call_soon = lambda step, *_, context=None: steps.append((step, context))
            try:
                return asyncio.Task(coroutine, loop=loop)
            finally:
                del loop.call_soon

        task = call.task = in_context_of(call, make)
        self._beginning = call
        try:
            for step, context in steps:
                context.run(step)
        finally:
            self._beginning = None
            if not task.done():
                self._owners[task] = call
        return task

    def interrupt(self, call: Call) -> None:
        """Raises Interrupted where the call is running Python code right now, on the loop or in a pool thread."""
        self._was_struck = True
        for ident in list(call.threads):
            _raise_in(ident)
        task = asyncio.current_task(self.loop)
        owner = None if task is None else self._owners.get(task, self._beginning)
        if owner is call and self._thread.ident is not None:
            _raise_in(self._thread.ident)

    def is_at_rest(self) -> bool:
        """Nothing goes on beside its tasks: no thread at work, no timer, no connection. Asked on the lane."""
        try:
            loop: Any = self.loop
            watched = len(loop._selector.get_map()) - 1 - self.is_wired  # all but what wakes the loop itself
            timers = loop._scheduled and any(not timer.cancelled() for timer in loop._scheduled)
            steps = loop._ready and any(step._callback != loop._read_from_self for step in loop._ready)
            busy = self._was_struck or self.pool.open or watched or timers or steps or loop._asyncgens
        except AttributeError:  # a loop of another make
            return False
        return not busy

    def is_quiet(self) -> bool:
        """No task goes on but that of a call that has come to its end."""
        return len(self._owners) == 0 or all(task.done() for task in list(self._owners))

    def end(self) -> None:
        """Stops the loop; the thread ends with it."""
        self._open = False
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.post(self.loop.stop)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        while self._open:
            try:
                self.loop.run_forever()
            except Exception:  # tasks keep theirs to themselves: the loop itself is broken, and nothing would ever end here
                os._exit(1)
            except BaseException:  # a late interrupt, or a SystemExit out of a task: the lane goes on
                continue
        self.loop.close()

    def _create_task(self, loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> Any:
        task = asyncio.Task(coroutine, loop=loop, **options)
        context = options.get("context")
        self._owners[task] = CURRENT.get() if context is None else context.get(CURRENT)
        return task


class _Pool(ThreadPoolExecutor):
    """Threads for blocking work. Knows which call each thread works for, and carries the call's context into it."""

    def __init__(self, lane: Lane) -> None:
        super().__init__(max_workers=16, thread_name_prefix="pool")
        self._lane = lane
        self.open: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **options: Any) -> "Future[Any]":
        call = CURRENT.get()
        if call is None:
            future = super().submit(fn, *args, **options)
        else:
            future = super().submit(self._work, call, contextvars.copy_context(), fn, args, options)
        self.open.add(future)
        future.add_done_callback(self.open.discard)
        return future

    def _work(self, call: Call, context: Any, fn: Callable[..., Any], args: Any, options: Any) -> Any:
        ident = threading.get_ident()
        call.threads.add(ident)
        try:
            return context.run(fn, *args, **options)
        finally:
            call.threads.discard(ident)
            self._lane.on_thread_end(call)


def _raise_in(ident: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Interrupted))
