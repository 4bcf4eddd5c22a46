"""Measures the command on synthetic stores, and prints ratios of times taken in one run.

    python benchmarks/run.py [--large] [--rounds N]

Every time is the best of some rounds of a whole process, unless the line says otherwise. Absolute times drift from
machine to machine and from hour to hour; the ratios hold.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from stores import make_store

FOLDER = Path(__file__).parent.parent / ".bench"
MIDDLE = 15_000
GOALS = {"check": 8.0, "build again": 6.0, "memory": 400.0}


class Cost(NamedTuple):
    """What a process took: seconds by the clock, and megabytes at its largest."""

    seconds: float
    megabytes: float


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--large", action="store_true", help="also measure 100,000 items (some minutes)")
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    sizes = [1_000, MIDDLE, *([100_000] if options.large else [])]
    stores = {size: make_store(FOLDER / f"store-{size}", size) for size in sizes}
    checks = {size: measure_check(store, options.rounds) for size, store in stores.items()}
    print_growth(stores, checks, options.rounds)
    print_middle(stores[MIDDLE], checks[MIDDLE], options.rounds)


def print_growth(stores: dict[int, Path], checks: dict[int, Cost], rounds: int) -> None:
    print("check, whole process, nothing cached, against scanning and reading the same files in this process")
    print(f"{'items':>8} {'check s':>9} {'µs/item':>9} {'read s':>9} {'ratio':>7} {'memory MB':>10}")
    for size, cost in checks.items():
        reading = min(measure_reading(stores[size]) for _ in range(rounds))
        each = cost.seconds / size * 1e6
        ratio = cost.seconds / reading
        print(f"{size:>8} {cost.seconds:>9.3f} {each:>9.1f} {reading:>9.3f} {ratio:>7.1f} {cost.megabytes:>10.0f}")


def print_middle(store: Path, check: Cost, rounds: int) -> None:
    reading = min(measure_reading(store) for _ in range(rounds))
    out = FOLDER / "site"
    shutil.rmtree(out, ignore_errors=True)
    cold = measure("build", "--root", store, "--out", out)
    again = best(lambda: measure("build", "--root", store, "--out", out), min(rounds, 3))
    start = best(lambda: measure("--version"), rounds)
    print(f"\nof {MIDDLE} items                        reach")
    print(f"check / reading              {check.seconds / reading:>6.1f}   {GOALS['check']}")
    print(f"check without start / reading{(check.seconds - start.seconds) / reading:>6.1f}")
    print(f"build, cold / check          {cold.seconds / check.seconds:>6.1f}")
    print(f"build, nothing changed / check{again.seconds / check.seconds:>5.1f}   {GOALS['build again']}")
    print(f"largest process of build, MB {max(cold.megabytes, again.megabytes):>6.0f}   {GOALS['memory']:.0f}")
    print(f"start of the command, s      {start.seconds:>6.3f}")


def measure_check(store: Path, rounds: int) -> Cost:
    """The cost of `check` against a projection that is fresh."""
    out = FOLDER / f"out-{store.name}"
    measure("build", "--root", store, "--out", out)
    return best(lambda: measure("check", "--root", store, "--out", out), rounds)


def measure(*arguments: str | Path) -> Cost:
    """Runs the command; it must succeed."""
    command = [sys.executable, "-m", "gen_docs", *map(str, arguments)]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(seconds, usage.ru_maxrss / 1024)


def best(run: Callable[[], Cost], rounds: int) -> Cost:
    costs = [run() for _ in range(rounds)]
    return Cost(min(cost.seconds for cost in costs), max(cost.megabytes for cost in costs))


def measure_reading(store: Path) -> float:
    """Seconds for listing the store and reading every file once, in this process."""
    start = time.perf_counter()
    pending = [str(store / ".beans")]
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


if __name__ == "__main__":
    main()
