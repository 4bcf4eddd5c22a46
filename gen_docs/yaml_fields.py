"""YAML as text: libyaml's events built into fields, for every form that front matter may have. Pure.

Every scalar stays the source's text. Aliases, anchors and tags are refused, so nothing here can expand.
"""

import re
from typing import Final, NamedTuple, TypeAlias

import yaml

from gen_docs.errors import GenDocsError
from gen_docs.values import Note, Value

_Mark: TypeAlias = "yaml.Mark | yaml._yaml.Mark | None"  # noqa: SLF001 - the C parser has marks of its own

MAX_BLOCK_BYTES: Final = 65_536
MAX_DEPTH: Final = 32
NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})


class Parsed(NamedTuple):
    """Front matter as read: keys in the file's order, and what a rule may want to say about the writing."""

    fields: dict[str, Value]
    notes: tuple[Note, ...] = ()


class Malformed(Exception):  # noqa: N818 - says what the text is
    """Front matter that cannot be read. `code` is a problem code, `line` counts from the block's first line, at 0."""

    def __init__(self, code: str, line: int, value: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.value = value


class MissingParserError(GenDocsError):
    """The YAML parser that the answers depend on is not there."""


def parse_yaml(block: str) -> Parsed:
    """The fields of a block by libyaml, for every form it may have. Raises Malformed, and MissingParserError."""
    if len(block.encode()) > MAX_BLOCK_BYTES:
        raise Malformed("front-matter-too-long", 0)
    if not yaml.__with_libyaml__:
        raise MissingParserError(
            "PyYAML is installed without libyaml, and its other parser accepts different files; "
            "install a wheel of it: pip install --force-reinstall --only-binary :all: pyyaml"
        )
    builder = _Builder(block)
    try:
        for event in yaml.parse(block, Loader=yaml.CBaseLoader):
            builder.take(event)
    except Malformed as fault:
        raise Malformed(fault.code, _block_line(block, fault.line), fault.value) from None
    except yaml.MarkedYAMLError as error:
        line = _line_of(error.problem_mark or error.context_mark)
        raise _explain(block, _block_line(block, line)) from None
    except yaml.YAMLError:  # the reader's errors carry no mark: a character that YAML does not allow
        raise Malformed("yaml-character", _line_of_bad_character(block)) from None
    return Parsed(builder.fields(), tuple(builder.notes))


_BREAKS = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


def _block_line(block: str, line: int) -> int:
    """The line of a block, as files count them, of a line as YAML counts them: it knows more line ends."""
    ends = (found[0] for found in _BREAKS.finditer(block))
    return sum(end.endswith("\n") for end, _ in zip(ends, range(line), strict=False))


class _Builder:
    """Builds text, lists and maps from YAML events, without recursion and without resolving anything but null."""

    def __init__(self, block: str) -> None:
        self._lines = _BREAKS.split(block)
        self._stack: list[_Frame] = [_Frame([], 0)]
        self._documents = 0
        self.notes: list[Note] = []

    def take(self, event: yaml.Event) -> None:
        line = _line_of(event.start_mark)
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise Malformed("yaml-syntax", line)
        elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise Malformed("yaml-alias", line)
        elif getattr(event, "tag", None):
            raise Malformed("yaml-tag", line)
        elif isinstance(event, yaml.ScalarEvent):
            self._take_scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._open(_Frame([], line))
        elif isinstance(event, yaml.MappingStartEvent):
            self._open(_Frame({}, line))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._add(self._stack.pop().value)

    def fields(self) -> dict[str, Value]:
        """The block's mapping; an empty block is an empty one."""
        bottom = self._stack[0].value
        assert isinstance(bottom, list)  # noqa: S101 - the bottom frame is made in __init__
        value = bottom[0] if bottom else {}
        if value == "":
            return {}
        if not isinstance(value, dict):
            raise Malformed("not-a-mapping", 0)
        return value

    def _open(self, frame: "_Frame") -> None:
        if self._stack[-1].wants_key():
            raise Malformed("yaml-key", frame.line)
        if len(self._stack) > MAX_DEPTH:
            raise Malformed("yaml-depth", frame.line)
        self._stack.append(frame)

    def _take_scalar(self, event: yaml.ScalarEvent) -> None:
        frame = self._stack[-1]
        if frame.wants_key():
            frame.key = event.value
            if isinstance(frame.value, dict) and event.value in frame.value:
                self.notes.append(Note("duplicate-key", event.value))
            return
        is_plain = event.implicit[0] and not event.style
        if is_plain and len(self._stack) == 2 and frame.key is not None and self._is_cut(event.end_mark):
            self.notes.append(Note("title-comment", frame.key))
        self._add("" if is_plain and event.value in NULLS else event.value)

    def _is_cut(self, end: _Mark) -> bool:
        """Whether a comment follows on the line where a plain scalar ends."""
        return (
            end is not None
            and end.line < len(self._lines)
            and self._lines[end.line][end.column :].lstrip(" \t").startswith("#")
        )

    def _add(self, value: Value) -> None:
        frame = self._stack[-1]
        if isinstance(frame.value, list):
            frame.value.append(value)
        elif frame.key is not None:
            frame.value.pop(frame.key, None)  # the last one wins, and stands where it stands
            frame.value[frame.key] = value
            frame.key = None


class _Frame:
    """A list or map under construction, and the key that waits for its value."""

    __slots__ = ("key", "line", "value")

    def __init__(self, value: list[Value] | dict[str, Value], line: int) -> None:
        self.value = value
        self.line = line
        self.key: str | None = None

    def wants_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None


def _line_of(mark: _Mark) -> int:
    return mark.line if mark else 0


_UNQUOTED = re.compile(r"\s*(?:- +)?([^\s:'\"#][^:]*):\s+(?:[`@%\[{]|[^'\"|>].*:(?:\s|$)).*")


def _explain(block: str, line: int) -> Malformed:
    """The problem of a block that is not YAML, in words of our own: the commonest mistakes have codes that say how to
    repair them, and no library's sentence reaches a projection."""
    lines = block.split("\n")
    for number in (line, line - 1):
        text = lines[number] if 0 <= number < len(lines) else ""
        if "\t" in text[: len(text) - len(text.lstrip())]:
            return Malformed("tab-indent", number)
        found = _UNQUOTED.fullmatch(text)
        if found and not _is_yaml(text.strip()):
            return Malformed("unquoted-value", number, found[1].strip())
    return Malformed("yaml-syntax", min(line, len(lines) - 1))


def _is_yaml(line: str) -> bool:
    """Whether a line is YAML by itself; then it is not to blame for what comes after it."""
    try:
        for _ in yaml.parse(line, Loader=yaml.CBaseLoader):
            pass
    except yaml.YAMLError:
        return False
    return True


def _line_of_bad_character(block: str) -> int:
    bad = re.compile("[^\t\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
    return next((number for number, line in enumerate(block.split("\n")) if bad.search(line)), 0)
