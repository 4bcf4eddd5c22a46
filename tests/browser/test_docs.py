"""Docs pages in a browser: accessible, whole at every width, in both schemes and directions; and safe."""

import itertools
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from docs_store import write_docs_store
from playwright.sync_api import Page
from support import IS_THOROUGH, build, outputs, write_files
from test_docs_markdown import everywhere

from browser.conftest import Files, Open
from browser.hostile import HOSTILE, RUN
from browser.reach import CUT_OFF, OUTSIDE, TARGETS, find_faults, show_everything
from browser.serving import Lazily, Server
from browser.test_hostile import as_parsed, quoted
from browser.test_pages import pages_of, text_of

pytestmark = pytest.mark.browser

PAGES = {
    "home": "",
    "everything": "everything/",
    "guide": "guide/",
    "panels": "panels/",
    "part": "many/p12/",
    "many": "many/",
    "other letters": "guide/deep/",
    "long": "guide/deep/deeper/",
}
WAYS = list(itertools.product((1280, 390), ("light", "dark"), ("", "ar/")))


def looks() -> Iterator[Any]:
    """Every page in every way of looking; the usual run takes one way for each page, and another one for the next, so
    that every pair of settings is met."""
    usual = (WAYS[0], WAYS[3], WAYS[5], WAYS[6])
    for at, name in enumerate(PAGES):
        for width, scheme, language in WAYS:
            marks = () if (width, scheme, language) == usual[at % 4] else pytest.mark.full
            identifier = f"{name}-{width}-{scheme}-{language.strip('/') or 'en'}"
            yield pytest.param(f"{language}{PAGES[name]}", width, scheme, marks=marks, id=identifier)


TEMPLATES = ("home", "guide", "part")  # a page of every make; what all share is seen on these

each_page = pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
each_template = pytest.mark.parametrize(
    "path", [pytest.param(PAGES[name], id=name, marks=() if name in TEMPLATES else pytest.mark.full) for name in PAGES]
)


@pytest.fixture(scope="module")
def docs_files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return outputs(build(write_docs_store(tmp_path_factory.mktemp("docs"))))


@pytest.fixture(scope="module")
def docs(server: Server, docs_files: Files) -> str:
    return server.mount(docs_files)


# --- for everybody -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "width", "scheme"), list(looks()))
def test_axe_finds_nothing(open_page: Open, docs: str, path: str, width: int, scheme: str) -> None:
    page = open_page(urljoin(docs, path), width=width, scheme=scheme)
    direction = "rtl" if path.startswith("ar/") else "ltr"
    assert page.evaluate("getComputedStyle(document.body).direction") == direction
    show_everything(page)
    assert find_faults(page) == []


@pytest.mark.parametrize("language", ["", "ar/"])
@each_page
def test_nothing_sticks_out_is_cut_off_or_is_too_small_to_press(
    open_page: Open, docs: str, path: str, language: str
) -> None:
    page = open_page(urljoin(docs, f"{language}{path}"))
    show_everything(page)
    for width in (1280, 1000, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUTSIDE) == []
        assert [each for each in page.evaluate(TARGETS) if not each.startswith("0.0 × 0.0")] == [], (
            "but for what is hidden"
        )
    assert page.evaluate(CUT_OFF) == []


@each_template
def test_the_skip_link_leads_into_the_text(open_page: Open, docs: str, path: str) -> None:
    page = open_page(urljoin(docs, path))
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("class") == "skip"
    page.keyboard.press("Enter")
    assert urlsplit(page.url).fragment == "content"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null") is True


def test_headings_skip_no_level_and_none_is_empty(docs_files: Files) -> None:
    wrong: dict[str, list[int]] = {}
    for name, page in pages_of(docs_files).items():
        nodes = page.css("h1, h2, h3, h4, h5, h6")
        levels = [int((node.tag or "")[1:]) for node in nodes]
        has_gap = any(lower - upper > 1 for upper, lower in itertools.pairwise(levels))
        if levels[0] != 1 or levels.count(1) != 1 or has_gap or not all(map(text_of, nodes)):
            wrong[name] = levels
    assert wrong == {}


def test_an_address_with_an_anchor_shows_the_heading_below_nothing(open_page: Open, docs: str) -> None:
    """No bar at the top of the page hides what an address leads to."""
    for anchor in ("links", "all:fn-1", "notes"):
        open_page("about:blank")  # an address that differs in its anchor alone would load nothing
        page = open_page(urljoin(docs, f"everything/#{anchor}"))
        found = page.evaluate(
            """anchor => {
              const found = document.getElementById(anchor);
              const box = found.getBoundingClientRect();
              const seen = document.elementFromPoint(box.left + 2, box.top + 2);
              return box.top >= 0 && box.top < innerHeight && (found.contains(seen) || seen.contains(found));
            }""",
            anchor,
        )
        assert found is True


def test_a_text_reads_in_the_direction_of_its_own_language(open_page: Open, docs: str) -> None:
    page = open_page(urljoin(docs, "ar/guide/"))
    directions = page.evaluate(
        "[...document.querySelectorAll('.docs-section .body')].map(each => getComputedStyle(each).direction)"
    )
    assert directions == ["rtl", "ltr"], "one is translated, the other is not"
    code = page.locator(".docs-section pre code").first
    assert code.evaluate("each => getComputedStyle(each).direction") == "ltr"
    assert page.locator(".translation.is-missing").count() == 1


# --- code ----------------------------------------------------------------------------------------------------------


def test_a_button_copies_the_code_beside_it_and_says_so(open_page: Open, docs: str) -> None:
    page = open_page(urljoin(docs, "everything/"), permissions=["clipboard-read", "clipboard-write"])
    figures = page.locator("figure.code")
    assert figures.count() > 4
    for at in range(figures.count()):
        figure = figures.nth(at)
        figure.locator("button").click()
        page.wait_for_function("document.getElementById('voice')?.textContent === 'Copied'")
        assert page.evaluate("navigator.clipboard.readText()") == figure.locator("code").text_content()
    assert figures.last.locator("button").get_attribute("class") == "button is-done"


COVERED = """() => [...document.querySelectorAll('figure.code')].filter(figure => {
  const button = figure.querySelector('button').getBoundingClientRect();
  const title = figure.querySelector('figcaption');
  const range = document.createRange();
  const code = document.createTreeWalker(figure.querySelector('code'), NodeFilter.SHOW_TEXT).nextNode();
  if (title) range.selectNodeContents(title);
  else if (code) { range.setStart(code, 0); range.setEnd(code, 1); }
  return [...range.getClientRects()].some(box =>
    box.left < button.right && box.right > button.left && box.top < button.bottom && box.bottom > button.top);
}).map(each => each.textContent.slice(0, 80))"""


@pytest.mark.parametrize("path", ["everything/", "ar/guide/", "ar/everything/"])
def test_the_button_covers_neither_a_title_nor_the_start_of_code(open_page: Open, docs: str, path: str) -> None:
    page = open_page(urljoin(docs, path))
    page.wait_for_selector("figure.code button:visible")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(COVERED) == []


def test_without_a_script_there_is_no_button(open_page: Open, docs: str) -> None:
    page = open_page(urljoin(docs, "everything/"), java_script_enabled=False)
    assert page.locator("figure.code button").first.is_hidden()
    assert page.locator("figure.code code").first.is_visible()


def test_the_keyboard_reaches_a_button_and_scrolls_wide_code(open_page: Open, docs: str) -> None:
    page = open_page(urljoin(docs, "everything/"), width=390)
    page.locator("figure.code button").first.focus()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.localName") == "pre"
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")


# --- hostile texts -------------------------------------------------------------------------------------------------

PARTS = 48  # of the pages, of which the usual run visits two


def page_toml(text: str) -> str:
    word = quoted(text)
    return f"title = {word}\nsummary = {word}\n[titles]\nes = {word}\n[summaries]\nes = {word}\n"


@pytest.fixture(scope="module")
def hostile_files(tmp_path_factory: pytest.TempPathFactory) -> Lazily:
    """A page for every text, which stands in everything that its author can write."""
    files = {f"content/docs/p{at:03}/page.toml": page_toml(text) for at, text in enumerate(HOSTILE)}
    files |= {f"content/docs/p{at:03}/01-a.md": f"# {text}\n\n{everywhere(text)}" for at, text in enumerate(HOSTILE)}
    files |= {f"content/docs/p{at:03}/es/01-a.md": f"---\n{text}\n---\n# {text}\n" for at, text in enumerate(HOSTILE)}
    declared = {"gen-docs.toml": 'title = "H"\nlanguages = ["en", "es"]', "content/docs/page.toml": 'title = "Home"'}
    return Lazily(build(write_files(tmp_path_factory.mktemp("hostile-docs"), {**declared, **files})))


@pytest.fixture(scope="module")
def hostile(server: Server, hostile_files: Lazily) -> str:
    return server.mount(hostile_files)


LOOK = """() => {
  const all = [...document.querySelectorAll('*')];
  const known = new Set(('html head meta title link script body a header nav ul ol li main h1 h2 h3 h4 h5 h6 p span ' +
    'bdi code pre em strong del sup section article div table thead tbody tr th td blockquote br hr footer figure ' +
    'figcaption button img').split(' '));
  return {
    ran: 'ran' in window || '__ran' in window,
    foreign: all.filter(each => !known.has(each.localName)).map(each => each.outerHTML.slice(0, 200)),
    handlers: all.flatMap(each => each.getAttributeNames()).filter(name => name.startsWith('on') || name === 'style'),
    scripts: [...document.querySelectorAll('script')].filter(each => !each.src.includes('/assets/_site/js/')).length,
    refreshes: document.querySelectorAll('meta[http-equiv=refresh], base').length,
    schemes: [...new Set([...document.querySelectorAll('a[href]')].map(each => each.protocol))].sort(),
    mains: document.querySelectorAll('main').length,
    width: document.documentElement.scrollWidth,
  };
}"""


def look(page: Page) -> None:
    """Looks for what no text may do, at the width of a phone."""
    seen = page.evaluate(LOOK)
    assert seen["ran"] is False
    assert (seen["foreign"], seen["handlers"], seen["scripts"], seen["refreshes"]) == ([], [], 0, 0)
    assert set(seen["schemes"]) <= {"http:", "https:", "mailto:"}
    assert seen["mains"] == 1
    assert seen["width"] <= 390


def texts(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(each => each.textContent)", selector
    )
    return found


def test_the_page_above_shows_all_hostile_titles_and_summaries(open_page: Open, hostile: str) -> None:
    page = open_page(hostile, width=390)
    look(page)
    written = [as_parsed(text) for text in HOSTILE if text.strip()]
    assert set(written) <= set(texts(page, ".docs-children a bdi"))
    assert set(written) <= set(texts(page, ".docs-children .hint bdi"))


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=() if part in (0, 29) else pytest.mark.full) for part in range(PARTS)]
)
def test_pages_show_hostile_texts_as_they_are_written(open_page: Open, hostile: str, part: int) -> None:
    for at in range(part, len(HOSTILE), PARTS):
        text = as_parsed(HOSTILE[at])
        for language in ("es/", "") if at % 4 == 0 else ("",):
            page = open_page(urljoin(hostile, f"{language}p{at:03}/"), width=390)
            look(page)
            if text.strip():
                assert texts(page, "h1") == texts(page, ".lead") == [text]
                assert language or any(text in code for code in texts(page, ".docs-text pre")), "in a block of code"


SCHEME = re.compile(r"\s*(?!https?:|mailto:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def test_every_page_of_hostile_texts_is_made_of_known_parts(hostile_files: Lazily) -> None:
    """What the browser looks for above on some pages, read without one: on all of them, or every third one and the
    home pages, since `test_docs_markdown` reads every text in every place too."""
    names = [name for name in hostile_files if name.endswith(".html")]
    read = names if IS_THOROUGH else names[::3]
    for name, page in pages_of({name: hostile_files[name] for name in read}).items():
        assert page.css("iframe, object, embed, form, input, style, svg, math, base, template, [style]") == [], name
        assert [node for node in page.css("script") if node.text() or not node.attributes.get("src")] == [], name
        handlers = [key for node in page.css("*") for key in node.attributes if key.startswith("on")]
        assert handlers == [], name
        addresses = [node.attributes.get("href") or "" for node in page.css("a[href]")]
        assert [each for each in addresses if SCHEME.match(each)] == []
        pictures = [node.attributes.get("src") or "" for node in page.css("img")]
        assert [each for each in pictures if urlsplit(each).netloc or urlsplit(each).scheme] == []


def test_what_runs_would_be_seen(open_page: Open, server: Server, hostile_files: Lazily) -> None:
    safe = hostile_files["p000/index.html"].decode()
    for slip in (f"<script>{RUN}</script>", "<b onclick=x>x</b>", "<iframe></iframe>", f"<pre>{'x' * 999}</pre>"):
        html = safe.replace("</main>", f"{slip}</main>").replace("<meta http-equiv", "<meta data-off")
        base = server.mount(hostile_files.changed("p000/index.html", html.encode()))
        page = open_page(urljoin(base, "p000/"), width=390)
        with pytest.raises(AssertionError):
            look(page)
