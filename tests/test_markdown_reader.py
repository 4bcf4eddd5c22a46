"""Readers: where ids come from, what a file's bytes may be, and that every file gives one record or one problem."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import bean, build, examples, judged, projection, write_beans, write_files

from gen_docs.files import MAX_FILE_BYTES, StoreFile
from gen_docs.readers import READERS
from gen_docs.readers.markdown import MarkdownOptions, identify_file, read_markdown
from gen_docs.values import Note, Problem, Record

BEANS = MarkdownOptions(id="filename", id_comment=True, archive="archive/", short_ids=True)
TODOS = MarkdownOptions(id="stem", id_field="id")


def _file(content: str | bytes, inner: str = "app-1--a.md") -> StoreFile:
    return StoreFile(f"store/{inner}", inner, content if isinstance(content, bytes) else content.encode())


def _read(content: str | bytes, inner: str = "app-1--a.md", options: MarkdownOptions = BEANS) -> Record | Problem:
    (entry,) = read_markdown([_file(content, inner)], options)
    return entry


def _record(content: str | bytes, inner: str = "app-1--a.md", options: MarkdownOptions = BEANS) -> Record:
    entry = _read(content, inner, options)
    assert isinstance(entry, Record), entry
    return entry


# --- ids -----------------------------------------------------------------------------------------------------------

FILE_NAMES = {
    "app-1--a-slug.md": "app-1",
    "app-1--.md": "app-1",
    "app-1--a--b.md": "app-1",
    "app-1---a.md": "app-1",
    "app-1.a-slug.md": "app-1",
    "app-1.md": "app",
    "app-one-two-three.md": "app",
    "app.x-1--a.md": "app.x-1",
    "a.b--c.d.md": "a.b",
    "one.md": "one",
    "README.md": "README",
    "APP-1--a.md": "APP-1",
    "a b--c d.md": "a b",
    "a_b--c.md": "a_b",
    "größe--länge.md": "größe",
    "任务-1--标题.md": "任务-1",
    ".hidden.md": ".hidden",
    ".hidden.more.md": ".hidden",
    "--a.md": "",
    "-a.md": "",
    ".md": "",
    "archive/app-1--a.md": "app-1",
    "a--b/c/app-1--a.md": "app-1",
    "app-1--a.md.md": "app-1",
    "caf%E9--a.md": "caf%E9",
}


@pytest.mark.parametrize(("inner", "identifier"), FILE_NAMES.items())
def test_the_id_is_what_stands_before_the_first_separator(inner: str, identifier: str) -> None:
    assert identify_file(inner, BEANS) == identifier


STEMS = {"one.md": "one", "a-b--c.d.md": "a-b--c.d", "folder/one.md": "one", ".md": "", "2026-01-02.md": "2026-01-02"}


@pytest.mark.parametrize(("inner", "identifier"), STEMS.items())
def test_the_id_of_a_kind_that_says_stem_is_the_whole_name(inner: str, identifier: str) -> None:
    assert identify_file(inner, TODOS) == identifier


@pytest.mark.parametrize("inner", ["--a.md", "-a.md", ".md", "archive/--a.md"])
def test_a_name_without_an_id_is_a_problem(inner: str) -> None:
    assert _read(bean(), inner) == Problem(f"store/{inner}", "no-id")


COMMENTS = {
    "the same id": ("# app-1\n", ()),
    "another id": ("# app-2\n", (Note("id-mismatch", "", "app-2"),)),
    "without a space": ("#app-2\n", (Note("id-mismatch", "", "app-2"),)),
    "another case": ("# APP-1\n", (Note("id-mismatch", "", "APP-1"),)),
    "a sentence": ("# written by hand\n", ()),
    "an empty comment": ("#\n", ()),
    "on the second line": ("a: b\n# app-2\n", ()),
    "no comment": ("", ()),
}


@pytest.mark.parametrize(("comment", "notes"), COMMENTS.values(), ids=COMMENTS)
def test_the_comment_on_the_first_line_is_compared_with_the_name(comment: str, notes: tuple[Note, ...]) -> None:
    record = _record(f"---\n{comment}title: A\n---\n")
    assert record.id == "app-1"
    assert record.notes == notes


def test_a_kind_without_id_comments_leaves_them_alone() -> None:
    assert _record("---\n# app-2\ntitle: A\n---\n", options=MarkdownOptions(id="filename")).notes == ()


ID_FIELDS = {
    "the same id": ("id: one\n", ()),
    "another id": ("id: two\n", (Note("id-mismatch", "id", "two"),)),
    "a number is compared as text": ("id: 007\n", (Note("id-mismatch", "id", "007"),)),
    "an empty one": ("id:\n", ()),
    "none": ("", ()),
}


@pytest.mark.parametrize(("field", "notes"), ID_FIELDS.values(), ids=ID_FIELDS)
def test_the_id_field_is_compared_with_the_name_and_is_no_field(field: str, notes: tuple[Note, ...]) -> None:
    record = _record(f"---\n{field}title: A\n---\n", "one.md", TODOS)
    assert record.id == "one"
    assert record.fields == {"title": "A"}
    assert record.notes == notes


@pytest.mark.parametrize("written", ["[one, two]", "{one: two}"])
def test_an_id_field_that_is_no_text_is_a_wrong_type_like_any_other(tmp_path: Path, written: str) -> None:
    """A list or a map where text belongs is a problem; nothing that is written vanishes."""
    write_files(tmp_path, {"todos/items/one.md": f"---\nid: {written}\nsummary: A\nstatus: open\n---\n"})
    site = build(tmp_path)
    assert projection(site, "todos")["problems"] == [
        {"path": "todos/items/one.md", "code": "wrong-type", "value": "id"}
    ]


def test_an_id_key_of_a_kind_without_id_field_is_kept() -> None:
    assert _record("---\nid: other\n---\n").fields == {"id": "other"}


ARCHIVED = {
    "archive/app-1--a.md": True,
    "archive/2026/app-1--a.md": True,
    "app-1--a.md": False,
    "old/archive/app-1--a.md": False,
    "archived/app-1--a.md": False,
    "archive--a.md": False,
    "Archive/app-1--a.md": False,
}


@pytest.mark.parametrize(("inner", "archived"), ARCHIVED.items())
def test_archived_is_what_lies_in_the_folder_at_the_top_of_the_store(inner: str, archived: bool) -> None:  # noqa: FBT001
    assert _record(bean(), inner).archived is archived


def test_a_kind_without_an_archive_archives_nothing() -> None:
    assert not _record(bean(), "archive/one.md", TODOS).archived


# --- bytes ---------------------------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_dropped() -> None:
    record = _record(b"\xef\xbb\xbf---\ntitle: A\n---\ntext\n")
    assert (record.fields, record.body, record.notes) == ({"title": "A"}, "text", ())


def test_crlf_becomes_lf_before_anything_else() -> None:
    record = _record(b"---\r\ntitle: A\r\ntags:\r\n  - x\r\nmore: |\r\n  a\r\n  b\r\n---\r\n\r\none\r\ntwo\r\n")
    assert record.fields == {"title": "A", "tags": ["x"], "more": "a\nb\n"}
    assert record.body == "\none\ntwo"


def test_a_lone_carriage_return_in_a_body_stays() -> None:
    assert _record(b"---\na: b\n---\none\rtwo\n").body == "one\rtwo"


def test_bytes_in_a_body_that_are_not_utf_8_are_replaced_and_noted() -> None:
    record = _record(b"---\ntitle: A\n---\ncaf\xe9 \xff\n")
    assert record.body == "caf\ufffd \ufffd"
    assert record.notes == (Note("bad-encoding"),)


def test_bytes_in_front_matter_that_are_not_utf_8_are_a_problem() -> None:
    entry = _read(b"---\ntitle: caf\xe9\n---\ntext\n")
    assert isinstance(entry, Problem)
    assert (entry.path, entry.code) == ("store/app-1--a.md", "bad-encoding")
    assert entry.line > 0


def test_the_line_of_bytes_that_are_not_utf_8_is_the_line_they_stand_on() -> None:
    entry = _read(b"\n---\ntitle: A\nstatus: todo\nmore: caf\xe9\n---\ntext\n")
    assert entry == Problem("store/app-1--a.md", "bad-encoding", 5, id="app-1")


def test_a_replacement_character_of_the_author_is_no_bad_encoding() -> None:
    record = _record("---\ntitle: a \ufffd b\n---\n\ufffd\n")
    assert record.fields == {"title": "a \ufffd b"}
    assert record.notes == ()


def test_a_replacement_character_in_front_matter_beside_bad_bytes_in_the_body_is_the_authors() -> None:
    record = _record("---\ntitle: a \ufffd b\n---\n".encode() + b"caf\xe9\n")
    assert record.fields == {"title": "a \ufffd b"}
    assert record.notes == (Note("bad-encoding"),)


def test_a_nul_in_a_body_is_text() -> None:
    assert _record("---\na: b\n---\nx\0y\n").body == "x\0y"


def test_an_utf_16_file_is_not_a_record() -> None:
    entry = _read("---\ntitle: A\n---\n".encode("utf-16"))
    assert isinstance(entry, Problem)
    assert entry.code == "not-a-record"


# --- problems ------------------------------------------------------------------------------------------------------

_CONFLICT = "<<<<<<< ours\na: b\n=======\na: c\n>>>>>>> theirs\n"

PROBLEMS: dict[str, tuple[str, str, int]] = {
    "a text without front matter": ("How to write a plan.\n", "not-a-record", 0),
    "an empty file": ("", "not-a-record", 0),
    "unclosed front matter": ("---\ntitle: A\n\ntext\n", "not-a-record", 0),
    "TOML": ("+++\ntitle = 'A'\n+++\n", "not-a-record", 0),
    "a list": ("---\n- a\n---\n", "not-a-mapping", 2),
    "a colon in a title": ("---\nstatus: todo\ntitle: Fix: it\n---\n", "unquoted-value", 3),
    "a colon below blank lines": ("\n\n---\nstatus: todo\ntitle: Fix: it\n---\n", "unquoted-value", 5),
    "a tab": ("---\na: b\n\tc: d\n---\n", "tab-indent", 3),
    "an alias": ("---\na: &x b\nc: *x\n---\n", "yaml-alias", 2),
    "a tag": ("---\na: b\nc: !!int d\n---\n", "yaml-tag", 3),
    "a control character": ("---\na: b\nc: \x07\n---\n", "yaml-character", 3),
    "markers in front matter": (f"---\ntitle: A\n{_CONFLICT}---\ntext\n", "conflict-markers", 3),
    "markers in the body": (f"---\ntitle: A\n---\ntext\n{_CONFLICT}", "conflict-markers", 5),
    "markers around everything": (
        "<<<<<<< ours\n---\na: b\n---\n=======\n---\na: c\n---\n>>>>>>> theirs\n",
        "conflict-markers",
        1,
    ),
}


@pytest.mark.parametrize(("text", "code", "line"), PROBLEMS.values(), ids=PROBLEMS)
def test_what_cannot_be_read_is_a_problem_with_its_line_in_the_file(text: str, code: str, line: int) -> None:
    entry = _read(text)
    assert isinstance(entry, Problem)
    assert (entry.path, entry.code, entry.line) == ("store/app-1--a.md", code, line)


def test_a_problem_in_a_file_of_crlf_has_the_same_line() -> None:
    entry = _read(b"\r\n---\r\nstatus: todo\r\ntitle: Fix: it\r\n---\r\n")
    assert entry == Problem("store/app-1--a.md", "unquoted-value", 4, "title", "app-1")


@pytest.mark.parametrize("fence", ["```", "~~~"])
def test_conflict_markers_inside_a_fence_are_an_example(fence: str) -> None:
    assert _record(f"---\na: b\n---\n{fence}\n{_CONFLICT}{fence}\n").fields == {"a": "b"}


def test_a_file_that_cannot_be_read_keeps_its_fault() -> None:
    file = StoreFile("store/a.md", "a.md", b"", "unreadable")
    assert list(read_markdown([file], BEANS)) == [Problem("store/a.md", "unreadable", id="a")]


def test_one_bad_file_does_not_hide_the_others_and_the_order_stays() -> None:
    files = [_file(bean(), "b.md"), _file("---\na: b: c\n---\n", "a.md"), _file(bean(), "c.md")]
    entries = list(read_markdown(files, BEANS))
    assert [(type(entry), entry.path) for entry in entries] == [
        (Record, "store/b.md"),
        (Problem, "store/a.md"),
        (Record, "store/c.md"),
    ]


# --- from the disk -------------------------------------------------------------------------------------------------


def test_a_store_is_every_md_file_at_any_depth_outside_hidden_folders(tmp_path: Path) -> None:
    names = ["a.md", "sub/dir/b.md", "archive/c.md", "node_modules/d.md", ".e.md"]
    ignored = [".hidden/f.md", "sub/.hidden/g.md", "H.MD", "i.markdown", "j.txt"]
    write_beans(tmp_path, dict.fromkeys(names, bean()))
    write_files(tmp_path, {f".beans/{name}": bean() for name in ignored})
    found = {item.path for item in judged(build(tmp_path)).graph.items}
    assert found == {f".beans/{name}" for name in names}


def test_a_link_to_a_folder_is_not_followed_and_one_to_a_file_outside_is_a_problem(tmp_path: Path) -> None:
    root = write_beans(tmp_path / "root", {"app-1": bean()})
    outside = write_files(tmp_path / "outside", {"app-2--x.md": bean()})
    (root / ".beans" / "folder").symlink_to(outside)
    (root / ".beans" / "app-3--x.md").symlink_to(outside / "app-2--x.md")
    (root / ".beans" / "app-4--x.md").symlink_to("app-1--slug.md")
    (root / ".beans" / "app-5--x.md").symlink_to("nowhere.md")
    graph = judged(build(root)).graph
    assert [item.id for item in graph.items] == ["app-1", "app-4"]
    assert [(problem.path, problem.code) for problem in graph.problems] == [
        (".beans/app-3--x.md", "link-outside-root"),
        (".beans/app-5--x.md", "unreadable"),
    ]


def test_a_file_of_many_megabytes_is_a_problem(tmp_path: Path) -> None:
    write_beans(tmp_path, {"app-1": bean()})
    with (tmp_path / ".beans" / "app-2--x.md").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    graph = judged(build(tmp_path)).graph
    assert [problem.code for problem in graph.problems] == ["too-large"]
    assert [item.id for item in graph.items] == ["app-1"]


def test_a_name_that_is_not_utf_8_is_percent_encoded(tmp_path: Path) -> None:
    write_beans(tmp_path, {"app-1": bean()})
    name = bytes(tmp_path / ".beans") + b"/app-2--100%-caf\xe9.md"
    try:
        Path(name.decode("utf-8", "surrogateescape")).write_text(bean(), encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes names in UTF-8 only")
    items = judged(build(tmp_path)).graph.items
    assert [(item.id, item.path) for item in items] == [
        ("app-1", ".beans/app-1--slug.md"),
        ("app-2", ".beans/app-2--100%25-caf%E9.md"),
    ]


# --- every reader --------------------------------------------------------------------------------------------------

HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "a NUL": b"\0",
    "bytes that are no text": bytes(range(256)),
    "only marks": b"\xef\xbb\xbf\xef\xbb\xbf",
    "delimiters": b"---\n---\n---\n",
    "a thousand delimiters": b"---\n" * 1000,
    "white space": b" \t\r\n" * 5000,
    "one long line": b"---\na: " + b"x" * 200_000 + b"\n---\n",
    "nesting": b"---\na: " + b"[" * 30_000 + b"\n---\n",
    "nesting of maps": b"---\na: " + b"{a: " * 15_000 + b"\n---\n",
    "indentation": b"---\n" + b"".join(b" " * depth + b"a:\n" for depth in range(300)) + b"---\n",
    "entities": b"---\na: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n---\n",
    "code": b"---\na: !!python/object/apply:os.system ['true']\n---\n",
    "surrogates": b"---\na: \xed\xa0\x80\n---\n\xed\xb0\x80\n",
    "UTF-16": "---\na: b\n---\n".encode("utf-16"),
    "UTF-32": "---\na: b\n---\n".encode("utf-32"),
    "a directive": b"---\n%YAML 9.9\n---\n",
    "an unclosed quote": b"---\na: 'b\n---\n",
    "carriage returns": b"---\ra: b\r---\r",
    "markers": b"<<<<<<< a\n=======\n>>>>>>> b\n",
    "a fence that never closes": b"---\na: b\n---\n```\n" + b"~~~\n```x\n" * 2000,
    "JSON": b'{"id": "a"}\n{"id": ',
    "a list of keys": b"---\n" + b"".join(b"k%d: v\n" % number for number in range(3000)) + b"---\n",
    "bidirectional text": "---\ntitle: \u202eabc\u2066\n---\n".encode(),
}
NAMES = ("app-1--a.md", "archive/app-1.md", "--.md", ".md", "a\nb--c.md", "caf%E9.md", "\U0001f680.md")


# Each reader with its options as they come, and with what the built-in kinds say.
VARIANTS = [
    *(pytest.param(name, reader.options(), id=name) for name, reader in READERS.items()),
    pytest.param("markdown", BEANS, id="markdown for beans"),
    pytest.param("markdown", TODOS, id="markdown for todos"),
]


def _assert_conforms(name: str, options: Any, files: list[StoreFile]) -> None:
    """The contract of a reader: one record or problem for each file, in order, with what later steps rely on."""
    entries = list(READERS[name].read(iter(files), options))
    assert [entry.path for entry in entries] == [file.path for file in files]
    for entry, file in zip(entries, files, strict=True):
        if isinstance(entry, Problem):
            assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", entry.code)
            assert 0 <= entry.line <= file.data.count(b"\n") + 1
        else:
            assert isinstance(entry, Record)
            assert entry.id
            assert "\r\n" not in entry.body


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_reader_answers_for_every_hostile_file(name: str, options: Any) -> None:
    contents = list(HOSTILE.values())
    files = [StoreFile(f"store/{inner}", inner, data) for data in contents for inner in NAMES]
    _assert_conforms(name, options, [*files, StoreFile("store/x.md", "x.md", b"", "unreadable")])


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_reader_says_of_a_faulty_file_what_its_fault_is(name: str, options: Any) -> None:
    codes = ["unreadable", "unreadable-folder", "not-a-file", "too-large", "link-outside-root"]
    files = [StoreFile(f"store/{code}.md", f"{code}.md", b"", code) for code in codes]
    entries = list(READERS[name].read(files, options))
    ids = [identify_file(f"{code}.md", options) for code in codes]
    assert entries == [Problem(f"store/{code}.md", code, id=name) for code, name in zip(codes, ids, strict=True)]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_folder_that_cannot_be_listed_gives_no_id(name: str, options: Any) -> None:
    folder = StoreFile("store/closed", "closed", b"", "unreadable-folder")
    assert list(READERS[name].read([folder], options)) == [Problem("store/closed", "unreadable-folder")]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_reader_of_no_files_says_nothing(name: str, options: Any) -> None:
    assert list(READERS[name].read([], options)) == []


@pytest.mark.parametrize("name", READERS)
def test_every_reader_names_the_ending_of_its_files(name: str) -> None:
    assert re.fullmatch(r"\.[a-z]+", READERS[name].suffix)


_PIECES = st.sampled_from(
    [b"---\n", b"---\r\n", b"a: ", b"'", b'"', b"\n", b"  - ", b"\xe9", b"\xef\xbb\xbf", b"<<<<<<< x\n"]
)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_reader_answers_for_any_bytes(name: str, options: Any) -> None:
    content = st.binary(max_size=60) | st.lists(_PIECES | st.binary(max_size=4), max_size=12).map(b"".join)
    framed = st.builds(lambda inner, body: b"---\n" + inner + b"\n---\n" + body, content, content)

    @examples(300)
    @given(st.lists(content | framed, max_size=4))
    def check(contents: list[bytes]) -> None:
        files = [StoreFile(f"store/{at}.md", f"{at}.md", data) for at, data in enumerate(contents)]
        _assert_conforms(name, options, files)

    check()


@examples(300)
@given(st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=20))
def test_an_id_is_the_beginning_of_the_name(stem: str) -> None:
    """No file name raises, and the id never holds a separator that would end it."""
    identifier = identify_file(f"{stem}.md", BEANS)
    assert stem.startswith(identifier)
    assert "--" not in identifier
