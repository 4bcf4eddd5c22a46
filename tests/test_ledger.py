"""A build whose basis is the same again makes nothing; any other is as if there had been none before it."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import bean, build, examples, outputs, write_beans, write_files

from gen_docs import basis as basis_module
from gen_docs.basis import find_basis
from gen_docs.build import Build, Facts, build_site
from gen_docs.files import Root
from gen_docs.ledger import LEDGER, Ledger, dump_ledger, load_ledger
from gen_docs.output import MARKER, Written, write_site
from gen_docs.stamp import make_stamp
from gen_docs.values import Artifact


def write(built: Build, out: Path) -> Written:
    return write_site(built.root, built.site, os.fsencode(out), built.artifacts, find_basis(built))


def read(out: Path) -> dict[str, bytes]:
    files = {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    return {path: content for path, content in files.items() if path not in (MARKER, LEDGER)}


def count_made(built: Build, out: Path) -> int:
    """How many artifacts a build makes."""
    made: list[str] = []

    def note(artifact: Artifact) -> Artifact:
        def content() -> bytes:
            made.append(artifact.path)
            return artifact.content()

        return Artifact(artifact.path, content)

    def artifacts() -> Iterator[Artifact]:
        return map(note, built.artifacts())

    write_site(built.root, built.site, os.fsencode(out), artifacts, find_basis(built))
    return len(made)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(
        tmp_path / "r",
        {
            "gen-docs.toml": (
                'templates = "t"\n[forge]\nkind = "github"\nurl = "https://forge.example/o/n"\n'
                '[graphs.beans]\nkind = "beans"\nstore = ".beans"\n[graphs.qa]\ntitle = "QA"\n'
            ),
            "t/404.html": "gone",
            "content/docs/page.toml": 'title = "Home"\n',
            "content/docs/01-a.md": "# A\n\n![p](p.png) [gone](other.txt)\n",
            "content/docs/p.png": b"png",
        },
    )
    return write_beans(
        tmp_path / "r",
        {
            "app-aa11": bean("First", body="See src/main.py:3 and app-bb22."),
            "app-bb22": bean("Second", "completed"),
            "app-cc33": b"---\n[\n---\n",
        },
    )


def test_a_second_build_makes_nothing(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "o"
    assert count_made(build(root), out) > 20
    before = read(out)
    assert count_made(build(root), out) == 0
    assert read(out) == before
    assert write(build(root), out) == Written(len(before), 0, 0)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a title": lambda root: next((root / ".beans").glob("app-aa11*")).write_text(bean("Other")),
    "a text": lambda root: next((root / ".beans").glob("app-bb22*")).write_text(bean("Second", "completed", body="x")),
    "a file that cannot be read": lambda root: next((root / ".beans").glob("app-cc33*")).write_bytes(b"---\n[[\n---\n"),
    "a new item": lambda root: (root / ".beans/app-dd44--x.md").write_text(bean("New")),
    "an item that is gone": lambda root: next((root / ".beans").glob("app-bb22*")).unlink(),
    "a file that a text names": lambda root: write_files(root, {"src/main.py": "x"}),
    "a file that the docs link": lambda root: write_files(root, {"content/docs/other.txt": "x"}),
    "a section": lambda root: (root / "content/docs/01-a.md").write_text("# B\n"),
    "a page's title": lambda root: (root / "content/docs/page.toml").write_text('title = "Other"\n'),
    "a picture": lambda root: (root / "content/docs/p.png").write_bytes(b"other"),
    "a template": lambda root: (root / "t/404.html").write_text("lost"),
    "a template in a hidden folder": lambda root: write_files(root, {"t/.p/x.html": "x"}),
    "the declaration": lambda root: (root / "gen-docs.toml").write_text(
        (root / "gen-docs.toml").read_text().replace('"QA"', '"Quality"')
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_seen(root: Path, tmp_path: Path, change: str) -> None:
    out = tmp_path / "o"
    write_files(root, {"t/.p/x.html": "first", "t/404.html": "{% include '.p/x.html' %}"})
    write(build(root), out)
    CHANGES[change](root)
    assert write(build(root), out).changed > 0
    assert read(out) == outputs(build(root))
    assert write(build(root), out).changed == 0


def test_facts_and_the_program_belong_to_the_basis(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "o"
    write(build(root), out)
    stamped = build_site(Root(root), Facts(stamp=make_stamp("abcdef1", "")))
    assert write(stamped, out).changed > 0
    assert write(build_site(Root(root), Facts(base_url="https://a.example/")), out).changed > 0
    write(build(root), out)
    monkeypatch.setattr(basis_module, "_measure_program", lambda: "another version")
    assert count_made(build(root), out) > 20


def damage(out: Path) -> dict[str, Callable[[], object]]:
    return {
        "a file that is gone": (out / "beans/index.html").unlink,
        "a file that somebody changed": lambda: (out / "beans/index.html").write_text("x"),
        "a file of the same size": lambda: (out / "404.html").write_text("GONE"),
        "no ledger": (out / LEDGER).unlink,
        "a ledger that is none": lambda: (out / LEDGER).write_text("{"),
        "a ledger of something else": lambda: (out / LEDGER).write_text('{"basis": 1, "answers": [], "files": 3}'),
        "no marker": (out / MARKER).unlink,
    }


@pytest.mark.parametrize("name", damage(Path()))
def test_what_somebody_did_to_the_output_is_mended(root: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "o"
    write(build(root), out)
    if name == "no marker":  # then nobody can say whose the files are
        shutil.rmtree(out)
        write(build(root), out)
    else:
        damage(out)[name]()
        write(build(root), out)
    assert read(out) == outputs(build(root))
    assert count_made(build(root), out) == 0


def test_a_ledger_is_read_as_it_was_written() -> None:
    ledger = Ledger("b", {"é/x.py": True, "y": False}, {"a/ü.html".encode(): "12", b"b": "34"})
    assert load_ledger(dump_ledger(ledger)) == ledger
    for other in (b"", b"[]", b"{}", b'{"basis": "x"}', b"\xff"):
        assert load_ledger(other) is None


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["aa11", "bb22", "cc33"]),
        st.sampled_from(["todo", "completed", None]),
        st.sampled_from(["", "See app-aa11.", "x.py:1"]),
        st.sampled_from(["", "x.py", "content/docs/page.toml", "content/docs/01-a.md"]),
    ),
    max_size=4,
)


@examples(40)
@given(EDITS)
def test_any_edits_give_the_site_that_a_first_build_gives(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, str | None, str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("l")
    root, out = write_beans(folder / "r", {"app-aa11": bean("One"), "app-bb22": bean("Two")}), folder / "o"
    write(build(root), out)
    for name, status, body, extra in edits:
        file = root / f".beans/app-{name}--slug.md"
        if status is None:
            file.unlink(missing_ok=True)
        else:
            file.write_text(bean(name, status, body=body))
        if extra:
            texts: dict[str, Any] = {extra: 'title = "T"\n' if extra.endswith("toml") else "text\n"}
            write_files(root, texts)
        write(build(root), out)
        assert read(out) == outputs(build(root))
