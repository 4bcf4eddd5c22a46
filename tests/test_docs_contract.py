"""The docs and the program say the same: every command, option, key, kind, rule and field has its place in the
reference, and what a reader is told to type works."""

import re
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from support import PROJECT, bean, build, write_beans

from gen_docs.cli import main
from gen_docs.declaration import ForgeTable, GraphTable, SiteTable
from gen_docs.kind import ROLES
from gen_docs.kind_file import builtin_kinds
from gen_docs.projection import project_graph
from gen_docs.rulebook import RULEBOOK

DOCS = PROJECT / "content" / "docs"
SEEDS = PROJECT.parent / "shared" / "seeds"


def read(folder: str) -> str:
    texts = [path.read_text("utf-8") for path in sorted((DOCS / folder).glob("*.md"))]
    assert texts, folder
    return "\n".join(texts)


def words_in_code(text: str) -> set[str]:
    return {word for span in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"[\w$-]+", span)}


def section(folder: str, name: str) -> str:
    found = [path.read_text("utf-8") for path in (DOCS / folder).glob(f"*-{name}.md")]
    assert len(found) == 1, (folder, name)
    return found[0]


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_and_each_of_its_options_is_in_the_reference(name: str) -> None:
    text = section("reference/commands", name) + section("reference/commands", "general")
    for parameter in main.commands[name].params:
        assert isinstance(parameter, click.Option)
        for option in parameter.opts:
            if option.startswith("--"):
                assert re.search(rf"`{option}\b", text), option


def test_the_reference_names_no_option_that_there_is_not() -> None:
    known = {option for command in main.commands.values() for each in command.params for option in each.opts}
    written = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", read("reference/commands")))
    assert written <= known | {"--help", "--version"}


@pytest.mark.parametrize(
    ("table", "name"), [(SiteTable, "site"), (ForgeTable, "forge"), (GraphTable, "graphs")], ids=str
)
def test_every_key_of_a_declaration_is_in_the_reference(table: type[msgspec.Struct], name: str) -> None:
    known = words_in_code(section("reference/declaration", name))
    assert {field.encode_name for field in msgspec.structs.fields(table)} <= known


def test_every_kind_and_everything_that_a_kind_says_is_in_the_reference() -> None:
    form = words_in_code(section("reference/kinds", "form"))
    for name, kind in builtin_kinds().items():
        text = words_in_code(section("reference/kinds", name))
        assert set(kind.states) <= text, name
        assert {field.encode_name for field in msgspec.structs.fields(type(kind.table))} - {"name"} <= form
    assert set(ROLES) <= form


def test_every_key_of_a_projection_is_in_the_reference(tmp_path: Path) -> None:
    broken: str | bytes = b"---\n[\n---\n"
    beans = {"app-a": bean(blocked_by=["app-x"], odd="1", body="- [x] a"), "app-b": broken}
    graph = build(write_beans(tmp_path, beans)).graphs[0]
    projected: dict[str, Any] = project_graph(graph, {"view": "x"})
    assert set(projected) <= words_in_code(section("reference/projection", "envelope")) | {"short_ids"}
    item = words_in_code(section("reference/projection", "items"))
    fields = {field.name for field in graph.graph.kind.all_fields()}
    assert set(projected["items"][0]) - fields <= item | {"id"}
    assert set(projected["problems"][0]) <= words_in_code(section("reference/projection", "envelope"))


def test_every_rule_is_shown_by_the_reference() -> None:
    files = {each.path: each for each in build(PROJECT).artifacts()}
    page = files["reference/rules/index.html"].content().decode()
    assert [rule for rule in RULEBOOK if f"<code>{rule}</code> <span" not in page] == []


def test_what_a_page_tells_to_type_is_a_command_that_there_is() -> None:
    """Lines of shell in all pages that call the program, with their options."""
    texts = [path.read_text("utf-8") for path in DOCS.rglob("*.md")] + [(PROJECT / "README.md").read_text("utf-8")]
    blocks = [block for text in texts for block in re.findall(r"^```sh.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)]
    lines = [line.partition("#")[0].split() for block in blocks for line in block.splitlines()]
    calls = [words for words in lines if words and words[0].endswith("gen-docs")]
    assert len(calls) >= 8
    for words in calls:
        command = main.commands[words[1]]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, words


@pytest.mark.parametrize("name", ["bean", "incident"])
def test_the_examples_of_the_pages_are_read_as_they_say(tmp_path: Path, name: str) -> None:
    if name == "bean":
        text = re.search(r"```markdown title=[^\n]*\n(.*?)```", section("start", "look"), re.DOTALL)
        assert text
        site = build(write_beans(tmp_path, {"app-o7eq--search.md": text[1]}))
        (item,) = site.graphs[0].graph.items
        assert (item.id, item.checklist, site.graphs[0].findings) == ("app-o7eq", (1, 2), ((),))
    else:
        text = re.search(r"```toml title=[^\n]*\n(.*?)```", section("how-to/kind", "write"), re.DOTALL)
        assert text
        (tmp_path / "gen-docs.toml").write_text(text[1])
        store = tmp_path / "ops/incidents"
        store.mkdir(parents=True)
        (store / "one.md").write_text("---\nsummary: It burns\nphase: burning\nopened: 2026-01-01\n---\n\nText.\n")
        (item,) = build(tmp_path).graphs[0].graph.items
        assert item.state_class == "active"


def test_every_declaration_in_the_pages_is_one(tmp_path: Path) -> None:
    """Whole files and pieces alike, each beside a store, so that nothing is missing but what the piece leaves out."""
    count = 0
    for path in sorted(DOCS.rglob("*.md")):
        for text in re.findall(r"^```toml.*?\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            folder = write_beans(tmp_path / str(count), {"app-a": bean()})
            (folder / "docs-templates").mkdir()
            if "[graphs.beans.rules]" in text:
                text = f'[graphs.beans]\nkind = "beans"\nstore = ".beans"\n{text}'  # noqa: PLW2901 - completed
            (folder / "gen-docs.toml").write_text(text)
            build(folder)
            count += 1
    assert count >= 6


def test_no_page_shares_a_sentence_with_what_it_was_made_from() -> None:
    if not SEEDS.is_dir():
        pytest.skip("the documents behind the project lie beside it on its maintainers' machines only")
    written = " ".join(path.read_text("utf-8") for path in DOCS.rglob("*.md")).lower()
    ours = _runs(written)
    for path in SEEDS.glob("*.txt"):
        shared = {" ".join(run) for run in ours & _runs(path.read_text("utf-8").lower())}
        assert shared == set(), path.name


def _runs(text: str, length: int = 8) -> set[tuple[str, ...]]:
    words = re.findall(r"[^\W\d_]+", text)
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def test_pages_name_no_place_of_a_machine() -> None:
    for path in [*DOCS.rglob("*"), PROJECT / "README.md"]:
        if path.is_file():
            text = path.read_text("utf-8")
            assert not re.search(r"/home/|/root/|/tmp/|/work/|[A-Z]:\\", text), path


def test_every_word_that_an_address_knows_is_in_the_reference() -> None:
    """The names are read from the module that gives them their meaning."""
    source = (PROJECT / "templates/assets/js/dashboard/query.js").read_text("utf-8")
    called = r"make(?:Choice|ListPart|Age|Shown|Text)\((?:\"(\w+)\"|TEXT)"
    names = {found[1] or "q" for found in re.finditer(called, source)} | set(
        re.findall(r'^\s+name: "(\w+)",$', source, re.MULTILINE)
    )
    assert {"view", "q", "class", "under", "sort", "columns", "around", "steps", "item", "older"} <= names
    views = re.search(r"VIEWS = \[([^\]]*)\]", source)
    assert views is not None
    assert names | set(re.findall(r'"(\w+)"', views[1])) <= words_in_code(read("reference/address"))
