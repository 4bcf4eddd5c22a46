"""Markdown files with YAML front matter, one record each."""

import codecs
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gen_docs.fences import find_conflict
from gen_docs.files import StoreFile
from gen_docs.frontmatter import Block, parse, split
from gen_docs.values import Note, Problem, Record
from gen_docs.yaml_fields import Malformed, Parsed


class MarkdownOptions(Struct, frozen=True):
    """Where ids come from: the file's name up to its first separator (`filename`) or all of it (`stem`); the field
    (`id_field`) or the comment on the first line (`id_comment`) that should repeat it; the folder of what is set aside
    (`archive`); and whether people write the part after the last `-` alone (`short_ids`)."""

    id: Literal["filename", "stem"] = "stem"
    id_field: str = ""
    id_comment: bool = False
    archive: str = ""
    short_ids: bool = False


def read_markdown(files: Iterable[StoreFile], options: MarkdownOptions) -> Iterator[Record | Problem]:
    """One record or problem for each file, in the order of the files."""
    for file in files:
        identifier = identify_file(file.inner, options) if file.inner.endswith(".md") else ""  # else it is a folder
        entry = Problem(file.path, file.fault) if file.fault else _read_file(file, identifier, options)
        yield replace(entry, id=identifier) if isinstance(entry, Problem) else entry


def identify_file(inner: str, options: MarkdownOptions) -> str:
    """The id that a file's path in the store gives its record; "" when it gives none."""
    name = inner.rpartition("/")[2].removesuffix(".md")
    if options.id == "stem":
        return name
    for separator in ("--", ".", "-"):
        at = name.find(separator, 1 if separator == "." else 0)
        if at >= 0:
            return name[:at]
    return name


def _read_file(file: StoreFile, identifier: str, options: MarkdownOptions) -> Record | Problem:
    if not identifier:
        return Problem(file.path, "no-id")
    text, bad_line = _decode(file.data)
    if "<<<<<<< " in text and (line := find_conflict(text.split("\n"))):
        return Problem(file.path, "conflict-markers", line)
    block = split(text)
    if block is None:
        return Problem(file.path, "not-a-record")
    if bad_line and bad_line < block.line + block.text.count("\n"):
        return Problem(file.path, "bad-encoding", bad_line)
    return _read_block(file, identifier, block, options, is_clean=not bad_line)


def _read_block(
    file: StoreFile, identifier: str, block: Block, options: MarkdownOptions, *, is_clean: bool
) -> Record | Problem:
    try:
        parsed = parse(block.text)
    except Malformed as fault:
        return Problem(file.path, fault.code, block.line + fault.line, fault.value)
    notes = (*parsed.notes, *_compare_ids(identifier, block, parsed, options))
    if not is_clean:
        notes = (*notes, Note("bad-encoding"))
    if not isinstance(parsed.fields.pop(options.id_field, ""), str):
        return Problem(file.path, "wrong-type", value=options.id_field)
    archived = bool(options.archive) and file.inner.startswith(options.archive)
    return Record(identifier, file.path, parsed.fields, block.body, archived, notes)


def _decode(data: bytes) -> tuple[str, int]:
    r"""A file's text with `\n` line ends and without a byte order mark, and the line (from 1) of its first byte that is
    not UTF-8, or 0."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    try:
        return data.decode(), 0
    except UnicodeDecodeError as error:
        return data.decode(errors="replace"), data.count(b"\n", 0, error.start) + 1


def _compare_ids(identifier: str, block: Block, parsed: Parsed, options: MarkdownOptions) -> Iterator[Note]:
    """A note where the file says another id than its name: the name counts."""
    if options.id_comment and block.text.startswith("#"):
        comment = block.text.partition("\n")[0].lstrip("#").strip()
        if comment and comment != identifier and not comment.count(" "):
            yield Note("id-mismatch", value=comment)
    said = parsed.fields.get(options.id_field) if options.id_field else None
    if isinstance(said, str) and said and said != identifier:
        yield Note("id-mismatch", options.id_field, said)
