"""`gen-docs serve`: what it answers, how it follows the files, and that it neither writes nor falls over."""

import asyncio
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import bean, build, examples, write_beans, write_files

from gen_docs.build import Memory, build_site
from gen_docs.files import Root, read_bytes
from gen_docs.server.app import make_app
from gen_docs.server.keeper import Keeper
from gen_docs.server.recall import RecallingRoot
from gen_docs.server.snapshot import Snapshot, list_changes
from gen_docs.server.watching import Watcher

PATIENCE = 20.0


class Client:
    """A server in a process of its own, as a user starts it, and questions to it."""

    def __init__(self, root: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "gen_docs", "serve", "--root", str(root), *(arguments or ("--port", "0"))]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines: list[str] = []
        self._http = httpx.Client(timeout=PATIENCE)
        self.base = self._read_until("http://").split()[0]

    def _read_until(self, text: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if line.startswith(text):
                return line
        raise AssertionError("".join(self.lines))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self._http.get(self.base + path, **options)

    def wait(self, path: str, text: str, *, is_there: bool = True) -> httpx.Response:
        """The answer once it holds a text, or no longer holds it."""
        end = time.monotonic() + PATIENCE
        answer = self.get(path)
        while time.monotonic() < end:
            answer = self.get(path)
            if (text in answer.text) == is_there:
                return answer
            time.sleep(0.02)
        raise AssertionError(f"{path} never {'had' if is_there else 'lost'} {text!r}: {answer.text[:2000]}")

    def kill(self) -> None:
        self._http.close()
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        self._http.close()
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, "".join(self.lines) + rest


def write_site(folder: Path) -> Path:
    write_files(folder, {"content/docs/page.toml": 'title = "Home"\n', "content/docs/01-a.md": "# A\n\nText.\n"})
    return write_beans(folder, {"app-aa11": bean("First"), "app-bb22": bean("Second", "completed")})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_site(tmp_path / "r")


@pytest.fixture
def client(root: Path) -> Iterator[Client]:
    client = Client(root)
    yield client
    client.kill()


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server of files that nobody changes, for all tests that only ask."""
    client = Client(write_site(tmp_path_factory.mktemp("steady")))
    yield client
    client.kill()


def list_tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_files_have_their_types_and_are_asked_for_again_by_their_tags(steady: Client) -> None:
    types = {
        "": "text/html; charset=utf-8",
        "beans/app-aa11/": "text/html; charset=utf-8",
        "beans/app-aa11/index.md": "text/markdown; charset=utf-8",
        "assets/beans/index.json": "application/json",
        "assets/_site/site.css": "text/css; charset=utf-8",
        "assets/_site/js/page.js": "text/javascript; charset=utf-8",
        "assets/_site/icon.svg": "image/svg+xml",
        "llms.txt": "text/plain; charset=utf-8",
        "_gen-docs/live.js": "text/javascript; charset=utf-8",
        "_gen-docs/live.css": "text/css; charset=utf-8",
    }
    for path, kind in types.items():
        answer = steady.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind), path
        if "etag" in answer.headers:
            again = steady.get(path, headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")


def test_what_is_not_there_is_said_so(steady: Client) -> None:
    for path in ("nothing", "nothing/", "assets/", "beans/app-zz99/", "..%2f..%2fetc%2fpasswd", "_gen-docs/other"):
        answer = steady.get(path)
        assert answer.status_code == 404, path
    assert "There is no such page" in steady.get("nothing").text
    moved = steady.get("beans?view=board")
    assert (moved.status_code, moved.headers["location"]) == (307, "/beans/?view=board")
    assert steady.get("", headers={"Host": "elsewhere.example"}).status_code == 421
    assert httpx.head(steady.base).status_code == 200
    assert httpx.post(steady.base).status_code == 405


def test_only_served_pages_listen(steady: Client, root: Path) -> None:
    assert "_gen-docs/live.js" in steady.get("").text
    published = {each.path: each.content() for each in build(root).artifacts()}
    assert not [path for path, content in published.items() if b"_gen-docs" in content or "live" in path]


def test_a_page_follows_its_files_and_nothing_is_written(client: Client, root: Path) -> None:
    before = list_tree(root)
    assert "First" in client.get("beans/app-aa11/").text
    file = next((root / ".beans").glob("app-aa11*"))
    text = file.read_text()
    file.write_text(text.replace("First", "Renamed"))
    client.wait("beans/app-aa11/", "Renamed")
    client.wait("assets/beans/index.json", "Renamed")
    file.write_text(text)
    client.wait("beans/app-aa11/", "Renamed", is_there=False)
    assert list_tree(root) == before


def test_new_files_and_folders_are_seen_and_old_ones_are_missed(client: Client, root: Path) -> None:
    (root / "content/docs/more").mkdir()
    (root / "content/docs/more/page.toml").write_text('title = "More"\n')
    client.wait("", "More")
    shutil.rmtree(root / ".beans")
    client.wait("assets/beans/index.json", "app-aa11", is_there=False)
    write_beans(root, {"app-cc33": bean("Third")})
    client.wait("assets/beans/index.json", "app-cc33")
    (root / ".beans/app-dd44--x.md").write_text(bean("Fourth"))
    client.wait("assets/beans/index.json", "app-dd44")


def test_a_broken_declaration_keeps_the_last_good_site(client: Client, root: Path) -> None:
    (root / "gen-docs.toml").write_text("title = 3\n")
    events = client.base + "_gen-docs/events"
    with httpx.stream("GET", events, timeout=PATIENCE) as stream:
        told = iter(orjson.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
        error = next(news["error"] for news in told if news["error"])
        assert "gen-docs.toml: title" in error
        assert "First" in client.get("beans/app-aa11/").text
        (root / "gen-docs.toml").write_text('title = "Mended"\n[graphs.beans]\nkind = "beans"\nstore = ".beans"\n')
        assert next(news for news in told if not news["error"])
    client.wait("beans/", "Mended")


def test_a_site_that_cannot_be_built_at_first_says_why_until_it_can(root: Path) -> None:
    (root / "gen-docs.toml").write_text("title = 3\n")
    client = Client(root)
    try:
        answer = client.get("beans/")
        assert answer.status_code == 500
        assert "gen-docs.toml: title" in answer.text
        assert "_gen-docs/live.js" in answer.text
        (root / "gen-docs.toml").unlink()
        client.wait("beans/", "First")
    finally:
        client.kill()


def test_a_broken_template_keeps_the_last_good_site(root: Path) -> None:
    write_files(root, {"gen-docs.toml": 'templates = "t"\n', "t/none": ""})
    client = Client(root)
    try:
        assert "There is no such page" in client.get("nothing").text
        (root / "t/404.html").write_text("{% if %}")
        time.sleep(0.5)
        assert "There is no such page" in client.get("nothing").text
        (root / "t/404.html").write_text("gone")
        client.wait("nothing", "gone")
    finally:
        client.kill()


def test_a_hundred_changes_at_once_are_few_builds(client: Client, root: Path) -> None:
    for number in range(100):
        (root / f".beans/app-x{number:03}--x.md").write_text(bean(f"Number {number}"))
    client.wait("assets/beans/index.json", "app-x099")
    time.sleep(0.3)
    code, said = client.stop()
    assert code == 0
    assert 1 <= said.count("built again") <= 20


def test_an_interrupt_ends_it_quickly_and_quietly(root: Path) -> None:
    client = Client(root)
    with httpx.stream("GET", client.base + "_gen-docs/events", timeout=PATIENCE):
        begun = time.monotonic()
        code, said = client.stop()
    assert code == 0
    assert "Traceback" not in said
    assert time.monotonic() - begun < PATIENCE / 2


def test_a_port_that_is_taken_is_said_so_or_the_next_one_is_tried(root: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "gen_docs", "serve", "--root", str(root), "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert f"127.0.0.1:{port} cannot be had" in done.stderr
    assert "--port" in done.stderr


@pytest.mark.full
def test_another_host_is_warned_about(root: Path) -> None:
    client = Client(root, "--host", "0.0.0.0", "--port", "0")  # noqa: S104 - what is warned about
    client.kill()
    assert any("everybody who reaches 0.0.0.0" in line for line in client.lines)


EDITS = st.lists(
    st.tuples(st.sampled_from(["aa11", "bb22", "cc33", "dd44"]), st.sampled_from(["todo", "completed", "odd", None])),
    max_size=6,
)


@examples(120)
@given(EDITS)
def test_a_build_that_remembers_is_the_build_that_does_not(
    tmp_path_factory: pytest.TempPathFactory, edits: Any
) -> None:
    folder = write_beans(tmp_path_factory.mktemp("m"), {"app-aa11": bean("One"), "app-bb22": bean("Two")})
    memory = Memory()
    build_site(Root(folder), memory=memory)
    for name, status in edits:
        file = folder / f".beans/app-{name}--slug.md"
        if status is None:
            file.unlink(missing_ok=True)
        else:
            file.write_text(bean(name, status))
        fresh, kept = build_site(Root(folder)), build_site(Root(folder), memory=memory)
        assert [each.content for each in kept.projections] == [each.content for each in fresh.projections]
        assert [each.graph.items for each in kept.graphs] == [each.graph.items for each in fresh.graphs]


def test_a_file_that_nobody_touched_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is read is what a plain root reads, whatever happens to the files."""
    opened: list[str] = []

    def note(place: bytes) -> bytes:
        opened.append(Path(os.fsdecode(place)).name)
        return read_bytes(place)

    folder = write_files(tmp_path, {f"store/{name}.md": f"text of {name}" for name in "abcd"})
    plain, recalling = Root(folder), RecallingRoot(folder)

    def read() -> list[str]:
        expected = list(plain.walk("store", ".md"))
        opened.clear()
        with monkeypatch.context() as patch:
            patch.setattr("gen_docs.files.read_bytes", note)
            assert list(recalling.walk("store", ".md")) == expected
        return opened

    assert read() == ["a.md", "b.md", "c.md", "d.md"]
    assert read() == ["a.md", "b.md", "c.md", "d.md"], "so new that they may change within one tick of a clock"
    ahead = time.time_ns() + 10**10
    monkeypatch.setattr("gen_docs.server.recall.time.time_ns", lambda: ahead)
    assert read() == ["a.md", "b.md", "c.md", "d.md"]
    assert read() == []
    (folder / "store/a.md").write_text("longer text of a")
    (folder / "other").write_text("TEXT OF B")
    (folder / "other").rename(folder / "store/b.md")
    (folder / "store/c.md").unlink()
    (folder / "store/d.md").unlink()
    (folder / "store/d.md").mkdir()
    assert read() == ["a.md", "b.md"]
    (folder / "store/d.md").rmdir()
    (folder / "store/d.md").symlink_to("a.md")
    assert read() == ["d.md"]
    assert read() == ["d.md"], "a link may come to lead elsewhere"
    (folder / "store/d.md").unlink()
    (folder / "store/d.md").symlink_to("/dev/null")
    assert read() == []


def test_garbage_is_looked_for_after_a_build_and_not_within(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sites that were replaced do not stay in memory, also where builds follow each other without a pause."""
    monkeypatch.setattr("gen_docs.server.collecting._PAUSE", 0.01)
    held: list[bool] = []
    make = Snapshot.answer

    def answer(snapshot: Snapshot, path: str) -> Any:
        held.append(gc.isenabled())
        return make(snapshot, path)

    monkeypatch.setattr(Snapshot, "answer", answer)

    async def main() -> int:
        keeper = Keeper(Root(root), lambda _: None)
        sites: list[weakref.ref[Any]] = []
        for _ in range(6):
            await keeper.refresh()
            assert keeper.snapshot is not None
            sites.append(weakref.ref(keeper.snapshot.build.links.views))
        some = sum(site() is not None for site in sites)
        await asyncio.sleep(0.1)
        assert [site() is not None for site in sites] == [False] * 5 + [True]
        return some

    assert asyncio.run(main()) <= 4
    assert held
    assert not any(held)
    assert gc.isenabled()


def test_memory_forgets_what_another_declaration_reads_otherwise(tmp_path: Path) -> None:
    folder = write_beans(tmp_path, {"app-aa11": bean("One", "done")})
    memory = Memory()
    assert not build_site(Root(folder), memory=memory).graphs[0].graph.items[0].state_class
    aliases = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\naliases = { status = { done = "completed" } }\n'
    (folder / "gen-docs.toml").write_text(aliases)
    assert build_site(Root(folder), memory=memory).graphs[0].graph.items[0].state_class == "done"


def test_only_data_that_differs_is_named(tmp_path: Path) -> None:
    folder = write_beans(tmp_path, {"app-aa11": bean("One")})
    file = folder / ".beans/app-aa11--slug.md"
    first = Snapshot(build(folder))
    assert list_changes(first, Snapshot(build(folder))) == []
    file.write_text(bean("One", body="Other text."))
    second = Snapshot(build(folder))
    assert list_changes(first, second) == ["assets/beans/text.json"]
    file.write_text(bean("One", "completed", body="Other text."))
    assert set(list_changes(second, Snapshot(build(folder)))) == {
        "assets/beans/index.json",
        "assets/beans/summary.json",
        "assets/beans/text.json",
    }


def test_the_digest_of_a_page_leaves_its_panels_out(tmp_path: Path) -> None:
    home = {"content/docs/page.toml": 'title = "Home"\n', "content/docs/01-a.md": "# A\n\n```graph beans\n```\n"}
    folder = write_files(write_beans(tmp_path, {"app-aa11": bean("One")}), home)
    first = Snapshot(build(folder)).answer("index.html")
    (folder / ".beans/app-aa11--slug.md").write_text(bean("Two", "completed"))
    second = Snapshot(build(folder)).answer("index.html")
    assert first.etag != second.etag
    assert first.digest == second.digest
    (folder / "content/docs/01-a.md").write_text("# B\n\n```graph beans\n```\n")
    assert Snapshot(build(folder)).answer("index.html").digest != first.digest


def test_many_listeners_hear_the_same(root: Path) -> None:
    async def main() -> list[int]:
        keeper = Keeper(Root(root), lambda _: None)
        await keeper.refresh()
        app = make_app(keeper, Watcher(Root(root)), "127.0.0.1")
        assert app.routes
        heard: list[int] = []
        async with keeper.listen() as one, keeper.listen() as other:
            await keeper.refresh()
            for queue in (one, other):
                heard += [(await queue.get()).version, (await queue.get()).version]
        return heard

    assert asyncio.run(main()) == [1, 2, 1, 2]


@pytest.mark.full
def test_the_server_looks_at_no_environment(root: Path) -> None:
    env = {**os.environ, "PORT": "1", "HOST": "0.0.0.0", "WEB_CONCURRENCY": "4"}  # noqa: S104 - must be ignored
    command = [sys.executable, "-m", "gen_docs", "serve", "--root", str(root), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    line = process.stdout.readline()
    process.kill()
    process.communicate()
    assert line.startswith("http://127.0.0.1:")
