"""Progress on a terminal: said only where somebody looks, only of what takes long, and gone at the end."""

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support import bean, write_beans

from gen_docs.progress import PATIENCE, CountedRoot, Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """What was shown, one look after the other, without colours and bars."""
        shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.getvalue())
        return [re.sub(r"[━╸╺ ]+", " ", line).strip() for line in re.split(r"[\r\n]+", shown) if line.strip()]


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _a_plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_work_that_is_done_at_once_says_nothing() -> None:
    terminal, clock = Terminal(), Clock()
    with Progress(terminal, clock) as progress:
        progress.begin("Reading")
        clock.now += PATIENCE - 0.01
        progress.tell(0.9)
    assert terminal.getvalue() == ""


def test_long_work_says_what_it_does_and_how_far_it_is() -> None:
    terminal, clock = Terminal(), Clock()
    with Progress(terminal, clock) as progress:
        progress.begin("Reading")
        for _ in range(1_234):
            progress.count()
        clock.now += PATIENCE
        progress.count()
        clock.now += 1
        progress.begin("Writing")
        clock.now += 1
        progress.tell(0.5)
    shown = "\n".join(terminal.lines())
    assert "Reading 1,235" in shown
    assert "Writing 50%" in shown


def test_the_line_is_drawn_a_few_times_a_second_at_most() -> None:
    terminal, clock = Terminal(), Clock()
    with Progress(terminal, clock) as progress:
        progress.begin("Writing")
        clock.now += PATIENCE
        progress.tell(0.1)
        before = terminal.getvalue()
        for share in range(1_000):
            progress.tell(share / 1_000)
        assert terminal.getvalue() == before
        clock.now += 0.2
        progress.tell(0.7)
        assert terminal.getvalue() != before


def test_the_line_is_gone_at_the_end_and_the_cursor_is_there() -> None:
    terminal, clock = Terminal(), Clock()
    with Progress(terminal, clock) as progress:
        clock.now += PATIENCE
        progress.begin("Writing")
    assert terminal.getvalue().endswith("\x1b[1A\x1b[2K")  # up, and the line wiped
    assert terminal.getvalue().rindex("\x1b[?25h") > terminal.getvalue().rindex("\x1b[?25l")


def test_the_line_is_gone_after_an_error_too() -> None:
    terminal, clock = Terminal(), Clock()

    def fail() -> None:
        with Progress(terminal, clock) as progress:
            clock.now += PATIENCE
            progress.begin("Writing")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert terminal.getvalue().endswith("\x1b[1A\x1b[2K")


def test_nothing_is_said_in_a_pipe() -> None:
    stream, clock = io.StringIO(), Clock()
    with Progress(stream, clock) as progress:
        clock.now += 100 * PATIENCE
        progress.begin("Writing")
        progress.tell(0.5)
    assert stream.getvalue() == ""


def test_a_root_counts_the_files_of_stores(tmp_path: Path) -> None:
    write_beans(tmp_path, {"app-aaaa": bean(), "app-bbbb": bean()})
    terminal, clock = Terminal(), Clock()
    with Progress(terminal, clock) as progress:
        root = CountedRoot(str(tmp_path), progress)
        clock.now += PATIENCE
        assert len(list(root.walk(".beans", ".md"))) == 2
    assert "Reading 1" in "\n".join(terminal.lines())


IMPATIENT = (
    "from gen_docs import progress; progress.PATIENCE = 0\n"
    "from gen_docs.cli import main; main(prog_name='gen-docs')"
)  # fmt: skip


def run_on_terminal(command: list[str]) -> tuple[str, str]:
    """What a command writes to its standard output, and to the terminal that its error stream is."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        assert process.stdout is not None
        output = process.stdout.read().decode()
        shown = b""
        while block := _read(ours):
            shown += block
    os.close(ours)
    assert process.returncode == 0, shown.decode()
    return output, shown.decode()


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 65_536)
    except OSError:  # how Linux says that nobody holds the other end
        return b""


def build_on_terminal(root: Path, out: Path) -> tuple[str, str]:
    return run_on_terminal([sys.executable, "-c", IMPATIENT, "build", "--root", str(root), "--out", str(out)])


def check_on_terminal(root: Path, out: Path) -> tuple[str, str]:
    return run_on_terminal([sys.executable, "-c", IMPATIENT, "check", "--root", str(root), "--out", str(out)])


@pytest.mark.parametrize(
    ("command", "step"),
    [(build_on_terminal, "Writing"), pytest.param(check_on_terminal, "Reading", marks=pytest.mark.full)],
)
def test_a_command_tells_a_terminal_and_leaves_its_output_alone(
    tmp_path: Path, command: Callable[[Path, Path], tuple[str, str]], step: str
) -> None:
    root = write_beans(tmp_path / "r", {"app-aaaa": bean(), "app-bbbb": bean()})
    build_on_terminal(root, tmp_path / "o")
    output, shown = command(root, tmp_path / "o")
    assert step in shown
    assert "\x1b" not in output
    assert output.endswith((".\n", ")\n"))
