"""What a text names. One table holds the Python and the JavaScript together; `tests/js/identifiers.test.mjs` reads it
too."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import PROJECT, examples

from gen_docs.forge import Forge
from gen_docs.identifiers import Match, Place, Ticket, find_identifiers
from gen_docs.ids import ItemRef
from gen_docs.inline import link_html, split_code
from gen_docs.names import Names, Vocabulary

TABLE: dict[str, Any] = orjson.loads((PROJECT / "tests" / "identifiers.json").read_bytes())
CASES: list[dict[str, Any]] = TABLE["cases"]
URLS = Forge("github", "https://forge.example/owner/name", "main").urls()


def make_names(*, has_forge: bool) -> Names:
    vocabularies = [
        Vocabulary(each["graph"], tuple(each["units"]), tuple(each["ids"]), each["has_short"])
        for each in TABLE["graphs"]
    ]
    return Names(vocabularies, URLS if has_forge else {}, set(TABLE["files"]).__contains__)


WITH_FORGE, WITHOUT = make_names(has_forge=True), make_names(has_forge=False)


def find(text: str, names: Names) -> list[list[str]]:
    """What a line of Markdown names: the words, the sort, and the target as text."""
    pieces = split_code(text)
    shown = "".join(piece for piece, _ in pieces)
    spans, at = [], 0
    for piece, is_code in pieces:
        if is_code:
            spans.append((at, at + len(piece)))
        at += len(piece)
    return [[shown[each.start : each.end], each.sort, word(each)] for each in find_identifiers(shown, names, spans)]


def word(match: Match) -> str:
    match match.target:
        case ItemRef(graph=graph, id=identifier):
            return f"{graph}/{identifier}"
        case Ticket(repository=repository, number=number):
            return f"{repository}#{number}"
        case Place(path=path, line=line):
            return f"{path}:{line}"
        case str(text):
            return text
    raise AssertionError(match)


@pytest.mark.parametrize("case", CASES, ids=[each["says"] for each in CASES])
def test_a_text_names_what_the_table_says(case: dict[str, Any]) -> None:
    names = WITH_FORGE if case.get("forge", True) else WITHOUT
    assert find(case["text"], names) == case["finds"]


def test_the_table_speaks_of_every_sort_and_says_everything_once() -> None:
    assert len(CASES) >= 120
    assert {found[1] for case in CASES for found in case["finds"]} == {"item", "issue", "pull", "commit", "url", "file"}
    assert len({case["says"] for case in CASES}) == len(CASES)
    assert sum(not case["finds"] for case in CASES) >= 40


PIECES = st.sampled_from(
    [
        *("app-o7eq", "2krx", "date", "bean ", "beans ", "todo ", "#12", "PR ", "`", "(", ")", "/", ".", ",", "-", "_"),
        *(
            "https://a.b/c",
            "commit ",
            "abc1234",
            "owner/repo",
            "#",
            " ",
            "\n",
            "é",
            "的",
            "“",
            "”",
            "src/main.py",
            ":12",
        ),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=12).map("".join)


@examples(2000)
@given(TEXTS)
def test_matches_stand_in_order_and_apart_and_name_what_there_is(text: str) -> None:
    end = 0
    for match in find_identifiers(text, WITH_FORGE):
        assert end <= match.start < match.end <= len(text)
        end = match.end
        if isinstance(match.target, ItemRef):
            assert text[match.start : match.end] in WITH_FORGE.words
        if isinstance(match.target, Place):
            assert match.target.path in TABLE["files"]


@examples(1000)
@given(TEXTS)
def test_linking_takes_nothing_away_and_adds_nothing_but_marks(text: str) -> None:
    html = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    linked = link_html(f"<p>{html}</p>", WITH_FORGE, lambda _, shown: f"<b>{shown}</b>")
    assert linked.replace("<b>", "").replace("</b>", "") == f"<p>{html}</p>"


@pytest.mark.parametrize(
    "piece", ["app-o7eq ", "app-o7eq/", "(", "`", "#12", "bean ", "https://a.b", "a/b", "commit abc1234 ", "README.md "]
)
def test_the_work_grows_with_the_text_and_not_with_its_square(piece: str) -> None:
    """A hundred thousand pieces would take hours if each looked at all others; the limit is that of the test."""
    assert len(find_identifiers(piece * 20_000, WITH_FORGE)) >= 0
