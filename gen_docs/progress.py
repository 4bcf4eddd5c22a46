"""Progress: a line on a terminal while work takes more than a second; nothing for less, and nothing in a pipe."""

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, TextIO

from gen_docs.files import Root, StoreFile

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE: Final = 1.0  # seconds for which nobody wants to be told
_INTERVAL: Final = 0.1  # seconds between two looks of the line


class Progress:
    """Shows on `stream` how far a step is, from the moment that all steps have taken longer than `PATIENCE`. The line
    is gone when they end."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream: Final = stream
        self._clock: Final = clock
        self._due = clock() + PATIENCE if stream.isatty() else float("inf")
        self._step = ""
        self._count = 0
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def begin(self, step: str) -> None:
        """Begins the next step, named by a word or two."""
        self._step, self._count = step, 0
        if self._bar:
            self._bar.remove_task(self._bar.task_ids[0])
            self._bar.add_task("", total=None)
            self._due = self._clock()
        self._show(step, None)

    def count(self) -> None:
        """One more is done, of a number that nobody knows."""
        self._count += 1
        self._show(f"{self._step} {self._count:,}", None)

    def tell(self, share: float) -> None:
        """So much of the step is done, as a share of 1."""
        self._show(f"{self._step} {share:.0%}", share)

    def _show(self, words: str, share: float | None) -> None:
        now = self._clock()
        if now < self._due:
            return
        self._due = now + _INTERVAL
        self._bar = self._bar or _make_bar(self._stream)
        total = None if share is None else 1.0
        self._bar.update(self._bar.task_ids[0], description=words, total=total, completed=share)
        self._bar.refresh()


def _make_bar(stream: TextIO) -> "Bar":
    """A line that is drawn when it is told to: a thread that drew it would be in the way of processes that fork."""
    from rich.console import Console  # noqa: PLC0415 - short work needs none of it
    from rich.progress import BarColumn, TextColumn  # noqa: PLC0415 - same
    from rich.progress import Progress as Bar  # noqa: PLC0415 - same

    bar = Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        console=Console(file=stream),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task("", total=None)
    bar.start()
    return bar


class CountedRoot(Root):
    """A root that counts the files that are read from stores."""

    def __init__(self, folder: str, progress: Progress) -> None:
        super().__init__(folder)
        self._progress: Final = progress
        progress.begin("Reading")

    def walk(self, store: str, suffix: str) -> Iterator[StoreFile]:
        for file in super().walk(store, suffix):
            self._progress.count()
            yield file
