"""Pictures of a site's pages, to look at: `python tests/browser/screenshots.py [ROOT] [OUT] [--readme FILE]`.

Builds the site of ROOT (this repository) in memory and writes every sort of page, at 1280 and 390 pixels, light and
dark, to OUT (`screenshots/`, which git ignores). With `--readme` it writes the one picture that the README shows.
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
MAX_HEIGHT = 6000  # of a picture; a page may be longer

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", nargs="?", type=Path, default=PROJECT)
    parser.add_argument("out", nargs="?", type=Path, default=PROJECT / "screenshots")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="write only the picture of the README")
    arguments = parser.parse_args()
    files = {artifact.path: artifact.content() for artifact in build_site(Root(arguments.root)).artifacts()}
    if arguments.readme:
        draw(files, {arguments.readme: ("beans/", 1280, "light")}, is_whole=False)
        return
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / ".gitignore").write_text("*\n")
    draw(
        files,
        {
            arguments.out / f"{name}-{width}-{scheme}.png": (route, width, scheme)
            for name, route in choose_pages(files)
            for width in (1280, 390)
            for scheme in SCHEMES
        },
        is_whole=True,
    )


def choose_pages(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """A name and a route for the home page, every graph's page, and the longest page of an item in each graph."""
    routes = [name.removesuffix("index.html") for name in files if name.endswith("index.html")]
    for route in sorted(routes):
        if route.count("/") < 2:
            yield route.rstrip("/") or "home", route
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
            address = urljoin(base, quote(route, safe="/~!$&'()*+,;=@"))
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(photograph(browser, address, width, scheme, is_whole=is_whole))
            sys.stdout.write(f"{place}\n")
        browser.close()


def photograph(browser: Browser, address: str, width: int, scheme: Scheme, *, is_whole: bool) -> bytes:
    """A picture of a page: as much as a screen of 800 pixels shows, or the whole."""
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, locale="en-US")
    page.goto(address)
    if is_whole:  # on a screen that long, since rows out of sight are not drawn
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": min(max(height, 800), MAX_HEIGHT)})
        page.evaluate("new Promise(requestAnimationFrame)")
    picture = page.screenshot()
    page.close()
    return picture


if __name__ == "__main__":
    main()
