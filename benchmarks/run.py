"""Measures the command on synthetic stores and docs, and prints ratios of times taken in one run.

    python benchmarks/run.py [--large] [--rounds N]

Every time is the best of some rounds of a whole process, unless the line says otherwise. Absolute times drift from
machine to machine and from hour to hour; the ratios hold.
"""

import argparse
import shutil
from pathlib import Path

from docs import write_docs
from hugo import has_hugo, measure_hugo, write_docs_site, write_item_site
from measuring import Cost, best, measure_reading, run_gen_docs, watch_memory
from stores import make_store

from gen_docs.build import build_site
from gen_docs.files import Root

FOLDER = Path(__file__).parent.parent / ".bench"
OUT = FOLDER / "site"
MIDDLE, LARGE = 15_000, (10_000, 100_000)
DOCS = 1_000
NO_HUGO = "Hugo is not installed: nothing to compare with. Debian has it: apt-get install hugo"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--large", action="store_true", help="also measure 10,000 and 100,000 items (some minutes)")
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    sizes = sorted([1_000, MIDDLE, *(LARGE if options.large else ())])
    stores = {size: make_store(FOLDER / f"store-{size}", size) for size in sizes}
    checks = {size: measure_check(store, options.rounds) for size, store in stores.items()}
    print_growth(stores, checks, options.rounds)
    print_middle(stores[MIDDLE], checks[MIDDLE], options.rounds)
    print_docs(options.rounds)


def print_growth(stores: dict[int, Path], checks: dict[int, Cost], rounds: int) -> None:
    print("check, whole process, nothing cached, against scanning and reading the same files in this process")
    print(f"{'items':>8} {'check s':>9} {'µs/item':>9} {'read s':>9} {'ratio':>7} {'memory MB':>10}")
    for size, cost in checks.items():
        reading = min(measure_reading(stores[size] / ".beans") for _ in range(rounds))
        each = cost.seconds / size * 1e6
        ratio = cost.seconds / reading
        print(f"{size:>8} {cost.seconds:>9.3f} {each:>9.1f} {reading:>9.3f} {ratio:>7.1f} {cost.megabytes:>10.0f}")
    small, large = LARGE
    if large in checks:
        growth = checks[large].seconds / checks[small].seconds
        say(f"check, {large} items / {small} items", growth, f"{large / small:.0f} (linear)")


def print_middle(store: Path, check: Cost, rounds: int) -> None:
    """What there are goals for, and cold builds; those that take long are measured in fewer rounds."""
    reading = min(measure_reading(store / ".beans") for _ in range(rounds))
    few = min(rounds, 2)
    start = best(lambda: run_gen_docs("--version"), rounds)
    cold = best(lambda: build_cold(store), few)
    again = best(lambda: run_gen_docs("build", "--root", store, "--out", OUT), few)
    print(f"\n{f'{MIDDLE} items':<40} {'':>8}  reach")
    say("check / reading", check.seconds / reading, "8")
    say("check without its start / reading", (check.seconds - start.seconds) / reading)
    say("build, cold / check", cold.seconds / check.seconds)
    say("build, nothing changed / check", again.seconds / check.seconds, "6")
    print_memory(store)
    if has_hugo():
        hugo = measure_hugo(write_item_site(FOLDER / "hugo-items", store / ".beans"), few)
        say("build, cold / Hugo on the same files", cold.seconds / hugo.seconds)
    else:
        print(NO_HUGO)
    say("start of the command, s", start.seconds)


def print_memory(store: Path) -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    for name in ("cold", "nothing changed"):
        memory = watch_memory("build", "--root", store, "--out", OUT)
        if memory is None:
            print("This system does not tell how much memory processes share.")
            return
        say(f"build, {name}: largest process, MB", memory.largest, "400")
        say(f"build, {name}: all at their largest, MB", memory.peaks)
        say(f"build, {name}: together at once, MB", memory.together, "400")


def print_docs(rounds: int) -> None:
    few = min(rounds, 2)
    docs = write_docs(FOLDER / f"docs-{DOCS}", DOCS)
    cold = best(lambda: build_cold(docs), few)
    print(f"\n{f'{DOCS} docs pages of 2 KB':<40} {'':>8}  reach")
    say("build, cold, s", cold.seconds)
    if has_hugo():
        hugo = measure_hugo(write_docs_site(FOLDER / f"hugo-docs-{DOCS}", DOCS), few)
        say("build, cold / Hugo on the same pages", cold.seconds / hugo.seconds, "2")
    else:
        print(NO_HUGO)


def say(what: str, value: float, reach: str = "") -> None:
    print(f"{what:<40} {value:>8.{0 if value >= 100 else 1}f}  {reach}".rstrip())


def measure_check(store: Path, rounds: int) -> Cost:
    """The cost of `check` against a projection that is fresh."""
    out = FOLDER / f"out-{store.name}"
    for projection in build_site(Root(store)).projections:
        (out / projection.path).parent.mkdir(parents=True, exist_ok=True)
        (out / projection.path).write_bytes(projection.content)
    return best(lambda: run_gen_docs("check", "--root", store, "--out", out), rounds)


def build_cold(root: Path) -> Cost:
    shutil.rmtree(OUT, ignore_errors=True)
    return run_gen_docs("build", "--root", root, "--out", OUT)


if __name__ == "__main__":
    main()
