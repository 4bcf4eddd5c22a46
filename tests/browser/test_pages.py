"""Every page over a rich store: accessible, whole at every width, in both schemes and both directions, and right."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import orjson
import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from browser.conftest import Files, Open
from browser.reach import CUT_OFF, OUTSIDE, SPREAD, TARGETS, WAYS, find_faults, show_everything
from browser.rich import LONG_ID
from browser.serving import find_file

PAGES = {
    "home": "",
    "live": "beans/",
    "reminders": "todos/",
    "empty": "quiet/",
    "declared": "planned/",
    "unresolved": "broken/",
    "item": "beans/har-pier/",
    "duplicate": "beans/har-twin/",
    "inherited": "beans/har-cable/",
    "archived": "beans/har-old/",
    "colliding": "beans/har-Case/",
    "huge": "beans/har-huge/",
    "long": f"beans/{LONG_ID}/",
    "right-to-left": "beans/har-arabic/",
    "todo": "todos/0001-call-the-divers/",
}
BASE = "https://site.invalid/some/base/"
FORGE = "https://forge.invalid/harbour/plan"


def looks() -> Iterator[Any]:
    """Every page in every way of looking. The usual run takes one way for each page, another one for the next, so that
    every setting meets every other one; and the opposite way too for the page that holds the most sorts of parts. The
    rest is for the complete run."""
    for at, name in enumerate(PAGES):
        first = SPREAD[at % 4]
        usual = (first, WAYS[7 - WAYS.index(first)]) if name == "item" else (first,)
        for way in WAYS:
            marks = () if way in usual else pytest.mark.full
            yield pytest.param(PAGES[name], *way, marks=marks, id="-".join(map(str, (name, *way))))


TEMPLATES = ("home", "live", "item", "todo", "declared")  # a page of every make; what all share is seen on these

each_page = pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
each_template = pytest.mark.parametrize(
    "path", [pytest.param(PAGES[name], id=name, marks=() if name in TEMPLATES else pytest.mark.full) for name in PAGES]
)


@pytest.mark.parametrize(("path", "width", "scheme", "direction"), list(looks()))
def test_axe_finds_nothing(
    open_page: Open, rich: str, right_to_left: str, path: str, width: int, scheme: str, direction: str
) -> None:
    page = open_page(urljoin(rich if direction == "ltr" else right_to_left, path), width=width, scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).direction") == direction
    show_everything(page)
    assert find_faults(page) == []


def test_what_sticks_out_would_be_found(open_page: Open, rich: str) -> None:
    """The three measures above see an element that is too wide, and one that is cut off."""
    page = open_page(rich, width=390)
    page.evaluate("""() => {
      const wide = document.createElement('p');
      wide.textContent = 'x';
      wide.style.width = '500px';
      document.querySelector('main').append(wide);
    }""")
    assert page.evaluate("document.documentElement.scrollWidth") > 390
    assert len(page.evaluate(OUTSIDE)) == 1
    page.evaluate("""() => {
      const cut = document.querySelector('main p:last-child');
      cut.textContent = 'xxxxxxxxxxxx';
      cut.style.cssText = 'width: 1em; overflow: hidden; white-space: pre; overflow-wrap: normal';
    }""")
    assert len(page.evaluate(CUT_OFF)) == 1


def test_a_site_in_arabic_reads_from_right_to_left(open_page: Open, rich: str, right_to_left: str) -> None:
    """Navigation, text and folded lists begin at the right; what untrusted text says keeps its own direction."""
    left, right = (open_page(urljoin(base, "beans/har-pier/"), own=True) for base in (rich, right_to_left))
    for selector in (".brand", "h1", ".crumbs a", "dt"):
        box, mirrored = left.locator(selector).first.bounding_box(), right.locator(selector).first.bounding_box()
        assert box is not None
        assert mirrored is not None
        assert box["x"] == pytest.approx(1280 - mirrored["x"] - mirrored["width"], abs=2), selector
    english = right.locator(".body p").first
    assert english.evaluate("each => getComputedStyle(each).direction") == "ltr"
    arabic = open_page(urljoin(rich, "beans/har-arabic/"))
    assert arabic.locator(".body p").first.evaluate("each => getComputedStyle(each).direction") == "rtl"
    assert arabic.locator("h1 [dir=auto]").evaluate("each => getComputedStyle(each).direction") == "rtl"


def test_paths_and_ids_read_from_left_to_right_on_every_page(open_page: Open, right_to_left: str) -> None:
    """The dot of `.beans/…` and the line number of a problem stay where they are written."""
    for path in ("beans/har-pier/", "beans/"):
        page = open_page(urljoin(right_to_left, path))
        directions = page.evaluate(
            "[...document.querySelectorAll('main code')].filter(each => /^[.a-z]/.test(each.textContent))"
            ".map(each => `${getComputedStyle(each).direction} ${each.textContent}`)"
        )
        assert len(directions) > 1
        assert [each for each in directions if each.startswith("rtl")] == []


@each_page
def test_nothing_sticks_out_is_cut_off_or_is_too_small_to_press(open_page: Open, rich: str, path: str) -> None:
    """At least 24 pixels; links within a sentence excepted: there the line decides, as WCAG 2.5.8 says."""
    page = open_page(urljoin(rich, path))
    show_everything(page)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(TARGETS) == []
        if width < 1280:
            assert page.evaluate(CUT_OFF) == []
            assert page.evaluate(OUTSIDE) == []
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "from right to left"
        page.evaluate("document.documentElement.dir = 'ltr'")


@each_template
def test_the_skip_link_leads_into_the_content(open_page: Open, rich: str, path: str) -> None:
    page = open_page(urljoin(rich, path))
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.get_attribute("class") == "skip"
    box = skip.bounding_box()
    assert box is not None
    assert box["y"] >= 0, "the skip link shows while it has the focus"
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#content'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null") is True


FOCUS = """() => {
  const each = document.activeElement;
  if (each === document.body) return null;
  const style = getComputedStyle(each);
  const box = each.getBoundingClientRect();
  const isSeen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && box.width > 0
    && box.bottom > 0 && box.top < innerHeight;
  if (each.matches('summary') && !each.parentElement.open) return {id: each.dataset.n, isSeen, isClosed: true};
  return {id: each.dataset.n, isSeen, isClosed: false};
}"""


@pytest.mark.parametrize("path", ["", "beans/", "beans/har-pier/", "todos/0001-call-the-divers/", "planned/"])
def test_the_keyboard_reaches_everything_and_shows_where_it_is(open_page: Open, rich: str, path: str) -> None:
    """Tab alone, with Enter on what is folded, passes every link, fold and scrolling table, in the page's order."""
    page = open_page(urljoin(rich, path), width=390)
    count = page.evaluate(
        "[...document.querySelectorAll('a[href], summary, button, input, select, [tabindex=\"0\"]')]"
        ".map((each, at) => each.dataset.n = at).length"
    )
    reached: list[int] = []
    hidden: list[int] = []
    for _ in range(count):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None:
            break
        if focus["isClosed"]:
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.parentElement.open") is True
        reached.append(int(focus["id"]))
        if not focus["isSeen"]:
            hidden.append(int(focus["id"]))
    assert reached == list(range(count))
    assert hidden == []


# What follows reads the pages as text; it needs no browser.


def pages_of(files: Files) -> dict[str, LexborHTMLParser]:
    return {name: LexborHTMLParser(content.decode()) for name, content in files.items() if name.endswith(".html")}


def text_of(node: LexborNode) -> str:
    return " ".join(node.text().split())


@pytest.fixture(scope="module")
def parsed(rich_files: Files) -> dict[str, LexborHTMLParser]:
    return pages_of(rich_files)


def test_every_page_has_one_main_heading_and_skips_no_level(parsed: dict[str, LexborHTMLParser]) -> None:
    wrong: dict[str, list[int]] = {}
    for name, page in parsed.items():
        levels = [int((node.tag or "")[1:]) for node in page.css("h1, h2, h3, h4, h5, h6")]
        steps = itertools.pairwise(levels)
        if levels[0] != 1 or levels.count(1) != 1 or any(lower - upper > 1 for upper, lower in steps):
            wrong[name] = levels
    assert wrong == {}


def test_no_heading_is_empty(parsed: dict[str, LexborHTMLParser]) -> None:
    empty = [
        (name, node.html)
        for name, page in parsed.items()
        for node in page.css("h1,h2,h3,h4,h5,h6")
        if not text_of(node)
    ]
    assert empty == []


def test_every_page_has_its_own_title(parsed: dict[str, LexborHTMLParser]) -> None:
    """The title begins with what the page is about and ends with the site's; items of one title differ by their id."""
    titles: defaultdict[str, list[str]] = defaultdict(list)
    for name, page in parsed.items():
        titles[text_of(page.css("title")[0])].append(name)
    assert all(title.endswith('Harbour "Ωmega" plan') for title in titles)
    assert {title: names for title, names in titles.items() if len(names) > 1} == {}


def test_no_page_uses_an_anchor_twice(parsed: dict[str, LexborHTMLParser]) -> None:
    twice = {
        name: doubled
        for name, page in parsed.items()
        if (doubled := [found for found, n in Counter(node.id for node in page.css("[id]")).items() if n > 1])
    }
    assert twice == {}


def test_the_current_page_is_text_in_the_navigation(parsed: dict[str, LexborHTMLParser]) -> None:
    """Each dashboard lists its siblings, of which it is itself the only one without a link; an item's page links it."""
    for name, page in parsed.items():
        folder = name.removesuffix("index.html")
        current = page.css("header nav [aria-current]")
        entries = page.css("header nav li")
        assert len(entries) == 5
        assert [node.tag for node in current] == (["span"] if folder.count("/") == 1 else [])
        assert all(node.attributes["aria-current"] == "page" and not node.css("a") for node in current)
        links = page.css("header a, .siblings a")
        assert BASE + folder not in [urljoin(BASE + folder, node.attributes["href"] or "") for node in links], name


def internal_links(page: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    for node in page.css("[href], [src]"):
        written = node.attributes.get("href") or node.attributes.get("src") or ""
        if not urlsplit(written).scheme:
            yield written, node.html or ""


def test_every_internal_link_and_anchor_resolves(rich_files: Files, parsed: dict[str, LexborHTMLParser]) -> None:
    """From a sub-path as well: every link is relative and stays below the base."""
    broken: list[str] = []
    checked: Counter[str] = Counter()
    for name, page in parsed.items():
        for written, html in internal_links(page):
            target = urlsplit(urljoin(BASE + name.removesuffix("index.html"), written))
            path, base = target.path, urlsplit(BASE).path
            file = find_file(rich_files, path.removeprefix(base)) if path.startswith(base) else None
            anchors = {node.id for node in parsed[file].css("[id]")} if file in parsed else set()
            if written.startswith("/") or file is None or (target.fragment and unquote(target.fragment) not in anchors):
                broken.append(f"{name}: {html[:200]}")
            checked[file or ""] += 1
    assert broken == []
    unlinked = {name for name in rich_files if name.endswith((".html", "index.json"))} - set(checked)
    assert unlinked == set(), "every page and projection can be reached"


def test_every_finding_has_a_pencil_to_its_file(rich_files: Files, parsed: dict[str, LexborHTMLParser]) -> None:
    for graph in ("beans", "todos"):
        items = orjson.loads(rich_files[f"assets/{graph}/index.json"])["items"]
        wanted = Counter(f"{FORGE}/edit/main/{item['path']}" for item in items for _ in item.get("findings", ()))
        assert wanted
        rows = parsed[f"{graph}/index.html"].css(".rule .rows > li")
        found = Counter(unquote(row.css("a.pencil")[0].attributes["href"] or "") for row in rows)
        assert found == wanted
        for item in items:
            page = parsed.get(f"{graph}/{item['id']}/index.html")
            if item.get("findings") and page:
                pencils = [unquote(node.attributes["href"] or "") for node in page.css(".found a.pencil")]
                assert pencils.count(f"{FORGE}/edit/main/{item['path']}") == len(item["findings"])
        assert all(node.attributes.get("aria-label") for node in parsed[f"{graph}/index.html"].css("a.pencil"))


def test_every_problem_is_listed_with_its_line_and_a_pencil(
    rich_files: Files, parsed: dict[str, LexborHTMLParser]
) -> None:
    problems = orjson.loads(rich_files["assets/beans/index.json"])["problems"]
    rows = parsed["beans/index.html"].css(".problems > li")
    assert len(rows) == len(problems) > 3
    for row, problem in zip(rows, problems, strict=True):
        place = f"{problem['path']}:{problem['line']}" if "line" in problem else problem["path"]
        assert text_of(row.css("code")[0]) == place
    pencils = [unquote(node.attributes["href"] or "") for row in rows for node in row.css("a.pencil")]
    assert pencils == [f"{FORGE}/edit/main/{problem['path']}" for problem in problems]


class Recount:
    """Counts a projection as a reader of the JSON would, from what the JSON says and nothing else."""

    def __init__(self, projection: dict[str, Any]) -> None:
        self.items: list[dict[str, Any]] = projection["items"]
        self.problems: list[dict[str, Any]] = projection["problems"]
        self._roles: dict[str, str] = projection["roles"]
        self._classes = {state["name"]: state["class"] for state in projection["states"]}
        fields = {field["name"]: field for field in projection["fields"]}
        self._type = fields.get(self._roles.get("type", ""), {})
        self.open_ids = {item["id"] for item in self.items if not self.is_closed(item)}
        ids = {item["id"] for item in self.items}
        self._parents: defaultdict[str, set[str]] = defaultdict(set)
        self._blockers: defaultdict[str, set[str]] = defaultdict(set)
        for link, item in itertools.product(projection["links"], self.items):
            written = item.get(link["name"], [])
            for other in [written] if isinstance(written, str) else written:
                if link["edge"] == "parent" and other in ids - {item["id"]}:
                    self._parents[item["id"]].add(other)
                elif link["edge"] == "blocks" and other in ids:
                    blocked, blocker = (item["id"], other) if link["direction"] == "in" else (other, item["id"])
                    self._blockers[blocked].add(blocker)

    def state_class(self, item: dict[str, Any]) -> str | None:
        return self._classes.get(item.get(self._roles["state"], ""))

    def is_closed(self, item: dict[str, Any]) -> bool:
        return self.state_class(item) in ("done", "dropped")

    def lineage(self, identifier: str) -> set[str]:
        found, pending = {identifier}, [identifier]
        while pending:
            above = self._parents[pending.pop()] - found
            found |= above
            pending += above
        return found

    def is_blocked(self, identifier: str) -> bool:
        return any(self._blockers[each] & self.open_ids for each in self.lineage(identifier))

    def is_ready(self, item: dict[str, Any]) -> bool:
        word = item.get(self._type.get("name", ""), self._type.get("default"))
        above = self.lineage(item["id"]) - {item["id"]}
        return (
            self.state_class(item) == "ready"
            and word not in self._type.get("containers", [])
            and not self.is_blocked(item["id"])
            and above <= self.open_ids
        )

    def tiles(self) -> dict[str, int]:
        of_open = [item for item in self.items if not self.is_closed(item)]
        counts = {
            "open": len(of_open),
            "active": sum(self.state_class(item) == "active" for item in self.items),
            "ready": sum(map(self.is_ready, self.items)),
            "blocked": sum(self.is_blocked(item["id"]) for item in of_open),
            "closed": len(self.items) - len(of_open),
            "archived": sum(item.get("archived", False) for item in self.items),
            "findings": sum(len(item.get("findings", [])) for item in of_open),
            "problems": len(self.problems),
        }
        return {name: n for name, n in counts.items() if n or name not in ("archived", "problems")}


@pytest.mark.parametrize("graph", ["beans", "todos"])
def test_tiles_say_what_a_recount_of_the_projection_says_and_lead_to_it(
    rich_files: Files, parsed: dict[str, LexborHTMLParser], graph: str
) -> None:
    page = parsed[f"{graph}/index.html"]
    recount = Recount(orjson.loads(rich_files[f"assets/{graph}/index.json"]))
    shown = {node.attributes["data-key"]: int(text_of(node.css(".number")[0])) for node in page.css(".tile")}
    assert shown == recount.tiles()
    for link in page.css(".tile a"):
        address = urlsplit(link.attributes["href"] or "")
        assert page.css(f"#{address.fragment}"), link.html


@pytest.mark.parametrize("graph", ["beans", "todos"])
def test_every_item_stands_once_under_its_state(
    rich_files: Files, parsed: dict[str, LexborHTMLParser], graph: str
) -> None:
    """The number beside a state is that of the items below it, archived and folded ones included."""
    projection = orjson.loads(rich_files[f"assets/{graph}/index.json"])
    state = projection["roles"]["state"]
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    for item in projection["items"]:
        wanted[item.get(state, "no state")].append(item["id"])
    for section in parsed[f"{graph}/index.html"].css("section.state"):
        word, number = text_of(section.css("h3 .chip")[0]), text_of(section.css("h3 .count")[0])
        ids = [text_of(node) for node in section.css(".rows > li > a.item > code")]
        assert sorted(ids) == sorted(wanted.pop(word, []))
        assert int(number) == len(ids)
    assert wanted == {}


def test_findings_stand_on_the_page_as_often_as_in_the_projection(
    rich_files: Files, parsed: dict[str, LexborHTMLParser]
) -> None:
    """Under open and under closed work, by rule, with the number that each heading says; the worst rules first."""
    projection = orjson.loads(rich_files["assets/beans/index.json"])
    recount = Recount(projection)
    severities = {rule["name"]: rule["severity"] for rule in projection["rules"]}
    page = parsed["beans/index.html"]
    folded = page.css("details.fold .rule")
    shown = {True: folded, False: page.css(".rule")[: len(page.css(".rule")) - len(folded)]}
    for is_closed, rules in shown.items():
        found = [f for item in recount.items if recount.is_closed(item) == is_closed for f in item.get("findings", [])]
        wanted = Counter(severities[finding["rule"]] for finding in found)
        counts: Counter[str] = Counter()
        order: list[str] = []
        for rule in rules:
            severity = text_of(rule.css("summary .chip")[0])
            rows = rule.css(".rows > li")
            assert int(text_of(rule.css("summary .count")[0])) == len(rows) > 0
            counts[severity] += len(rows)
            order.append(severity)
        assert counts == wanted
        assert order == sorted(order, key=["error", "warning", "note"].index)
    assert set(severities.values()) == {"error", "warning", "note"}


def test_states_of_a_graph_say_what_they_are_and_no_false_zero(parsed: dict[str, LexborHTMLParser]) -> None:
    for name, state in {"beans": "live", "quiet": "empty", "planned": "declared", "broken": "unresolved"}.items():
        main = parsed[f"{name}/index.html"].css("main")[0]
        lead = main.css("[data-state]")[0]
        assert lead.attributes["data-state"] == state
        assert len(text_of(lead)) > 20
        if state != "live":
            assert not main.css(".tile")
            assert not re.search(r"\b0\b", text_of(main))
    tracked = parsed["planned/index.html"].css("[data-state] a")
    assert [node.attributes["href"] for node in tracked] == ["../beans/har-pier/"]
    assert "missing.md" in text_of(parsed["broken/index.html"].css("[data-state]")[0])


def test_references_that_resolve_are_links_and_others_plain_text(parsed: dict[str, LexborHTMLParser]) -> None:
    entries = {
        text_of(node): [link.attributes["href"] for link in node.css("a")]
        for node in parsed["todos/0001-call-the-divers/index.html"].css(".reference")
    }
    assert entries == {
        "bean har-pier Drive the piles": ["../../beans/har-pier/"],
        "bean har-nowhere-at-all": [],
        "issue 17": [f"{FORGE}/issues/17"],
        "issue other/place#4": [],
        "scroll of the dead sea": [],
        "commit 0a1b2c3d": [f"{FORGE}/commit/0a1b2c3d"],
    }
    backlinks = [node.attributes["href"] for node in parsed["beans/har-pier/index.html"].css(".around a.item")]
    assert "../../todos/0001-call-the-divers/" in backlinks


def test_code_in_a_text_is_highlighted_and_whole(parsed: dict[str, LexborHTMLParser]) -> None:
    code = parsed["beans/har-pier/index.html"].css(".body pre > code")
    assert [node.text() for node in code][1:] == ["depth = 12  # metres & more\n"]
    assert [(node.attributes["class"], node.text()) for node in code[1].css("span")] == [
        ("t-number", "12"),
        ("t-comment", "# metres & more"),
    ]


def test_every_page_forbids_what_it_does_not_need(parsed: dict[str, LexborHTMLParser]) -> None:
    """A strict policy, no inline script, style or handler, and nothing from another host."""
    for name, page in parsed.items():
        policy = page.css("meta[http-equiv=Content-Security-Policy]")[0].attributes["content"] or ""
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert [node.html for node in page.css("style, [style], script:not([src])")] == [], name
        handlers = [key for node in page.css("*") for key in node.attributes if key.startswith("on")]
        assert handlers == [], name
        loaded = [node.attributes.get("src") or node.attributes.get("href") for node in page.css("[src], link[href]")]
        assert all(not urlsplit(each or "").netloc for each in loaded), name
