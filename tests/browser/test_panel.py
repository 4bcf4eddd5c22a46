"""The live panel: whole without a script, the same with one, fresh while somebody looks, honest when it cannot be."""

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from published import draw_panel
from selectolax.lexbor import LexborHTMLParser, LexborNode
from support import bean, build, outputs, write_beans, write_files

from browser.conftest import OPTIONS, Open
from browser.reach import CUT_OFF, OUTSIDE, WAYS, find_faults
from browser.rich import write_rich_store
from browser.serving import Server

NOW = datetime(2026, 1, 24, 4, 0, 0, tzinfo=UTC)  # three weeks after the usual date of a bean

PLAN = {
    "app-mile": bean("All of it", "in-progress", type="milestone"),
    "app-epic": bean("A part", "todo", type="epic", parent="app-mile"),
    "app-one": bean("First", "todo", parent="app-epic"),
    "app-two": bean("Second", "in-progress", parent="app-epic", blocked_by=["app-one"]),
    "app-done": bean("Third", "completed", parent="app-epic", body="- [ ] open box"),
    "app-old": bean("Old group", "completed", type="epic"),
    "app-new": bean("Newest", "draft", updated_at="2026-01-20T04:00:00Z"),
    "app-dateless": "---\ntitle: Dateless\nstatus: in-progress\n---\n\nText.\n",
}


class Guide:
    """A site with a page that holds panels, as a build left it; `change` is what a later deploy brings, and leaves the
    page as it was."""

    def __init__(self, folder: Path, server: Server, panels: tuple[tuple[str, int], ...]) -> None:
        self.folder = folder
        site = build(folder)
        self.files = outputs(site)
        drawn = "".join(
            draw_panel(site, graph, level=level, anchor=f"panel-{at}") for at, (graph, level) in enumerate(panels)
        )
        main = f'<main id="content"><h1>Guide</h1><p>Text.</p>{drawn}</main>'
        shell = self.files["index.html"].decode().replace('"./', '"../').replace('"assets/', '"../assets/')
        self.html = re.sub(r"<main.*</main>", lambda _: main, shell, flags=re.DOTALL)
        self.files["guide/index.html"] = self.html.encode()
        self.address = urljoin(server.mount(self.files), "guide/")

    def change(self, beans: dict[str, str | bytes]) -> None:
        write_beans(self.folder, beans)
        made = outputs(build(self.folder))
        self.files.update({name: content for name, content in made.items() if name.startswith("assets/beans/")})


@pytest.fixture
def guide(tmp_path: Path, server: Server) -> Guide:
    return Guide(write_beans(tmp_path, PLAN), server, (("beans", 2),))


@pytest.fixture(scope="session")
def rich_guide(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Guide:
    panels = (("beans", 2), ("todos", 3), ("quiet", 2), ("planned", 2), ("broken", 2), ("beans", 2))
    return Guide(write_rich_store(tmp_path_factory.mktemp("rich")), server, panels)


@pytest.fixture
def open_live(open_page: Open) -> Open:
    """Opens the page at a fixed time and waits until its first panel has been read."""

    def open_at(guide: Guide, **options: Any) -> Page:
        page = open_page("about:blank", own=True, **options)
        page.clock.set_fixed_time(NOW)
        page.goto(guide.address)
        wait_for_reading(page)
        return page

    return open_at


@pytest.fixture
def unwatched(browser: Browser) -> Iterator[Page]:
    """A page in which requests may fail; errors of the page's own scripts may not."""
    context = browser.new_context(**OPTIONS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def wait_for_reading(page: Page, panel: int = 0) -> None:
    section = page.locator("[data-panel]").nth(panel)
    expect(section.locator(".panel-time")).to_contain_text("Read from")
    if section.locator(".panel-content").is_visible():
        expect(section.locator(".panel-stale > *").first).to_be_attached()


def say_changed(page: Page, *paths: str) -> None:
    page.evaluate(
        "paths => document.dispatchEvent(new CustomEvent('gen-docs:changed', {detail: {paths}}))", list(paths)
    )


def number(page: Page, tile: str) -> str:
    return page.locator(f".tile-{tile} .number").first.inner_text()


# The same panel, twice drawn


def outline(node: LexborNode) -> Any:
    """An element with its attributes and children, without the white space of a source's layout."""
    if node.tag == "-text":
        text = node.text()
        return None if re.fullmatch(r"\s*\n\s*", text) else text
    children = [found for child in node.iter(include_text=True) if (found := outline(child)) is not None]
    attributes = {name: value or "" for name, value in node.attributes.items()}
    if node.tag == "time":
        attributes.pop("title", None)
        children = []
    return node.tag, attributes, children


def parts_of(html: str, panel: int) -> list[Any]:
    """What a panel says, without what only a script can know: when it was read, and what is stale."""
    section = LexborHTMLParser(html).css("[data-panel]")[panel]
    for part in section.css(".panel-time, .panel-stale, .panel-news, noscript"):
        part.decompose()
    shown: list[Any] = outline(section)[2]
    return shown


def test_a_script_draws_what_the_build_has_drawn(open_live: Open, rich_guide: Guide) -> None:
    page = open_live(rich_guide)
    for panel in (0, 1, 2, 5):
        page.locator("[data-panel]").nth(panel).scroll_into_view_if_needed()
        wait_for_reading(page, panel)
    html = page.content()
    for panel in range(6):
        assert parts_of(html, panel) == parts_of(rich_guide.html, panel), panel


def test_ids_and_headings_are_unique_and_in_order(open_live: Open, rich_guide: Guide) -> None:
    page = open_live(rich_guide)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))
    assert page.locator(".panel-title").all_inner_texts() == ["Beans", "Todos", "Quiet", "Planned", "Broken", "Beans"]
    levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4')].map(each => Number(each.localName[1]))")
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


# Without a script


def test_without_a_script_the_panel_is_whole_and_says_of_when_it_is(open_page: Open, guide: Guide) -> None:
    page = open_page(guide.address, java_script_enabled=False)
    panel = page.locator("[data-panel]")
    assert number(page, "open") == "6"
    assert panel.locator(".panel-time").inner_text().startswith("These numbers are those of the build.")
    assert "With JavaScript" in panel.locator(".panel-time").inner_text()
    assert panel.get_by_role("heading", name="Changed last").is_visible()
    assert not panel.get_by_role("heading", name="Stale").is_visible()
    assert not panel.locator(".panel-failed").is_visible()
    panel.locator("a", has_text="Newest").click()
    assert page.url == urljoin(guide.address, "../beans/app-new/")


# With a script


def test_a_read_panel_says_when_and_what_is_stale(open_live: Open, guide: Guide) -> None:
    page = open_live(guide)
    assert page.locator(".panel-time").inner_text() == "Read from the published data: now."
    stale = page.locator(".panel-stale")
    assert stale.locator("> .rows code").all_inner_texts() == ["app-mile", "app-two"]
    assert stale.locator("> .rows time").first.inner_text() == "3 weeks ago"
    assert stale.locator("summary").inner_text() == "1 in progress has no date, so whether it is stale is unknown"
    newest = page.locator(".panel-part", has=page.get_by_role("heading", name="Changed last")).locator("li")
    assert newest.count() == 5
    assert newest.first.inner_text().split("\n") == ["app-new Newest", "draft", "4 days ago"]


def test_the_exact_time_shows_on_focus(open_live: Open, guide: Guide) -> None:
    time = open_live(guide).locator(".panel-part time").first
    time.focus()
    shown = time.evaluate("each => getComputedStyle(each, '::after').content")
    assert "January 20, 2026" in shown
    assert "January 20, 2026" in (time.get_attribute("title") or "")


def test_ages_go_on_while_the_page_is_open(open_page: Open, guide: Guide) -> None:
    page = open_page("about:blank", own=True)
    page.clock.install(time=NOW)
    page.goto(guide.address)
    page.clock.run_for(1000)
    expect(page.locator(".panel-time")).to_contain_text("Read from")
    page.clock.run_for(3 * 60_000)
    expect(page.locator(".panel-time")).to_contain_text(re.compile("2 minutes ago|3 minutes ago"))


def test_numbers_that_change_are_marked_and_said_in_one_sentence(open_page: Open, guide: Guide) -> None:
    page = open_page("about:blank", own=True)
    page.clock.install(time=NOW)
    page.goto(guide.address)
    wait_for_reading(page)
    page.locator("summary", has_text="1 closed group").click()
    link = page.locator(".bars a.item", has_text="A part")
    link.focus()
    page.evaluate("scrollTo(0, 200)")
    scrolled = page.evaluate("scrollY")
    guide.change({"app-one": bean("First", "completed", parent="app-epic"), "app-zero": bean("More", "todo")})
    say_changed(page, "assets/beans/summary.json", "assets/beans/index.json")
    expect(page.locator(".tile-closed .number")).to_have_text("3")
    assert number(page, "blocked") == "0"
    marked = page.locator(".tile.is-changed").evaluate_all("all => all.map(each => each.dataset.key)")
    assert marked == ["blocked", "closed", "findings"]
    assert page.locator(".bars > .is-changed code").all_inner_texts() == ["app-epic", "app-mile"]
    assert page.locator(".panel-news").inner_text() == "Beans changed: 0 blocked, 3 closed, 1 finding."
    assert link.evaluate("each => each === document.activeElement")
    assert page.locator(".panel details[open]").count() == 1
    assert page.evaluate("scrollY") == scrolled
    page.clock.fast_forward(60_000)
    expect(page.locator(".is-changed")).to_have_count(0)


def test_the_same_node_stays_where_rows_move(open_live: Open, guide: Guide) -> None:
    page = open_live(guide)
    row = page.locator(".bars > li[data-key=app-epic]")
    handle = row.element_handle()
    row.locator("a").focus()
    others = {f"app-n{at}": bean(f"Row {at}", "todo", parent="app-big") for at in range(9)}
    guide.change({"app-big": bean("A large group", "todo", type="epic"), **others})
    say_changed(page, "assets/beans/index.json")
    expect(page.locator(".bars").first.locator("> li").first).to_have_attribute("data-key", "app-big")
    assert handle is not None
    assert handle.evaluate("each => each.isConnected && each.contains(document.activeElement)")


PATCH_MANY = """async address => {
  const { patch } = await import(address);
  let seed = 7;
  const random = below => (seed = (seed * 48271) % 2147483647) % below;
  const draw = depth => {
    const element = document.createElement(['div', 'p', 'span'][random(3)]);
    const set = (name, chance) => random(chance) === 0 && element.setAttribute(name, `${random(4)}`);
    for (const name of ['class', 'title', 'hidden']) set(name, 3);
    set('data-key', 2);
    for (let left = depth && random(5); left > 0; left--) element.append(random(3) ? draw(depth - 1) : `${random(9)}`);
    element.normalize();
    return element;
  };
  const keyOf = each => `${each.localName} ${each.dataset.key}`;
  const findKeyed = parent => {
    const keyed = [...parent.children].filter(each => each.dataset.key !== undefined);
    const isAlone = each => keyed.filter(other => keyOf(other) === keyOf(each)).length === 1;
    return new Map(keyed.filter(isAlone).map(each => [keyOf(each), each]));
  };
  const faults = [];
  let kept = 0;
  for (let round = 0; round < 500; round++) {
    const [root, wanted] = [1, 2].map(() => document.createElement('div'));
    for (const parent of [root, wanted]) parent.append(...Array.from({ length: random(7) }, () => draw(2)));
    const drawn = wanted.cloneNode(true);
    const [before, after] = [findKeyed(root), findKeyed(drawn)];
    patch(root, wanted);
    if (!root.isEqualNode(drawn)) faults.push(`${drawn.outerHTML} became ${root.outerHTML}`);
    for (const [key, node] of before) {
      if (!after.has(key)) continue;
      if (node.parentNode === root && keyOf(node) === key) kept += 1;
      else faults.push(`another node has the key ${key}`);
    }
  }
  return { faults: faults.slice(0, 3), kept };
}"""


def test_patching_makes_any_tree_like_any_other_and_keeps_what_has_a_key(open_page: Open, rich: str) -> None:
    """Trees of elements, texts and keys by chance, the same ones in every run."""
    found = open_page(rich).evaluate(PATCH_MANY, urljoin(rich, "assets/_site/js/patching.js"))
    assert found["faults"] == []
    assert found["kept"] > 50


def test_focus_goes_to_the_heading_where_its_row_is_gone(open_live: Open, guide: Guide) -> None:
    page = open_live(guide)
    page.locator(".bars a.item", has_text="A part").focus()
    guide.change({"app-epic": bean("A part", "todo", type="task", parent="app-mile")})
    say_changed(page, "assets/beans/index.json")
    expect(page.locator(".bars a.item", has_text="A part")).to_have_count(0)
    assert page.evaluate("document.activeElement.className") == "panel-title"


def test_what_concerns_other_files_asks_nothing(open_live: Open, guide: Guide) -> None:
    page = open_live(guide)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    say_changed(page, "assets/todos/index.json", "beans/index.html")
    page.evaluate("document.dispatchEvent(new CustomEvent('gen-docs:changed'))")
    page.wait_for_timeout(100)
    assert asked == []
    say_changed(page, "assets/beans/summary.json")
    page.wait_for_timeout(200)
    assert [url.rpartition("/")[2] for url in asked] == ["en.json", "summary.json", "index.json"]


HIDE = """hidden => {
  Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => hidden ? 'hidden' : 'visible'});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_page_asks_when_it_is_seen_again_and_not_before(open_live: Open, guide: Guide) -> None:
    page = open_live(guide)
    page.evaluate(HIDE, arg=True)
    guide.change({"app-zero": bean("More", "todo")})
    say_changed(page, "assets/beans/index.json")
    page.wait_for_timeout(150)
    assert number(page, "open") == "6"
    page.evaluate(HIDE, arg=False)
    expect(page.locator(".tile-open .number")).to_have_text("7")


def test_a_page_that_is_seen_asks_every_five_minutes(open_page: Open, guide: Guide) -> None:
    page = open_page("about:blank", own=True)
    page.clock.install(time=NOW)
    page.goto(guide.address)
    expect(page.locator(".panel-time")).to_contain_text("Read from")
    guide.change({"app-zero": bean("More", "todo")})
    page.clock.run_for(4 * 60_000)
    page.wait_for_timeout(100)
    assert number(page, "open") == "6"
    page.clock.run_for(90_000)
    expect(page.locator(".tile-open .number")).to_have_text("7")


def test_a_panel_far_below_asks_only_when_it_comes_near(open_page: Open, guide: Guide) -> None:
    far = guide.html.replace("<p>Text.</p>", '<p>Text.</p><div class="far"></div>').replace(
        "</head>", '<link rel="stylesheet" href="far.css"></head>'
    )
    guide.files["guide/index.html"] = far.encode()
    guide.files["guide/far.css"] = b".far { block-size: 4000px }"
    page = open_page(guide.address, own=True)
    page.wait_for_timeout(200)
    assert page.locator(".panel-time").inner_text() == "These numbers are those of the build."
    page.locator(".panel").scroll_into_view_if_needed()
    wait_for_reading(page)


def test_an_empty_graph_becomes_a_live_one_and_back(open_page: Open, tmp_path: Path, server: Server) -> None:
    declaration = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\n'
    guide = Guide(write_files(tmp_path, {"gen-docs.toml": declaration}), server, (("beans", 2),))
    page = open_page(guide.address, own=True)
    expect(page.locator(".panel-time")).to_contain_text("Read from")
    assert page.locator(".panel-state").inner_text().startswith(".beans was read and holds no beans.")
    assert not page.locator(".panel-content").is_visible()
    write_files(tmp_path, {".beans/app-1--x.md": bean("First", "todo")})
    guide.change({})
    say_changed(page, "assets/beans/index.json")
    expect(page.locator(".tile-open .number")).to_have_text("1")
    assert page.locator(".panel-state").inner_text() == "Read from .beans: 1 bean."


# When reading fails


FAILURES = {
    "silent": (lambda route: route.abort(), "there was no answer"),
    "missing": (lambda route: route.fulfill(status=404, body="no"), "the server answered 404"),
    "garbled": (lambda route: route.fulfill(status=200, body="<!doctype html>"), "not the data that belongs there"),
    "foreign": (lambda route: route.fulfill(status=200, json=[1]), "not the data that belongs there"),
}


def fail() -> Iterator[Any]:
    """Both files are read by one function: the usual run has every failure once, and each file with two of them."""
    for at, failure in enumerate(FAILURES):
        for name in ("summary", "index"):
            is_usual = name == ("summary", "index")[at % 2]
            yield pytest.param(failure, name, marks=() if is_usual else pytest.mark.full, id=f"{name}-{failure}")


@pytest.mark.parametrize(("failure", "name"), list(fail()))
def test_a_failure_is_said_and_what_was_known_stays(unwatched: Page, guide: Guide, failure: str, name: str) -> None:
    answer, words = FAILURES[failure]
    page = unwatched
    page.clock.set_fixed_time(NOW)
    page.goto(guide.address)
    wait_for_reading(page)
    guide.change({"app-zero": bean("More", "todo")})
    page.route(f"**/{name}.json", answer)
    say_changed(page, "assets/beans/index.json")
    failed = page.locator(".panel-failed")
    expect(failed).to_be_visible()
    assert failed.locator("span").inner_text().startswith(f"{name}.json could not be read: ")
    assert words in failed.inner_text()
    assert failed.locator("a").get_attribute("href") == "../assets/beans/index.json"
    assert page.locator(".panel-news").inner_text() == failed.locator("span").inner_text()
    assert number(page, "open") == "6"
    assert page.locator(".panel-stale > .rows > li").count() == 2
    assert page.locator(".panel-time").inner_text() == "Read from the published data: now."
    page.unroute(f"**/{name}.json")
    say_changed(page, "assets/beans/index.json")
    expect(failed).to_be_hidden()
    assert number(page, "open") == "7"


def test_where_only_the_projection_cannot_be_read_the_counts_are_new(unwatched: Page, guide: Guide) -> None:
    guide.change({"app-zero": bean("More", "todo")})
    unwatched.route("**/index.json", lambda route: route.abort())
    unwatched.goto(guide.address)
    expect(unwatched.locator(".panel-failed")).to_be_visible()
    assert number(unwatched, "open") == "7"
    assert not unwatched.locator(".panel-stale").is_visible()


def test_without_a_catalogue_the_failure_is_said_in_the_words_of_the_build(unwatched: Page, guide: Guide) -> None:
    unwatched.route("**/locales/*.json", lambda route: route.abort())
    unwatched.goto(guide.address)
    expect(unwatched.locator(".panel-failed span")).to_have_text(
        "The published data could not be read. What was last known stays."
    )
    assert unwatched.locator(".panel-time").inner_text() == "These numbers are those of the build."


def test_requests_that_come_while_one_is_under_way_become_one(unwatched: Page, guide: Guide) -> None:
    unwatched.goto(guide.address)
    wait_for_reading(unwatched)
    asked: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route.request.url)
        held.append(route)

    unwatched.route("**/summary.json", hold)
    for _ in range(10):
        say_changed(unwatched, "assets/beans/summary.json")
    unwatched.wait_for_timeout(150)
    assert len(asked) == 1
    held.pop().continue_()
    unwatched.wait_for_timeout(300)
    assert len(asked) == 2
    held.pop().continue_()


# For everybody

USUAL = (1280, "light", "rtl")  # the other settings are met by the panels of `test_docs`


@pytest.mark.parametrize(
    ("width", "scheme", "direction"),
    [pytest.param(*way, marks=() if way == USUAL else pytest.mark.full) for way in WAYS],
)
def test_axe_finds_nothing(
    open_page: Open, server: Server, rich_guide: Guide, width: int, scheme: str, direction: str
) -> None:
    turned = rich_guide.html.replace('dir="ltr"', f'dir="{direction}"', 1).encode()
    base = server.mount({**rich_guide.files, "guide/index.html": turned})
    page = open_page(urljoin(base, "guide/"), width=width, scheme=scheme, own=True)
    for panel in (0, 1, 5):
        page.locator("[data-panel]").nth(panel).scroll_into_view_if_needed()
        wait_for_reading(page, panel)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert page.evaluate("getComputedStyle(document.body).direction") == direction
    assert find_faults(page) == []


def test_nothing_sticks_out_and_names_are_whole(open_page: Open, rich_guide: Guide) -> None:
    page = open_page(rich_guide.address, own=True)
    for panel in (0, 1, 5):
        page.locator("[data-panel]").nth(panel).scroll_into_view_if_needed()
        wait_for_reading(page, panel)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate(OUTSIDE) == []
