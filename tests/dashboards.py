"""What Python finds in many graphs, written down for the tests of the dashboard's scripts, which must find the same.

Stores with everything that is hard to sort and to relate, the project's own cases, and, where they lie beside the
project, the public stores.
"""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import orjson
from browser.rich import write_rich_store
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support import CORPORA, IS_THOROUGH, PROJECT, bean, build, projection, write_beans, write_files

from gen_docs.build import Build
from gen_docs.derived import project_text
from gen_docs.glances import list_glances
from gen_docs.order import sort_items
from gen_docs.rules import Judged
from gen_docs.summary import summarise

RANDOM_STORES: Final = 80 if IS_THOROUGH else 40


def write_dashboards(folder: Path) -> None:
    """Writes `dashboards.json`, and `corpora.json`, which has nothing where the public stores are not."""
    (folder / "dashboards.json").write_bytes(_dump(_list_sites()))
    stores = sorted(path.parent / "repo" for path in CORPORA.glob("*/expected.json"))
    stores = stores if IS_THOROUGH else stores[:2]
    (folder / "corpora.json").write_bytes(_dump(map(build, stores)))


def _dump(sites: Iterable[Build]) -> bytes:
    graphs = [
        _describe(judged, projection(site, judged.graph.id))
        for site in sites
        for judged in site.graphs
        if judged.graph.is_projected
    ]
    return orjson.dumps(graphs, default=msgspec.to_builtins)


def _describe(judged: Judged, index: Any) -> dict[str, Any]:
    """A projection, and what the build found: rows by their path, and what concerns all files of an id by the id."""
    graph = judged.graph
    ordered = sort_items(graph, graph.items)
    blocked = sorted(identifier for identifier in graph.open_ids if graph.is_blocked(identifier))
    return {
        "index": index,
        "order": [item.path for item in ordered],
        "ready": [item.path for item in graph.items if graph.can_start(item)],
        "blocked": {each: [[reason.id, reason.via] for reason in graph.reasons(each)] for each in blocked},
        "circles": sorted(graph.blocking_cycles),
        "glances": [
            (each.name, [item.path for item in each.items], each.query) for each in list_glances(graph, ordered)
        ],
        "summary": summarise(judged),
        "text": project_text(graph),
    }


def _list_sites() -> Iterator[Build]:
    with tempfile.TemporaryDirectory() as folder:
        yield build(write_rich_store(Path(folder)))
    for case in sorted((PROJECT / "tests" / "cases").iterdir()):
        yield build(case / "input")
    with tempfile.TemporaryDirectory() as folder:
        yield _build_rows(Path(folder))
    yield from _make_random_sites()


# Graphs of one field each, sorted by it

_ROWS: Final = {
    "number": ["10", "9.5", "-1", "", "0", "9", "soon", "1000"],
    "bool": ["yes", "no", "", "true", "maybe"],
    "text": ["b", "B", "10", "9", "", "ä", "z", "\U0001f400", "\uff5a", "語", "İ", "ΟΔΟΣ", "a b", "a"],
    "enum": ["small", "big", "huge", "", "any", "Small", "\U0001f400", "\ufb01"],
    "date": [
        "2026-01-01", "2026-01-01 00:00:01", "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.0000004Z",
        "2026-01-01T00:00:00.0000003Z", "2026-01-01T09:00:00+09:00", "2025-12-31T23:30:00-01:00", "",
        "0001-01-01", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00", "2026-01-01T00:00:00.50Z", "never",
    ],
}  # fmt: skip


def _build_rows(folder: Path) -> Build:
    files: dict[str, str] = {"gen-docs.toml": "".join(map(_declare, _ROWS))}
    for type_, values in _ROWS.items():
        for at, value in enumerate(values):
            written = f'key: "{value}"' if value else ""
            files[f"{type_}/{at:02}.md"] = f"---\n{written}\n---\n"
    return build(write_files(folder, files))


def _declare(type_: str) -> str:
    words = ', values = ["small", "big", "medium"], default = "medium"' if type_ == "enum" else ""
    title = '[kinds.k-text.roles]\ntitle = "key"\n' if type_ == "text" else ""
    return f"""
[graphs.g-{type_}]
kind = "k-{type_}"
store = "{type_}"
[kinds.k-{type_}]
title = "Rows"
unit = {{ one = "row-{type_}", other = "rows-{type_}" }}
records = "work"
reader = "markdown"
{title}[kinds.k-{type_}.fields]
key = {{ type = "{type_}"{words} }}
[kinds.k-{type_}.views]
sort = ["key"]
"""


# Any store

_IDS: Final = [f"a-{at}" for at in range(8)]
_STATES: Final = ["in-progress", "todo", "todo", "draft", "completed", "scrapped", "review", None]
_TYPES: Final = ["epic", "milestone", "feature", "task", "chore", None]
_DATES: Final = [
    "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "2026-01-05T00:00:00.25Z", "2025-12-28", "2024-12-31", None,
]  # fmt: skip


@st.composite
def _beans(draw: st.DrawFn) -> str:
    ids = st.sampled_from([*_IDS, "gone"])
    others = st.lists(ids, max_size=2)
    state = draw(st.sampled_from(_STATES))
    body = draw(st.sampled_from(["", "Text with a word.", "- [ ] one\n- [x] two"]))
    keys: dict[str, object] = {
        "type": draw(st.sampled_from(_TYPES)),
        "priority": draw(st.sampled_from(["critical", "low", "urgent", None])),
        "tags": draw(st.lists(st.sampled_from(["ui", "api", "É"]), max_size=2, unique=True)) or None,
        "created_at": draw(st.sampled_from(_DATES)),
        "updated_at": draw(st.sampled_from(_DATES)),
        "order": draw(st.sampled_from(["a", "B", "é", None])),
        "parent": draw(st.one_of(st.none(), ids)),
        "blocking": draw(others) or None,
        "blocked_by": draw(others) or None,
    }
    return bean(draw(st.sampled_from(["One", "one", "Éa", "語", "Two"])), state, body=body, **keys)


_STORES: Final = st.dictionaries(
    st.builds("{}{}--{}.md".format, st.sampled_from(["", "archive/"]), st.sampled_from(_IDS), st.sampled_from("xy")),
    _beans(),
    max_size=12,
)


def _make_random_sites() -> list[Build]:
    made: list[Build] = []

    @given(_STORES)
    @settings(max_examples=RANDOM_STORES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def collect(beans: dict[str, str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            made.append(build(write_beans(Path(folder), beans)))

    collect()
    return made
