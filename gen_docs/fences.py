"""Code fences, and merge conflict markers outside them. Pure."""

import re
from collections.abc import Iterable


def find_conflict(lines: Iterable[str]) -> int:
    """The line (from 1) where merge conflict markers begin, or 0: the three of them, in order, outside code fences."""
    fence, begun, wanted = "", 0, 0
    markers = (re.compile("<<<<<<< "), re.compile("=======$"), re.compile(">>>>>>> "))
    for number, line in enumerate(lines, 1):
        fence = next_fence(fence, line)
        if fence:
            continue
        if markers[0].match(line):
            begun, wanted = number, 1
        elif wanted and markers[wanted].match(line):
            wanted += 1
            if wanted == len(markers):
                return begun
    return 0


_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")


def next_fence(fence: str, line: str) -> str:
    """The code fence that is open after `line`, given the one open before it ("" for none)."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found[1]
    closes = found[1].startswith(fence) and not found[2].strip()
    return "" if closes else fence
