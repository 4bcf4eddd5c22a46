"""Measures processes: how long they take by the clock, and how much memory they and their children hold."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PROCESSES = Path("/proc")


class Cost(NamedTuple):
    """What a process took: seconds by the clock, and megabytes of its largest process at its largest."""

    seconds: float
    megabytes: float


class Memory(NamedTuple):
    """Megabytes of all processes of a command: the largest at its largest; the sum of what each was at its largest,
    where memory that two share counts twice; and the most that they held together, where it counts once."""

    largest: float
    peaks: float
    together: float


def run(command: Sequence[str | Path]) -> Cost:
    """Runs a command; it must succeed."""
    start = time.perf_counter()
    with subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {process.returncode}")
    return Cost(seconds, usage.ru_maxrss / 1024)


def run_gen_docs(*arguments: str | Path) -> Cost:
    return run([sys.executable, "-m", "gen_docs", *arguments])


def best(measure: Callable[[], Cost], rounds: int) -> Cost:
    """The shortest time of some rounds, and the most memory."""
    costs = [measure() for _ in range(rounds)]
    return Cost(min(cost.seconds for cost in costs), max(cost.megabytes for cost in costs))


def watch_memory(*arguments: str | Path) -> Memory | None:
    """The memory of a run of gen-docs, looked at many times while it runs; None where no system tells it."""
    if not (PROCESSES / "self" / "smaps_rollup").exists():
        return None
    command = [sys.executable, "-m", "gen_docs", *map(str, arguments)]
    peaks: dict[int, float] = {}
    together = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            now = 0.0
            for pid in _list_family(process.pid):
                peaks[pid] = max(peaks.get(pid, 0.0), _read_megabytes(pid, "status", "VmHWM:"))
                now += _read_megabytes(pid, "smaps_rollup", "Pss:")
            together = max(together, now)
            time.sleep(0.02)
    return Memory(max(peaks.values()), sum(peaks.values()), together)


def _list_family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = (PROCESSES / str(pid) / "task" / str(pid) / "children").read_text().split()
    except OSError:  # it has just ended
        return
    for child in children:
        yield from _list_family(int(child))


def _read_megabytes(pid: int, file: str, name: str) -> float:
    try:
        lines = (PROCESSES / str(pid) / file).read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(name)), 0.0)


def measure_reading(store: Path) -> float:
    """Seconds for listing a folder and reading every file in it once, in this process."""
    start = time.perf_counter()
    pending = [str(store)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    pending.append(entry.path)
                    continue
                handle = os.open(entry.path, os.O_RDONLY)
                while os.read(handle, 65_536):
                    pass
                os.close(handle)
    return time.perf_counter() - start
