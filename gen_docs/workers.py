"""Sharing work among processes: the same task over slices of a sequence, on every core that this process may use.

The processes are forks, so that nothing has to be handed to them; they hand back a number, or what went wrong. Where
there is no fork, one core, or little to do, the task runs here.
"""

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NoReturn, TypeVar

from gen_docs.errors import GenDocsError

_T = TypeVar("_T")

WORTH_SHARING: Final = 1_000  # below it, starting a process costs more than it saves


class WorkerError(GenDocsError):
    """What went wrong in another process."""


def share(items: Sequence[_T], task: Callable[[Sequence[_T]], int]) -> int:
    """The sum of what `task` gives for the slices of `items`. Raises WorkerError."""
    cores = _count_cores() if len(items) >= WORTH_SHARING else 1
    if cores == 1:
        return task(items)
    sys.stdout.flush()
    sys.stderr.flush()
    pipes: list[tuple[int, int]] = []
    answers: list[str] = []
    try:
        for at in range(1, cores):
            pipes.append(_start(task, items[at::cores]))  # noqa: PERF401 - those begun must be ended if one cannot be
        total = task(items[::cores])
    finally:
        answers += [_finish(*pipe) for pipe in pipes]
    errors = [answer.removeprefix("error ") for answer in answers if not answer.isdecimal()]
    if errors:
        raise WorkerError(errors[0])
    return total + sum(map(int, answers))


def _count_cores() -> int:
    if not hasattr(os, "fork"):
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start(task: Callable[[Sequence[_T]], int], items: Sequence[_T]) -> tuple[int, int]:
    """Starts a process; its id, and the end of the pipe from which its answer will come."""
    receiver, sender = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(receiver)
        _work(task, items, sender)
    os.close(sender)
    return process, receiver


def _work(task: Callable[[Sequence[_T]], int], items: Sequence[_T], sender: int) -> NoReturn:
    try:
        answer = str(task(items))
    except (GenDocsError, OSError) as error:
        answer = f"error {error}"
    except BaseException:  # noqa: BLE001 - a bug must not look like an answer, nor run on into the caller's code
        answer = f"error {traceback.format_exc()}"
    with suppress(OSError):
        os.write(sender, answer.encode("utf-8", "backslashreplace")[:60_000])
    os._exit(0)


def _finish(process: int, receiver: int) -> str:
    with open(receiver, "rb") as pipe:
        answer = pipe.read().decode("utf-8", "replace")
    os.waitpid(process, 0)
    return answer or "error a process ended before its work was done"
