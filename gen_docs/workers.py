"""Sharing work among processes: the same task over parts of a sequence, on every core that this process may use.

The processes are forks, so that nothing has to be handed to them; they hand back what JSON holds, or what went wrong.
Where there is no fork, one core, or little to do, the task runs here.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn, TypeVar

import orjson

from gen_docs.errors import GenDocsError

_T = TypeVar("_T")
_R = TypeVar("_R")

WORTH_SHARING: Final = 1_000  # below it, starting a process costs more than it saves
BLOCK: Final = 64  # neighbours stay together, since they have much in common; even, since many come in pairs


class WorkerError(GenDocsError):
    """What went wrong in another process."""


def share(
    items: Sequence[_T], task: Callable[[Iterable[_T]], _R], tell: Callable[[float], None] | None = None
) -> list[_R]:
    """What `task` gives for each part of `items`. `tell` is told how far this process is with its own part, which is
    about how far all are, as a share of 1. Raises WorkerError."""
    cores = _count_cores() if len(items) >= WORTH_SHARING else 1
    sys.stdout.flush()
    sys.stderr.flush()
    pipes: list[tuple[int, int]] = []
    answers: list[tuple[_R | None, str]] = []
    try:
        for at in range(1, cores):
            pipes.append(_start(task, _cut(items, at, cores)))  # noqa: PERF401 - those begun must be ended if one cannot be
        mine = _cut(items, 0, cores)
        answers.append((task(_watch(mine, tell) if tell else mine), ""))
    finally:
        answers += [_finish(*pipe) for pipe in pipes]
    for _, error in answers:
        if error:
            raise WorkerError(error)
    return [answer for answer, _ in answers]  # type: ignore[misc]


def _count_cores() -> int:
    if not hasattr(os, "fork"):
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _cut(items: Sequence[_T], part: int, parts: int) -> Sequence[_T]:
    """One of several parts: every so many-th block."""
    if parts == 1:
        return items
    starts = range(part * BLOCK, len(items), parts * BLOCK)
    return [item for start in starts for item in items[start : start + BLOCK]]


def _watch(items: Sequence[_T], tell: Callable[[float], None]) -> Iterator[_T]:
    for done, item in enumerate(items):
        tell(done / len(items))
        yield item


def _start(task: Callable[[Iterable[_T]], object], items: Sequence[_T]) -> tuple[int, int]:
    """Starts a process; its id, and the end of the pipe from which its answer will come."""
    receiver, sender = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(receiver)
        _work(task, items, sender)
    os.close(sender)
    return process, receiver


def _work(task: Callable[[Iterable[_T]], object], items: Sequence[_T], sender: int) -> NoReturn:
    try:
        data = orjson.dumps([task(items), ""])
    except (GenDocsError, OSError) as error:
        data = orjson.dumps([None, _as_json(str(error))])
    except BaseException:  # noqa: BLE001 - a bug must not look like an answer, nor run on into the caller's code
        data = orjson.dumps([None, _as_json(traceback.format_exc())])
    with suppress(OSError), open(sender, "wb") as pipe:
        pipe.write(data)
    os._exit(0)


def _finish(process: int, receiver: int) -> tuple[Any, str]:
    """The answer of a process, and what went wrong in it."""
    with open(receiver, "rb") as pipe:
        data = pipe.read()
    os.waitpid(process, 0)
    try:
        answer, error = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None, "a process ended before its work was done"
    return answer, error


def _as_json(text: str) -> str:
    """Text that JSON holds: paths on the host may not be UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()
