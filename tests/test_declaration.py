"""Declarations: what a site says of itself, what is found where it says nothing, and every mistake, at once."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support import build, judged, projection, run, write_files

from gen_docs.declaration import DEFAULT_TITLE, Site, load_site
from gen_docs.files import Root
from gen_docs.tables import DeclarationError

BEANS = '[graphs.plan]\nkind = "beans"\nstore = "plan"\n'


def load(folder: Path, files: Mapping[str, str | bytes]) -> Site:
    return load_site(Root(write_files(folder, files)))


def mistakes(folder: Path, files: Mapping[str, str | bytes]) -> list[str]:
    """What a person reads, one mistake a line."""
    with pytest.raises(DeclarationError) as caught:
        load(folder, files)
    return str(caught.value).split("\n")


def stores(site: Site) -> dict[str, str]:
    return {graph.id: graph.store for graph in site.graphs}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({}, {}, id="nothing"),
        pytest.param({"README.md": "# Hello\n"}, {}, id="no-store"),
        pytest.param({".beans.yml": "beans:\n  path: work/beans\n"}, {"beans": "work/beans"}, id="path"),
        pytest.param({".beans.yml": "beans:\n  prefix: app-\n"}, {"beans": ".beans"}, id="default-path"),
        pytest.param({".beans.yml": "project:\n  name: App\n"}, {"beans": ".beans"}, id="no-beans-table"),
        pytest.param({".beans.yml": ""}, {"beans": ".beans"}, id="empty-file"),
        pytest.param({".beans.yml": "beans:\n  path:\n"}, {"beans": ".beans"}, id="null-path"),
        pytest.param({".beans.yml": b"\xef\xbb\xbfbeans:\r\n  path: plan\r\n"}, {"beans": "plan"}, id="bom-and-crlf"),
        pytest.param({".beans/a-1--x.md": "---\n---\n"}, {}, id="a-folder-alone-proves-nothing"),
        pytest.param({"todos/items/a.md": "---\n---\n"}, {"todos": "todos/items"}, id="todos"),
        pytest.param({"todos/a.md": "---\n---\n"}, {}, id="todos-need-their-folder"),
        pytest.param({"todos/items": "a file"}, {}, id="a-file-is-no-folder"),
        pytest.param(
            {".beans.yml": "", "todos/items/a.md": "---\n---\n"}, {"beans": ".beans", "todos": "todos/items"}, id="both"
        ),
        pytest.param({"below/.beans.yml": ""}, {}, id="only-at-the-root"),
    ],
)
def test_without_a_declaration_stores_are_detected(
    tmp_path: Path, files: Mapping[str, str | bytes], expected: Mapping[str, str]
) -> None:
    site = load(tmp_path, files)
    assert stores(site) == expected
    assert site.source == ""


def test_keys_of_the_beans_tool_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    text = (
        "beans:\n  path: plan\n  id_length: 4\nworktree:\n  base: ../trees\nagent: {enabled: true}\nextensions: [a]\n"
    )
    assert stores(load(tmp_path, {".beans.yml": text})) == {"beans": "plan"}


def test_a_detected_store_is_read_without_any_configuration(tmp_path: Path) -> None:
    files = {".beans.yml": "beans:\n  path: plan\n", "plan/app-1--x.md": "---\ntitle: One\n---\n"}
    site = build(write_files(tmp_path, files))
    assert [each["title"] for each in projection(site)["items"]] == ["One"]


@pytest.mark.parametrize(
    ("files", "graphs"),
    [
        pytest.param({"gen-docs.toml": BEANS}, ["plan"], id="one-graph"),
        pytest.param({"gen-docs.toml": "[graphs]\n"}, [], id="an-empty-table"),
        pytest.param({"gen-docs.toml": 'title = "App"\n'}, ["beans"], id="no-graphs-table"),
        pytest.param({"pyproject.toml": "[tool.gen-docs.graphs.qa]\n"}, ["qa"], id="pyproject"),
        pytest.param({"pyproject.toml": '[tool.gen-docs]\ntitle = "App"\n'}, ["beans"], id="pyproject-without-graphs"),
        pytest.param({"pyproject.toml": "[tool.other]\n"}, ["beans"], id="pyproject-of-others"),
        pytest.param({"pyproject.toml": '[project]\nname = "app"\n'}, ["beans"], id="pyproject-without-tools"),
    ],
)
def test_any_graphs_table_switches_detection_off(tmp_path: Path, files: dict[str, str], graphs: list[str]) -> None:
    site = load(tmp_path, {".beans.yml": "", **files})
    assert [graph.id for graph in site.graphs] == graphs


def test_both_declarations_are_an_error_that_names_both(tmp_path: Path) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": BEANS, "pyproject.toml": "[tool.gen-docs]\n"})
    assert line.startswith("gen-docs.toml: ")
    assert "pyproject.toml" in line


def test_two_declarations_that_agree_are_an_error_all_the_same(tmp_path: Path) -> None:
    assert mistakes(tmp_path, {"gen-docs.toml": "", "pyproject.toml": "[tool.gen-docs]\n"})


@pytest.mark.parametrize("path", ["gen-docs.toml", "pyproject.toml"])
def test_a_mistake_names_the_file_and_the_whole_key(tmp_path: Path, path: str) -> None:
    prefix = "tool.gen-docs." if path == "pyproject.toml" else ""
    (line,) = mistakes(tmp_path, {path: f'[{prefix}graphs.plan]\nkind = "beans"\nstroe = "plan"\nstore = "plan"\n'})
    assert line == f"{path}: {prefix}graphs.plan.stroe: unknown key (did you mean 'store'?)"


@pytest.mark.parametrize(
    ("files", "title"),
    [
        pytest.param(
            {"gen-docs.toml": 'title = "Declared"\n', ".beans.yml": "project:\n  name: B\n"}, "Declared", id="1"
        ),
        pytest.param({"gen-docs.toml": BEANS, ".beans.yml": "project:\n  name: Named\n"}, "Named", id="2"),
        pytest.param({".beans.yml": "project:\n  name: Named\n"}, "Named", id="3"),
        pytest.param({".beans.yml": "project:\n  name: '  '\n"}, DEFAULT_TITLE, id="4-blank"),
        pytest.param({".beans.yml": "project: {}\n"}, DEFAULT_TITLE, id="5"),
        pytest.param({"pyproject.toml": '[project]\nname = "app"\n', ".beans.yml": ""}, DEFAULT_TITLE, id="6"),
        pytest.param({}, DEFAULT_TITLE, id="7"),
    ],
)
def test_the_title_is_declared_or_the_project_s_or_a_plain_one(
    tmp_path: Path, files: dict[str, str], title: str
) -> None:
    folder = tmp_path / "a-folder-with-a-name"
    folder.mkdir()
    assert load(folder, files).title == title


def test_the_plain_title_is_work_plan() -> None:
    assert DEFAULT_TITLE == "Work plan"


def test_no_output_holds_the_folder_s_name(tmp_path: Path) -> None:
    folder = tmp_path / "zebra-crossing"
    files = {".beans.yml": "", ".beans/a-1--x.md": "---\ntitle: One\n---\n"}
    for artifact in build(write_files(folder, files)).artifacts():
        assert b"zebra-crossing" not in artifact.content(), artifact.path


@pytest.mark.parametrize(
    ("declared", "title"),
    [
        ('kind = "beans"\nstore = "plan"\ntitle = "My plan"', "My plan"),
        ('kind = "beans"\nstore = "plan"', "Beans"),
        ("", "g"),
    ],
)
def test_a_graph_s_title_is_declared_or_its_kind_s_or_its_id(tmp_path: Path, declared: str, title: str) -> None:
    (graph,) = load(tmp_path, {"gen-docs.toml": f"[graphs.g]\n{declared}\n"}).graphs
    assert graph.title == title


def test_every_mistake_is_reported_in_one_run_with_the_closest_word(tmp_path: Path) -> None:
    text = """
titel = "App"
languages = "en"
[forge]
kind = "githb"
[graphs.plan]
kind = "beans"
gate = "exct"
[graphs.Two]
[graphs.assets]
"""
    lines = mistakes(tmp_path, {"gen-docs.toml": text})
    starts = [
        "gen-docs.toml: titel: unknown key (did you mean 'title'?)",
        "gen-docs.toml: languages: must be a list, not text",
        (
            "gen-docs.toml: forge.kind: 'githb' is not known here; "
            "use one of: github, gitlab, forgejo, gitea, bitbucket (did you mean 'github'?)"
        ),
        "gen-docs.toml: forge.url: is missing",
        (
            "gen-docs.toml: graphs.plan.gate: 'exct' is not known here; use one of: exact, exists, off "
            "(did you mean 'exact'?)"
        ),
        "gen-docs.toml: graphs.plan.store: is missing",
        "gen-docs.toml: graphs.Two: must be lower-case letters",
        "gen-docs.toml: graphs.assets: would take the route /assets/",
    ]
    for start in starts:
        assert any(line.startswith(start) for line in lines), f"{start!r} is not among:\n" + "\n".join(lines)
    assert len(lines) == len(starts)


def test_mistakes_of_meaning_are_all_told_at_once(tmp_path: Path) -> None:
    text = """
languages = ["en", "english!"]
base_url = "example.org"
templates = "look"
[forge]
kind = "github"
url = "owner/name"
[graphs.plan]
kind = "beans"
[graphs.en]
[graphs.schemas]
[graphs.more]
kind = "beans"
store = "plan"
aliases = { status = { ready = "tod" }, stats = { a = "b" } }
[graphs.more.rules]
emty-body = {}
"""
    lines = mistakes(tmp_path, {"gen-docs.toml": text})
    assert sorted(line.removeprefix("gen-docs.toml: ").partition(": ")[0] for line in lines) == [
        "base_url", "forge.url", "graphs.en", "graphs.more.aliases.stats", "graphs.more.aliases.status.ready",
        "graphs.more.rules.emty-body", "graphs.plan.store", "graphs.schemas", "languages", "templates",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["gen-docs.toml", "pyproject.toml"])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"title = \n", "is not TOML: "),
        (b"a = 1\na = 2\n", "is not TOML: "),
        (b'title = "caf\xe9"\n', "is not UTF-8 text"),
        (b"a = " + b"[" * 100_000 + b"\n", "is not TOML: "),
    ],
)
def test_an_unreadable_declaration_says_so(tmp_path: Path, path: str, data: bytes, message: str) -> None:
    (line,) = mistakes(tmp_path, {path: data})
    assert line.startswith(f"{path}: {message}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"beans: [\n", "is not readable YAML (line "),
        (b"beans: &a {}\n", "is not readable YAML (line 1). The front matter uses an anchor"),
        (b"- one\n", "is not readable YAML (line 1). The front matter is not a set"),
        (b"beans: caf\xe9\n", "is not UTF-8 text"),
        (b"beans:\n  path: [a]\n", "beans.path: must be text"),
        (b"project:\n  name: {a: b}\n", "project.name: must be text"),
    ],
)
def test_an_unreadable_beans_file_says_so(tmp_path: Path, data: bytes, message: str) -> None:
    (line,) = mistakes(tmp_path, {".beans.yml": data})
    assert line.startswith(f".beans.yml: {message}")


def test_a_beans_file_matters_to_nobody_who_declares_title_and_graphs(tmp_path: Path) -> None:
    load(tmp_path, {"gen-docs.toml": f'title = "App"\n{BEANS}', ".beans.yml": b"beans: [\n"})


def test_a_root_that_is_no_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DeclarationError, match="there is no such folder"):
        load_site(Root(tmp_path / "nowhere"))


def test_a_declaration_that_is_a_link_out_of_the_root_is_refused(tmp_path: Path) -> None:
    outside = write_files(tmp_path / "outside", {"gen-docs.toml": BEANS})
    root = tmp_path / "root"
    root.mkdir()
    (root / "gen-docs.toml").symlink_to(outside / "gen-docs.toml")
    (line,) = mistakes(root, {})
    assert line == "gen-docs.toml: is a link that leaves the root"


def test_a_declaration_that_is_a_folder_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "gen-docs.toml").mkdir()
    (line,) = mistakes(tmp_path, {})
    assert line.startswith("gen-docs.toml: ")


@pytest.mark.parametrize("route", ["assets", "schemas", "en", "zh-hans"])
def test_a_graph_takes_no_route_that_the_site_uses(tmp_path: Path, route: str) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": f'languages = ["en", "zh-Hans"]\n[graphs.{route}]\n'})
    assert line.startswith(f"gen-docs.toml: graphs.{route}: would take the route ")
    assert f"'{route}'" in line or f"/{route}/" in line


@pytest.mark.parametrize(
    "name", ["Beans", "my_plan", "a--b", "-a", "a-", '"a b"', '"é"', '"a/b"', '"."', "con", "com1", "aux"]
)
def test_a_graph_s_id_is_a_plain_route(tmp_path: Path, name: str) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": f"[graphs.{name}]\n"})
    assert line.startswith(f"gen-docs.toml: graphs.{name}: must be lower-case letters, digits and single '-'")


@pytest.mark.parametrize("name", ["beans", "qa", "issue-marks", "2026", "a1-b2"])
def test_a_plain_word_is_a_graph_s_id(tmp_path: Path, name: str) -> None:
    assert [graph.id for graph in load(tmp_path, {"gen-docs.toml": f"[graphs.{name}]\n"}).graphs] == [name]


@pytest.mark.parametrize(
    ("languages", "message"),
    [
        ('["en", "de!"]', "'de!' is not a language tag such as 'en' or 'zh-Hans'"),
        ('["english"]', "'english' is not a language tag"),
        ('["en_GB"]', "'en_GB' is not a language tag"),
        ('[""]', "'' is not a language tag"),
        ("[]", "must name at least one language"),
        ('["en", "en"]', "must name at least one language, each once"),
        ("[1]", "must be text, not a whole number"),
        ('"en"', "must be a list, not text"),
    ],
)
def test_languages_are_tags_each_once(tmp_path: Path, languages: str, message: str) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": f"languages = {languages}\n"})
    assert line.startswith(f"gen-docs.toml: languages: {message}")


def test_two_tags_that_differ_only_in_case_are_one_language(tmp_path: Path) -> None:
    """They would take one route on a file system that folds case."""
    assert mistakes(tmp_path, {"gen-docs.toml": 'languages = ["en", "EN"]\n'})


def test_the_first_language_is_the_source_language_and_english_the_default(tmp_path: Path) -> None:
    assert load(tmp_path, {}).languages == ("en",)
    declared = load(tmp_path, {"gen-docs.toml": 'languages = ["es", "en", "zh-Hans"]\n'})
    assert declared.languages == ("es", "en", "zh-Hans")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://owner.example/name/", "https://owner.example/name/"),
        ("https://owner.example/name", "https://owner.example/name/"),
        ("http://localhost:8000", "http://localhost:8000/"),
        ("https://owner.example//", "https://owner.example/"),
    ],
)
def test_a_base_url_ends_in_one_slash(tmp_path: Path, url: str, expected: str) -> None:
    assert load(tmp_path, {"gen-docs.toml": f'base_url = "{url}"\n'}).base_url == expected


@pytest.mark.parametrize(
    "url",
    ["owner.example", "ftp://owner.example/", "https://", "https://a b/", "https://a/?q=1", "https://a/#top", "//a/"],
)
def test_a_base_url_is_an_address_of_the_web(tmp_path: Path, url: str) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": f'base_url = "{url}"\n'})
    assert line.startswith("gen-docs.toml: base_url: must be an address that begins with http:// or https://")


FORGE = '[forge]\nkind = "github"\nurl = "{}"\n'


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://github.com/owner/name", "https://github.com/owner/name"),
        ("https://github.com/owner/name/", "https://github.com/owner/name"),
        ("https://github.com/owner/name.git", "https://github.com/owner/name"),
        ("https://git.example/group/sub/name", "https://git.example/group/sub/name"),
    ],
)
def test_a_forge_is_the_repository_s_address(tmp_path: Path, url: str, expected: str) -> None:
    forge = load(tmp_path, {"gen-docs.toml": FORGE.format(url)}).forge
    assert forge is not None
    assert (forge.kind, forge.url, forge.branch) == ("github", expected, "main")


@pytest.mark.parametrize(
    "url",
    [
        "owner/name",
        "git@github.com:owner/name.git",
        "https://github.com",
        "https://github.com/",
        "https://a/b?c",
        "https://a/b c",
    ],
)
def test_a_forge_s_address_that_is_none_is_a_mistake(tmp_path: Path, url: str) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": FORGE.format(url)})
    assert line.startswith("gen-docs.toml: forge.url: must be the repository's address")


def test_without_a_forge_there_is_none(tmp_path: Path) -> None:
    """Not even where git could tell: a fork, or CI, would give other bytes."""
    config = '[remote "origin"]\n\turl = https://github.com/owner/name\n'
    assert load(tmp_path, {".git/config": config, ".beans.yml": ""}).forge is None


@pytest.mark.parametrize(
    ("aliases", "mistake"),
    [
        (
            '{ status = { done = "complete" } }',
            "status.done: 'complete' is not a word of 'status'; use one of: in-progress, ",
        ),
        ('{ stats = { done = "completed" } }', "stats: 'stats' is not a field with declared words; use one of: "),
        ('{ tags = { ui = "web" } }', "tags: 'tags' is not a field with declared words; use one of: "),
        ('{ status = "done" }', "status: must be a table, not text"),
    ],
)
def test_aliases_lead_to_declared_words(tmp_path: Path, aliases: str, mistake: str) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": f"{BEANS}aliases = {aliases}\n"})
    assert line.startswith(f"gen-docs.toml: graphs.plan.aliases.{mistake}")


def test_an_alias_that_misses_its_word_is_given_the_nearest(tmp_path: Path) -> None:
    (line,) = mistakes(tmp_path, {"gen-docs.toml": BEANS + 'aliases = { status = { done = "complete" } }\n'})
    assert line.endswith("(did you mean 'completed'?)")


def test_an_alias_is_the_word_that_it_stands_for(tmp_path: Path) -> None:
    files = {
        "gen-docs.toml": BEANS + 'aliases = { status = { done = "completed" } }\n',
        "plan/a-1--x.md": "---\ntitle: One\nstatus: done\n---\n",
    }
    (item,) = judged(build(write_files(tmp_path, files)), "plan").graph.items
    assert (item.state, item.state_class, item.is_open) == ("completed", "done", False)


@pytest.mark.parametrize(
    ("graph", "defect"),
    [
        pytest.param('kind = "sailors"\nstore = "plan"', ("unknown-kind", "sailors"), id="unknown-kind"),
        pytest.param('kind = "beans"\nstore = "../plan"', ("outside-root", "../plan"), id="dots"),
        pytest.param('kind = "beans"\nstore = "a/../../plan"', ("outside-root", "a/../../plan"), id="dots-inside"),
        pytest.param('kind = "beans"\nstore = "/etc"', ("outside-root", "/etc"), id="absolute"),
        pytest.param('kind = "beans"\nstore = "C:/plan"', ("outside-root", "C:/plan"), id="drive"),
        pytest.param('kind = "beans"\nstore = "link"', ("outside-root", "link"), id="link"),
        pytest.param('store = "/etc"', ("outside-root", "/etc"), id="outside-without-a-kind"),
        pytest.param('kind = "beans"\nstore = "gone.md"', ("missing-file", "gone.md"), id="missing-file"),
        pytest.param('kind = "beans"\nstore = "notes.txt"', ("not-a-store", "notes.txt"), id="not-a-store"),
        pytest.param('kind = "beans"\nstore = "plan"', None, id="a-folder"),
        pytest.param('kind = "beans"\nstore = "gone"', None, id="a-missing-folder-is-empty"),
        pytest.param('kind = "beans"\nstore = "."', None, id="the-root-itself"),
        pytest.param('store = "gone"', None, id="declared-only"),
        pytest.param("", None, id="nothing-but-a-name"),
    ],
)
def test_a_graph_that_points_at_nothing_is_kept_with_its_defect(
    tmp_path: Path, graph: str, defect: tuple[str, str] | None
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = write_files(tmp_path / "root", {"plan/a-1--x.md": "---\n---\n", "notes.txt": "notes\n"})
    (root / "link").symlink_to(outside)
    site = load(root, {"gen-docs.toml": f"[graphs.g]\n{graph}\n{BEANS}"})
    assert [each.id for each in site.graphs] == ["g", "plan"]
    assert site.graphs[0].defect == defect
    assert site.graphs[1].defect is None


def test_a_path_of_the_beans_file_that_leaves_the_root_is_a_defect(tmp_path: Path) -> None:
    (graph,) = load(tmp_path, {".beans.yml": "beans:\n  path: ../plan\n"}).graphs
    assert graph.defect == ("outside-root", "../plan")


@pytest.mark.parametrize(
    ("tracked_by", "state", "defect"),
    [
        ("app-16ei", "declared", None),
        ("16ei", "declared", None),
        ("app-none", "unresolved", ("unknown-item", "app-none")),
        ("APP-16ei", "unresolved", ("unknown-item", "APP-16ei")),
    ],
)
def test_an_item_tracks_a_declared_graph_by_its_full_or_short_id(
    tmp_path: Path, tracked_by: str, state: str, defect: tuple[str, str] | None
) -> None:
    files = {
        "gen-docs.toml": f'[graphs.qa]\ntracked_by = "{tracked_by}"\n{BEANS}',
        "plan/app-16ei--x.md": "---\ntitle: Test\n---\n",
    }
    graph = judged(build(write_files(tmp_path, files)), "qa").graph
    assert (graph.state, graph.defect) == (state, defect)


def test_a_store_may_be_a_single_file(tmp_path: Path) -> None:
    files = {
        "gen-docs.toml": '[graphs.plan]\nkind = "beans"\nstore = "docs/app-1--only.md"\n',
        "docs/app-1--only.md": "---\ntitle: Only\n---\n\nText.\n",
        "docs/app-2--other.md": "---\ntitle: Other\n---\n",
    }
    (item,) = projection(build(write_files(tmp_path, files)), "plan")["items"]
    assert (item["id"], item["path"], item["title"]) == ("app-1", "docs/app-1--only.md", "Only")


def test_the_gate_of_a_graph_is_exact_unless_declared(tmp_path: Path) -> None:
    text = f'{BEANS}[graphs.b]\ngate = "exists"\n[graphs.c]\ngate = "off"\n'
    assert [graph.gate for graph in load(tmp_path, {"gen-docs.toml": text}).graphs] == ["exact", "exists", "off"]


def test_graphs_stand_in_the_order_of_their_declaration(tmp_path: Path) -> None:
    text = "[graphs.zebra]\n[graphs.ant]\n[graphs.mule]\n"
    assert [graph.id for graph in load(tmp_path, {"gen-docs.toml": text}).graphs] == ["zebra", "ant", "mule"]


def test_the_command_prints_every_mistake_and_ends_with_2(tmp_path: Path) -> None:
    write_files(tmp_path, {"gen-docs.toml": 'titel = "x"\n[graphs.plan]\nkind = "beans"\nstroe = "x"\n'})
    done = run("graphs", "--root", tmp_path)
    assert done.returncode == 2
    assert "titel: unknown key (did you mean 'title'?)" in done.stderr
    assert "graphs.plan.stroe: unknown key (did you mean 'store'?)" in done.stderr
    assert done.stdout == ""
