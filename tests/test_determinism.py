"""The same files give the same bytes: on any machine, at any time, in any place, in any order."""

import ast
import hashlib
import itertools
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from support import PROJECT, bean, build, outputs

PACKAGE = PROJECT / "gen_docs"
EARLIER, LATER = 86_400, 4_000_000_000

DECLARATION = """
title = "Plan — 計画"
languages = ["en"]
base_url = "https://owner.github.io/name"
[forge]
kind = "github"
url = "https://github.com/owner/name"
branch = "main"
[graphs.beans]
kind = "beans"
store = ".beans"
aliases = { status = { done = "completed" } }
[graphs.todos]
kind = "todos"
store = "todos/items"
[graphs.incidents]
kind = "incident"
store = "incidents"
[graphs.qa]
title = "QA"
store = "qa"
tracked_by = "aaaa"
[graphs.odd]
kind = "nothing"
store = "odd"
[kinds.incident]
title = "Incidents"
unit = { one = "incident", other = "incidents" }
records = "evidence"
reader = "markdown"
roles = { title = "title", created = "seen" }
fields = { title = { type = "text" }, seen = { type = "date" }, cost = { type = "number" } }
views = { sort = ["cost", "seen"] }
"""
TODO = """---
id: {id}
summary: Look at {id}
status: {status}
order: {order}
due: 2026-03-29 02:30:00
references:
  - kind: bean
    id: app-aaaa
  - kind: bean
    id: bbbb
  - kind: bean
    id: nothing
  - kind: issue
    id: "12"
---

Because.
"""


def store() -> dict[bytes, bytes]:
    """A repository with something of everything, by paths as bytes: names need not be UTF-8."""
    texts: dict[str, str | bytes] = {
        "gen-docs.toml": DECLARATION,
        ".beans/app-aaaa--epic.md": bean("Épopée 日本 🎉", type="epic", tags=["z", "a", "ü"]),
        ".beans/app-bbbb--task.md": bean(
            "Task", "in-progress", parent="app-aaaa", blocked_by=["app-cccc", "app-zzzz", "aaaa"], order="a0"
        ),
        ".beans/app-cccc--task.md": bean("Task", "scrapped", blocking=["app-bbbb"], priority="high", odd="{a: [1, b]}"),
        ".beans/app-cccc--again.md": bean("Again", "done", parent="app-bbbb", body="- [ ] a\n- [x] b\n"),
        ".beans/archive/app-dddd--old.md": bean("Old", "completed", created_at="2024-02-29T23:59:59.5+14:00"),
        ".beans/deep/er/app-eeee--cycle.md": bean("Cycle", blocked_by=["app-ffff"], parent="app-ffff"),
        ".beans/app-ffff--cycle.md": bean("Cycle", blocked_by=["app-eeee"], parent="app-eeee", titel="x"),
        ".beans/APP-AAAA--case.md": bean("Another case"),
        ".beans/cafe\u0301--nfd.md": bean("Decomposed"),
        ".beans/café--nfc.md": bean("Composed"),
        ".beans/ıI--turkish.md": bean("iİıI", "wip"),
        ".beans/CON--device.md": bean(
            "Device", body="[link](https://example.org/?a=b&c) `code` <b>raw</b>\n\n|a|\n|-|\n"
        ),
        ".beans/app-gggg--crlf.md": bean("Line ends", None, created_at=None).replace("\n", "\r\n"),
        ".beans/app-hhhh--bom.md": "\ufeff" + bean(None, body=""),
        ".beans/app-iiii--bytes.md": bean("Bytes").encode() + b"\xff\xfe",
        ".beans/app-jjjj--yaml.md": "---\ntitle: [\n---\n",
        ".beans/app-kkkk--none.md": "no front matter",
        ".beans/app-llll--type.md": "---\ntitle: [a, b]\n---\n",
        ".beans/app-mmmm--merge.md": "<<<<<<< a\n=======\n>>>>>>> b\n",
        "todos/items/call-home.md": TODO.format(id="call-home", status="open", order="1.50"),
        "todos/items/other.md": TODO.format(id="another", status="resolved", order="-2"),
        "incidents/one.md": "---\ntitle: One\nseen: 2026-01-01\ncost: 10\n---\n",
        "incidents/two.md": "---\ntitle: Two\nseen: 2025-12-31\ncost: 9.5\n---\n",
    }
    files = {
        name.encode(): content if isinstance(content, bytes) else content.encode() for name, content in texts.items()
    }
    files[b".beans/bad-\xff\xe9%--name.md"] = bean("A name that is not UTF-8").encode()
    return files


def write_store(root: Path, order: int = 0) -> Path:
    """Writes the store's files in an order of their own: as listed, backwards, or shuffled by a seed."""
    entries = list(store().items())
    if order < 0:
        entries.reverse()
    elif order > 0:
        random.Random(order).shuffle(entries)  # noqa: S311 - an order, no secret
    for name, content in entries:
        path = Path(os.fsdecode(os.fsencode(root) + b"/" + name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    link = root / ".beans/app-nnnn--link.md"
    link.symlink_to("app-bbbb--task.md")
    return root


def hash_files(folder: Path) -> dict[str, str]:
    return {
        os.fsdecode(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@dataclass(frozen=True)
class Machine:
    """What may be otherwise on another machine."""

    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "repo"
    is_inside: bool = False
    order: int = 0
    mtime: int = 0
    umask: int = 0o022
    date: str = ""


def build_on(machine: Machine, tmp_path: Path) -> dict[str, str]:
    """The hashes of every file of the site that one process builds there."""
    root = tmp_path / machine.folder
    root.mkdir(parents=True)
    write_store(root, machine.order)
    if machine.mtime:
        for path in root.rglob("*"):
            os.utime(path, (machine.mtime, machine.mtime), follow_symlinks=False)
    build_site(root, machine, tmp_path / "out")
    return hash_files(tmp_path / "out")


def build_site(root: Path, machine: Machine, out: Path) -> None:
    kept = ("PATH", "HOME", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    command = [sys.executable, "-m", "gen_docs", "build", "--out", str(out), "--root"]
    subprocess.run(
        [*(["faketime", machine.date] if machine.date else []), *command, "." if machine.is_inside else str(root)],
        cwd=root if machine.is_inside else "/",
        env={**environment, **machine.environment},
        umask=machine.umask,
        check=True,
        capture_output=True,
    )


def list_locales() -> list[str]:
    """Locales of this machine: those that the standard has, and a few that fold or sort letters their own way."""
    if shutil.which("locale") is None:
        return ["C"]
    known = subprocess.run(["locale", "-a"], capture_output=True, check=True).stdout.decode("ascii", "ignore").split()
    wanted = ("tr_TR", "de_DE", "ar_", "zh_", "sv_SE", "en_US")
    others = [next((name for name in known if name.startswith(prefix)), "") for prefix in wanted]
    return ["C", *(name for name in known if name.lower() in ("c.utf-8", "c.utf8")), *filter(None, others)]


FULL = pytest.mark.full
needs_faketime = pytest.mark.skipif(shutil.which("faketime") is None, reason="faketime is not installed")

MACHINES = {
    "Kiritimati": Machine({"TZ": "Pacific/Kiritimati"}),
    "Los Angeles": Machine({"TZ": "America/Los_Angeles"}),
    **{f"locale {name}": Machine({"LC_ALL": name, "LANG": name}) for name in list_locales()},
    "no locale": Machine({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "a locale that does not exist": Machine({"LC_ALL": "xx_YY.ISO-8859-5", "PYTHONUTF8": "0"}),
    "UTF-8 mode": Machine({"LC_ALL": "C", "PYTHONUTF8": "1"}),
    "hash seed 0": Machine({"PYTHONHASHSEED": "0"}),
    "hash seed 12345": Machine({"PYTHONHASHSEED": "12345"}),
    "optimised": Machine({"PYTHONOPTIMIZE": "2"}),
    "variables": Machine(
        {"SOURCE_DATE_EPOCH": "1", "CI": "1", "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "a/b", "COLUMNS": "20",
         "NO_COLOR": "1", "LANGUAGE": "tr", "USER": "x", "GIT_DIR": "/nowhere"}
    ),
    "inside the root": Machine(is_inside=True),
    "another root": Machine(folder="日本 語/it's/Ünïcode"),
    "backwards": Machine(order=-1),
    "shuffled": Machine(order=7),
    "old files": Machine(mtime=EARLIER),
    "files of the future": Machine(mtime=LATER),
    "closed umask": Machine(umask=0o077),
    "open umask": Machine(umask=0),
}  # fmt: skip
LEAP_DAY = "2028-02-29"
DATES = {  # at noon, which no machine is slow enough to leave behind
    "leap day": Machine(date=f"{LEAP_DAY} 12:00:00"),
    "long ago": Machine(date="1999-12-31 12:00:00"),
    "far ahead": Machine(date="2037-06-01 12:00:00"),
}


def merge(*names: str, **more: Any) -> Machine:
    """A machine that is otherwise in all that several are."""
    usual = Machine()
    found: dict[str, Any] = {"environment": {}}
    for machine in (MACHINES[name] for name in names):
        found["environment"] |= machine.environment
        found |= {
            each.name: getattr(machine, each.name)
            for each in fields(machine)
            if each.name != "environment" and getattr(machine, each.name) != getattr(usual, each.name)
        }
    return Machine(**found, **more)


# What the usual run looks at: every difference there is, many at once. The complete run has each by itself, which says
# at once which of them it was.
TOGETHER = {
    "east": merge(
        "Kiritimati", "hash seed 0", "backwards", "old files", "closed umask", "inside the root", "no locale"
    ),
    "west": merge("Los Angeles", "hash seed 12345", "shuffled", "files of the future", "open umask", "another root"),
    "strange": merge("a locale that does not exist", "variables", "backwards", "optimised"),
}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return build_on(Machine(), tmp_path_factory.mktemp("expected"))


def test_the_store_holds_what_may_differ(tmp_path: Path, expected: dict[str, str]) -> None:
    """A comparison is worth what it compares."""
    site = build(write_store(tmp_path))
    assert set(expected) == {*outputs(site), ".gen-docs", ".gen-docs-ledger"}
    beans, todos, incidents, *unread = (judged.graph for judged in site.graphs)
    assert (len(beans.items), len(beans.problems)) == (17, 4)
    assert {item.path for item in beans.items} >= {".beans/bad-%FF%E9%25--name.md", ".beans/app-nnnn--link.md"}
    assert (len(todos.items), len(incidents.items)) == (2, 2)
    assert [graph.state for graph in unread] == ["declared", "unresolved"]
    assert len({finding.rule for judged in site.graphs for found in judged.findings for finding in found}) > 12


@pytest.mark.parametrize(
    "machine",
    [
        *(pytest.param(machine, id=name) for name, machine in TOGETHER.items()),
        *(pytest.param(machine, id=name, marks=FULL) for name, machine in MACHINES.items() if name not in TOGETHER),
        *(
            pytest.param(machine, id=name, marks=[needs_faketime] if name == "far ahead" else [needs_faketime, FULL])
            for name, machine in DATES.items()
        ),
    ],
)
def test_another_machine_makes_the_same_bytes(machine: Machine, tmp_path: Path, expected: dict[str, str]) -> None:
    assert build_on(machine, tmp_path) == expected


@needs_faketime
def test_the_date_that_is_faked_is_the_one_that_python_sees() -> None:
    done = subprocess.run(
        ["faketime", DATES["leap day"].date, sys.executable, "-c", "import datetime; print(datetime.date.today())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{LEAP_DAY}\n"


PRODUCT = [
    Machine(
        {"TZ": zone, "LC_ALL": locale, "PYTHONUTF8": utf8, "PYTHONHASHSEED": seed},
        order=order,
        umask=mask,
        is_inside=is_inside,
    )
    for zone, (locale, utf8), seed, order, (mask, is_inside) in itertools.product(
        ("UTC", "Pacific/Kiritimati"),
        (("C", "0"), ("C.UTF-8", "1"), (list_locales()[-1], "0")),
        ("0", "4242"),
        (-1, 3),
        ((0o077, True), (0o002, False)),
    )
]


@pytest.mark.full
@pytest.mark.parametrize("machine", PRODUCT, ids=range(len(PRODUCT)))
def test_all_of_it_together_makes_the_same_bytes(machine: Machine, tmp_path: Path, expected: dict[str, str]) -> None:
    assert build_on(machine, tmp_path) == expected


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"]
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", "-C", str(root), *identity, *arguments], env=environment, check=True, capture_output=True)


def test_the_state_of_git_does_not_matter(tmp_path: Path) -> None:
    """None, empty, with a remote, clean, dirty, detached, broken: the files are the same, and so is the site."""
    root = write_store(tmp_path / "repo")

    def build_here() -> dict[str, bytes]:
        return outputs(build(root))

    without = build_here()
    git(root, "init", "--quiet")
    git(root, "remote", "add", "origin", "https://gitlab.com/somebody/else")
    assert build_here() == without
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "First")
    assert build_here() == without
    git(root, "rm", "--quiet", "--cached", "-r", ".beans")
    assert build_here() == without
    git(root, "checkout", "--quiet", "--detach")
    assert build_here() == without
    (root / ".git/HEAD").write_text("nonsense", encoding="utf-8")
    assert build_here() == without


class ShuffledFolder:
    """What `os.scandir` gives, in an order that no file system promised."""

    def __init__(self, entries: list["os.DirEntry[bytes]"]) -> None:
        self._entries = entries

    def __iter__(self) -> Iterator["os.DirEntry[bytes]"]:
        return iter(self._entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@pytest.mark.parametrize("seed", range(4))
def test_the_order_in_which_a_file_system_lists_names_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    root = write_store(tmp_path)
    first = outputs(build(root))
    orders = random.Random(seed)  # noqa: S311 - an order, no secret
    scandir = os.scandir
    shuffled: list[bytes] = []

    def scan(path: bytes) -> ShuffledFolder:
        with scandir(path) as found:
            entries = list(found)
        orders.shuffle(entries)
        shuffled.append(path)
        return ShuffledFolder(entries)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", scan)
        again = outputs(build(root))
    assert again == first
    assert os.fsencode(root / ".beans") + b"/" in shuffled


# Contracts of the source


# The output for the name of a file that no build leaves behind; the server for its port, its locks, and how long a
# build took.
SERVER = {"server/keeper", "server/recall", "server/running", "server/snapshot"}
CLOCK_FREE_BUT = {"cli", "git", "output", "progress", *SERVER}
WRITERS = {"output", "scaffold", "server/running", "workers"}  # the last two open a browser and a pipe
FOREIGN_MODULES = {
    "time", "random", "locale", "secrets", "uuid", "platform", "getpass", "pwd", "socket", "tempfile", "urllib.request",
    "http", "ssl", "subprocess", "multiprocessing", "threading", "shutil",
}  # fmt: skip
FOREIGN_NAMES = {
    "now", "today", "utcnow", "fromtimestamp", "environ", "environb", "getenv", "getcwd", "getcwdb", "cwd", "home",
    "expanduser", "expandvars", "getlogin", "uname", "gethostname", "urandom", "getpid", "st_mtime", "st_mtime_ns",
    "st_ctime", "st_atime", "getmtime", "getlocale", "getpreferredencoding", "getfilesystemencoding",
}  # fmt: skip
WRITING_NAMES = {
    "write_text", "write_bytes", "mkdir", "makedirs", "rename", "replace", "unlink", "rmdir", "remove", "symlink",
    "link", "touch", "truncate", "chmod", "chown", "utime", "mkfifo", "removedirs", "symlink_to",
}  # fmt: skip
WRITING_FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}


def find_outside_facts(source: str) -> set[str]:
    """What a module asks of the world besides files: clock, chance, locale, environment, place, network, processes."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            found |= {
                alias.name for alias in node.names if node.module in ("os", "os.path") and alias.name in FOREIGN_NAMES
            }
        else:
            names = []
            if isinstance(node, ast.Attribute) and node.attr in FOREIGN_NAMES:
                found.add(node.attr)
        found |= {name for name in names if name in FOREIGN_MODULES or name.partition(".")[0] in FOREIGN_MODULES}
    return found


def find_writing(source: str) -> set[str]:
    """Calls by which a module could change the disk."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in WRITING_FLAGS:
            found.add(node.attr)
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open":
            modes = [*node.args[1:2], *(each.value for each in node.keywords if each.arg == "mode")]
            if not all(isinstance(mode, ast.Constant) and set(str(mode.value)) <= set("rbt") for mode in modes):
                found.add("open")
        elif isinstance(called, ast.Attribute) and called.attr == "open" and ast.unparse(called.value) != "os":
            found.add("open")
        elif isinstance(called, ast.Attribute) and called.attr in WRITING_NAMES:
            owner = ast.unparse(called.value)
            if called.attr not in ("replace", "remove", "link") or owner == "os":
                found.add(called.attr)
    return found


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import time", {"time"}),
        ("from time import monotonic", {"time", "time.monotonic"}),
        ("import urllib.request", {"urllib.request"}),
        ("from datetime import datetime\ndatetime.now()", {"now"}),
        ("import os\nos.environ['X']", {"environ"}),
        ("from os import environ", {"environ"}),
        ("def f():\n    import random", {"random"}),
        ("from pathlib import Path\nPath.cwd()", {"cwd"}),
        ("import os, re, timeit\nfrom urllib.parse import quote", set()),
    ],
)
def test_the_scanner_sees_what_asks_the_world(source: str, names: set[str]) -> None:
    assert find_outside_facts(source) == names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("open(p, 'w')", {"open"}),
        ("open(p, mode='ab')", {"open"}),
        ("open(p, mode)", {"open"}),
        ("p.open('x')", {"open"}),
        ("p.write_bytes(b'')", {"write_bytes"}),
        ("os.open(p, os.O_RDONLY | os.O_CREAT)", {"O_CREAT"}),
        ("os.replace(a, b)", {"replace"}),
        ("text.replace('a', 'b'); names.remove(x); page.link(x)", set()),
        ("open(p); open(p, 'rb'); os.open(p, os.O_RDONLY)", set()),
    ],
)
def test_the_scanner_sees_what_writes(source: str, names: set[str]) -> None:
    assert find_writing(source) == names


@cache
def modules() -> dict[str, str]:
    return {
        path.relative_to(PACKAGE).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def test_only_the_command_and_git_ask_the_world_for_anything_but_files() -> None:
    found = {name: facts for name, source in modules().items() if (facts := find_outside_facts(source))}
    assert set(found) == CLOCK_FREE_BUT, found


def test_only_output_and_scaffold_write() -> None:
    found = {name: calls for name, source in modules().items() if (calls := find_writing(source))}
    assert set(found) == WRITERS, found
