"""What the `beans` command does with 104 files, and that this reading step gives the same, but for a table of reasons.

The cases lie beside the project, not in it: `REASONS` names each case that differs on purpose and says what is
expected instead, so that nothing is skipped silently.
"""

import base64
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from msgspec import Struct
from support import REFERENCE, build, judged, write_files

from gen_docs.rules import Judged
from gen_docs.values import Item, Problem

_FILE: Final = REFERENCE / "front-matter-cases.json"
STORE: Final = ".beans"
FILE: Final = f"{STORE}/x-aaaa--t.md"
ID: Final = "x-aaaa"

needs_cases = pytest.mark.skipif(
    not _FILE.is_file(), reason="the recorded cases lie beside the project on its maintainers' machines only"
)


class Expected(Struct, frozen=True):
    """What a case gives here: its problems, and for each path of an item the values that are named. `reason` says why
    this differs from the command."""

    reason: str
    items: Mapping[str, Mapping[str, Any]] = {}
    problems: tuple[Problem, ...] = ()


def _problem(reason: str, code: str, line: int = 0, value: str = "") -> Expected:
    return Expected(reason, problems=(Problem(FILE, code, line, value, ID),))


def _item(reason: str, **values: Any) -> Expected:
    return Expected(reason, items={FILE: values})


_NOT_A_RECORD = "the command takes the whole text as a body; a file without YAML front matter is no bean"
_REFUSED = "the command refuses the whole store over it; here it is one file's problem"
_TYPE = "a list or a map where text belongs, or a map where a list does, is the wrong type"
_LIST = "the command refuses a scalar where a list belongs; here it is a list of one, with a finding"
_DATE = "the command refuses the whole store over a date; here it is a finding, and the text is kept"
_NO_ID = "the command gives the bean an empty id; a name without one is a problem"
_BOTH = "the command shows one file of a doubled id, another from run to run; here both are there, with a finding"
_DUPLICATE = ["duplicate-id"]

REASONS: Final[Mapping[str, Expected]] = {
    # The command loads these and gives something else.
    "CRLF whole file": _item(
        "carriage returns go before anything else is read",
        title="T",
        status="todo",
        type="task",
        priority="normal",
        created_at="2026-01-02T03:04:05Z",
        updated_at="2026-01-03T03:04:05Z",
        body="\nBody",
    ),
    "BOM": _item(
        "a byte order mark is dropped, so that the front matter is found",
        title="T",
        status="todo",
        type="task",
        priority="normal",
        created_at="2026-01-02T03:04:05Z",
        updated_at="2026-01-03T03:04:05Z",
        body="\nBody",
    ),
    "unclosed front matter": _problem(_NOT_A_RECORD, "not-a-record"),
    "only text": _problem(_NOT_A_RECORD, "not-a-record"),
    "empty file": _problem(_NOT_A_RECORD, "not-a-record"),
    "--- EOF no newline": _problem(_NOT_A_RECORD, "not-a-record"),
    "... as end": _problem(_NOT_A_RECORD, "not-a-record"),
    "TOML": _problem(_NOT_A_RECORD, "not-a-record"),
    "JSON ;;;": _problem(_NOT_A_RECORD, "not-a-record"),
    "JSON {}": _problem(_NOT_A_RECORD, "not-a-record"),
    "---yaml": _problem(_NOT_A_RECORD, "not-a-record"),
    "yaml anchor/alias": _problem("aliases and anchors are refused", "yaml-alias", 2),
    "FILENAME --x.md": Expected(_NO_ID, problems=(Problem(f"{STORE}/--x.md", "no-id"),)),
    "FILENAME -a.md": Expected(_NO_ID, problems=(Problem(f"{STORE}/-a.md", "no-id"),)),
    "DUP root+archive (prefix x)": Expected(
        _BOTH,
        items={
            f"{STORE}/x-aaaa--s.md": {"id": "x-aaaa", "title": "ROOT", "archived": False, "rules": _DUPLICATE},
            f"{STORE}/archive/x-aaaa--s.md": {"id": "x-aaaa", "title": "ARCH", "archived": True, "rules": _DUPLICATE},
        },
    ),
    "DUP root+archive (prefix a1)": Expected(
        _BOTH,
        items={
            f"{STORE}/a1--s.md": {"id": "a1", "title": "ROOT", "archived": False, "rules": _DUPLICATE},
            f"{STORE}/archive/a1--s.md": {"id": "a1", "title": "ARCH", "archived": True, "rules": _DUPLICATE},
        },
    ),
    "DUP two slugs": Expected(
        _BOTH,
        items={
            f"{STORE}/x-aaaa--a.md": {"id": "x-aaaa", "title": "ONE", "rules": _DUPLICATE},
            f"{STORE}/x-aaaa--b.md": {"id": "x-aaaa", "title": "TWO", "rules": _DUPLICATE},
        },
    ),
    # The command refuses these.
    "invalid yaml tab": _problem(_REFUSED, "tab-indent", 3),
    "title with unquoted colon": _problem(_REFUSED, "unquoted-value", 2, "title"),
    "title starts with backtick": _problem(_REFUSED, "unquoted-value", 2, "title"),
    "title starts with @": _problem(_REFUSED, "unquoted-value", 2, "title"),
    "title starts with [": _problem(_REFUSED, "unquoted-value", 2, "title"),
    "title flow list": _problem(_TYPE, "wrong-type", value="title"),
    "tags map": _problem(_TYPE, "wrong-type", value="tags"),
    "parent list": _problem(_TYPE, "wrong-type", value="parent"),
    "tags scalar": _item(_LIST, title="A", status="todo", tags=["foo"], rules=["scalar-for-list"]),
    "tags comma": _item(_LIST, title="A", status="todo", tags=["a, b"], rules=["scalar-for-list"]),
    "blocked_by scalar": _item(_LIST, title="A", status="todo", blocked_by=["x-bbbb"], rules=["scalar-for-list"]),
    "created no zone T": _item(
        _DATE, title="A", created_at=None, extra={"created_at": "2026-01-02T03:04:05"}, rules=["bad-date"]
    ),
    "created garbage": _item(_DATE, title="A", created_at=None, extra={"created_at": "yesterday"}, rules=["bad-date"]),
    "created epoch": _item(_DATE, title="A", created_at=None, extra={"created_at": "1700000000"}, rules=["bad-date"]),
    "created quoted date": _item(
        "quotes do not change what a date says", title="A", created_at="2026-01-02T00:00:00Z", extra={}
    ),
    "created TODO placeholder {{": _problem(_REFUSED, "yaml-key", 4),
    "yaml tag !!python": _problem(_REFUSED, "yaml-tag", 2),
    "fm is list": _problem(_REFUSED, "not-a-mapping", 2),
    "fm is scalar": _problem(_REFUSED, "not-a-mapping", 2),
    "latin1 bytes in title": _problem(_REFUSED, "bad-encoding", 2),
    "merge conflict": _problem(_REFUSED, "conflict-markers", 3),
    "one bad of two": Expected(
        "one bad file does not hide the others",
        items={f"{STORE}/x-aaaa--a.md": {"id": "x-aaaa", "title": "A", "status": "todo"}},
        problems=(Problem(f"{STORE}/x-bbbb--b.md", "unquoted-value", 2, "title", "x-bbbb"),),
    ),
}

# Cases that give the command's values, and in which something is lost that a finding tells.
FINDINGS: Final[Mapping[str, str]] = {
    "hash in title unquoted": "title-comment",
    "title with space-hash": "title-comment",
    "dup keys": "duplicate-key",
    "blocked-by key": "misspelt-key",
    "key case Title": "misspelt-key",
    "latin1 bytes in body": "bad-encoding",
    "status unknown": "unknown-word",
    "title null": "missing-title",
    "title missing": "missing-title",
    "status missing": "missing-state",
    "no dates (mtime)": "missing-date",
}


@cache
def _cases() -> dict[str, Any]:
    return {case["name"]: case for case in orjson.loads(_FILE.read_bytes())} if _FILE.is_file() else {}


def _build(case: Any, folder: Path) -> Judged:
    """The store of a case as the build reads it."""
    files = {
        f"{STORE}/{name}": base64.b64decode(content["base64"]) if "base64" in content else content["text"].encode()
        for name, content in case["files"].items()
    }
    write_files(folder, {".beans.yml": f"beans:\n  path: {STORE}\n  prefix: x-\n", f"{STORE}/.keep": "", **files})
    return judged(build(folder))


def _values(item: Item) -> dict[str, Any]:
    """What the command says of a bean, from an item: with its defaults, and with its one date for both."""
    values = dict(item.values)
    created, updated = values.get("created_at"), values.get("updated_at")
    return {
        "id": item.id,
        "path": item.path.removeprefix(f"{STORE}/"),
        "title": values.get("title", ""),
        "status": values.get("status", ""),
        "type": values.get("type", "task"),
        "priority": values.get("priority", "normal"),
        "tags": values.get("tags", []),
        "parent": values.get("parent", ""),
        "order": values.get("order", ""),
        "blocking": values.get("blocking", []),
        "blocked_by": values.get("blocked_by", []),
        "created_at": created or updated,
        "updated_at": updated or created,
        "body": item.body,
    }


def _recorded(bean: Any) -> dict[str, Any]:
    """A bean as the command wrote it, which leaves out what is empty."""
    absent = {"tags": [], "parent": "", "order": "", "blocking": [], "blocked_by": [], "body": ""}
    return {**absent, **{key: value for key, value in bean.items() if key != "slug"}}


@needs_cases
def test_the_cases_are_the_ones_that_the_table_was_written_for() -> None:
    assert len(_cases()) == 104
    assert set(REASONS) <= set(_cases())
    assert set(FINDINGS) <= set(_cases())


@needs_cases
def test_every_case_that_the_command_refuses_has_a_reason() -> None:
    refused = {name for name, case in _cases().items() if not case["cli_loads"]}
    assert refused <= set(REASONS)


@needs_cases
@pytest.mark.parametrize("name", [name for name in _cases() if name not in REASONS])
def test_a_file_that_the_command_loads_has_the_same_values(name: str, tmp_path: Path) -> None:
    case = _cases()[name]
    graph = _build(case, tmp_path).graph
    assert graph.problems == ()
    assert [_values(item) for item in graph.items] == [_recorded(bean) for bean in case["cli_beans"]]


@needs_cases
@pytest.mark.parametrize("name", REASONS)
def test_a_file_that_differs_does_so_as_the_table_says(name: str, tmp_path: Path) -> None:
    expected = REASONS[name]
    found = _build(_cases()[name], tmp_path)
    assert found.graph.problems == expected.problems
    assert {item.path for item in found.graph.items} == set(expected.items)
    for item, findings in zip(found.graph.items, found.findings, strict=True):
        for key, value in expected.items[item.path].items():
            if key == "rules":
                assert set(value) <= {finding.rule for finding in findings}
            else:
                assert item.values.get(key, getattr(item, key, None)) == value, key


@needs_cases
@pytest.mark.parametrize(("name", "rule"), FINDINGS.items())
def test_what_the_command_loses_silently_is_a_finding(name: str, rule: str, tmp_path: Path) -> None:
    (findings,) = _build(_cases()[name], tmp_path).findings
    assert rule in {finding.rule for finding in findings}


@needs_cases
@pytest.mark.parametrize("name", [name for name in REASONS if REASONS[name].items])
def test_a_reason_is_a_real_difference(name: str, tmp_path: Path) -> None:
    """An entry of the table that has become the command's own answer is stale."""
    case = _cases()[name]
    same = case["cli_loads"] and [_values(item) for item in _build(case, tmp_path).graph.items] == [
        _recorded(bean) for bean in case["cli_beans"]
    ]
    assert not same
