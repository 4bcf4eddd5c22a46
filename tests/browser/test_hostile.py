"""Hostile texts in every field: nothing runs, nothing is fetched, nothing sticks out, all is shown as written."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urljoin

import orjson
import pytest
from playwright.sync_api import Page
from support import IS_THOROUGH, build, write_files

from browser.conftest import Files, Open
from browser.hostile import HOSTILE
from browser.serving import Lazily, Server

GROUP = 24  # texts on one page: that many files claim one id, and its page shows them all
COUNT = -(-len(HOSTILE) // GROUP)
GROUPS = [HOSTILE[at::COUNT] for at in range(COUNT)]  # each has texts of every sort
USUAL_GROUPS = 5
PARTS = 40  # the pages of hostile ids are visited in so many tests, of which the usual run has one
WORST = (
    "</title><script>window.__ran=1</script>",
    "\u202e{{7*7}} ${7*7} {count}",
    "W" * 700,
    '" onfocus=window.__ran=1 x="',
)


def quoted(text: str) -> str:
    """A double-quoted YAML scalar that holds exactly this text."""
    written = orjson.dumps(text).decode()
    return re.sub(
        r"[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", written
    )


def front_matter(fields: dict[str, str | list[str]], body: str) -> str:
    lines = [
        f"{key}: {value if isinstance(value, str) else '[' + ', '.join(value) + ']'}" for key, value in fields.items()
    ]
    return "\n".join(["---", *lines, "---", "", body, ""])


def body_of(text: str) -> str:
    """A body in which a text stands in every place that Markdown has for one."""
    line = " ".join(text.split("\n"))
    return "\n\n".join([
        f"~~~~~~ {line}\n{text}\n~~~~~~", text, f"# {line}", f"> {line}", f"- {line}", f"- [ ] {line}",
        f"| {line} | b |\n|---|---|\n| {line} | {line} |",
        f"[label]({line})", f"[label](<{line}>)", f"[{line}](https://example.invalid/)",
        f"![{line}]({line})", f"<{line}>",
        f"[ref][r]\n\n[r]: {line}", f"*{line}* **{line}** `{line}` ~~{line}~~", f"note[^n]\n\n[^n]: {line}",
        f"<div title='{line}'>{line}</div>",
    ])  # fmt: skip


def bean_of(text: str, at: int) -> str:
    word = quoted(text)
    return front_matter(
        {
            "title": word, "status": word if at % 3 else "todo", "type": word, "priority": word, "tags": [word, word],
            "created_at": "2026-01-02" if at % 2 else word, "updated_at": "2026-01-03", "order": word, "parent": word,
            "blocking": [word], "blocked_by": [word], quoted(f"key {text}"): word, "nested": [f"{{k: {word}}}"],
        },
        body_of(text),
    )  # fmt: skip


def todo_of(text: str) -> str:
    word = quoted(text)
    references = [f"{{kind: {kind}, id: {word}}}" for kind in ("bean", "issue", "commit", "pull-request", word)]
    elsewhere = f"{{kind: issue, id: {word}, repo: {word}}}"
    return front_matter(
        {
            "id": word, "summary": word, "status": word, "priority": word, "order": word, "due": word, "origin": word,
            "identities": [word], "artefacts": references, "references": [*references, elsewhere],
            "created_at": "2026-01-02", quoted(f"key {text}"): word,
        },
        body_of(text),
    )  # fmt: skip


def file_names() -> Iterator[str]:
    """The texts that may be a part of a file's name, whatever the host."""
    for text in HOSTILE:
        if not re.search(r'[\x00-\x1f/\\:*?"|]', text) and len(text.encode()) < 150:
            yield text


def write_hostile_store(folder: Path) -> Path:
    beans = {
        f".beans/h-{group}--{at}.md": bean_of(text, at)
        for group, texts in enumerate(GROUPS)
        for at, text in enumerate(texts)
    }
    todos = {f"todos/items/{at:03}.md": todo_of(text) for at, text in enumerate(HOSTILE)}
    named = {
        f".beans/named/{name}--x.md": front_matter({"title": quoted(name), "status": "todo"}, "x")
        for name in file_names()
    }
    problems = {f".beans/problems/{name}.md": "No front matter." for name in file_names()}
    keys = {
        f".beans/keys/k{at}.md": f"---\n{text}: [a] b\n---\n" for at, text in enumerate(HOSTILE) if "\n" not in text
    }
    declaration = """
    title = "Hostile"
    forge = { kind = "github", url = "https://forge.invalid/a/b" }
    graphs.beans = { kind = "beans", store = ".beans" }
    graphs.todos = { kind = "todos", store = "todos/items" }
    """
    return write_files(folder, {"gen-docs.toml": declaration, **beans, **todos, **named, **problems, **keys})


@pytest.fixture(scope="module")
def hostile_files(tmp_path_factory: pytest.TempPathFactory) -> Lazily:
    return Lazily(build(write_hostile_store(tmp_path_factory.mktemp("hostile"))))


@pytest.fixture(scope="module")
def hostile(server: Server, hostile_files: Files) -> str:
    return server.mount(hostile_files)


LOOK = """() => {
  for (const each of document.querySelectorAll('details')) each.open = true;
  for (const each of document.querySelectorAll('.rows > li')) each.style.contentVisibility = 'visible';
  const all = [...document.querySelectorAll('*')];
  const known = new Set(('html head meta title link script body a header nav ul ol li main h1 h2 h3 h4 h5 h6 p span ' +
    'bdi code pre em strong del sup section article details summary dl dt dd div table thead tbody tr th td progress ' +
    'time blockquote br hr footer button figure figcaption search label input mark ' +
    'fieldset legend caption select option dialog svg defs marker path rect foreignObject').split(' '));
  return {
    ran: 'ran' in window || '__ran' in window,
    foreign: all.filter(each => !known.has(each.localName)).map(each => each.outerHTML.slice(0, 200)),
    handlers: all.flatMap(each => each.getAttributeNames()).filter(name => name.startsWith('on') || name === 'style')
      .length - document.querySelectorAll('.rows > li[style]').length,
    scripts: document.querySelectorAll('script:not([src*="assets/_site/js/"]), meta[http-equiv=refresh], base').length,
    schemes: [...new Set([...document.querySelectorAll('a[href]')].map(each => each.protocol))].sort(),
    mains: document.querySelectorAll('main').length,
    width: document.documentElement.scrollWidth,
    texts: all.filter(each => each.childElementCount === 0 || each.matches('pre')).map(each => each.textContent),
  };
}"""


def look(page: Page) -> set[str]:
    """Looks for what no text may do, at the width of a phone; returns the texts of the page's innermost elements,
    and of code, of which highlighting takes parts."""
    seen = page.evaluate(LOOK)
    assert seen["ran"] is False
    assert seen["foreign"] == []
    assert seen["handlers"] == 0
    assert seen["scripts"] == 0
    assert set(seen["schemes"]) <= {"http:", "https:", "mailto:"}
    assert seen["mains"] == 1
    assert seen["width"] <= 390
    return set(seen["texts"])


def as_parsed(text: str) -> str:
    """A text as an HTML parser hands it on: it knows one sort of line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def test_there_are_many_hostile_texts() -> None:
    assert len(HOSTILE) == len(set(HOSTILE)) >= 200
    assert len(list(file_names())) >= 100


def test_every_hostile_bean_and_todo_is_an_item(hostile_files: Files) -> None:
    """None of them fails to be read, so that the pages below show what they should."""
    for graph, prefix in (("beans", ".beans/h-"), ("todos", "todos/items/")):
        projection = orjson.loads(hostile_files[f"assets/{graph}/index.json"])
        read = [item["path"] for item in projection["items"] if item["path"].startswith(prefix)]
        assert len(read) == len(HOSTILE)


@pytest.mark.parametrize(
    "group", [pytest.param(group, marks=() if group < USUAL_GROUPS else pytest.mark.full) for group in range(COUNT)]
)
def test_item_pages_show_hostile_fields_as_they_are_written(open_page: Open, hostile: str, group: int) -> None:
    page = open_page(urljoin(hostile, f"beans/h-{group}/"), width=390)
    texts = look(page)
    for text in map(as_parsed, GROUPS[group]):
        if text.strip():
            assert text in texts, "as title, tag, type, priority, state or value"
        assert f"key {text}" in texts
        assert any(f"{text}\n" in each for each in texts), "in a code block, or a text shown as it is written"


@pytest.mark.parametrize("graph", ["beans", "todos"])
def test_graph_pages_show_hostile_fields_as_they_are_written(
    open_page: Open, hostile: str, hostile_files: Files, graph: str
) -> None:
    page = open_page(urljoin(hostile, f"{graph}/"), width=390, java_script_enabled=False)
    texts = look(page)
    missing = [text for text in map(as_parsed, HOSTILE) if text.strip() and text not in texts]
    assert missing == []
    projection = orjson.loads(hostile_files[f"assets/{graph}/index.json"])
    assert {item["id"] for item in projection["items"]} <= texts
    places = {f"{each['path']}:{each['line']}" if "line" in each else each["path"] for each in projection["problems"]}
    assert places <= texts


@pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.full if part else ()) for part in range(PARTS)])
def test_pages_of_hostile_ids_stand_at_their_links(
    open_page: Open, hostile: str, hostile_files: Files, part: int
) -> None:
    pages = [name for name in hostile_files if name.startswith("beans/") and name.endswith("index.html")]
    routes = sorted(name.removesuffix("index.html") for name in pages)
    routes = [route for route in routes if not re.fullmatch(r"beans/(h-\d+/)?", route)]
    addresses = {route: urljoin(hostile, quote(route, safe="/~!$&'()*+,;=@")) for route in routes}
    links: set[str] = set()
    for query, section in (("?view=list&closed=show&archived=show", "items"), ("", "problems")):
        graph = open_page(urljoin(hostile, f"beans/{query}"), width=390)
        graph.locator(f"section[aria-labelledby={section}] .growing button").last.click()
        links |= set(graph.evaluate("[...document.querySelectorAll('main a')].map(each => each.href)"))
    assert set(addresses.values()) <= links
    visited = routes[part::PARTS]
    assert len(visited) > 10
    for route in visited:
        page = open_page(addresses[route], width=390)
        head = page.locator(".head .id").first.text_content()
        assert head is not None
        assert route.split("/")[1] == head or "~" in route
        assert head in look(page)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.full
def test_pages_of_hostile_todos_show_their_fields_as_they_are_written(open_page: Open, hostile: str, part: int) -> None:
    for at, text in list(enumerate(HOSTILE))[part::PARTS]:
        texts = look(open_page(urljoin(hostile, f"todos/{at:03}/"), width=390))
        assert as_parsed(text) in texts or not text.strip()


def test_a_page_of_hostile_todos_links_only_what_resolves(open_page: Open, hostile: str) -> None:
    """A reference's text reaches an address only as one encoded part of it."""
    for at in range(0, len(HOSTILE), 29 if IS_THOROUGH else 61):
        page = open_page(urljoin(hostile, f"todos/{at:03}/"), width=390)
        look(page)
        addresses = page.evaluate(
            "[...document.querySelectorAll('.reference a')].map(each => each.getAttribute('href'))"
        )
        assert all(re.match(r"https://forge\.invalid/a/b/(issues|commit|pull)/|\.\./\.\./", each) for each in addresses)


@pytest.mark.parametrize(
    "text",
    [pytest.param(text, id=str(at), marks=pytest.mark.full if at > 1 else ()) for at, text in enumerate(WORST)],
)
def test_hostile_declarations_are_shown_as_they_are_written(
    open_page: Open, server: Server, tmp_path: Path, text: str
) -> None:
    """The titles of a site and its graphs, a store, a tracker, and the words of a kind of its own."""
    word = orjson.dumps(text).decode()
    declaration = f"""
    title = {word}
    [graphs.planned]
    title = {word}
    store = {word}
    tracked_by = "x{word[1:]}
    [graphs.gone]
    title = {word}
    kind = "beans"
    store = "../x{word[1:]}
    [graphs.strange]
    kind = {word}
    store = "s"
    [graphs.own]
    title = {word}
    kind = "own"
    store = "own"
    [kinds.own]
    title = {word}
    unit = {{ one = {word}, other = {word} }}
    records = "work"
    reader = "markdown"
    roles = {{ title = "name", state = "state" }}
    states = {{ {word} = "active" }}
    fields = {{ name = {{ type = "text" }}, state = {{ type = "enum" }}, other = {{ type = "text" }} }}
    """
    item = front_matter({"name": quoted(text), "state": quoted(text), "other": quoted(text)}, text)
    site = build(write_files(tmp_path, {"gen-docs.toml": declaration, "own/a.md": item}))
    states = {judged.graph.id: judged.graph.state for judged in site.graphs}
    assert states == {"planned": "unresolved", "gone": "unresolved", "strange": "unresolved", "own": "live"}
    base = server.mount(Lazily(site))
    for route in ("", "planned/", "gone/", "strange/", "own/", "own/a/"):
        page = open_page(urljoin(base, route), width=390)
        assert text in look(page)
        assert text in page.title()


def test_what_runs_would_be_seen(open_page: Open, server: Server, hostile: str, hostile_files: Lazily) -> None:
    """The look sees a script, a handler, an element and a text that is too wide, were they let through."""
    safe = hostile_files["index.html"].decode()
    look(open_page(hostile, width=390))
    for slip in ("<script src=data:,1></script>", "<b onclick=x>x</b>", "<img alt=x>", f"<pre>{'x' * 999}</pre>"):
        html = safe.replace("</main>", f"{slip}</main>").replace("<meta http-equiv", "<meta data-off")
        base = server.mount(hostile_files.changed("index.html", html.encode()))
        page = open_page(base, width=390, own=True)
        with pytest.raises(AssertionError):
            look(page)
