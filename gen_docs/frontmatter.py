"""Front matter: finding it in a file's text, and reading it as text. Pure; knows no kind.

`split` finds the block; `parse` reads it. Nearly every block has the canonical form that the tools write, which is read
line by line; anything else goes to libyaml. Both give the same answer (a property test holds them together), so the
first is only speed. Every scalar stays the source's text: a title `on`, an id `61e5` or a version `1.10` means what it
says.
"""

import re
from typing import Final, NamedTuple

from gen_docs.values import Value
from gen_docs.yaml_fields import MAX_BLOCK_BYTES, NULLS, Parsed, parse_yaml

_OPENING = re.compile(r"\s*^[ \t\f\v]*---[ \t\f\v]*\n", re.MULTILINE)
_CLOSING = re.compile(r"^[ \t\f\v]*---[ \t\f\v]*$\n?", re.MULTILINE)

# A plain scalar cannot begin with these; ` ` stands for a second space after the colon.
_INDICATORS: Final = frozenset(" -?:,[]{}#&*!|>'\"%@`")


MAX_KEY: Final = 1000  # YAML itself draws a line a little above


class Block(NamedTuple):
    """Front matter as found: its text, the line it begins on (from 1), and the text after it."""

    text: str
    line: int
    body: str


def split(text: str) -> Block | None:
    """The front matter of a file, or None when it has none or does not close it.

    Blank lines may stand before the first `---` and spaces around both; the next line that is `---` ends the block,
    even inside a block scalar. The body is all that follows, minus one final newline.
    """
    if text.startswith("---\n") and (end := text.find("\n---\n", 3)) >= 0 and "---" not in text[4:end]:
        return Block(text[4 : end + 1], 2, text[end + 5 :].removesuffix("\n"))
    opening = _OPENING.match(text)
    if opening is None:
        return None
    start, line = opening.end(), opening[0].count("\n") + 1
    closing = _CLOSING.search(text, start)
    if closing is None:
        return None
    return Block(text[start : closing.start()], line, text[closing.end() :].removesuffix("\n"))


def parse(block: str) -> Parsed:
    """The fields of a block. Raises Malformed."""
    fields = parse_canonical(block)
    return parse_yaml(block) if fields is None else Parsed(fields)


def parse_canonical(block: str) -> dict[str, Value] | None:
    """The fields of a block in canonical form: keys at the left, each with one plain or quoted scalar without escapes
    or a block list of them; None when any line is more than that."""
    lines = block.split("\n")
    if " #" in block or len(block) * 4 > MAX_BLOCK_BYTES or not "".join(lines).isprintable():
        return None
    fields: dict[str, Value] = {}
    list_key, indent = "", ""
    for line in lines:
        key, colon, written = line.partition(": ")
        if colon:
            value = _read_scalar(written)
            if value is None or key in fields or not key.isidentifier():
                return None
            fields[key], list_key = value, ""
        elif line[-1:] == ":":
            list_key = line[:-1]
            if list_key in fields or not list_key.isidentifier():
                return None
            fields[list_key] = ""
        elif line and line[0] != "#":
            spaces, dash, written = line.partition("- ")
            value = _read_scalar(written) if dash and list_key and not spaces.strip(" ") else None
            items = fields.get(list_key)
            if value is None or (items and spaces != indent):
                return None
            if isinstance(items, list):
                items.append(value)
            else:
                fields[list_key], indent = [value], spaces
    return None if len(block) > MAX_KEY and any(len(key) > MAX_KEY for key in fields) else fields


def _read_scalar(written: str) -> str | None:
    """A plain or quoted scalar of one line, or None when it may be anything else."""
    first, last = written[:1], written[-1:]
    if first not in _INDICATORS:
        if last in ": " or ": " in written:
            return None
        return "" if written in NULLS else written
    inner = written[1:-1]
    if first not in "'\"" or last != first or len(written) < 2 or first in inner or "\\" in inner:
        return None
    return inner
