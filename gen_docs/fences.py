"""Code fences, and merge conflict markers outside them. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

_MARKERS: Final = ("<<<<<<< ", "=======", ">>>>>>> ")


def find_conflict(lines: Iterable[str]) -> int:
    """The line (from 1) where merge conflict markers begin, or 0: lines that begin with the three of them, in order.

    The first counts outside code fences; the others anywhere, since the sides of a conflict can open and close fences.
    """
    fence, begun, wanted = "", 0, 0
    for number, line in enumerate(lines, 1):
        if not begun:
            fence = next_fence(fence, line)
        if not fence and line.startswith(_MARKERS[0]):
            begun, wanted = number, 1
        elif wanted and line.startswith(_MARKERS[wanted]):
            wanted += 1
            if wanted == len(_MARKERS):
                return begun
    return 0


_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")
_LIST = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)+")


def next_fence(fence: str, line: str) -> str:
    """The code fence that is open after `line`, given the one open before it ("" for none)."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found[1]
    closes = found[1].startswith(fence) and not found[2].strip()
    return "" if closes else fence


Part = Literal["text", "open", "inside", "close"]


def split_fences(lines: Iterable[str]) -> Iterator[tuple[int, str, Part]]:
    """Lines with their numbers from 0, and whether each is text or part of a code fence. Below a list's item a fence
    may be indented by any depth."""
    fence, in_list = "", False
    for number, line in enumerate(lines):
        marker = _LIST.match(line)
        if not fence:
            in_list = bool(marker) or (in_list and (not line.strip() or line[0] in " \t"))
        start = line[marker.end() :] if marker and not fence else line.lstrip() if in_list else line
        was, fence = fence, next_fence(fence, start)
        yield number, line, _PARTS[bool(was), bool(fence)]


_PARTS: Final[dict[tuple[bool, bool], Part]] = {
    (False, False): "text",
    (False, True): "open",
    (True, True): "inside",
    (True, False): "close",
}


def strip_fences(body: str) -> str:
    """A body without its fenced code."""
    if "```" not in body and "~~~" not in body:
        return body
    return "\n".join(line for _, line, part in split_fences(body.split("\n")) if part == "text")
