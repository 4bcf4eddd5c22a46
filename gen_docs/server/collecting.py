"""When the interpreter looks for garbage: not while a site is built or asked for, but in the pause that follows.

A build makes a hundred thousand objects that all stay. To look through them again and again while they are made takes
nearly as long as to make them.
"""

import asyncio
import gc
from typing import Final

_PAUSE: Final = 1.0  # seconds without a build
_MOST: Final = 4  # builds without such a pause: a site that was replaced stays in memory until then


class Collector:
    """Looks for garbage in the pauses of a running loop."""

    def __init__(self) -> None:
        self._builds = 0
        self._later: asyncio.TimerHandle | None = None

    def hold(self) -> None:
        """A build begins: no looking until it is over."""
        gc.disable()
        if self._later is not None:
            self._later.cancel()

    def rest(self) -> None:
        """A build is over: looks for garbage when no other begins soon, or when many have."""
        gc.freeze()  # what was made stays, so it need not be looked through
        gc.enable()
        self._builds += 1
        if self._builds >= _MOST:
            self._collect()
        else:
            self._later = asyncio.get_running_loop().call_later(_PAUSE, self._collect)

    def _collect(self) -> None:
        self._builds = 0
        gc.unfreeze()
        gc.collect()
        gc.freeze()
