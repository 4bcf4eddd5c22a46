"""Rules: what each says about an item, and when it is silent.

`CASES` holds stores in which one rule speaks, and stores close to them in which it does not. A rule without both fails
the contract at the end.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct
from support import bean, build, findings, judged, projection, rules, write_beans, write_files

from gen_docs.build import Build
from gen_docs.kind_file import builtin_kinds
from gen_docs.rulebook import RULEBOOK
from gen_docs.rules import RULES
from gen_docs.tables import DeclarationError
from gen_docs.values import Finding

Files = Mapping[str, str | bytes]
# For an id what a rule says of it: field, value and suggestion of each finding.
Found = Mapping[str, list[tuple[str, str, str]]]


class Case(Struct, frozen=True):
    """A sentence, the files of a store, and everything that the rule says about its items."""

    sentence: str
    files: Files
    found: Found = {}


def _says(field: str = "", value: str = "", suggestion: str = "") -> list[tuple[str, str, str]]:
    return [(field, value, suggestion)]


def _todo(summary: str | None = "A todo", status: str | None = "open", **keys: object) -> str:
    lines = {"summary": summary, "status": status, "created_at": "2026-01-02", **keys}
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in lines.items() if value is not None) + "---\n"


EPIC: Final = bean("Epic", type="epic")
A: Final = "app-aaaa"
B: Final = "app-bbbb"
C: Final = "app-cccc"
D: Final = "app-dddd"
OPEN_BOX: Final = "- [ ] one"
ALL_CHECKED: Final = "- [x] one\n- [X] two"
HALF_CHECKED: Final = "- [x] one\n- [ ] two\n- [ ] three"

CASES: Final[Mapping[str, list[Case]]] = {
    # --- open work: relations --------------------------------------------------------------------------------------
    "parent-unknown": [
        Case("nothing has that id", {A: bean(parent="app-zzzz")}, {A: _says("parent", "app-zzzz")}),
        Case(
            "a short id was meant",
            {A: bean(parent="bbbb"), B: bean("B")},
            {A: _says("parent", "bbbb", B)},
        ),
        Case(
            "another case was meant",
            {A: bean(parent="APP-BBBB"), B: bean("B")},
            {A: _says("parent", "APP-BBBB", B)},
        ),
        Case(
            "a short id that two items have suggests neither",
            {A: bean(parent="bbbb"), B: bean("B"), "lib-bbbb": bean("C")},
            {A: _says("parent", "bbbb")},
        ),
        Case("a file of that id is a problem", {A: bean(parent=B), B: "no record"}, {A: _says("parent", B)}),
        Case("the parent exists", {A: bean(parent=B), B: EPIC}),
        Case("the parent is archived", {A: bean(parent=B), f"archive/{B}--x.md": EPIC}),
        Case(
            "closed work is left alone",
            {A: bean(status="completed", parent="gone"), B: bean("B", "scrapped", parent="x")},
        ),
        Case("no parent", {A: bean(), B: bean("B", parent='""')}),
    ],
    "blocker-unknown": [
        Case("it waits for nothing", {A: bean(blocked_by=["app-zzzz"])}, {A: _says("blocked_by", "app-zzzz")}),
        Case("it blocks nothing", {A: bean(blocking=["app-zzzz"])}, {A: _says("blocking", "app-zzzz")}),
        Case(
            "the full id is suggested where a short one was meant",
            {A: bean(blocked_by=["bbbb"]), B: bean("B")},
            {A: _says("blocked_by", "bbbb", B)},
        ),
        Case(
            "the right case is suggested",
            {A: bean(blocking=["App-Bbbb"]), B: bean("B")},
            {A: _says("blocking", "App-Bbbb", B)},
        ),
        Case(
            "each of several, once",
            {A: bean(blocked_by=["app-x", B, "app-y", "app-x"]), B: bean("B")},
            {A: [("blocked_by", "app-x", ""), ("blocked_by", "app-y", "")]},
        ),
        Case("every one exists", {A: bean(blocked_by=[B], blocking=[C]), B: bean("B"), C: bean("C", "completed")}),
        Case("closed work is left alone", {A: bean(status="completed", blocked_by=["gone"], blocking=["gone"])}),
        Case("an empty entry is no id", {A: bean(blocked_by=["~"])}),
    ],
    "blocker-scrapped": [
        Case(
            "what it waits for was dropped",
            {A: bean(blocked_by=[B]), B: bean("B", "scrapped")},
            {A: _says("blocked_by", B)},
        ),
        Case(
            "the link is written at the other end",
            {A: bean(), B: bean("B", "scrapped", blocking=[A])},
            {A: _says("", B)},
        ),
        Case("what it waits for is done", {A: bean(blocked_by=[B]), B: bean("B", "completed")}),
        Case("what it waits for is open", {A: bean(blocked_by=[B]), B: bean("B")}),
        Case("closed work is left alone", {A: bean(status="completed", blocked_by=[B]), B: bean("B", "scrapped")}),
        Case("what it blocks was dropped", {A: bean(blocking=[B]), B: bean("B", "scrapped")}),
        Case(
            "one file of the id is not dropped",
            {A: bean(blocked_by=[B]), f"{B}--x.md": bean("B", "scrapped"), f"{B}--y.md": bean("B", "completed")},
        ),
    ],
    "blocking-cycle": [
        Case(
            "two that wait for each other",
            {A: bean(blocked_by=[B]), B: bean("B", blocked_by=[A])},
            {A: _says("", B), B: _says("", A)},
        ),
        Case(
            "across both directions of writing",
            {A: bean(blocking=[B], blocked_by=[B]), B: bean("B")},
            {A: _says("", B), B: _says("", A)},
        ),
        Case(
            "only the first other member is named",
            {
                A: bean(blocked_by=[B]),
                B: bean("B", blocked_by=[C]),
                C: bean("C", blocking=[D]),
                D: bean("D", blocking=[C, A]),
            },
            {C: _says("", D), D: _says("", C)},
        ),
        Case(
            "a ring of four",
            {
                A: bean(blocked_by=[B]),
                B: bean("B", blocked_by=[C]),
                C: bean("C", blocked_by=[D]),
                D: bean("D", blocking=[C], blocked_by=[A]),
            },
            {A: _says("", B), B: _says("", A), C: _says("", A), D: _says("", A)},
        ),
        Case("a self-reference is no cycle", {A: bean(blocked_by=[A], blocking=[A])}),
        Case("a closed member breaks it", {A: bean(blocked_by=[B]), B: bean("B", "completed", blocked_by=[A])}),
        Case("both writings of one edge", {A: bean(blocked_by=[B]), B: bean("B", blocking=[A])}),
        Case(
            "two ways to one blocker",
            {A: bean(blocked_by=[B, C]), B: bean("B", blocked_by=[D]), C: bean("C", blocked_by=[D]), D: bean("D")},
        ),
    ],
    "blocked-by-descendant": [
        Case(
            "an epic that waits for its child",
            {A: bean(type="epic", blocked_by=[B]), B: bean("B", parent=A)},
            {A: _says("", B)},
        ),
        Case(
            "a grandchild, and the link at its end",
            {A: bean(type="epic"), B: bean("B", parent=A, type="feature"), C: bean("C", parent=B, blocking=[A])},
            {A: _says("", C)},
        ),
        Case("a child that waits for its epic", {A: bean(type="epic"), B: bean("B", parent=A, blocked_by=[A])}),
        Case("the child is closed", {A: bean(type="epic", blocked_by=[B]), B: bean("B", "completed", parent=A)}),
        Case("the epic is closed", {A: bean(status="completed", type="epic", blocked_by=[B]), B: bean("B", parent=A)}),
        Case("a sibling", {A: EPIC, B: bean("B", parent=A, blocked_by=[C]), C: bean("C", parent=A)}),
        Case("itself", {A: bean(type="epic", blocked_by=[A])}),
    ],
    "in-progress-blocked": [
        Case(
            "begun while something stands in its way",
            {A: bean(status="in-progress", blocked_by=[B]), B: bean("B")},
            {A: _says("", B)},
        ),
        Case(
            "inherited from an ancestor",
            {
                A: bean(status="in-progress", parent=B),
                B: bean("B", type="feature", parent=C),
                C: bean("C", type="epic", blocked_by=[D]),
                D: bean("D"),
            },
            {A: _says("", D)},
        ),
        Case(
            "its own blocker is named before an inherited one, and of several the first",
            {
                A: bean(status="in-progress", parent=B, blocked_by=[D, C]),
                B: bean("B", type="epic", blocked_by=["app-0000"]),
                C: bean("C"),
                D: bean("D"),
                "app-0000": bean("E"),
            },
            {A: _says("", C)},
        ),
        Case("not begun", {A: bean(blocked_by=[B]), B: bean("B")}),
        Case("the blocker is closed", {A: bean(status="in-progress", blocked_by=[B]), B: bean("B", "completed")}),
        Case("the blocker does not exist", {A: bean(status="in-progress", blocked_by=["app-zzzz"])}),
    ],
    "open-under-closed": [
        Case("below a done epic", {A: bean(parent=B), B: bean("B", "completed", type="epic")}, {A: _says("parent", B)}),
        Case(
            "below a dropped epic", {A: bean(parent=B), B: bean("B", "scrapped", type="epic")}, {A: _says("parent", B)}
        ),
        Case("below an open epic", {A: bean(parent=B), B: EPIC}),
        Case("below an unknown state, which is open", {A: bean(parent=B), B: bean("B", "done", type="epic")}),
        Case("closed below closed", {A: bean(status="completed", parent=B), B: bean("B", "completed", type="epic")}),
        Case("the parent is unknown", {A: bean(parent="app-zzzz")}),
        Case(
            "one file of the parent is open",
            {A: bean(parent=B), f"{B}--x.md": bean("B", "completed", type="epic"), f"{B}--y.md": EPIC},
        ),
    ],
    "parent-cycle": [
        Case(
            "two that are each other's parent",
            {A: bean(type="epic", parent=B), B: bean("B", type="epic", parent=A)},
            {A: _says("parent", B), B: _says("parent", A)},
        ),
        Case(
            "only the first other member is named, and only members are",
            {A: bean(parent=B), B: bean("B", parent=C), C: bean("C", parent=A), D: bean("D", parent=A)},
            {A: _says("parent", B), B: _says("parent", A), C: _says("parent", A)},
        ),
        Case(
            "a closed member is not judged, the open one is",
            {A: bean(parent=B), B: bean("B", "completed", parent=A)},
            {A: _says("parent", B)},
        ),
        Case("a self-reference is no cycle", {A: bean(parent=A)}),
        Case("a chain", {A: bean(parent=B), B: bean("B", parent=C), C: bean("C")}),
        Case("closed work is left alone", {A: bean(status="completed", parent=B), B: bean("B", "scrapped", parent=A)}),
    ],
    "parent-type": [
        Case("a task below a task", {A: bean(parent=B), B: bean("B")}, {A: _says("parent", B)}),
        Case("an epic below an epic", {A: bean(type="epic", parent=B), B: EPIC}, {A: _says("parent", B)}),
        Case(
            "a milestone below anything",
            {A: bean(type="milestone", parent=B), B: bean("B", type="milestone")},
            {A: _says("parent", B)},
        ),
        Case(
            "a feature below a feature",
            {A: bean(type="feature", parent=B), B: bean("B", type="feature")},
            {A: _says("parent", B)},
        ),
        Case(
            "what the hierarchy allows",
            {
                A: bean("M", type="milestone"),
                B: bean("E", type="epic", parent=A),
                C: bean("F", type="feature", parent=B),
                D: bean("T", type="task", parent=C),
                "app-0001": bean("B", type="bug", parent=A),
                "app-0002": bean("N", parent=B),
                "app-0003": bean("G", type="feature", parent=A),
            },
        ),
        Case(
            "an unknown type",
            {A: bean(type="chore", parent=B), B: bean("B"), C: bean("C", parent=D), D: bean("D", type="chore")},
        ),
        Case("closed work is left alone", {A: bean(status="completed", parent=B), B: bean("B")}),
        Case("the parent is unknown", {A: bean(type="milestone", parent="app-zzzz")}),
        Case("one file of the parent fits", {A: bean(parent=B), f"{B}--x.md": bean("B"), f"{B}--y.md": EPIC}),
    ],
    "self-reference": [
        Case("its own parent", {A: bean(parent=A)}, {A: _says("parent", A)}),
        Case("it waits for itself", {A: bean(blocked_by=[A, B]), B: bean("B")}, {A: _says("blocked_by", A)}),
        Case("it blocks itself", {A: bean(blocking=[A])}, {A: _says("blocking", A)}),
        Case(
            "all three",
            {A: bean(parent=A, blocking=[A], blocked_by=[A])},
            {A: [("blocked_by", A, ""), ("blocking", A, ""), ("parent", A, "")]},
        ),
        Case("it refers to another", {A: bean(parent=B, blocked_by=[B]), B: EPIC}),
        Case("closed work is left alone", {A: bean(status="completed", parent=A, blocked_by=[A])}),
    ],
    "reference-unknown": [
        Case(
            "a todo refers to a bean that does not exist",
            {"todos/items/one.md": _todo(references="[{kind: bean, id: app-zzzz}]"), A: bean()},
            {"one": _says("references", "app-zzzz")},
        ),
        Case(
            "the right case is suggested",
            {"todos/items/one.md": _todo(references="[{kind: bean, id: APP-AAAA}]"), A: bean()},
            {"one": _says("references", "APP-AAAA", A)},
        ),
        Case(
            "a todo that does not exist",
            {"todos/items/one.md": _todo(references="[{kind: todo, id: two}]"), A: bean()},
            {"one": _says("references", "two")},
        ),
        Case(
            "by full and by short id, and to a todo",
            {
                "todos/items/one.md": _todo(
                    references="[{kind: bean, id: app-aaaa}, {kind: bean, id: aaaa}, {kind: todo, id: one}]"
                ),
                A: bean(),
            },
        ),
        Case(
            "another kind is data, and so is another repository",
            {
                "todos/items/one.md": _todo(
                    references="[{kind: issue, id: 12}, {kind: bean, id: app-zzzz, repo: a/b}]"
                ),
                A: bean(),
            },
        ),
        Case(
            "closed work is left alone",
            {"todos/items/one.md": _todo(status="resolved", references="[{kind: bean, id: app-zzzz}]"), A: bean()},
        ),
    ],
    # --- open work: the work itself --------------------------------------------------------------------------------
    "container-complete": [
        Case(
            "all children are closed and it is open",
            {A: EPIC, B: bean("B", "completed", parent=A), C: bean("C", "scrapped", parent=A)},
            {A: _says()},
        ),
        Case(
            "a milestone, its children archived",
            {A: bean("M", type="milestone"), f"archive/{B}--x.md": bean("B", "completed", parent=A)},
            {A: _says()},
        ),
        Case("a child is open", {A: EPIC, B: bean("B", "completed", parent=A), C: bean("C", parent=A)}),
        Case("a child in an unknown state is open", {A: EPIC, B: bean("B", "done", parent=A)}),
        Case("no children", {A: EPIC}),
        Case("it is closed too", {A: bean(status="completed", type="epic"), B: bean("B", "completed", parent=A)}),
        Case("a feature is no container", {A: bean(type="feature"), B: bean("B", "completed", parent=A)}),
        Case("it is its own child", {A: bean(type="epic", parent=A)}),
    ],
    "all-checked-open": [
        Case("every box is ticked", {A: bean(body=ALL_CHECKED)}, {A: _says()}),
        Case("begun", {A: bean(status="in-progress", body=ALL_CHECKED)}, {A: _says()}),
        Case("a box is open", {A: bean(body=HALF_CHECKED)}),
        Case("it is closed", {A: bean(status="completed", body=ALL_CHECKED)}),
        Case("no boxes", {A: bean()}),
        Case("boxes in a fence only", {A: bean(body=f"```\n{ALL_CHECKED}\n```")}),
    ],
    "archived-open": [
        Case("set aside while open", {f"archive/{A}--x.md": bean()}, {A: _says()}),
        Case("set aside in an unknown state", {f"archive/{A}--x.md": bean(status="done")}, {A: _says()}),
        Case(
            "set aside when closed",
            {f"archive/{A}--x.md": bean(status="completed"), f"archive/{B}--x.md": bean("B", "scrapped")},
        ),
        Case("in another folder", {f"old/{A}--x.md": bean()}),
    ],
    "duplicate-title": [
        Case(
            "two of one title, each names the other",
            {A: bean("Same"), B: bean("Same")},
            {A: _says("", B), B: _says("", A)},
        ),
        Case(
            "of three each names only the first other",
            {A: bean("Same"), B: bean("Same"), C: bean("Same")},
            {A: _says("", B), B: _says("", A), C: _says("", A)},
        ),
        Case(
            "it stands on the open members only, and names a closed one too",
            {A: bean("Same", "completed"), B: bean("Same"), C: bean("Same", "scrapped")},
            {B: _says("", A)},
        ),
        Case("a group without an open item", {A: bean("Same", "completed"), B: bean("Same", "scrapped")}),
        Case("exact: case and spaces count", {A: bean("Same"), B: bean("same"), C: bean("Same thing")}),
        Case("two files of one id are another matter", {f"{A}--x.md": bean("Same"), f"{A}--y.md": bean("Same")}),
        Case("no title at all", {A: bean(None), B: bean(None), C: bean('""')}),
        Case(
            "two files of one id and another item",
            {f"{A}--x.md": bean("Same"), f"{A}--y.md": bean("Same"), B: bean("Same")},
            {A: [("", B, ""), ("", B, "")], B: _says("", A)},
        ),
    ],
    # --- any work --------------------------------------------------------------------------------------------------
    "duplicate-id": [
        Case(
            "two files of one id name each other's path",
            {f"{A}--x.md": bean("X"), f"archive/{A}--y.md": bean("Y", "completed")},
            {A: [("", f".beans/{A}--x.md", ""), ("", f".beans/archive/{A}--y.md", "")]},
        ),
        Case(
            "of three each names only the first other",
            {f"{A}--x.md": bean("X"), f"{A}--y.md": bean("Y"), f"{A}--z.md": bean("Z")},
            {A: [("", f".beans/{A}--x.md", ""), ("", f".beans/{A}--x.md", ""), ("", f".beans/{A}--y.md", "")]},
        ),
        Case(
            "closed ones too",
            {f"{A}--x.md": bean("X", "completed"), f"{A}--y.md": bean("Y", "completed")},
            {A: [("", f".beans/{A}--x.md", ""), ("", f".beans/{A}--y.md", "")]},
        ),
        Case("ids that differ in case are two", {"app-a--x.md": bean("X"), "app-A--y.md": bean("Y")}),
        Case("a file that is a problem claims nothing", {f"{A}--x.md": bean(), f"{A}--y.md": "no record"}),
    ],
    "unknown-word": [
        Case("a state", {A: bean(status="done")}, {A: _says("status", "done")}),
        Case(
            "a state that is misspelt",
            {A: bean(status="in_progress")},
            {A: _says("status", "in_progress", "in-progress")},
        ),
        Case("another case", {A: bean(status="Completed")}, {A: _says("status", "Completed", "completed")}),
        Case("a type", {A: bean(type="chore")}, {A: _says("type", "chore")}),
        Case("a priority", {A: bean(priority="hihg")}, {A: _says("priority", "hihg", "high")}),
        Case(
            "all three, on archived work too",
            {f"archive/{A}--x.md": bean(status="review", type="spec", priority="P0")},
            {A: [("priority", "P0", ""), ("status", "review", ""), ("type", "spec", "")]},
        ),
        Case("a long one is shortened", {A: bean(status="x" * 300)}, {A: _says("status", "x" * 200 + "…")}),
        Case(
            "every word of the kind",
            {
                A: bean("1", "in-progress", type="milestone", priority="critical"),
                B: bean("2", "draft", type="epic", priority="low"),
                C: bean("3", "completed", type="bug", priority="deferred"),
                D: bean("4", "scrapped", type="feature", priority="normal"),
            },
        ),
        Case("no word at all", {A: bean(status=None), B: bean("B", priority='""')}),
    ],
    "updated-before-created": [
        Case(
            "an earlier day",
            {A: bean(created_at="2026-02-01T00:00:00Z", updated_at="2026-01-01T00:00:00Z")},
            {A: _says("updated_at", "2026-01-01T00:00:00Z")},
        ),
        Case(
            "earlier once the offsets count",
            {A: bean(created_at="2026-01-01T10:00:00Z", updated_at="2026-01-01T11:00:00+02:00")},
            {A: _says("updated_at", "2026-01-01T11:00:00+02:00")},
        ),
        Case(
            "closed and archived",
            {f"archive/{A}--x.md": bean(status="completed", updated_at="2026-01-01")},
            {A: _says("updated_at", "2026-01-01T00:00:00Z")},
        ),
        Case("the same instant", {A: bean(created_at="2026-01-01", updated_at="2026-01-01 00:00:00")}),
        Case(
            "the same instant with a fraction of nothing",
            {A: bean(created_at="2026-01-01T00:00:00.000Z", updated_at="2026-01-01T00:00:00Z")},
        ),
        Case("later", {A: bean()}),
        Case("one is missing", {A: bean(created_at=None), B: bean("B", updated_at=None)}),
        Case("one is no date", {A: bean(updated_at="1999")}),
    ],
    "missing-title": [
        Case("no key", {A: bean(None)}, {A: _says("title")}),
        Case("an empty one", {A: bean('""')}, {A: _says("title")}),
        Case("null", {A: bean("~")}, {A: _says("title")}),
        Case("only spaces, closed", {A: bean("'  '", "completed")}, {A: _says("title")}),
        Case("a todo without a summary", {"todos/items/one.md": _todo(None)}, {"one": _says("summary")}),
        Case("a title", {A: bean("0"), B: bean('"null"')}),
        Case("a todo's other spelling", {"todos/items/one.md": _todo(None, title="A title")}),
    ],
    "missing-state": [
        Case("no key", {A: bean(status=None)}, {A: _says("status")}),
        Case("an empty one", {A: bean(status="")}, {A: _says("status")}),
        Case("archived", {f"archive/{A}--x.md": bean(status=None)}, {A: _says("status")}),
        Case("a word", {A: bean(), B: bean("B", "whatever")}),
    ],
    "missing-date": [
        Case("no key", {A: bean(created_at=None)}, {A: _says("created_at")}),
        Case("an empty one, closed", {A: bean(status="completed", created_at="")}, {A: _says("created_at")}),
        Case("a date", {A: bean()}),
        Case("one that cannot be read has its own finding", {A: bean(created_at="yesterday")}),
        Case("no date of change", {A: bean(updated_at=None)}),
    ],
    "bad-date": [
        Case("a word", {A: bean(created_at="yesterday")}, {A: _says("created_at", "yesterday")}),
        Case("no zone", {A: bean(updated_at="2026-01-02T03:04:05")}, {A: _says("updated_at", "2026-01-02T03:04:05")}),
        Case(
            "no such day",
            {A: bean(status="completed", created_at="2026-02-30")},
            {A: _says("created_at", "2026-02-30")},
        ),
        Case("a due date", {"todos/items/one.md": _todo(due="soon")}, {"one": _says("due", "soon")}),
        Case(
            "dates",
            {
                A: bean(created_at="2026-01-02", updated_at="2026-01-02 03:04:05"),
                "todos/items/one.md": _todo(due="2026-01-02"),
            },
        ),
        Case("no date", {A: bean(created_at="", updated_at=None)}),
    ],
    "bad-value": [
        Case(
            "a word where a number belongs",
            {"todos/items/one.md": _todo(order="first")},
            {"one": _says("order", "first")},
        ),
        Case(
            "closed too",
            {"todos/items/one.md": _todo(status="resolved", order="1.2.3")},
            {"one": _says("order", "1.2.3")},
        ),
        Case("numbers", {"todos/items/one.md": _todo(order="12"), "todos/items/two.md": _todo("B", order="-1.5")}),
        Case("a text may be any text", {A: bean(order="first")}),
    ],
    "misspelt-key": [
        Case("a hyphen", {A: bean(**{"blocked-by": "[x]"})}, {A: _says("", "blocked-by", "blocked_by")}),
        Case("a capital", {A: bean(None, Title="A")}, {A: _says("", "Title", "title")}),
        Case("another style", {A: bean(createdAt="2026-01-02")}, {A: _says("", "createdAt", "created_at")}),
        Case("a letter too many", {A: bean(statuss="todo")}, {A: _says("", "statuss", "status")}),
        Case("letters swapped, closed", {A: bean(status="completed", titel="A")}, {A: _says("", "titel", "title")}),
        Case("a letter missing", {A: bean(priorty="high")}, {A: _says("", "priorty", "priority")}),
        Case(
            "several keys",
            {A: bean(Type="task", Tags="[x]")},
            {A: [("", "Tags", "tags"), ("", "Type", "type")]},
        ),
        Case(
            "keys of other tools",
            {
                A: bean(
                    **{"$schema": "x"},
                    extensions="{a: b}",
                    pr="1",
                    labels="x",
                    links="x",
                    id="x",
                    created="x",
                    updated="x",
                )
            },
        ),
        Case(
            "a todo's other spellings",
            {"todos/items/one.md": _todo(None, None, title="A", createdAt="2026-01-01", updatedAt="2026-01-01")},
        ),
        Case("a date that cannot be read is well spelt", {A: bean(created_at="yesterday")}),
    ],
    "id-mismatch": [
        Case("the comment says another id", {A: f"---\n# {B}\ntitle: A\n---\n"}, {A: _says("", B)}),
        Case("closed too", {A: f"---\n# {B}\nstatus: completed\n---\n"}, {A: _says("", B)}),
        Case(
            "the field says another id",
            {"todos/items/one.md": _todo(id="two")},
            {"one": _says("id", "two")},
        ),
        Case("both agree", {A: f"---\n# {A}\ntitle: A\n---\n", "todos/items/one.md": _todo(id="one")}),
        Case("neither says one", {A: bean(), "todos/items/one.md": _todo()}),
        Case("a bean's own key `id` is not compared", {A: bean(id="other")}),
    ],
    "empty-body": [
        Case("nothing", {A: bean(body="")}, {A: _says()}),
        Case("white space, closed", {A: bean(status="completed", body=" \n\t\n")}, {A: _says()}),
        Case("text", {A: bean(body="x")}),
        Case("a todo may be a line", {"todos/items/one.md": _todo()}),
    ],
    "title-comment": [
        Case("a number cuts a title", {A: bean("Fix #12 and more")}, {A: _says("title")}),
        Case("a title that is nothing else, closed", {A: bean("#12", "completed")}, {A: _says("title")}),
        Case("a todo's other spelling", {"todos/items/one.md": _todo(None, title="Fix #12")}, {"one": _says("title")}),
        Case("quoted", {A: bean('"Fix #12 and more"')}),
        Case("a comment after quotes", {A: bean('"Fix it" # soon')}),
        Case("no space before it", {A: bean("Fix C# code")}),
        Case("a comment after another key", {A: bean(priority="high # for now")}),
    ],
    "scalar-for-list": [
        Case("tags", {A: bean(tags="ui")}, {A: _says("tags")}),
        Case("a blocker, closed", {A: bean(status="completed", blocked_by=B), B: bean("B")}, {A: _says("blocked_by")}),
        Case("lists", {A: bean(tags="[ui]", blocked_by=[B]), B: bean("B", tags=["x"])}),
        Case("an empty one", {A: bean(tags="", blocking="~")}),
    ],
    "duplicate-key": [
        Case("a key twice", {A: "---\ntitle: A\nstatus: todo\ntitle: B\n---\n"}, {A: _says("title")}),
        Case("an unknown key twice, closed", {A: "---\nstatus: completed\nx: 1\nx: 2\n---\n"}, {A: _says("x")}),
        Case("every key once", {A: bean()}),
    ],
    "bad-encoding": [
        Case("Latin-1 in the body", {A: bean().encode() + b"caf\xe9\n"}, {A: _says()}),
        Case("closed too", {A: bean(status="completed").encode() + b"\xff"}, {A: _says()}),
        Case("UTF-8", {A: bean(body="café 任务 🚀")}),
        Case("a replacement character of the author", {A: bean(body="a \ufffd b")}),
    ],
    # --- closed work -----------------------------------------------------------------------------------------------
    "completed-unchecked": [
        Case(
            "done with open boxes says how many", {A: bean(status="completed", body=HALF_CHECKED)}, {A: _says("", "2")}
        ),
        Case("archived", {f"archive/{A}--x.md": bean(status="completed", body=OPEN_BOX)}, {A: _says("", "1")}),
        Case("all ticked", {A: bean(status="completed", body=ALL_CHECKED)}),
        Case("no boxes", {A: bean(status="completed")}),
        Case(
            "open or dropped",
            {A: bean(body=OPEN_BOX), B: bean("B", "scrapped", body=OPEN_BOX), C: bean("C", "done", body=OPEN_BOX)},
        ),
    ],
    "dropped-without-section": [
        Case("dropped without a word", {A: bean(status="scrapped", body="text")}, {A: _says()}),
        Case(
            "the words are not a heading",
            {
                A: bean(status="scrapped", body="Reasons for Scrapping: none"),
                B: bean("B", "scrapped", body="```\n## Reasons for Scrapping\n```"),
            },
            {A: _says(), B: _says()},
        ),
        Case("no text at all", {A: bean(status="scrapped", body="")}, {A: _says()}),
        Case(
            "the forms that teams write",
            {
                A: bean("1", "scrapped", body="text\n\n## Reasons for Scrapping\n\nwhy"),
                B: bean("2", "scrapped", body="### Reason for scrapping ###\nwhy"),
                C: bean("3", "scrapped", body="# 2026-01-02: SCRAPPED by Ann"),
            },
        ),
        Case("done or open", {A: bean(status="completed"), B: bean("B"), C: bean("C", "cancelled")}),
    ],
    "done-without-section": [
        # Off for beans; a declaration turns it on below.
    ],
}

# A rule that no built-in kind has on: its cases need a declaration.
_SECTION_ON: Final = (
    '[graphs.beans]\nkind = "beans"\nstore = ".beans"\nrules = {done-without-section = {severity = "note"}}\n'
)
DECLARED: Final[Mapping[str, list[Case]]] = {
    "done-without-section": [
        Case(
            "done without a summary",
            {
                "gen-docs.toml": _SECTION_ON,
                A: bean(status="completed"),
                B: bean("B", "completed", body="Summary of Changes"),
            },
            {A: _says(), B: _says()},
        ),
        Case(
            "done with one, open, or dropped",
            {
                "gen-docs.toml": _SECTION_ON,
                A: bean(status="completed", body="## Summary of Changes\n\ntext"),
                B: bean("B", "completed", body="# summary of changes and more"),
                C: bean("C"),
                D: bean("D", "scrapped"),
            },
        ),
        Case("a kind that has it off", {A: bean(status="completed")}),
    ],
}

ALL: Final = {name: [*cases, *DECLARED.get(name, [])] for name, cases in CASES.items()}


def _build(folder: Path, files: Files) -> Build:
    """A site of the given files: by path, or beans by id or by the name of their file."""
    elsewhere = {name: text for name, text in files.items() if name.startswith("todos/") or name == "gen-docs.toml"}
    write_files(folder, elsewhere)
    return build(write_beans(folder, {name: text for name, text in files.items() if name not in elsewhere}))


def _found(site: Build, rule: str) -> dict[str, list[tuple[str, str, str]]]:
    """Everything that a rule says, by id, sorted."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for each in site.graphs:
        for item, verdicts in zip(each.graph.items, each.findings, strict=True):
            said = [(verdict.field, verdict.value, verdict.suggestion) for verdict in verdicts if verdict.rule == rule]
            if said:
                found.setdefault(item.id, []).extend(said)
    return {identifier: sorted(said) for identifier, said in found.items()}


@pytest.mark.parametrize(
    ("rule", "case"),
    [pytest.param(rule, case, id=f"{rule}: {case.sentence}") for rule, cases in ALL.items() for case in cases],
)
def test_a_rule_says_this_and_no_more(rule: str, case: Case, tmp_path: Path) -> None:
    assert _found(_build(tmp_path, case.files), rule) == case.found


# --- contracts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULEBOOK)
def test_every_rule_has_a_case_in_which_it_speaks_and_one_in_which_it_is_silent(rule: str) -> None:
    cases = ALL.get(rule, [])
    assert any(case.found for case in cases)
    assert any(not case.found for case in cases)


def test_every_case_is_of_a_rule_and_every_rule_has_a_function() -> None:
    assert set(ALL) == set(RULEBOOK) == set(RULES)
    assert list(RULEBOOK) == [spec.name for spec in RULEBOOK.values()]


def test_every_rule_that_judges_open_work_only_has_a_case_that_leaves_closed_work_alone() -> None:
    """A case that is silent although an item is closed: by its status, which stands in the text."""
    closed = ("status: completed", "status: scrapped", "status: resolved")
    for name, spec in RULEBOOK.items():
        if spec.scope == "open":
            silent = [case for case in ALL[name] if not case.found]
            texts = [str(text) for case in silent for text in case.files.values()]
            assert any(word in text for text in texts for word in closed), name


@pytest.mark.parametrize("rule", [name for name, spec in RULEBOOK.items() if spec.scope == "any"])
def test_every_rule_about_any_work_speaks_of_closed_or_archived_work_too(rule: str) -> None:
    speaking = [case for case in ALL[rule] if case.found]
    closed = ("status: completed", "status: scrapped", "status: resolved", "archive/")
    assert any(word in str(case.files) for case in speaking for word in closed)


DEFAULTS = {
    "completed-unchecked": ("closed", "note"),
    "dropped-without-section": ("closed", "warning"),
    "done-without-section": ("closed", "warning"),
    "parent-unknown": ("open", "error"),
    "duplicate-title": ("open", "warning"),
    "duplicate-id": ("any", "error"),
}


@pytest.mark.parametrize(("rule", "expected"), DEFAULTS.items())
def test_a_rule_has_its_scope_and_its_severity(rule: str, expected: tuple[str, str]) -> None:
    assert (RULEBOOK[rule].scope, RULEBOOK[rule].severity) == expected


def test_findings_stand_in_the_item_sorted_by_rule_field_and_value(tmp_path: Path) -> None:
    text = bean("Fix #1", "done", type="chore", blocked_by=["z", "y"], parent=A, tags="x", created_at="never")
    site = _build(tmp_path, {A: text})
    found = findings(site, A)
    assert found == sorted(found, key=lambda each: (each.rule, each.field, each.value))
    assert [(each.rule, each.field, each.value) for each in found] == [
        ("bad-date", "created_at", "never"),
        ("blocker-unknown", "blocked_by", "y"),
        ("blocker-unknown", "blocked_by", "z"),
        ("scalar-for-list", "tags", ""),
        ("self-reference", "parent", A),
        ("title-comment", "title", ""),
        ("unknown-word", "status", "done"),
        ("unknown-word", "type", "chore"),
    ]
    (projected,) = projection(site)["items"]
    assert projected["findings"][0] == {"rule": "bad-date", "field": "created_at", "value": "never"}
    assert projected["findings"][3] == {"rule": "scalar-for-list", "field": "tags"}


def test_a_clean_bean_has_no_finding_and_no_key_for_them(tmp_path: Path) -> None:
    site = _build(tmp_path, {A: bean(type="task", priority="high", tags=["x"], body=HALF_CHECKED)})
    assert findings(site, A) == []
    assert "findings" not in projection(site)["items"][0]


def test_open_work_rules_say_nothing_about_work_that_is_closed(tmp_path: Path) -> None:
    """One closed bean with everything wrong that an open one could have."""
    broken = bean(
        "Same",
        "completed",
        type="epic",
        parent=B,
        blocked_by=["gone", A, C],
        blocking=["app-zzzz", A, B],
        body=ALL_CHECKED,
    )
    files = {
        f"archive/{A}--x.md": broken,
        B: bean("Same", "completed", parent=A),
        C: bean("C", "scrapped", parent=A),
        D: bean("D", "completed", parent="gone"),
    }
    site = _build(tmp_path, files)
    open_rules = {name for name, spec in RULEBOOK.items() if spec.scope == "open"}
    for identifier in (A, B, C, D):
        assert rules(site, identifier) & open_rules == set()
    opened = _build(tmp_path / "opened", {name: str(text).replace("completed", "todo") for name, text in files.items()})
    assert len(rules(opened, A) & open_rules) >= 8


# --- settings ------------------------------------------------------------------------------------------------------


def _declare(settings: str) -> str:
    return f'[graphs.beans]\nkind = "beans"\nstore = ".beans"\n[graphs.beans.rules]\n{settings}'


def _severities(site: Build) -> dict[str, str]:
    return {rule["name"]: rule["severity"] for rule in projection(site)["rules"]}


def test_a_graph_switches_a_rule_off(tmp_path: Path) -> None:
    files = {A: bean(status="done", body="")}
    assert rules(_build(tmp_path / "on", files), A) == {"unknown-word", "empty-body"}
    site = _build(tmp_path / "off", {"gen-docs.toml": _declare('unknown-word = {severity = "off"}'), **files})
    assert rules(site, A) == {"empty-body"}
    assert "unknown-word" not in _severities(site)


def test_a_graph_gives_a_rule_another_severity(tmp_path: Path) -> None:
    site = _build(tmp_path, {"gen-docs.toml": _declare('empty-body = {severity = "error"}'), A: bean(body="")})
    assert rules(site, A) == {"empty-body"}
    assert _severities(site)["empty-body"] == "error"


def test_a_graph_sets_a_rules_parameter_and_keeps_its_severity(tmp_path: Path) -> None:
    declaration = _declare('dropped-without-section = {heading = "^Why$"}')
    files = {A: bean(status="scrapped", body="## Why"), B: bean("B", "scrapped", body="## Reasons for Scrapping")}
    site = _build(tmp_path, {"gen-docs.toml": declaration, **files})
    assert _found(site, "dropped-without-section") == {B: _says()}
    assert _severities(site)["dropped-without-section"] == "warning"


def test_a_graph_changes_the_hierarchy(tmp_path: Path) -> None:
    declaration = _declare('parent-type = {allowed = {task = ["task"], "*" = []}}')
    files = {A: bean("A", parent=B), B: bean("B"), C: bean("C", parent=D), D: bean("D", type="epic")}
    site = _build(tmp_path, {"gen-docs.toml": declaration, **files})
    assert _found(site, "parent-type") == {C: _says("parent", D)}


def test_a_type_that_the_hierarchy_does_not_name_stands_anywhere_without_a_star(tmp_path: Path) -> None:
    declaration = _declare("parent-type = {allowed = {milestone = []}}")
    files = {A: bean("A", parent=B), B: bean("B"), C: bean("C", type="milestone", parent=B)}
    site = _build(tmp_path, {"gen-docs.toml": declaration, **files})
    assert _found(site, "parent-type") == {C: _says("parent", B)}


def test_one_graph_of_a_kind_keeps_its_rules_when_another_changes_them(tmp_path: Path) -> None:
    own = _declare('empty-body = {severity = "off"}')
    declaration = f'{own}\n[graphs.other]\nkind = "beans"\nstore = "other"\n'
    site = _build(tmp_path, {"gen-docs.toml": declaration, A: bean(body="")})
    write_files(tmp_path, {f"other/{A}--x.md": bean(body="")})
    site = build(tmp_path)
    assert rules(site, A, "beans") == set()
    assert rules(site, A, "other") == {"empty-body"}


_KIND: Final = """
[kinds.incident]
title = "Incidents"
unit = { one = "incident", other = "incidents" }
records = "process"
reader = "markdown"
[kinds.incident.roles]
title = "what"
state = "stage"
[kinds.incident.states]
burning = "active"
out = "done"
gone = "dropped"
[kinds.incident.rules]
empty-body = { severity = "off" }
missing-title = { severity = "note" }
done-without-section = { heading = "Causes" }
[graphs.incidents]
kind = "incident"
store = "incidents"
"""


def test_a_kind_of_a_site_sets_severities_and_parameters_and_has_the_rules_of_its_roles(tmp_path: Path) -> None:
    """No rule tests for a kind: one that was declared a minute ago is judged by all that it has the roles for."""
    files = {
        "gen-docs.toml": _KIND,
        "incidents/one.md": "---\nstage: out\n---\n",
        "incidents/two.md": "---\nwhat: Two\nstage: out\n---\n## Causes\n",
        "incidents/three.md": "---\nwhat: Three\nstage: burnin\n---\n",
        "incidents/four.md": "---\nwhat: Four\nstage: gone\n---\n- [x] a\n",
    }
    write_files(tmp_path, files)
    site = build(tmp_path)
    assert rules(site, "one", "incidents") == {"missing-title", "done-without-section"}
    assert rules(site, "two", "incidents") == set()
    assert findings(site, "three", "incidents") == [Finding("unknown-word", "stage", "burnin", "burning")]
    assert rules(site, "four", "incidents") == set()
    severities = {rule["name"]: rule["severity"] for rule in projection(site, "incidents")["rules"]}
    assert severities["missing-title"] == "note"
    assert severities["done-without-section"] == "warning"
    lacking = {
        "empty-body",
        "dropped-without-section",
        "parent-type",
        "parent-unknown",
        "missing-date",
        "blocking-cycle",
    }
    assert lacking & set(severities) == set()


def test_a_projection_lists_the_rules_whose_roles_or_links_the_kind_has() -> None:
    """A kind without parents and blocks has nothing that could refer to itself."""
    names = {rule.spec.name for rule in builtin_kinds()["todos"].rules}
    relations = {name for name, spec in RULEBOOK.items() if set(spec.edges) & {"parent", "blocks"}}
    assert names & (relations | {"self-reference"}) == set()
    assert "reference-unknown" in names
    assert "reference-unknown" not in {rule.spec.name for rule in builtin_kinds()["beans"].rules}


def test_rules_are_listed_by_name() -> None:
    for kind in builtin_kinds().values():
        names = [rule.spec.name for rule in kind.rules]
        assert names == sorted(names)


MISTAKES: list[tuple[str, str]] = [
    ('empty-bodi = {severity = "off"}', "graphs.beans.rules.empty-bodi"),
    ('empty-body = {severity = "loud"}', "graphs.beans.rules.empty-body.severity"),
    ('empty-body = {heading = "x"}', "graphs.beans.rules.empty-body.heading"),
    ("dropped-without-section = {heading = 3}", "graphs.beans.rules.dropped-without-section.heading"),
    ('dropped-without-section = {heading = "("}', "graphs.beans.rules.dropped-without-section.heading"),
    ('parent-type = {allowed = ["epic"]}', "graphs.beans.rules.parent-type.allowed"),
]


@pytest.mark.parametrize(("settings", "key"), MISTAKES)
def test_a_setting_that_no_rule_has_is_a_mistake_of_the_declaration(settings: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(DeclarationError) as caught:
        _build(tmp_path, {"gen-docs.toml": _declare(settings), A: bean()})
    assert [mistake.key for mistake in caught.value.mistakes] == [key]


def test_an_alias_makes_an_unknown_word_known(tmp_path: Path) -> None:
    declaration = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\naliases = {status = {done = "completed"}}\n'
    site = _build(tmp_path, {"gen-docs.toml": declaration, A: bean(status="done", body=OPEN_BOX)})
    assert rules(site, A) == {"completed-unchecked"}


def test_judging_gives_a_graph_that_is_only_declared_no_findings(tmp_path: Path) -> None:
    write_files(tmp_path, {"gen-docs.toml": '[graphs.qa]\ntitle = "QA"\nstore = "qa"\n', "qa/a.md": bean()})
    assert judged(build(tmp_path), "qa").findings == ()


def test_every_rule_that_takes_a_value_from_a_file_shortens_it(tmp_path: Path) -> None:
    """A finding shows what is wrong; the whole text stands in the item."""
    long: Any = "x" * 5000
    text = bean(status=long, created_at=long, **{f"Blocked-By{'-' * 300}": "x"})
    site = _build(tmp_path, {A: f"---\n# {long}\n" + text.removeprefix("---\n")})
    assert {"unknown-word", "bad-date", "misspelt-key", "id-mismatch"} <= rules(site, A)
    assert all(len(finding.value) <= 201 for finding in findings(site, A))


def test_links_to_unknown_ids_are_shortened_too(tmp_path: Path) -> None:
    site = _build(tmp_path, {A: bean(parent="x" * 5000, blocked_by=["y" * 5000])})
    assert rules(site, A) == {"parent-unknown", "blocker-unknown"}
    assert all(len(finding.value) <= 201 for finding in findings(site, A))
