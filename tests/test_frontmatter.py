"""Front matter: where it begins and ends, what it says, and that the fast path says what libyaml says."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples

from gen_docs.fences import find_conflict, next_fence
from gen_docs.frontmatter import Block, parse, parse_canonical, split
from gen_docs.values import Note
from gen_docs.yaml_fields import MAX_BLOCK_BYTES, MAX_DEPTH, Malformed, parse_yaml

# --- split ---------------------------------------------------------------------------------------------------------

BLOCKS = {
    "an ordinary file": ("---\na: b\n---\n\ntext\n", Block("a: b\n", 2, "\ntext")),
    "a body without a blank line": ("---\na: b\n---\ntext\n", Block("a: b\n", 2, "text")),
    "a body without a final newline": ("---\na: b\n---\ntext", Block("a: b\n", 2, "text")),
    "only one final newline goes": ("---\na: b\n---\ntext\n\n", Block("a: b\n", 2, "text\n")),
    "no body": ("---\na: b\n---\n", Block("a: b\n", 2, "")),
    "no newline after the closing line": ("---\na: b\n---", Block("a: b\n", 2, "")),
    "an empty block": ("---\n---\ntext\n", Block("", 2, "text")),
    "blank lines before": ("\n\n---\na: b\n---\ntext\n", Block("a: b\n", 4, "text")),
    "blank lines with spaces before": (" \n\t\n---\na: b\n---\n", Block("a: b\n", 4, "")),
    "spaces around the delimiters": ("  ---  \na: b\n\t--- \ntext\n", Block("a: b\n", 2, "text")),
    "a rule in the body stays there": ("---\na: b\n---\none\n\n---\n\ntwo\n", Block("a: b\n", 2, "one\n\n---\n\ntwo")),
    "a block scalar does not shield a delimiter": (
        "---\na: |\n  x\n  ---\nb: c\n---\n",
        Block("a: |\n  x\n", 2, "b: c\n---"),
    ),
    "four dashes close nothing": ("---\na: b\n----\nc: d\n---\n", Block("a: b\n----\nc: d\n", 2, "")),
    "dashes within a line close nothing": ("---\na: x --- y\n---\n", Block("a: x --- y\n", 2, "")),
}


@pytest.mark.parametrize(("text", "block"), BLOCKS.values(), ids=BLOCKS)
def test_front_matter_is_found(text: str, block: Block) -> None:
    assert split(text) == block


NO_BLOCKS = {
    "nothing": "",
    "text": "some text\n",
    "a single delimiter": "---",
    "a delimiter and its newline": "---\n",
    "an unclosed block": "---\na: b\n\ntext\n",
    "three dots as an end": "---\na: b\n...\ntext\n",
    "text before the block": "text\n---\na: b\n---\n",
    "a language after the dashes": "---yaml\na: b\n---\n",
    "TOML": "+++\na = 'b'\n+++\n",
    "JSON": '{\n"a": "b"\n}\n',
    "JSON between semicolons": ';;;\n{"a": "b"}\n;;;\n',
    "four dashes": "----\na: b\n----\n",
    "only white space": " \n\n\t\n",
}


@pytest.mark.parametrize("text", NO_BLOCKS.values(), ids=NO_BLOCKS)
def test_a_text_without_closed_front_matter_has_none(text: str) -> None:
    assert split(text) is None


@given(st.text(alphabet="-\n a:\t#"))
def test_splitting_gives_pieces_of_the_text(text: str) -> None:
    """The block is followed by its closing line and the body, and begins on the line that is named."""
    block = split(text)
    if block is None:
        return
    lines = text.split("\n")
    size = block.text.count("\n")
    assert [*block.text.split("\n")[:-1]] == lines[block.line - 1 : block.line - 1 + size]
    assert lines[block.line - 2].strip() == "---"
    assert lines[block.line - 1 + size].strip() == "---"
    body = "\n".join(lines[block.line + size :])
    assert block.body == body.removesuffix("\n")


# --- parse ---------------------------------------------------------------------------------------------------------

FIELDS: dict[str, tuple[str, dict[str, Any]]] = {
    "nothing": ("", {}),
    "a comment alone": ("# app-1\n", {}),
    "three dots at the end": ("a: b\n...\n", {"a": "b"}),
    "order is the file's": ("b: 1\na: 2\n", {"b": "1", "a": "2"}),
    "words of truth stay words": ("a: yes\nb: on\nc: True\n", {"a": "yes", "b": "on", "c": "True"}),
    "numbers stay as written": (
        "a: 007\nb: 1e3\nc: 61e5\nd: 1.10\ne: 0x1F\nf: 1_000\n",
        {"a": "007", "b": "1e3", "c": "61e5", "d": "1.10", "e": "0x1F", "f": "1_000"},
    ),
    "times stay as written": ("a: 12:30\nb: 2026-01-02\n", {"a": "12:30", "b": "2026-01-02"}),
    "plain nulls are empty": ("a: ~\nb: null\nc: Null\nd: NULL\ne:\n", dict.fromkeys("abcde", "")),
    "other spellings of null are text": ("a: nULL\nb: none\nc: nil\n", {"a": "nULL", "b": "none", "c": "nil"}),
    "quoted nulls are text": ("a: \"null\"\nb: '~'\n", {"a": "null", "b": "~"}),
    "a block null is text": ("a: |-\n  null\n", {"a": "null"}),
    "nulls in lists are empty": ("a: [~, x, null]\nb:\n  - ~\n  -\n", {"a": ["", "x", ""], "b": ["", ""]}),
    "an escaped quote": ("a: 'it''s  '\n", {"a": "it's  "}),
    "double-quoted escapes": ('a: "x\\ty \\"z\\" \\u00e9"\n', {"a": 'x\ty "z" é'}),
    "a NUL that is written as an escape": ('a: "x\\0y"\n', {"a": "x\0y"}),
    "a literal block": ("a: |\n  x # y\n  z\n", {"a": "x # y\nz\n"}),
    "a folded block": ("a: >\n  x\n  y\n", {"a": "x y\n"}),
    "a stripped block": ("a: |-\n  x\n", {"a": "x"}),
    "a plain scalar over two lines": ("a: x\n  y\n", {"a": "x y"}),
    "a quoted scalar over two lines": ('a: "x\n  y"\n', {"a": "x y"}),
    "a flow list": ("a: [x, 'y, z', 1]\n", {"a": ["x", "y, z", "1"]}),
    "an empty flow list": ("a: []\n", {"a": []}),
    "a flow list over lines": ("a: [x,\n  y\n  ]\n", {"a": ["x", "y"]}),
    "a list at the margin": ("a:\n- x\n- y\nb: c\n", {"a": ["x", "y"], "b": "c"}),
    "an indented list": ("a:\n    - x\n    - y\n", {"a": ["x", "y"]}),
    "a list with comments and blank lines": ("a:\n  - x\n\n# note\n  - y\n", {"a": ["x", "y"]}),
    "a list of maps": ("a:\n  - b: 1\n    c: 2\n", {"a": [{"b": "1", "c": "2"}]}),
    "a nested list": ("a:\n  - - x\n", {"a": [["x"]]}),
    "a map": ("a:\n  b: 1\n  c: [d]\n", {"a": {"b": "1", "c": ["d"]}}),
    "a flow map": ("{a: b, c: {d: e}}\n", {"a": "b", "c": {"d": "e"}}),
    "an empty flow map": ("a: {}\n", {"a": {}}),
    "keys of any spelling": ("$a: 1\nb-c: 2\n'd e': 3\n5: 6\n", {"$a": "1", "b-c": "2", "d e": "3", "5": "6"}),
    "the key null is a word": ("null: a\n~: b\n", {"null": "a", "~": "b"}),
    "the merge key is a key": ("<<: a\n", {"<<": "a"}),
    "a hash inside a word": ("a: C#\nb: x#y\n", {"a": "C#", "b": "x#y"}),
    "a colon inside a word": ("a: b:c\nd: http://e.example/\n", {"a": "b:c", "d": "http://e.example/"}),
    "a tab after the colon": ("a:\tb\n", {"a": "b"}),
    "a question mark as a key": ("? a\n: b\n", {"a": "b"}),
    "letters of other alphabets": ("título: año\n标题: 值\n", {"título": "año", "标题": "值"}),
    "characters beyond the first plane": ("a: 🚀 x\n", {"a": "🚀 x"}),
    "separators that YAML takes for line ends": ('a: "x\u2028 y"\n', {"a": "x\u2028y"}),
    "a directive": ("%YAML 1.1\n--- \na: b\n", {"a": "b"}),
}


@pytest.mark.parametrize(("block", "fields"), FIELDS.values(), ids=FIELDS)
def test_every_scalar_is_the_text_of_the_source(block: str, fields: dict[str, Any]) -> None:
    parsed = parse(block)
    assert parsed.fields == fields
    assert list(parsed.fields) == list(fields)
    assert parsed.notes == ()


NOTES: dict[str, tuple[str, dict[str, Any], list[Note]]] = {
    "a comment cuts a title": (
        "title: Fix #12 and more\n",
        {"title": "Fix"},
        [Note("title-comment", "title")],
    ),
    "a comment takes a whole title": ("title: #12\n", {"title": ""}, [Note("title-comment", "title")]),
    "a comment after a tab": ("title: Fix\t# it\n", {"title": "Fix"}, [Note("title-comment", "title")]),
    "a comment ends a scalar of two lines": (
        "title: Fix\n  this #12\nb: c\n",
        {"title": "Fix this", "b": "c"},
        [Note("title-comment", "title")],
    ),
    "a comment after quotes cuts nothing": ('title: "Fix" # note\n', {"title": "Fix"}, []),
    "a comment on its own line cuts nothing": ("title: Fix\n# note\n  # more\nb: c\n", {"title": "Fix", "b": "c"}, []),
    "a comment after a list cuts nothing": ("a: [b, c] # note\n", {"a": ["b", "c"]}, []),
    "a comment after a block scalar's sign cuts nothing": ("a: | # note\n  b\n", {"a": "b\n"}, []),
    "a comment deeper down is no title's": ("a:\n  b: c # note\n", {"a": {"b": "c"}}, []),
    "of a doubled key the last wins, where it stands": (
        "a: 1\nb: 2\na: 3\n",
        {"b": "2", "a": "3"},
        [Note("duplicate-key", "a")],
    ),
    "a key written three times is noted twice": (
        "a: 1\na: 2\na: 3\n",
        {"a": "3"},
        [Note("duplicate-key", "a"), Note("duplicate-key", "a")],
    ),
    "a doubled key with other values": ("a: [x]\na: {y: z}\n", {"a": {"y": "z"}}, [Note("duplicate-key", "a")]),
    "a doubled key further down": ("e: {a: 1, a: 2}\n", {"e": {"a": "2"}}, [Note("duplicate-key", "a")]),
    "one key in two maps is not doubled": ("x: {a: 1}\ny: {a: 2}\n", {"x": {"a": "1"}, "y": {"a": "2"}}, []),
    "keys of two cases are two keys": ("a: 1\nA: 2\n", {"a": "1", "A": "2"}, []),
}


@pytest.mark.parametrize(("block", "fields", "notes"), NOTES.values(), ids=NOTES)
def test_what_the_writing_loses_is_noted(block: str, fields: dict[str, Any], notes: list[Note]) -> None:
    parsed = parse(block)
    assert parsed.fields == fields
    assert list(parsed.fields) == list(fields)
    assert list(parsed.notes) == notes


@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_a_comment_is_noticed_below_a_character_that_yaml_takes_for_a_line_end(separator: str) -> None:
    """Lines are those of the file: a line separator inside a quoted value shifts nothing that follows."""
    parsed = parse(f'a: "x{separator}y"\ntitle: Fix #12\nb: c\n')
    assert parsed.notes == (Note("title-comment", "title"),)


PROBLEMS: dict[str, tuple[str, str, int, str]] = {
    "a colon in a title": ("status: todo\ntitle: Fix: this\n", "unquoted-value", 1, "title"),
    "a colon in a list's element": ("tags:\n  - a: b: c\n", "unquoted-value", 1, "a"),
    "a backtick": ("title: `x` is gone\n", "unquoted-value", 0, "title"),
    "an at sign": ("title: @x\nb: c\n", "unquoted-value", 0, "title"),
    "a percent sign": ("a: b\ntitle: %x\n", "unquoted-value", 1, "title"),
    "a bracket with more after it": ("a: b\ntitle: [x] y\nstatus: todo\n", "unquoted-value", 1, "title"),
    "a brace with more after it": ("title: {x} y\n", "unquoted-value", 0, "title"),
    "a tab before a key": ("title: A\n\tstatus: todo\n", "tab-indent", 1, ""),
    "a tab before the first key": ("\ta: b\n", "tab-indent", 0, ""),
    "an alias": ("a: b\nc: *x\n", "yaml-alias", 1, ""),
    "an alias as a key": ("a: b\n*x : c\n", "yaml-alias", 1, ""),
    "an anchor": ("a: b\nc: &x d\n", "yaml-alias", 1, ""),
    "an anchor on a list": ("a: &x [b]\n", "yaml-alias", 0, ""),
    "an anchor on a map": ("a: b\nc: &x\n  d: e\n", "yaml-alias", 1, ""),
    "an anchor on a key": ("a: b\n&x c: d\n", "yaml-alias", 1, ""),
    "a tag": ("a: !!str b\n", "yaml-tag", 0, ""),
    "a tag that asks for code": ("a: b\nc: !!python/object/apply:os.system [x]\n", "yaml-tag", 1, ""),
    "a tag of its own": ("a: !b {c: d}\n", "yaml-tag", 0, ""),
    "a tag on the whole": ("!x {a: b}\n", "yaml-tag", 0, ""),
    "a list as a key": ("a: b\n? [c]\n: d\n", "yaml-key", 1, ""),
    "a template's placeholder": ("a: b\ndate: {{today}}\n", "yaml-key", 1, ""),
    "a list as the whole": ("- a\n- b\n", "not-a-mapping", 0, ""),
    "a word as the whole": ("word\n", "not-a-mapping", 0, ""),
    "an empty list as the whole": ("[]\n", "not-a-mapping", 0, ""),
    "a second document": ("a: b\n--- c\n", "yaml-syntax", 1, ""),
    "more after the document's end": ("a: b\n...\nc: d\n", "yaml-syntax", 2, ""),
    "indentation that fits nowhere": ("a:\n    b: c\n  d: e\n", "yaml-syntax", 2, ""),
    "text after quotes": ("a: b\nc: 'd' e\n", "yaml-syntax", 1, ""),
    "a surrogate as an escape": ('a: b\nc: "\\ud800"\n', "yaml-syntax", 1, ""),
    "an unknown escape": ('a: b\nc: "\\q"\n', "yaml-syntax", 1, ""),
    "a control character": ("a: b\nc: d\x01e\nf: g\n", "yaml-character", 1, ""),
    "a NUL": ("a: b\nc: \0\n", "yaml-character", 1, ""),
    "an escape character": ("a: \x1b[31mred\n", "yaml-character", 0, ""),
    "a delete character": ("a: b\nc: d\ne: f\x7f\n", "yaml-character", 2, ""),
    "a noncharacter": ("a: b\nc: \uffff\n", "yaml-character", 1, ""),
}


@pytest.mark.parametrize(("block", "code", "line", "value"), PROBLEMS.values(), ids=PROBLEMS)
def test_each_mistake_has_its_code_and_its_line(block: str, code: str, line: int, value: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse(block)
    assert (caught.value.code, caught.value.line, caught.value.value) == (code, line, value)


@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_a_mistake_below_a_character_that_yaml_takes_for_a_line_end_keeps_its_line(separator: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse(f'a: "x{separator}y"\nb: c\ntitle: Fix: this\nd: e\n')
    assert (caught.value.code, caught.value.line) == ("unquoted-value", 2)


@pytest.mark.parametrize("depth", [MAX_DEPTH - 2, MAX_DEPTH - 1])
def test_nesting_is_read_up_to_a_limit(depth: int) -> None:
    value: Any = parse("a: " + "[" * depth + "]" * depth + "\n").fields["a"]
    levels = 1
    while value:
        value, levels = value[0], levels + 1
    assert levels == depth


@pytest.mark.parametrize("depth", [MAX_DEPTH, 200])
@pytest.mark.parametrize("around", ["[]", ("{b: ", "}")])
def test_deep_nesting_is_refused_where_it_begins(depth: int, around: tuple[str, str]) -> None:
    block = "x: y\na: " + around[0] * depth + around[1] * depth + "\n"
    with pytest.raises(Malformed) as caught:
        parse(block)
    assert (caught.value.code, caught.value.line) == ("yaml-depth", 1)


@pytest.mark.parametrize("around", ["[]", ("{b: ", "}"), ("[", "")])
def test_nesting_as_deep_as_a_block_can_hold_is_a_problem_and_nothing_worse(around: tuple[str, str]) -> None:
    depth = (MAX_BLOCK_BYTES - 10) // len("".join(around))
    with pytest.raises(Malformed) as caught:
        parse("x: y\na: " + around[0] * depth + around[1] * depth)
    assert caught.value.line == 1


BLAMELESS = {
    "a list with a comment": "tags: [a, b] # note",
    "a list of lists": "tags: [[a], [b]]",
    "a map of maps": "more: {a: {b: c}}",
    "a comment with a colon": "title: words # see: there",
    "a list element with a comment": "- a: [b] # note",
}


@pytest.mark.parametrize("line", BLAMELESS.values(), ids=BLAMELESS)
def test_a_mistake_is_not_blamed_on_the_valid_line_above_it(line: str) -> None:
    """The bad indentation stands on the last line; the line above it is YAML as it should be."""
    above = f"list:\n{line}" if line.startswith("-") else f"first: x\n{line}"
    parse(above)
    with pytest.raises(Malformed) as caught:
        parse(f"{above}\n odd: y\n")
    assert (caught.value.code, caught.value.line) == ("yaml-syntax", 2)


def test_a_block_is_read_up_to_a_limit_in_bytes() -> None:
    key = "a: "
    longest = key + "é" * ((MAX_BLOCK_BYTES - len(key) - 1) // 2) + "\n"
    assert MAX_BLOCK_BYTES - 1 <= len(longest.encode()) <= MAX_BLOCK_BYTES
    assert parse(longest).fields["a"] == longest[3:-1]
    with pytest.raises(Malformed) as caught:
        parse(longest + "\n\n")
    assert (caught.value.code, caught.value.line) == ("front-matter-too-long", 0)


def test_an_overlong_block_in_canonical_form_is_refused_too() -> None:
    with pytest.raises(Malformed) as caught:
        parse("".join(f"key_{number}: value\n" for number in range(5000)))
    assert caught.value.code == "front-matter-too-long"


# --- the canonical path says what libyaml says ---------------------------------------------------------------------

CANONICAL = {
    "an ordinary bean": "# app-1\ntitle: A title\nstatus: todo\ntags:\n    - a\n    - b\n",
    "quotes": "title: 'Fix: this'\nstatus: \"todo\"\n",
    "nulls": "a: ~\nb: null\nc:\nd: ''\n",
    "times": "a: 2026-01-02T03:04:05Z\n",
    "a list at the margin": "a:\n- x\n- 'y z'\nb: c\n",
    "comments and blank lines": "a: b\n\n# note\nc: d\n#e\n",
    "nothing": "",
}


@pytest.mark.parametrize("block", CANONICAL.values(), ids=CANONICAL)
def test_what_the_tools_write_is_canonical(block: str) -> None:
    assert _agrees(block)


MORE_THAN_CANONICAL = {
    "a comment after a value": "a: b #c\n",
    "a flow list": "a: [b]\n",
    "a flow map": "a: {b: c}\n",
    "a block scalar": "a: |\n  b\n",
    "an alias": "a: *b\n",
    "an anchor": "a: &b c\n",
    "a tag": "a: !b c\n",
    "a doubled key": "a: b\na: c\n",
    "a second line": "a: b\n  c\n",
    "an escape": 'a: "b\\n"\n',
    "doubled quotes": "a: 'b''c'\n",
    "an unclosed quote": "a: 'b\n",
    "a colon in a value": "a: b: c\n",
    "a tab": "a: b\tc\n",
    "a line separator": "a: b\u2028c\n",
    "a control character": "a: b\x01c\n",
    "a map": "a:\n  b: c\n",
    "a list of lists": "a:\n  - - b\n",
    "a list of maps": "a:\n  - b: c\n",
    "a list without a key": "- a\n",
    "a list under a scalar": "a: b\n  - c\n",
    "a list of two indentations": "a:\n  - b\n    - c\n",
    "the end of a document": "a: b\n...\n",
    "a word": "word\n",
    "a key with a hyphen": "a-b: c\n",
}


@pytest.mark.parametrize("block", MORE_THAN_CANONICAL.values(), ids=MORE_THAN_CANONICAL)
def test_what_is_more_than_canonical_goes_to_libyaml(block: str) -> None:
    assert parse_canonical(block) is None


def _agrees(block: str) -> bool:
    """Whether the canonical path accepts a block; asserts that it then says what the YAML path says."""
    fields = parse_canonical(block)
    if fields is None:
        return False
    parsed = parse_yaml(block)
    assert list(fields.items()) == list(parsed.fields.items())
    assert parsed.notes == ()
    return True


_WORDS = [
    "a",
    "b",
    "title",
    "tags",
    "null",
    "~",
    "yes",
    "2026-01-02",
    "12:30",
    "x#y",
    "a:b",
    "'q'",
    '"q"',
    "''",
    '""',
    "é",
    "标题",
    "🚀",
    "-",
    "--",
    "---",
    "...",
    "<<:",
    "?",
    "!",
    "&",
    "*",
    "|",
    ">",
    "%",
    "@",
    "`",
    "=",
    ",",
    "[",
    "]",
    "{",
    "}",
    "#",
    ":",
    "-5",
    "a:",
    "#c",
    "'open",
    '"open',
    "\\",
    "",
    "'a: b'",
    "'it''s'",
    '"a\\n"',
    "- a",
    "a: b",
    "x'",
]
_SEEDS = (
    "# app-1\ntitle: A title\nstatus: todo\ncreated_at: 2026-01-02T03:04:05Z\ntags:\n    - a\n    - b\nparent: app-2\n",
    "title: 'Fix: this'\nblocked_by:\n- app-1\n- app-2\norder: \"V\"\n",
    "id: one\nsummary: \"two three\"\n\n# note\npriority: high\norder: 3\nlinks:\n  - 'x'\nempty:\n",
)
_LETTERS = " \n:-#'\"~[]{}&*!|>%@`,?.\\\tab0é\u2028\x85\xa0\ufeff"


def _mutate(source: random.Random) -> str:
    """A document near the canonical form: lines of seeds and of odd words, then a few characters changed."""
    lines = source.choice(_SEEDS).split("\n")
    for _ in range(source.randrange(4)):
        at = source.randrange(len(lines))
        word = source.choice(_WORDS)
        kind = source.randrange(6)
        if kind == 0:
            lines.insert(at, f"k{source.randrange(9)}: {word}")
        elif kind == 1:
            lines.insert(at, f"{' ' * source.randrange(5)}- {word}")
        elif kind == 2:
            lines[at] = lines[at].replace("a", word, 1)
        elif kind == 3:
            lines[at] += source.choice(("", " ")) + word
        elif kind == 4:
            lines.insert(at, source.choice(lines))
        else:
            del lines[at]
            lines = lines or [""]
    text = "\n".join(lines)
    for _ in range(source.choice((0, 0, 1, 2))):
        at = source.randrange(len(text) + 1)
        text = text[:at] + source.choice(_LETTERS) + text[at + source.randrange(2) :]
    return text


def _count_hits(documents: int, seed: int) -> int:
    source = random.Random(seed)  # noqa: S311 - a repeatable sequence is what is wanted
    return sum(_agrees(_mutate(source)) for _ in range(documents))


def test_the_fast_path_equals_the_yaml_path_on_mutated_documents() -> None:
    assert _count_hits(10_000, seed=1) > 2500


@pytest.mark.full
def test_the_fast_path_equals_the_yaml_path_on_100_000_mutated_documents() -> None:
    assert _count_hits(100_000, seed=2) > 25_000


def test_the_fast_path_equals_the_yaml_path_on_generated_lines() -> None:
    """Lines drawn from the grammar's edges rather than from files."""
    key = st.sampled_from(["a", "b", "c", "d", "title", "tags", "é", "a b", "#a"])
    scalar = st.sampled_from(_WORDS) | st.text(alphabet=_LETTERS, max_size=3)
    line = st.one_of(
        st.builds("{}: {}".format, key, scalar),
        st.builds("{}:".format, key),
        st.builds("{}- {}".format, st.sampled_from(["", " ", "  "]), scalar),
        st.sampled_from(["", "# note", "#", "#x:"]),
        scalar,
    )
    hits = []

    @examples(3000)
    @given(st.lists(line, max_size=4).map("\n".join))
    def check(block: str) -> None:
        hits.append(_agrees(block))

    check()
    assert sum(hits) > 20


@examples(500)
@given(st.text(alphabet=_LETTERS + "tag", max_size=40))
def test_a_block_is_read_or_malformed_and_nothing_else(block: str) -> None:
    """Whatever the text, there is an answer; a problem names a line that the block has."""
    try:
        parsed = parse(block)
    except Malformed as problem:
        assert problem.code  # noqa: PT017 - both outcomes are right
        assert 0 <= problem.line <= block.count("\n")  # noqa: PT017
    else:
        assert all(isinstance(key, str) for key in parsed.fields)


# --- conflict markers and fences -----------------------------------------------------------------------------------

_CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch"

CONFLICTS = {
    "a conflict": (_CONFLICT, 1),
    "after other lines": (f"one\ntwo\n{_CONFLICT}\nthree", 3),
    "with the base between": ("<<<<<<< HEAD\na\n||||||| base\nb\n=======\nc\n>>>>>>> other", 1),
    "the first of two": (f"x\n{_CONFLICT}\n{_CONFLICT}", 2),
    "after a fence that is closed": (f"```\ncode\n```\n{_CONFLICT}", 4),
    "inside a fence": (f"```\n{_CONFLICT}\n```", 0),
    "inside a fence of tildes": (f"~~~ diff\n{_CONFLICT}\n~~~", 0),
    "inside a fence that never closes": (f"```\n{_CONFLICT}", 0),
    "no middle": ("<<<<<<< HEAD\nours\n>>>>>>> branch", 0),
    "no end": ("<<<<<<< HEAD\nours\n=======\ntheirs", 0),
    "no beginning": ("ours\n=======\ntheirs\n>>>>>>> branch", 0),
    "in another order": (">>>>>>> branch\n=======\n<<<<<<< HEAD", 0),
    "indented": (" <<<<<<< HEAD\n =======\n >>>>>>> branch", 0),
    "without a label": ("<<<<<<<\n=======\n>>>>>>>", 0),
    "a heading's underline": ("Title\n=======\ntext", 0),
    "a beginning that goes on after a stray one": (f"<<<<<<< stray\n{_CONFLICT}", 2),
    "nothing": ("", 0),
}


@pytest.mark.parametrize(("text", "line"), CONFLICTS.values(), ids=CONFLICTS)
def test_conflict_markers_count_in_order_and_outside_fences(text: str, line: int) -> None:
    assert find_conflict(text.split("\n")) == line


FENCES = {
    "backticks open": ("", "```", "```"),
    "tildes open": ("", "~~~", "~~~"),
    "with a language": ("", "```python", "```"),
    "tildes with backticks after them": ("", "~~~ a`b", "~~~"),
    "longer ones": ("", "`````", "`````"),
    "indented by three": ("", "   ```", "```"),
    "indented by four is code already": ("", "    ```", ""),
    "two do not open": ("", "``", ""),
    "a code span is no fence": ("", "```a``` b", ""),
    "text opens nothing": ("", "text", ""),
    "the same closes": ("```", "```", ""),
    "longer closes": ("```", "`````", ""),
    "spaces after it close": ("```", "```  ", ""),
    "shorter does not close": ("````", "```", "````"),
    "the other character does not close": ("```", "~~~", "```"),
    "a language does not close": ("```", "```python", "```"),
    "text keeps it open": ("~~~", "text", "~~~"),
    "tildes close": ("~~~", " ~~~~", ""),
}


@pytest.mark.parametrize(("fence", "line", "after"), FENCES.values(), ids=FENCES)
def test_a_fence_opens_and_closes_as_in_commonmark(fence: str, line: str, after: str) -> None:
    assert next_fence(fence, line) == after


@pytest.mark.parametrize(
    "block", ["#" + "a" * 1200, "\n" * 1200, "# x\n" * 400, "a" * 1001 + ": b", "k: " + "v" * 1200]
)
def test_a_long_block_is_read_whatever_its_keys(block: str) -> None:
    """Nothing but comments, nothing at all, or a key longer than YAML allows."""
    fast = parse_canonical(block)
    if fast is not None:
        assert parse_yaml(block).fields == fast
