"""Small functions over text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples

from gen_docs.text import closest, cut_to_bytes, fold_id, is_one_edit_away, one_line, printable, spelling_key

PRINTABLE = {
    "plain text": "plain text",
    "": "",
    "größe 任务 🚀": "größe 任务 🚀",
    "a\tb": r"a\x09b",
    "a\nb": r"a\x0ab",
    "a\rb": r"a\x0db",
    "\x1b[31mred\x1b[0m": r"\x1b[31mred\x1b[0m",
    "a\x00b": r"a\x00b",
    "a\x7fb": r"a\x7fb",
    "a\x9bb": r"a\x9bb",
    "a\u202eb": r"a\u202eb",
    "a\u2066b": r"a\u2066b",
    "a\u200fb": r"a\u200fb",
    "a\u2028b": r"a\u2028b",
    "\ufeffa": r"\ufeffa",
    "a\udce9": r"a\udce9",
}


@pytest.mark.parametrize(("text", "shown"), PRINTABLE.items())
def test_what_could_steer_a_terminal_is_written_as_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_printed_text_holds_no_control_character(text: str) -> None:
    shown = printable(text)
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in shown)
    assert shown.encode().decode() == shown
    assert printable(shown) == shown


ONE_LINE = {"a b": "a b", " a \n\n b\t": "a b", "": "", " \n ": "", "a\u2028b": "a b", "a\xa0b": "a b"}


@pytest.mark.parametrize(("text", "line"), ONE_LINE.items())
def test_one_line_folds_white_space(text: str, line: str) -> None:
    assert one_line(text) == line


CLOSEST = [
    ("statsu", ["status", "store", "title"], "status"),
    ("Blocked-By", ["blocked_by", "blocking"], "blocked_by"),
    ("IN PROGRESS", ["in-progress", "todo"], "in-progress"),
    ("complete", ["completed", "scrapped"], "completed"),
    ("hgih", ["critical", "high", "low"], "high"),
    ("xyz", ["status", "store"], None),
    ("", ["status"], None),
    ("status", [], None),
    ("status", ["status", "statuses"], "status"),
]


@pytest.mark.parametrize(("word", "candidates", "found"), CLOSEST)
def test_the_closest_word_is_the_one_that_was_meant(word: str, candidates: list[str], found: str | None) -> None:
    assert closest(word, candidates) == found
    assert closest(word, reversed(candidates)) == found


def test_of_equally_close_words_the_first_by_bytes_is_taken() -> None:
    assert closest("A_B", ["a-b", "a_b", "ab"]) == closest("A_B", ["ab", "a_b", "a-b"]) == "a-b"


SPELLINGS = [
    ("Blocked-By", "blocked_by", True),
    ("blocked by", "blocked_by", True),
    ("BLOCKEDBY", "blocked_by", True),
    ("createdAt", "created_at", True),
    ("Straße", "STRASSE", True),
    ("tag", "tags", False),
    ("status", "state", False),
]


@pytest.mark.parametrize(("left", "right", "same"), SPELLINGS)
def test_case_hyphens_and_underscores_do_not_make_another_name(left: str, right: str, same: bool) -> None:  # noqa: FBT001
    assert (spelling_key(left) == spelling_key(right)) is same


EDITS = [
    ("title", "titel", True),
    ("title", "tittle", True),
    ("title", "tile", True),
    ("title", "titlex", True),
    ("title", "xtitle", True),
    ("title", "tibble", False),
    ("title", "title", False),
    ("title", "tidle", True),
    ("ab", "ba", True),
    ("abc", "cba", False),
    ("", "a", True),
    ("", "", False),
    ("", "ab", False),
    ("abcd", "badc", False),
]


@pytest.mark.parametrize(("left", "right", "near"), EDITS)
def test_one_edit_is_one_letter_more_less_other_or_swapped(left: str, right: str, near: bool) -> None:  # noqa: FBT001
    assert is_one_edit_away(left, right) is near
    assert is_one_edit_away(right, left) is near


def _all_edits(word: str, letters: str) -> set[str]:
    """Every word one edit away, by trying them all."""
    places = range(len(word) + 1)
    removed = {word[:at] + word[at + 1 :] for at in places}
    changed = {word[:at] + letter + word[at + 1 :] for at in range(len(word)) for letter in letters}
    inserted = {word[:at] + letter + word[at:] for at in places for letter in letters}
    swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    return (removed | changed | inserted | swapped) - {word}


@examples(500)
@given(st.text(alphabet="abc", max_size=5), st.text(alphabet="abc", max_size=5))
def test_one_edit_is_what_trying_every_edit_finds(left: str, right: str) -> None:
    assert is_one_edit_away(left, right) == (right in _all_edits(left, "abc"))


FOLDED = [
    ("app-1", "APP-1", True),
    ("größe", "GRÖSSE", True),
    ("caf\u00e9", "cafe\u0301", True),
    ("CAF\u00c9", "cafe\u0301", True),
    ("strasse", "straße", True),
    ("\u212a", "k", True),
    ("app-1", "app-2", False),
    ("app-1", "app_1", False),
    ("cafe", "café", False),
]


@pytest.mark.parametrize(("left", "right", "same"), FOLDED)
def test_ids_that_a_file_system_would_mix_up_have_one_key(left: str, right: str, same: bool) -> None:  # noqa: FBT001
    assert (fold_id(left) == fold_id(right)) is same


@given(st.text())
def test_folding_twice_is_folding_once(identifier: str) -> None:
    assert fold_id(fold_id(identifier)) == fold_id(identifier)
    assert fold_id(unicodedata.normalize("NFD", identifier)) == fold_id(identifier)


CUTS = [
    ("abc", 3, "abc"),
    ("abcd", 3, "abc…"),
    ("", 3, ""),
    ("é", 2, "é"),
    ("éa", 2, "é…"),
    ("aé", 2, "a…"),
    ("任务", 5, "任…"),
    ("🚀🚀", 7, "🚀…"),
    ("a🚀", 1, "a…"),
]


@pytest.mark.parametrize(("text", "limit", "cut"), CUTS)
def test_text_is_cut_at_a_character_and_says_so(text: str, limit: int, cut: str) -> None:
    assert cut_to_bytes(text, limit) == cut


@given(st.text(), st.integers(0, 30))
def test_cut_text_is_the_longest_beginning_that_fits(text: str, limit: int) -> None:
    cut = cut_to_bytes(text, limit)
    if cut == text and len(text.encode()) <= limit:
        return
    kept = cut.removesuffix("…")
    assert cut.endswith("…")
    assert text.startswith(kept)
    assert len(kept.encode()) <= limit < len(text[: len(kept) + 1].encode())
