"""A dashboard's views, filters, search and panel, as somebody uses them."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from support import bean, build, outputs, write_beans

from browser.conftest import Files, Open
from browser.serving import Server

MANY = 260

PLAN: dict[str, str | bytes] = {
    "app-mile": bean("All of it", "in-progress", type="milestone"),
    "app-epic": bean("A part", "todo", type="epic", parent="app-mile"),
    "app-ne01": bean("First of them", "todo", parent="app-epic", priority="high", tags=["ui"], type="bug"),
    "app-ne02": bean("Second, after app-ne01", "todo", parent="app-epic", blocked_by=["app-ne01"], type="task"),
    "app-ne03": bean("Third in a row", "todo", blocked_by=["app-ne02"], body="Only the text says Ärger."),
    "app-ne04": bean("Déjà `vu`", "review", tags=["ui", "api"]),
    "app-ne05": bean("Lost child", "todo", parent="app-gone"),
    "app-ci01": bean("Round", "todo", blocked_by=["app-ci02"]),
    "app-ci02": bean("And round", "todo", blocked_by=["app-ci01"]),
    "app-do01": bean("Done already", "completed", parent="app-epic", body="- [ ] open box"),
    "archive/app-do02": bean("Put away", "completed"),
    "app-dr01": bean("Scrapped", "scrapped", body="## Reasons for Scrapping\n\nNo."),
    "app-bad1": b"---\n[\n---\n",
}
OPEN = {identifier for identifier in PLAN if not identifier.startswith(("archive/", "app-do", "app-dr", "app-bad"))}


@pytest.fixture(scope="module")
def plan_files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return outputs(build(write_beans(tmp_path_factory.mktemp("plan"), PLAN)))


@pytest.fixture(scope="module")
def plan(server: Server, plan_files: Files) -> str:
    """The address of the dashboard."""
    return urljoin(server.mount(plan_files), "beans/")


@pytest.fixture(scope="module")
def crowd(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    beans = {f"app-{number:03x}x": bean(f"Item {number}") for number in range(MANY)}
    return urljoin(server.mount(outputs(build(write_beans(tmp_path_factory.mktemp("crowd"), beans)))), "beans/")


def ids(place: Page | Locator) -> list[str]:
    """The items that a view shows, in its order."""
    found: list[str] = place.locator("a.item").evaluate_all("links => links.map(link => link.dataset.item)")
    return found


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query, keep_blank_values=True)


def view(page: Page) -> Locator:
    return page.locator("[data-view]")


def wait_for_query(page: Page, text: str) -> None:
    page.wait_for_function("text => location.search.includes(text)", arg=text)


# The first screen


def test_every_tile_leads_to_a_list_of_as_many_items_as_it_counts(open_page: Open, plan: str) -> None:
    page = open_page(plan)
    tiles = page.locator(".tile a").evaluate_all(
        "links => links.map(link => [link.querySelector('.number').textContent, link.getAttribute('href')])"
    )
    counted = {href: int(number) for number, href in tiles if "view=" in href and "rule=" not in href}
    assert len(counted) == 6
    for href, number in counted.items():
        page.locator(f'.tile a[href="{href}"]').click()
        heading = view(page).locator("h2").first
        expect(heading.locator(".count")).to_have_text(str(number))
        assert len(set(ids(view(page)))) >= number
        page.go_back()
        expect(page.locator(".tile").first).to_be_visible()


def test_the_first_screen_says_what_moves_what_can_begin_what_is_stuck_and_what_changed(
    open_page: Open, plan: str
) -> None:
    page = open_page(plan)
    shown = {
        name: ids(page.locator(f"section[aria-labelledby=glance-{name}] .rows"))
        for name in ("active", "ready", "stuck")
    }
    assert shown["active"] == ["app-mile"]
    assert set(shown["ready"]) == {"app-ne01", "app-ne05"}
    assert {"app-ne02", "app-ne03", "app-ci01", "app-ci02"} <= set(shown["stuck"])
    assert page.locator(".glances").bounding_box()["y"] < 400  # type: ignore[index]


def test_live_and_built_first_screens_say_the_same(open_page: Open, plan: str) -> None:
    said = {}
    for has_script in (True, False):
        page = open_page(plan, java_script_enabled=has_script)
        tiles = page.locator(".tile").all_inner_texts()
        stuck = ids_by_code(page.locator("section[aria-labelledby=glance-stuck] .rows"))
        ready = ids_by_code(page.locator("section[aria-labelledby=glance-ready] .rows"))
        said[has_script] = ([" ".join(each.split()) for each in tiles], set(stuck) - {"app-mile"}, ready)
    assert said[True] == said[False]


def ids_by_code(place: Locator) -> list[str]:
    return place.locator("li > a.item > code").all_inner_texts()


# Views


def test_the_list_is_sorted_by_a_column_and_back_and_shows_the_columns_that_are_chosen(
    open_page: Open, plan: str
) -> None:
    page = open_page(f"{plan}?view=list")
    assert set(ids(view(page))) == OPEN
    page.get_by_role("link", name="title", exact=True).click()
    wait_for_query(page, "sort=title")
    assert view(page).locator("th[aria-sort=ascending]").inner_text() == "title"
    first = ids(view(page))
    page.get_by_role("link", name="title", exact=True).click()
    wait_for_query(page, "sort=-title")
    assert ids(view(page)) == first[::-1]
    view(page).locator("summary", has_text="Columns").click()
    page.get_by_role("checkbox", name="tags").check()
    expect(view(page).locator("th").last).to_have_text("tags")
    assert query(page)["columns"] == ["title,status,type,priority,updated_at,tags"]
    page.keyboard.press("Escape")
    expect(view(page).locator(".menu-body")).to_be_hidden()
    assert page.evaluate("document.activeElement.localName") == "summary"


def test_the_board_has_a_column_for_a_word_that_nobody_declared_and_counts_what_is_hidden(
    open_page: Open, plan: str
) -> None:
    page = open_page(f"{plan}?view=board")
    columns = {column.locator("h3 bdi").inner_text(): ids(column) for column in view(page).locator(".column").all()}
    assert columns["review"] == ["app-ne04"]
    assert columns["completed"] == []
    assert sum(map(len, columns.values())) == len(OPEN)
    completed = view(page).locator(".column", has_text="completed")
    expect(completed).to_contain_text("2 hidden")
    page.get_by_label("Lanes").select_option("parent")
    wait_for_query(page, "lanes=parent")
    lanes = {
        lane.locator("h3").first.inner_text(): set(ids(lane.locator(".cards")))
        for lane in view(page).locator(".lane").all()
    }
    assert {name.split()[0]: found for name, found in lanes.items()}["app-epic"] == {"app-ne01", "app-ne02"}
    assert set().union(*lanes.values()) == OPEN


def test_the_tree_has_a_place_for_everything_and_folds(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=tree")
    assert set(ids(view(page))) == OPEN
    dangling = view(page).locator(".tree-part", has_text="Below something that does not exist")
    assert ids(dangling) == ["app-ne05"]
    expect(dangling).to_contain_text("app-gone")
    twist = view(page).get_by_role("button", name=re.compile("below app-epic"))
    twist.click()
    expect(twist).to_have_attribute("aria-expanded", "false")
    assert "app-ne01" not in ids(view(page))
    page.get_by_role("button", name="Unfold all").click()
    assert set(ids(view(page))) == OPEN


def test_the_graph_draws_what_waits_and_marks_circles_and_says_how_much_it_shows(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=graph")
    nodes = view(page).locator("svg .node").evaluate_all("nodes => nodes.map(node => node.dataset.item)")
    assert set(nodes) == {"app-ne01", "app-ne02", "app-ne03", "app-ci01", "app-ci02"}
    assert view(page).locator("path.edge").count() == 4
    assert view(page).locator(".node.is-circle").count() == 2
    expect(view(page)).to_contain_text(f"5 shown, of {len(OPEN)} items asked for")
    expect(view(page).locator(".warning")).to_contain_text("1 circle")
    width = view(page).locator("svg").evaluate("each => each.clientWidth")
    page.get_by_role("button", name="Larger").click()
    assert view(page).locator("svg").evaluate("each => each.clientWidth") > width
    words = view(page).locator("details", has_text="The same in words")
    words.locator("summary").click()
    row = words.locator("li", has_text="Second, after")
    expect(row).to_contain_text("Waits for: app-ne01")
    expect(row).to_contain_text("Blocks: app-ne03")
    page.goto(f"{plan}?view=graph&around=app-ne01&steps=1")
    expect(view(page).locator("svg .node")).to_have_count(2)


def test_the_timeline_counts_every_item_once_and_says_what_it_goes_by(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=timeline")
    for name, total in (("Created", 12), ("Closed", 3), ("Changed last", 12)):
        chart = view(page).locator(".chart").filter(has=page.locator("h3", has_text=name))
        assert chart.locator("h3 .count").inner_text() == str(total)
        numbers = chart.locator("tbody td").all_text_contents()
        assert sum(map(int, numbers)) == total
    expect(view(page)).to_contain_text("the files do not say when it was closed")


def test_what_is_ready_comes_by_priority_and_what_is_blocked_says_by_what(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=ready")
    assert ids(view(page)) == ["app-ne01", "app-ne05"]
    assert view(page).locator("h3").first.inner_text().startswith("high")
    expect(view(page).locator("li", has_text="First of them")).to_contain_text("unblocks 1")
    page.get_by_role("link", name="Blocked").click()
    row = view(page).locator(".rows > li", has_text="Third in a row").last
    expect(row).to_contain_text("blocked by app-ne02")


# Filters, search and the address


def test_filters_combine_hold_for_all_views_and_stand_in_the_address(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list")
    page.keyboard.press("f")
    form = page.locator(".filter-form")
    form.get_by_role("checkbox", name="ui").check()
    form.get_by_role("checkbox", name="bug").check()
    assert ids(view(page)) == ["app-ne01"]
    assert query(page) == {"view": ["list"], "type": ["bug"], "tags": ["ui"]}
    expect(page.locator(".remaining")).to_contain_text("1 of 12 beans shown")
    page.get_by_role("link", name="Board").click()
    assert ids(view(page)) == ["app-ne01"]
    page.locator(".filter-on", has_text="type: bug").click()
    expect(view(page).locator(".card-item")).to_have_count(2)
    page.go_back()
    expect(view(page).locator(".card-item")).to_have_count(1)
    page.locator("h1").click()
    page.keyboard.press("x")
    expect(page.locator(".active-filters")).to_have_count(0)
    assert query(page) == {"view": ["board"]}


def test_an_address_shows_what_whoever_sent_it_saw(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list&under=app-epic&closed=show&sort=-title&columns=title,id")
    assert ids(view(page)) == ["app-ne02", "app-ne01", "app-do01", "app-epic"]
    assert view(page).locator("th").all_inner_texts() == ["title", "id"]
    page.goto(f"{plan}?view=nothing&type=no-such&sort=no&item=")
    expect(view(page).locator(".tiles")).to_be_visible()


def test_the_form_of_filters_says_what_the_address_says_also_what_it_would_not_offer(
    open_page: Open, plan: str
) -> None:
    page = open_page(f"{plan}?view=list&under=app-ne01&younger=45&older=2")
    page.locator("#filters").click()
    form = page.locator(".filter-form")
    chosen = form.locator("select").evaluate_all("all => all.map(each => each.selectedOptions[0].textContent)")
    assert chosen[:3] == ["First of them (app-ne01)", "changed within 45 days", "unchanged for 2 days"]
    offered = form.get_by_label("Changed within").locator("option").evaluate_all("all => all.map(each => each.value)")
    assert offered == ["", "7", "30", "45", "90", "365"]


def test_what_is_hidden_is_counted_and_can_be_shown(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list")
    expect(page.locator(".remaining")).to_contain_text("Hidden: 2 closed, 1 closed and archived")
    page.get_by_role("link", name="Show them").click()
    assert len(ids(view(page))) == 12
    expect(page.locator(".remaining")).to_contain_text("12 of 12 beans shown")


def test_the_search_finds_words_anywhere_without_accents_and_marks_them(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list")
    with page.expect_response("**/text.json"):
        page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("deja VU")
    assert ids(view(page)) == ["app-ne04"]
    assert view(page).locator("mark").all_inner_texts() == ["Déjà", "vu"]
    page.fill("#search", "arger only")
    expect(view(page).locator("a.item")).to_have_count(1)
    expect(view(page).locator(".excerpt")).to_contain_text("Only the text says Ärger")
    wait_for_query(page, "q=arger")
    page.fill("#search", "nothing holds this")
    expect(view(page)).to_contain_text("Nothing passes the filters")


def test_nothing_is_cut_without_a_word(open_page: Open, crowd: str) -> None:
    page = open_page(f"{crowd}?view=list")
    assert len(ids(view(page))) == 100
    expect(view(page)).to_contain_text(f"100 of {MANY} shown")
    page.get_by_role("button", name=f"Show all {MANY}").click()
    assert len(ids(view(page))) == MANY
    expect(view(page).locator(".growing")).to_have_count(0)


# The item beside the view


def test_an_item_opens_beside_the_view_and_gives_the_focus_back(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list")
    link = view(page).locator("a.item", has_text="Second, after")
    link.focus()
    page.keyboard.press("Enter")
    panel = page.locator("dialog.item-panel")
    expect(panel.locator(".entry")).to_contain_text("Second, after")
    assert page.evaluate("document.activeElement.closest('dialog') !== null") is True
    assert query(page)["item"] == ["app-ne02"]
    panel.locator(".waits a", has_text="First of them").click()
    expect(panel.locator("#item-panel-name")).to_have_text("app-ne01")
    page.go_back()
    expect(panel.locator("#item-panel-name")).to_have_text("app-ne02")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.item") == "app-ne02"
    assert "item" not in query(page)


def test_back_closes_the_panel_and_its_copy_button_gives_the_item_s_own_address(
    open_page: Open, plan: str, plan_files: Files
) -> None:
    page = open_page(f"{plan}?view=board", permissions=["clipboard-read", "clipboard-write"])
    view(page).locator("a.item").first.click()
    panel = page.locator("dialog.item-panel")
    panel.get_by_role("button", name="Copy the link to this page").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    identifier = query(page)["item"][0]
    assert copied == f"{plan}{identifier}/"
    assert f"beans/{identifier}/index.html" in plan_files
    page.go_back()
    expect(panel).to_have_count(0)


def test_on_a_phone_the_panel_is_over_the_page(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list&item=app-ne01", width=390)
    expect(page.locator("dialog.item-panel .entry")).to_be_visible()
    assert page.evaluate("document.querySelector('dialog:modal') !== null") is True
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_item_that_is_not_there_is_said_to_be_missing(open_page: Open, plan: str) -> None:
    page = open_page("about:blank", own=True)
    page.route("**/app-none/", lambda route: route.fulfill(status=200, content_type="text/html", body="<p>Lost</p>"))
    page.goto(f"{plan}?item=app-none")
    expect(page.locator("dialog.item-panel .warning")).to_contain_text("app-none")


def test_a_link_that_is_asked_for_elsewhere_is_left_to_the_browser(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list", own=True)
    with page.context.expect_page() as opened:
        view(page).locator("a.item").first.click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_url(re.compile(re.escape(plan) + "app-[a-z0-9]+/$"))
    expect(page.locator("dialog.item-panel")).to_have_count(0)


# Keys


def test_keys_do_what_the_help_says_and_nothing_while_somebody_writes(open_page: Open, plan: str) -> None:
    page = open_page(f"{plan}?view=list", own=True)
    page.keyboard.press("j")
    page.keyboard.press("j")
    first, second = ids(view(page))[:2]
    assert page.evaluate("document.activeElement.dataset.item") == second
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.dataset.item") == first
    page.keyboard.press("3")
    wait_for_query(page, "view=board")
    page.keyboard.press("Control+x")
    page.focus("#search")
    page.keyboard.type("x?3jf/")
    assert page.input_value("#search") == "x?3jf/"
    wait_for_query(page, "view=board")
    page.fill("#search", "")
    page.locator("h1").click()
    page.keyboard.press("?")
    dialog = page.locator("dialog.help")
    expect(dialog).to_be_visible()
    dialog.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.reload()
    page.locator("[data-view] > *").first.wait_for()
    page.keyboard.press("2")
    page.wait_for_timeout(100)
    assert query(page)["view"] == ["board"]


@pytest.fixture
def focus_kept(open_page: Open, crowd: str) -> Iterator[Page]:
    page = open_page(f"{crowd}?view=list&type=task")
    yield page
    assert page.evaluate("document.activeElement === document.body") is False


@pytest.mark.parametrize("name", ["Show 100 more", "Columns", "Filters"])
def test_the_focus_stays_where_something_is_pressed(focus_kept: Page, name: str) -> None:
    button = focus_kept.locator("button, summary", has_text=name).first
    button.focus()
    focus_kept.keyboard.press("Enter")
    focus_kept.wait_for_timeout(50)
