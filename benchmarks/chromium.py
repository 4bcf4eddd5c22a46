"""Measures dashboards in Chromium: what a first view costs to load, and how long a keystroke takes to be seen.

    python benchmarks/chromium.py [--large] [--rounds N]

Sizes are exact. Times are those of this machine; the ratios are to the goals.
"""

import argparse
import functools
import gzip
import http.server
import shutil
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, sync_playwright
from stores import make_store

from gen_docs.build import build_site
from gen_docs.files import Root

FOLDER = Path(__file__).parent.parent / ".bench"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FIRST, MIDDLE, LARGE = 1_000, 15_000, 100_000
KILOBYTES = 100  # of a first view at most, compressed, without the projection
KEYSTROKE = 50  # milliseconds until it is painted, at most
VIEWS = ("overview", "list", "board", "tree", "graph", "timeline", "ready", "blocked")
WORD = "the parser"

# From the key to the frame that shows what it did: the task after that frame's callbacks.
WATCH = """() => {
  window.keystrokes = [];
  addEventListener("input", (event) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.keystrokes.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    });
  }, true);
}"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--large", action="store_true", help="also measure 100,000 items")
    arguments.add_argument("--rounds", type=int, default=3)
    options = arguments.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        with serve(write_dashboard(FIRST)) as address:
            print_weight(browser, address)
        for size in (FIRST, MIDDLE, *((LARGE,) if options.large else ())):
            with serve(write_dashboard(size)) as address:
                print_times(browser, address, size, options.rounds)
        browser.close()


def find_browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or sys.exit("Chromium is not installed: `make test` installs it where it can")


def write_dashboard(size: int) -> Path:
    """Writes the dashboard of a store of so many items, with all that it loads, and no item pages."""
    store = make_store(FOLDER / f"store-{size}", size)
    out = FOLDER / f"dashboard-{size}"
    for artifact in build_site(Root(store)).artifacts():
        if artifact.path.startswith("assets/") or artifact.path == "beans/index.html":
            path = out / artifact.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(artifact.content())
    return out


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Keeps quiet."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/beans/"
    server.shutdown()


def print_weight(browser: Browser, address: str) -> None:
    page = browser.new_page()
    weights: dict[str, int] = {}
    page.on("response", lambda response: weights.update({response.url: weigh(response)}))
    open_live(page, address)
    page.close()
    counted = {url: size for url, size in weights.items() if not url.endswith("/index.json")}
    print(f"first view of {FIRST} items, everything but the projection, compressed: {len(counted)} files")
    for name in ("html", "css", "js", "json", "svg"):
        files = [
            size for url, size in counted.items() if url.endswith(f".{name}") or (name == "html" and url.endswith("/"))
        ]
        print(f"  {name:<6} {len(files):>4} files {sum(files) / 1024:>8.1f} KB")
    total = sum(counted.values()) / 1024
    print(f"  {'all':<6} {len(counted):>4} files {total:>8.1f} KB  goal {KILOBYTES}: {total / KILOBYTES:.2f}")


def weigh(response: Response) -> int:
    return len(gzip.compress(response.body(), 6)) if response.ok else 0


def open_live(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".live .views", timeout=120_000)


def print_times(browser: Browser, address: str, size: int, rounds: int) -> None:
    page = browser.new_page()
    open_live(page, address)
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    live = page.evaluate("performance.now()")
    page.close()
    print(f"\n{size} items: first paint {painted:.0f} ms, live {live:.0f} ms")
    print(f"  {'view':<10} {'keystroke median ms':>20} {'longest':>8} {'/ goal':>8}")
    for view in VIEWS:
        times = measure_typing(browser, f"{address}?view={view}", rounds)
        median, longest = statistics.median(times), max(times)
        print(f"  {view:<10} {median:>20.0f} {longest:>8.0f} {median / KEYSTROKE:>8.2f}")


def measure_typing(browser: Browser, address: str, rounds: int) -> list[float]:
    """Milliseconds from each keystroke in the search to its paint, the texts of all items read."""
    page = browser.new_page()
    open_live(page, address)
    page.evaluate(WATCH)
    with page.expect_response("**/text.json", timeout=120_000):
        page.focus("#search")
    page.wait_for_timeout(1500)
    for _ in range(rounds):
        page.keyboard.type(WORD, delay=150)
        page.wait_for_timeout(300)
        for _ in WORD:
            page.keyboard.press("Backspace", delay=30)
            page.wait_for_timeout(120)
    times: list[float] = page.evaluate("window.keystrokes")
    page.close()
    return times


if __name__ == "__main__":
    main()
