"""What pages say: links where a rule speaks of an item, numbers where there is something to count."""

import posixpath
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser
from support import bean, build, outputs, write_beans, write_files

KIND = """
[kinds.proof]
title = "Proofs"
unit = { one = "proof", other = "proofs" }
records = "evidence"
reader = "markdown"
roles = { title = "title", created = "made" }
[graphs.proofs]
kind = "proof"
store = "proofs"
"""


TODO = """---
id: call
summary: Call
status: open
created_at: 2026-01-01
references:
    - kind: bean
      id: {}
---
"""


def page(files: dict[str, bytes], name: str) -> LexborHTMLParser:
    return LexborHTMLParser(files[f"{name}/index.html"].decode())


def text_of(tree: LexborHTMLParser, selector: str) -> str:
    return " ".join(" ".join(each.text() for each in tree.css(selector)).split())


def test_a_number_in_a_finding_is_no_link_where_it_happens_to_be_an_id(tmp_path: Path) -> None:
    open_boxes = bean(status="completed", body="- [ ] a\n- [ ] b")
    files = outputs(build(write_beans(tmp_path, {"app-aaaa": open_boxes, "2": bean("Two")})))
    found = page(files, "beans/app-aaaa").css_first(".found")
    assert found is not None
    assert "not ticked: 2" in " ".join(found.text().split())
    assert found.css("a") == []


def test_a_suggestion_for_a_reference_links_to_the_graph_it_is_of(tmp_path: Path) -> None:
    todo = TODO.format("APP-AAAA")
    files = outputs(build(write_files(write_beans(tmp_path, {"app-aaaa": bean()}), {"todos/items/call.md": todo})))
    found = page(files, "todos/call").css_first(".found")
    assert found is not None
    assert [link.attributes["href"] for link in found.css("a")] == ["../../beans/app-aaaa/"]


def test_a_reference_by_unit_is_looked_for_in_every_graph_of_that_unit(tmp_path: Path) -> None:
    todo = TODO.format("app-bbbb")
    graphs = "".join(f'[graphs.{name}]\nkind = "{kind}"\nstore = "{store}"\n' for name, kind, store in (
        ("one", "beans", "one"), ("two", "beans", "two"), ("todos", "todos", "todos")))  # fmt: skip
    stores = {"one/app-aaaa--x.md": bean(), "two/app-bbbb--x.md": bean(), "todos/call.md": todo}
    files = outputs(build(write_files(tmp_path, {"gen-docs.toml": graphs, **stores})))
    assert "../../two/app-bbbb/" in files["todos/call/index.html"].decode()
    assert b"reference-unknown" not in files["assets/todos/index.json"].partition(b'"items"')[2]


def test_a_group_is_never_ready_to_start(tmp_path: Path) -> None:
    files = outputs(build(write_beans(tmp_path, {"app-aaaa": bean(type="epic"), "app-bbbb": bean()})))
    assert "ready" not in text_of(page(files, "beans/app-aaaa"), ".head")
    assert "ready" in text_of(page(files, "beans/app-bbbb"), ".head")


def test_what_is_below_a_circle_of_parents_is_unknown_and_not_nothing(tmp_path: Path) -> None:
    beans = {
        "app-aaaa": bean(type="epic", parent="app-bbbb"),
        "app-bbbb": bean(type="epic", parent="app-aaaa"),
        "app-cccc": bean(parent="app-aaaa"),
        "app-dddd": bean(type="epic"),
    }
    bars = text_of(page(outputs(build(write_beans(tmp_path, beans))), "beans"), ".bars")
    assert bars.count("not counted: parents go in a circle") == 2
    assert bars.count("nothing below") == 1


def test_a_kind_without_states_has_no_word_about_them(tmp_path: Path) -> None:
    proof = "---\ntitle: Measured\nmade: 2026-01-01\n---\n\ntext\n"
    files = outputs(build(write_files(tmp_path, {"gen-docs.toml": KIND, "proofs/a.md": proof, "proofs/b.md": proof})))
    graph = page(files, "proofs")
    assert text_of(graph, ".tiles").startswith("2 items")
    for name in ("", "proofs/", "proofs/a/"):
        tree = LexborHTMLParser(files[f"{name}index.html"].decode())
        assert tree.css("[class*=state-]") == []
        assert "no state" not in text_of(tree, "main")
        assert " open" not in text_of(tree, "main")


@pytest.mark.parametrize("reference", ["{kind: issue, id: ../../../evil/x}", "{kind: commit, id: main}"])
def test_a_reference_that_is_no_number_or_commit_stays_text(tmp_path: Path, reference: str) -> None:
    todo = f"---\nid: a\nsummary: A\nstatus: open\ncreated_at: 2026-01-01\nartefacts:\n  - {reference}\n---\n"
    forge = '[forge]\nkind = "github"\nurl = "https://forge.invalid/o/n"\n'
    files = outputs(build(write_files(tmp_path, {"todos/items/a.md": todo, "gen-docs.toml": forge})))
    (entry,) = page(files, "todos/a").css(".reference")
    assert entry.css("a") == []


def test_every_pencil_says_what_it_edits(tmp_path: Path) -> None:
    forge = '[forge]\nkind = "github"\nurl = "https://forge.invalid/o/n"\n'
    root = write_beans(tmp_path, {"app-aaaa": bean(parent="x"), "app-bbbb": bean(parent="y"), "app-cccc": "none"})
    graph = page(outputs(build(write_files(root, {"gen-docs.toml": forge}))), "beans")
    names = {str(each.attributes["aria-label"]): each.attributes["href"] for each in graph.css(".pencil")}
    assert len(names) == 3
    assert len(set(names.values())) == 3


# The page of a graph, which a script draws anew


def test_a_graph_s_page_names_what_its_dashboard_reads_and_shows_what_was_built_until_then(tmp_path: Path) -> None:
    files = outputs(build(write_beans(tmp_path, {"app-aaaa": bean()})))
    (root,) = page(files, "beans").css(".dashboard")
    read = [root.attributes[f"data-{name}"] or "" for name in ("index", "summary", "text", "messages")]
    assert [posixpath.normpath(f"beans/{link}") in files for link in read] == [True] * 4
    assert root.attributes["data-dashboard"] == "beans"
    assert [(each.attributes["class"], "hidden" in each.attributes) for each in root.css(".live, .built")] == [
        ("live", True),
        ("built", False),
    ]
    scripts = page(files, "beans").css("link[rel=modulepreload], script[type=module][src]")
    links = [each.attributes.get("href") or each.attributes.get("src") for each in scripts]
    assert any(str(link).endswith("/dashboard/main.js") for link in links)
    assert [link for link in links if posixpath.normpath(f"beans/{link}") not in files] == []


def test_a_graph_with_nothing_to_draw_has_no_dashboard(tmp_path: Path) -> None:
    graphs = '[graphs.quiet]\nkind = "beans"\nstore = "quiet"\n[graphs.later]\n'
    files = outputs(build(write_files(tmp_path, {"gen-docs.toml": graphs})))
    for name in ("quiet", "later"):
        assert page(files, name).css(".dashboard, script[src*=dashboard]") == []
        assert text_of(page(files, name), ".lead")


def test_the_first_lists_of_a_graph_s_page_show_five_and_lead_to_the_rest(tmp_path: Path) -> None:
    ready = {f"app-r{at}": bean(f"Ready {at}") for at in range(7)}
    active = {f"app-a{at}": bean(f"Active {at}", "in-progress") for at in range(5)}
    tree = page(outputs(build(write_beans(tmp_path, {**ready, **active}))), "beans")
    shown = {
        " ".join(each.css_first("h2").text().split()): (  # type: ignore[union-attr]
            len(each.css("li")),
            [link.attributes["href"] for link in each.css(".more a")],
            " ".join(hint.text().split()) if (hint := each.css_first(".hint")) else "",
        )
        for each in tree.css(".glance")
    }
    assert shown == {
        "In progress 5": (5, [], ""),
        "Ready to start 7": (5, ["?view=ready&closed=hide&archived=show#items"], ""),
        "Stuck 0": (0, [], "Nothing is stuck."),
        "Changed last": (5, ["?view=list&closed=show&archived=show&sort=-updated_at#items"], ""),
    }


def test_every_tile_of_a_graph_s_page_leads_to_a_part_of_it(tmp_path: Path) -> None:
    tree = page(outputs(build(write_beans(tmp_path, {"app-aaaa": bean(), "app-bbbb": "none"}))), "beans")
    links = [urlsplit(each.attributes["href"] or "") for each in tree.css(".tile a")]
    assert len(links) == 7
    assert [(link.path, bool(link.query)) for link in links] == [("", True)] * 6 + [("", False)]
    assert all(tree.css(f"#{link.fragment}") for link in links)
