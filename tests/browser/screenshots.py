"""Pictures of a site's pages, to look at: `python tests/browser/screenshots.py [ROOT ...] [--out FOLDER]`.

Builds the site of every ROOT in memory, and writes every sort of page and every view of every graph, at 1280 and 390
pixels, light and dark, to FOLDER (`screenshots/`, which git ignores), below the name of the root. Without a ROOT these
are this repository and, where they lie beside it, three public stores. `--readme FILE` writes the one picture that the
README shows.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import quote, urljoin

from playwright.sync_api import Browser, sync_playwright

from gen_docs.build import build_site
from gen_docs.files import Root

PROJECT = Path(__file__).parent.parent.parent
STORES = ("hmans__beans", "alex-heritier__dinocode", "citum__citum-core")
VIEWS = ("list", "board", "tree", "graph", "timeline", "ready", "blocked")
MAX_HEIGHT = 6000  # of a picture; a page may be longer

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("roots", nargs="*", type=Path, metavar="ROOT")
    parser.add_argument("--out", type=Path, default=PROJECT / "screenshots", metavar="FOLDER")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="write only the picture of the README")
    arguments = parser.parse_args()
    if arguments.readme:
        draw(build(PROJECT), {arguments.readme: ("beans/", 1280, "light")}, is_whole=False)
        return
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / ".gitignore").write_text("*\n")
    for name, root in choose_roots(arguments.roots):
        files = build(root)
        pictures: dict[Path, tuple[str, int, Scheme]] = {
            arguments.out / name / f"{page}-{width}-{scheme}.png": (route, width, scheme)
            for page, route in choose_pages(files)
            for width in (1280, 390)
            for scheme in SCHEMES
        }
        draw(files, pictures, is_whole=True)


def choose_roots(roots: list[Path]) -> Iterator[tuple[str, Path]]:
    """Every root with a name for its folder."""
    if roots:
        yield from ((root.resolve().name, root) for root in roots)
        return
    yield "own", PROJECT
    corpora = PROJECT.parent / "shared" / "corpora"
    yield from ((name, corpora / name / "repo") for name in STORES if (corpora / name / "repo").is_dir())


def build(root: Path) -> dict[str, bytes]:
    return {artifact.path: artifact.content() for artifact in build_site(Root(root)).artifacts()}


def choose_pages(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """A name and a route for the home page, every graph's page and its views, and the longest page of an item in each
    graph."""
    routes = [name.removesuffix("index.html") for name in files if name.endswith("index.html")]
    for route in sorted(routes):
        if route.count("/") < 2:
            yield route.rstrip("/") or "home", route
    for graph in sorted(route for route in routes if b"data-dashboard" in files[f"{route}index.html"]):
        yield from ((f"{graph.rstrip('/').replace('/', '-')}-{view}", f"{graph}?view={view}") for view in VIEWS)
    for graph in sorted({route.partition("/")[0] for route in routes if route.count("/") == 2}):
        of_graph = [route for route in routes if route.startswith(f"{graph}/") and route.count("/") == 2]
        yield f"{graph}-item", max(of_graph, key=lambda route: len(files[f"{route}index.html"]))


def draw(files: dict[str, bytes], pictures: dict[Path, tuple[str, int, Scheme]], *, is_whole: bool) -> None:
    sys.path.insert(0, str(PROJECT / "tests"))
    from browser.serving import launch, serve

    with serve() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        base = server.mount(files)
        for place, (route, width, scheme) in pictures.items():
            address = urljoin(base, quote(route, safe="/~!$&'()*+,;=@?"))
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(photograph(browser, address, width, scheme, is_whole=is_whole))
            sys.stdout.write(f"{place}\n")
        browser.close()


def photograph(browser: Browser, address: str, width: int, scheme: Scheme, *, is_whole: bool) -> bytes:
    """A picture of a page: as much as a screen of 800 pixels shows, or the whole."""
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, locale="en-US")
    page.goto(address)
    if page.locator("[data-dashboard]").count():  # it shows what the build wrote until it has read its data
        page.locator("[data-view] > *").first.wait_for()
    if is_whole:  # on a screen that long, since rows out of sight are not drawn
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": min(max(height, 800), MAX_HEIGHT)})
        page.evaluate("new Promise(requestAnimationFrame)")
    picture = page.screenshot()
    page.close()
    return picture


if __name__ == "__main__":
    main()
