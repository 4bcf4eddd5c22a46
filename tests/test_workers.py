"""Work shared among processes: all of it is done once, and what goes wrong in one of them is told."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from support import bean, run, write_beans

from gen_docs import workers
from gen_docs.workers import BLOCK, WORTH_SHARING, WorkerError, share

# The process that runs the tests has threads of its own, and a fork of it would be no fair trial.
PROGRAM = """
import os, sys
from gen_docs import workers
workers._count_cores = lambda: 3
def task(items):
    {body}
try:
    print(sum(workers.share(range({size}), task)))
except Exception as error:
    print(type(error).__name__, error)
"""


def share_elsewhere(body: str, size: int = WORTH_SHARING) -> str:
    program = PROGRAM.format(body=body, size=size)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_every_item_is_worked_on_once() -> None:
    assert share_elsewhere("return sum(items)") == str(sum(range(WORTH_SHARING)))


def test_the_work_is_done_by_several_processes(tmp_path: Path) -> None:
    share_elsewhere(f"open(os.path.join({str(tmp_path)!r}, str(os.getpid())), 'w').close(); return 0")
    assert len(list(tmp_path.iterdir())) == 3


def test_little_work_stays_in_this_process() -> None:
    def task(items: Iterable[int]) -> int:
        return os.getpid() if len(list(items)) == WORTH_SHARING - 1 else 0

    assert share(range(WORTH_SHARING - 1), task) == [os.getpid()]


def test_one_core_stays_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_count_cores", lambda: 1)
    assert share(range(5_000), lambda items: len(list(items))) == [5_000]


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("workers.WorkerError('template a, line 3')", "WorkerError template a, line 3"),
        ("OSError(28, 'No space left on device')", "WorkerError [Errno 28] No space left on device"),
        ("KeyError('bug')", "KeyError: 'bug'"),
        ("SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_what_goes_wrong_in_another_process_is_told(raised: str, said: str) -> None:
    answer = share_elsewhere(f"if {BLOCK} in items: raise {raised}\n    return 0")
    assert answer.startswith("WorkerError ")
    assert said in answer


def test_a_process_that_ends_without_an_answer_is_an_error() -> None:
    assert "ended before its work was done" in share_elsewhere(f"if {BLOCK} in items: os._exit(9)\n    return 0")


def test_an_error_of_a_worker_is_one_that_a_person_can_repair() -> None:
    with pytest.raises(WorkerError):
        raise WorkerError("template x")


@pytest.mark.full
def test_a_large_site_is_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    """Written by as many processes as there are cores, and again by one: nothing changes."""
    root = write_beans(tmp_path, {f"app-{number:04}": bean(f"Item {number}") for number in range(WORTH_SHARING)})
    assert run("build", "--root", root).returncode == 0
    alone = ["taskset", "-c", "0"] if os.path.exists("/usr/bin/taskset") else []  # noqa: PTH110 - one look
    again = subprocess.run(
        [*alone, sys.executable, "-m", "gen_docs", "build", "--root", root], capture_output=True, text=True, check=True
    )
    assert "(0 written, 0 removed)" in again.stdout
