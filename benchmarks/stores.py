"""Synthetic stores of realistic size, the same on every machine.

Sizes follow public stores: texts with a median of 1.1 KB and a ninetieth percentile of 3.6 KB, task lists in a third of
them, half of the items below an epic, a seventh blocked, most of them closed.
"""

import math
import random
from pathlib import Path

WORDS = (
    "add archive board build cache check clear column count detail draft edge export field file filter find focus fold "
    "format gate graph group index item label link list load marker merge move name note open order page parse path "
    "phone plan print read record render reply resolve route rule save search select show sort state step store tag "
    "test text time title trace tree type view wait watch width word write"
).split(" ")
_STATES = {"completed": 70, "todo": 18, "draft": 5, "in-progress": 4, "scrapped": 3}
_TYPES = {"task": 55, "bug": 20, "feature": 15, "epic": 8, "milestone": 2}


def make_store(folder: Path, items: int) -> Path:
    """Writes a repository with a store of `items` beans, unless it is there already; returns it."""
    done = folder / ".complete"
    if done.exists():
        return folder
    chance = random.Random(items)  # noqa: S311 - repeatable, not secret
    store = folder / ".beans"
    (store / "archive").mkdir(parents=True, exist_ok=True)
    (folder / ".beans.yml").write_text("beans:\n  path: .beans\n  prefix: app-\n")
    ids = [f"app-{number:05x}" for number in range(items)]
    containers = ids[: max(1, items // 50)]
    for number, identifier in enumerate(ids):
        state = chance.choices(list(_STATES), list(_STATES.values()))[0]
        is_archived = state == "completed" and chance.random() < 0.7
        text = _make_head(chance, number, state, ids, containers) + _make_body(chance, ids)
        name = f"{identifier}--{'-'.join(chance.choices(WORDS, k=5))}.md"
        (store / ("archive" if is_archived else "") / name).write_text(text)
    done.touch()
    return folder


def _make_head(chance: random.Random, number: int, state: str, ids: list[str], containers: list[str]) -> str:
    is_container = number < len(containers)
    type_ = "epic" if is_container else chance.choices(list(_TYPES), list(_TYPES.values()))[0]
    title = " ".join(chance.choices(WORDS, k=7)).capitalize()
    lines = [
        "---",
        f"# {ids[number]}",
        f"title: '{title}: {chance.choice(WORDS)}'" if chance.random() < 0.3 else f"title: {title}",
        f"status: {state}",
        f"type: {type_}",
        f"priority: {chance.choice(('high', 'low', 'normal', 'normal'))}",
        f"created_at: 2026-{chance.randint(1, 6):02}-{chance.randint(1, 28):02}T10:00:00Z",
        f"updated_at: 2026-{chance.randint(7, 12):02}-{chance.randint(1, 28):02}T10:00:00Z",
    ]
    if not is_container and chance.random() < 0.5:
        lines.append(f"parent: {chance.choice(containers)}")
    if number and chance.random() < 0.15:
        lines += ["blocked_by:", f"    - {ids[chance.randrange(number)]}"]
    return "\n".join([*lines, "---", "", ""])


def _make_body(chance: random.Random, ids: list[str]) -> str:
    size = min(42_000, int(chance.lognormvariate(math.log(1100), 0.925)))
    has_list = chance.random() < 0.37
    parts = ["## Scope\n\n"]
    length = 0
    while length < size:
        sentence = " ".join(chance.choices(WORDS, k=chance.randint(6, 18))).capitalize()
        part = f"{sentence}, see `{chance.choice(ids)}`.\n" + ("\n" if chance.random() < 0.3 else "")
        if has_list and chance.random() < 0.3:
            part = f"- [{chance.choice(' x')}] {sentence}\n"
        parts.append(part)
        length += len(part)
    return "".join(parts)
