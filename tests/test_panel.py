"""The panel of a graph as the build draws it: what it says in each state of a graph, and where it leads."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser.rich import write_rich_store
from published import draw_panel
from selectolax.lexbor import LexborHTMLParser
from support import bean, build, outputs, write_beans, write_files

from gen_docs.build import Build

KIND = """
[kinds.proof]
title = "Proofs"
unit = { one = "proof", other = "proofs" }
records = "evidence"
reader = "markdown"
roles = { title = "title", created = "made" }
fields = { made = { type = "date" } }
[graphs.proofs]
kind = "proof"
store = "proofs"
"""


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build(write_rich_store(tmp_path_factory.mktemp("rich")))


def parse(site: Build, graph: str = "beans", **place: str | int) -> LexborHTMLParser:
    return LexborHTMLParser(draw_panel(site, graph, **place))  # type: ignore[arg-type]


def text_of(tree: LexborHTMLParser, selector: str) -> str:
    return " ".join(" ".join(each.text() for each in tree.css(selector)).split())


def tiles(tree: LexborHTMLParser) -> dict[str, tuple[str, str]]:
    """What each tile says, and where it leads."""
    return {
        tile.attributes["data-key"] or "": (
            " ".join(tile.text().split()),
            tile.css_first("a").attributes["href"] or "",  # type: ignore[union-attr]
        )
        for tile in tree.css(".tile")
    }


def test_every_number_says_what_it_counts_and_of_how_many(rich: Build) -> None:
    lists = "../beans/?view=list"
    assert tiles(parse(rich)) == {
        "open": ("32 open of 39 beans", f"{lists}&closed=hide&archived=show#items"),
        "active": (
            "3 in progress of 32 open; work has begun",
            f"{lists}&class=active&closed=hide&archived=show#items",
        ),
        "ready": (
            "14 ready of 32 open; can be started now, groups not counted",
            "../beans/?view=ready&closed=hide&archived=show#items",
        ),
        "blocked": (
            "8 blocked of 32 open; waiting for open work",
            "../beans/?view=blocked&closed=hide&archived=show#items",
        ),
        "closed": ("7 closed of 39 beans; done or dropped", f"{lists}&closed=only&archived=show#items"),
        "archived": ("3 archived of 39 beans; counted in the others too", f"{lists}&closed=show&archived=only#items"),
        "findings": (
            "30 findings about open work; 3 more about closed work",
            f"{lists}&rule=any&closed=hide&archived=show#findings",
        ),
        "problems": ("5 problems of 44 files; could not be read", "../beans/#problems"),
    }


def test_what_is_archived_or_cannot_be_read_is_counted_only_where_there_is_any(rich: Build) -> None:
    """So every tile leads to a section that is there."""
    assert list(tiles(parse(rich, "todos"))) == ["open", "active", "ready", "blocked", "closed", "findings"]


@pytest.mark.parametrize("graph", ["beans", "todos"])
def test_every_link_of_a_panel_leads_somewhere(rich: Build, graph: str) -> None:
    made = outputs(rich)
    for link in parse(rich, graph, folder="").css("a[href]"):
        address = urlsplit(link.attributes["href"] or "")
        path, anchor = address.path, address.fragment
        name = f"{path}index.html" if path.endswith("/") else path
        assert name in made
        assert not anchor or f'id="{anchor}"' in made[name].decode()


def test_containers_with_most_to_do_come_first_and_closed_ones_are_folded_with_their_count(rich: Build) -> None:
    tree = parse(rich)
    assert text_of(tree, "details .bars code") == "har-done-epic"
    assert [node.text() for node in tree.css(".bars code")][:3] == ["har-mile", "har-epic", "har-full-epic"]
    assert text_of(tree, "details summary").startswith("1 closed group")


def test_findings_about_closed_work_are_folded_with_their_count(rich: Build) -> None:
    tree = parse(rich)
    assert text_of(tree, "details .panel-rules li").count("finding") == 3
    assert text_of(tree, "details summary").endswith("3 findings about closed work")
    first = tree.css_first(".panel-rules > li")
    assert first is not None
    assert " ".join(first.text().split()) == "error Unknown blocker 2 findings"


def test_the_newest_are_the_last_changed_by_their_instant(tmp_path: Path) -> None:
    dates = {
        "app-a": "2026-01-05T10:00:00+02:00",
        "app-b": "2026-01-05T09:00:00Z",
        "app-c": "2026-01-05T08:00:00Z",
        "app-d": "2020-01-01",
        "app-e": "2026-01-05T09:00:00.5Z",
        "app-f": "2026-01-06",
    }
    beans = {name: bean(updated_at=when) for name, when in dates.items()}
    tree = parse(build(write_beans(tmp_path, {**beans, "app-none": "---\ntitle: X\nstatus: todo\n---\n"})))
    newest = next(node for node in tree.css(".panel-part") if "Changed last" in node.text())
    assert [node.text() for node in newest.css("code")] == ["app-f", "app-e", "app-b", "app-a", "app-c"]


@pytest.mark.parametrize(
    ("graph", "sentence"),
    [
        ("beans", "Read from .beans: 39 beans. 5 more files could not be read."),
        ("quiet", "quiet was read and holds no beans. Git keeps no empty folder, so the folder may be missing."),
        (
            "planned",
            (
                "This graph is declared, and nothing projects it yet. That is not the same as empty: "
                "nobody has looked. The work is tracked in har-pier."
            ),
        ),
        (
            "broken",
            (
                "The declaration of this graph points at something that does not exist or cannot be used. "
                "The store is the file missing.md, and there is no such file."
            ),
        ),
    ],
)
def test_every_state_has_its_own_sentence(rich: Build, graph: str, sentence: str) -> None:
    assert text_of(parse(rich, graph), ".panel-state") == sentence


@pytest.mark.parametrize("graph", ["quiet", "planned", "broken"])
def test_no_state_but_the_live_one_shows_a_number(rich: Build, graph: str) -> None:
    tree = parse(rich, graph)
    assert tree.css(".number") == []
    assert all("hidden" in node.attributes for node in tree.css(".panel-content"))


def test_a_graph_that_nothing_projects_has_nothing_to_read(rich: Build) -> None:
    """A script leaves it alone; and there is no link to data that does not exist."""
    for graph in ("planned", "broken"):
        assert "assets/" not in draw_panel(rich, graph)
    assert 'data-index="../assets/quiet/index.json"' in draw_panel(rich, "quiet")


def test_a_graph_with_a_defect_and_a_store_says_both(tmp_path: Path) -> None:
    declaration = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\ntracked_by = "nowhere"\n'
    site = build(write_files(write_beans(tmp_path, {"app-1": bean()}), {"gen-docs.toml": declaration}))
    tree = parse(site)
    assert "no declared graph has such an item" in text_of(tree, ".panel-state")
    assert tiles(tree)["open"][0] == "1 open of 1 bean"


def test_a_graph_without_states_counts_what_it_has(tmp_path: Path) -> None:
    proof = "---\ntitle: A proof\nmade: 2026-01-01\n---\n\nText.\n"
    site = build(write_files(tmp_path, {"gen-docs.toml": KIND, "proofs/a.md": proof, "proofs/b.md": "no record\n"}))
    assert {name: text for name, (text, _) in tiles(parse(site, "proofs")).items()} == {
        "items": "1 item of 2 files",
        "found": "0 findings about 1 proof",
        "problems": "1 problem of 2 files; could not be read",
    }
    assert "data-states" not in draw_panel(site, "proofs")


def test_headings_have_the_level_and_the_ids_that_the_page_gives_them(rich: Build) -> None:
    tree = parse(rich, level=3, anchor="here")
    headings = tree.css("h2, h3, h4, h5")
    assert [(node.tag, node.attributes["id"]) for node in headings] == [
        ("h3", "here"),
        ("h4", "here-progress"),
        ("h4", "here-findings"),
        ("h4", "here-newest"),
    ]


def test_on_its_own_page_a_panel_s_title_is_no_link(rich: Build) -> None:
    assert parse(rich, folder="beans/").css(".panel-title a") == []
    assert len(parse(rich).css(".panel-title a")) == 1


def test_the_segments_that_are_not_the_id_are_published_and_no_others(rich: Build, tmp_path: Path) -> None:
    published = outputs(rich)["assets/beans/summary.json"].decode()
    assert '"segments": {\n    "har-case": "har-Case"\n  }' in published
    plain = outputs(build(write_beans(tmp_path, {"app-1": bean()})))
    assert "segments" not in plain["assets/beans/summary.json"].decode()


def test_a_catalogue_is_published_for_every_language(tmp_path: Path) -> None:
    made = outputs(build(write_files(tmp_path, {"gen-docs.toml": 'languages = ["en", "fr"]\n'})))
    assert {name for name in made if "/locales/" in name} == {
        f"assets/_site/locales/{tag}.json" for tag in ("en", "fr")
    }
    assert b'"language": "fr"' in made["assets/_site/locales/fr.json"]
