"""Measures `gen-docs serve`: from a change of one file to what an open dashboard shows.

    python benchmarks/serve.py [--rounds N]

Writes to a copy of a store under `.bench/`. The goal is 200 milliseconds at 2,300 items.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chromium import FOLDER, find_browser
from playwright.sync_api import Page, sync_playwright
from stores import make_store

SIZES = (254, 2_300)
GOAL = 200
# Tells when the text of the page first holds a word, by the page's own clock, which is the machine's.
WATCH = """(word) => new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector("[data-view]")?.textContent.includes(word)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
})"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=9)
    options = arguments.parse_args()
    print("a file changed under `gen-docs serve`, until an open dashboard has painted it, ms")
    print(f"{'items':>8} {'median':>8} {'shortest':>9} {'longest':>8} {'/ goal':>7}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            root = copy_store(size)
            with serving(root) as address:
                page = browser.new_page()
                page.goto(f"{address}beans/?view=list&sort=id&closed=show&archived=show")
                page.wait_for_selector("[data-view] table")
                times = [change(page, root, number) for number in range(options.rounds + 1)][1:]
                page.close()
            median = statistics.median(times)
            print(f"{size:>8} {median:>8.0f} {min(times):>9.0f} {max(times):>8.0f} {median / GOAL:>7.2f}")
        browser.close()


def copy_store(size: int) -> Path:
    folder = FOLDER / f"serve-{size}"
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(make_store(FOLDER / f"store-{size}", size), folder))


@contextmanager
def serving(root: Path) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "gen_docs", "serve", "--root", str(root), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        lines = process.stdout or sys.exit("the server says nothing")
        address = next(found[0] for line in lines if (found := re.search(r"http://\S+/", line)))
        yield address
        process.terminate()


def change(page: Page, root: Path, number: int) -> float:
    """Milliseconds until a new title is on the page. The first file by id is on the first screen."""
    path = min(root.glob(".beans/**/*.md"), key=lambda each: each.name)
    word = f"changed-{number}-{time.time_ns()}"
    text = re.sub(r"^title: .*$", f"title: {word}", path.read_text(), flags=re.MULTILINE)
    page.wait_for_timeout(500)
    watched = page.evaluate_handle(f"(word) => ({{ seen: ({WATCH})(word) }})", word)
    start = time.time()
    path.write_text(text)
    seen: float = watched.evaluate("(watch) => watch.seen")
    return seen - start * 1000


if __name__ == "__main__":
    main()
