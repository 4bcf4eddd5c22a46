"""Writing a site: only what changed, only below the output folder, and never into a folder that is somebody else's."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support import bean, build, outputs, run, write_beans, write_files

from gen_docs.basis import find_basis
from gen_docs.ledger import LEDGER
from gen_docs.output import MARKER, OutputError, Written, write_site
from gen_docs.values import Artifact

INDEX = "assets/beans/index.json"


def write(root: Path, out: Path | None = None) -> Written:
    built = build(root)
    place = os.fsencode(out or root / "site")
    return write_site(built.root, built.site, place, built.artifacts, find_basis(built))


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every path below a folder with its mode, its time of change and its content; links as where they point."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        content = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(folder))] = (status.st_mode, status.st_mtime_ns, content)
    return found


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but the ledger, which no reader of the site asks for."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != LEDGER)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_beans(tmp_path / "repo", {"app-aaaa": bean("One"), "app-bbbb": bean("Two")})


def test_the_folder_holds_the_artifacts_and_a_marker_that_lists_them(root: Path) -> None:
    written = write(root)
    expected = outputs(build(root))
    found = files_of(root / "site")
    marker = found.pop(MARKER).decode()
    assert found == expected
    assert written == Written(len(expected), len(expected), 0)
    assert [line for line in marker.splitlines() if not line.startswith("#")] == sorted(expected)


def test_a_second_build_writes_nothing(root: Path) -> None:
    first = write(root)
    before = snapshot(root / "site")
    assert write(root) == Written(first.files, 0, 0)
    assert snapshot(root / "site") == before


def test_only_files_whose_bytes_change_are_written(root: Path) -> None:
    write(root)
    before = snapshot(root / "site")
    path = root / ".beans/app-bbbb--slug.md"
    path.write_text(path.read_text(encoding="utf-8").replace("Some text.", "Other text."), encoding="utf-8")
    written = write(root)
    after = snapshot(root / "site")
    changed = {name for name in after if stat.S_ISREG(after[name][0]) and after[name] != before[name]} - {LEDGER}
    assert changed == {"beans/app-bbbb/index.html", "beans/app-bbbb/index.md", "assets/beans/text.json"}
    assert (written.changed, written.removed) == (3, 0)


def test_a_file_that_somebody_changed_or_removed_is_written_again(root: Path) -> None:
    write(root)
    expected = files_of(root / "site")
    write_files(root / "site", {"index.html": "changed", INDEX: b""})
    (root / "site/beans/index.html").unlink()
    assert write(root).changed == 3
    assert files_of(root / "site") == expected


def test_what_is_no_longer_made_is_removed_with_the_folders_it_leaves_empty(root: Path) -> None:
    write(root)
    (root / ".beans/app-bbbb--slug.md").unlink()
    assert write(root).removed == 2
    assert not (root / "site/beans/app-bbbb").exists()
    assert (root / "site/beans/app-aaaa/index.html").exists()
    shutil.rmtree(root / ".beans")
    (root / ".beans.yml").unlink()
    write_files(root, {"todos/items/a.md": "---\nsummary: A\n---\n"})
    write(root)
    assert not (root / "site/beans").exists()
    assert not (root / "site/assets/beans").exists()


def test_a_folder_that_holds_something_else_stays(root: Path) -> None:
    """An empty folder is nobody's file: it is neither refused nor removed."""
    write(root)
    (root / "site/beans/app-bbbb/mine").mkdir()
    (root / ".beans/app-bbbb--slug.md").unlink()
    write(root)
    assert (root / "site/beans/app-bbbb/mine").is_dir()


@pytest.mark.parametrize("line", ["../victim", "../../victim", "beans/../../victim", "/etc/hostname", "{victim}", ""])
def test_a_marker_that_lists_files_outside_the_folder_removes_none_of_them(root: Path, line: str) -> None:
    write(root)
    victim = root / "victim"
    victim.write_text("mine", encoding="utf-8")
    with (root / "site" / MARKER).open("a", encoding="utf-8") as marker:
        marker.write(line.replace("{victim}", str(victim)) + "\n")
    assert write(root).removed == 0
    assert victim.read_text(encoding="utf-8") == "mine"


def test_only_what_the_marker_lists_is_removed(root: Path) -> None:
    """A projection that no marker lists may be another branch's: it stays."""
    write(root)
    data = (root / "site" / INDEX).read_bytes()
    write_files(root / "site", {"assets/other/index.json": data})
    assert write(root).removed == 0
    assert (root / "site/assets/other/index.json").read_bytes() == data


@pytest.mark.parametrize(
    "name",
    [
        "notes.txt",
        "beans/mine.md",
        "assets/beans/other.json",
        ".git/config",
        "assets/beans/index.json.bak",
        "deep/er/and/deeper/file",
        "assets/x/y/index.json",
        "notes.txt.gen-docs-tmp",
        "日本語",
    ],
)
@pytest.mark.parametrize("is_built", [True, False])
def test_a_folder_with_somebody_elses_file_is_refused_and_left_as_it_is(
    root: Path,
    name: str,
    is_built: bool,  # noqa: FBT001 - a case
) -> None:
    if is_built:
        write(root)
    write_files(root / "site", {name: "mine"})
    edit_a_bean(root)
    before = snapshot(root)
    with pytest.raises(OutputError, match="holds files that gen-docs did not write") as caught:
        write(root)
    assert name in str(caught.value)
    assert "--out" in str(caught.value)
    assert snapshot(root) == before


def edit_a_bean(root: Path) -> None:
    write_files(root, {".beans/app-aaaa--slug.md": bean("Changed")})


def test_a_file_with_a_projections_path_and_another_content_is_somebody_elses(root: Path) -> None:
    write_files(root / "site", {"assets/data/index.json": '{"name": "my data"}\n'})
    with pytest.raises(OutputError, match="assets/data/index"):
        write(root)


def test_many_foreign_files_are_counted(root: Path) -> None:
    write_files(root / "site", {f"f{number}": "" for number in range(12)})
    with pytest.raises(OutputError, match="and 7 more"):
        write(root)


@pytest.mark.parametrize("target", ["file", "folder", "nowhere"])
@pytest.mark.parametrize("place", ["link", INDEX, "assets/beans", "beans/app-aaaa", MARKER, "index.html"])
def test_a_link_inside_is_refused_and_not_followed(root: Path, place: str, target: str) -> None:
    outside = root.parent / "outside"
    write_files(outside, {"file": "mine", "folder/index.html": "mine"})
    write(root)
    link = root / "site" / place
    if link.is_dir():
        shutil.rmtree(link)
    else:
        link.unlink(missing_ok=True)
    link.symlink_to(outside / target)
    before = snapshot(outside)
    with pytest.raises(OutputError):
        write(root)
    assert snapshot(outside) == before


@pytest.mark.parametrize("place", ["", ".", "..", "../..", ".beans", ".beans/site", ".beans/archive", "x/.."])
def test_a_folder_that_contains_the_root_or_a_store_or_lies_in_one_is_refused(root: Path, place: str) -> None:
    before = snapshot(root)
    with pytest.raises(OutputError, match=r"contains the root|lie in one another"):
        write(root, Path(os.path.normpath(root / place)))
    assert snapshot(root) == before


def test_a_folder_around_a_store_is_refused(tmp_path: Path) -> None:
    write_files(
        tmp_path, {"gen-docs.toml": '[graphs.beans]\nkind = "beans"\nstore = "plan/beans"\n', "plan/beans/a.md": bean()}
    )
    with pytest.raises(OutputError, match="plan/beans lie in one another"):
        write(tmp_path, tmp_path / "plan")


def test_a_folder_around_a_store_that_is_only_declared_is_refused(tmp_path: Path) -> None:
    write_files(tmp_path, {"gen-docs.toml": '[graphs.qa]\nstore = "site/qa"\n'})
    with pytest.raises(OutputError, match="site/qa lie in one another"):
        write(tmp_path)


@pytest.mark.parametrize("target", ["..", ".beans"])
def test_a_link_does_not_hide_that_a_folder_is_the_root_or_a_store(root: Path, target: str) -> None:
    (root / "sub").mkdir()
    (root / "site").symlink_to(root / "sub" / ".." if target == ".." else root / target)
    with pytest.raises(OutputError, match=r"contains the root|lie in one another"):
        write(root)


def test_a_file_in_the_place_of_the_folder_is_refused(root: Path) -> None:
    write_files(root, {"site": "mine"})
    with pytest.raises(OutputError, match="is not a folder"):
        write(root)
    assert (root / "site").read_text(encoding="utf-8") == "mine"


def test_a_link_to_nowhere_in_the_place_of_the_folder_is_refused(root: Path) -> None:
    (root / "site").symlink_to(root.parent / "nowhere")
    with pytest.raises(OutputError):
        write(root)
    assert not (root.parent / "nowhere").exists()


def test_a_folder_of_a_fresh_clone_holds_projections_only_and_is_accepted(root: Path) -> None:
    (projection,) = build(root).projections
    write_files(root / "site", {projection.path: projection.content})
    before = (root / "site" / INDEX).stat().st_mtime_ns
    written = write(root)
    assert written.changed == written.files - 1
    assert (root / "site" / INDEX).stat().st_mtime_ns == before


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_a_projection_of_a_fresh_clone_may_be_stale_or_in_conflict(root: Path, ends: bytes) -> None:
    (projection,) = build(root).projections
    conflict = b"<<<<<<< a\n=======\n>>>>>>> b\n"
    data = projection.content.replace(b'  "items"', conflict + b'  "items"').replace(b"\n", ends)
    write_files(root / "site", {projection.path: data})
    write(root)
    assert (root / "site" / INDEX).read_bytes() == projection.content


class CutShortError(Exception):
    """Stands for whatever may end a build: a full disk, a signal."""


def cut_short(root: Path, after: int) -> None:
    """A build that ends while it asks for the artifact at a position."""
    built = build(root)

    def fail() -> bytes:
        raise CutShortError

    artifacts = [
        Artifact(artifact.path, fail) if at == after else artifact for at, artifact in enumerate(built.artifacts())
    ]
    with pytest.raises(CutShortError):
        write_site(built.root, built.site, os.fsencode(root / "site"), lambda: artifacts, find_basis(built))


@pytest.mark.parametrize("after", [0, 1, 5, 9])
def test_a_build_that_was_cut_short_can_be_followed_by_another(root: Path, after: int) -> None:
    cut_short(root, after)
    write(root)
    found = files_of(root / "site")
    del found[MARKER]
    assert found == outputs(build(root))


def test_a_build_cut_short_forgets_no_file_of_the_one_before_it(root: Path) -> None:
    write(root)
    (root / ".beans/app-bbbb--slug.md").unlink()
    cut_short(root, 0)
    assert write(root).removed == 2
    assert not (root / "site/beans/app-bbbb").exists()


@pytest.mark.parametrize("name", ["index.html", INDEX, "beans/app-aaaa/index.html", MARKER])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_temporary_file_that_a_cut_left_behind_is_cleared_away(
    root: Path,
    name: str,
    is_first: bool,  # noqa: FBT001 - a case
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rename that would have ended the writing of one file never comes, as when the machine stops."""
    if not is_first:
        write(root)
        write_files(root, {".beans/app-aaaa--slug.md": bean("Changed"), ".beans/app-cccc--x.md": bean("New")})
        if name != MARKER:
            (root / "site" / name).unlink()
    rename = os.replace

    def stop(source: bytes, target: bytes) -> None:
        if target == os.fsencode(root / "site" / name):
            raise CutShortError
        rename(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", stop)
        with pytest.raises(CutShortError):
            write(root)
    left = [path for path in files_of(root / "site") if path.endswith("tmp")]
    assert len(left) == 1
    write(root)
    found = files_of(root / "site")
    del found[MARKER]
    assert found == outputs(build(root))


def test_a_file_is_never_seen_half_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file comes to its place by a rename of a whole file that stood beside it."""
    moved: dict[bytes, bytes] = {}
    rename = os.replace

    def note(source: bytes, target: bytes) -> None:
        assert os.path.dirname(source) == os.path.dirname(target)  # noqa: PTH120 - bytes
        with open(source, "rb") as file:  # noqa: PTH123 - bytes
            moved[target] = file.read()
        rename(source, target)

    monkeypatch.setattr(os, "replace", note)
    write(root)
    folder = os.fsencode(root / "site")
    seen = {target.removeprefix(folder + b"/").decode(): data for target, data in moved.items()}
    assert set(seen) == {LEDGER, *files_of(root / "site")}
    assert {path: data for path, data in seen.items() if path != LEDGER} == files_of(root / "site")


@pytest.mark.parametrize("is_inside", [True, False])
def test_nothing_outside_the_output_folder_is_touched(
    root: Path,
    tmp_path: Path,
    is_inside: bool,  # noqa: FBT001 - a case
) -> None:
    out = root / "site" if is_inside else tmp_path / "elsewhere/site"
    out.mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir(exist_ok=True)
    write_files(tmp_path, {"neighbour/file": "mine", "repo/site-notes.md": "mine"})
    before = {name: seen for name, seen in snapshot(tmp_path).items() if not (tmp_path / name).is_relative_to(out)}
    write(root, out)
    edit_a_bean(root)
    before[os.path.join("repo", ".beans", "app-aaaa--slug.md")] = snapshot(root)[".beans/app-aaaa--slug.md"]  # noqa: PTH118 - a key
    write(root, out)
    after = {name: seen for name, seen in snapshot(tmp_path).items() if not (tmp_path / name).is_relative_to(out)}
    assert after == before


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_files_and_folders_have_the_permissions_that_the_umask_leaves(root: Path, mask: int) -> None:
    with umask(mask):
        write(root)
        edit_a_bean(root)
        write(root)
    modes = {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in (root / "site").rglob("*")}
    assert modes == {(True, 0o777 & ~mask), (False, 0o666 & ~mask)}


def test_the_marker_is_the_same_however_a_site_came_to_be(root: Path, tmp_path: Path) -> None:
    write(root)
    write_files(root, {".beans/app-cccc--x.md": bean("Three")})
    write(root)
    (root / ".beans/app-cccc--x.md").unlink()
    write(root)
    write(root, tmp_path / "other")
    assert files_of(root / "site") == files_of(tmp_path / "other")


def test_the_marker_names_paths_of_any_alphabet(tmp_path: Path) -> None:
    write_beans(tmp_path, {"日本語": bean(), "ü\n--x.md": bean("Odd")})
    write(tmp_path)
    marker = (tmp_path / "site" / MARKER).read_text(encoding="utf-8")
    assert "beans/日本語/index.html\n" in marker
    assert "beans/ü~0A/index.html\n" in marker
    assert write(tmp_path).changed == 0
    (tmp_path / ".beans/日本語--slug.md").unlink()
    assert write(tmp_path).removed == 2


def test_an_older_site_without_a_marker_is_refused_rather_than_guessed_at(root: Path) -> None:
    write(root)
    (root / "site" / MARKER).unlink()
    with pytest.raises(OutputError, match="did not write"):
        write(root)


def test_a_damaged_marker_loses_nothing(root: Path) -> None:
    write(root)
    before = files_of(root / "site")
    (root / "site" / MARKER).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OutputError, match="did not write"):
        write(root)
    del before[MARKER]
    assert {name: data for name, data in files_of(root / "site").items() if name != MARKER} == before


@pytest.mark.full
def test_two_builds_into_one_folder_leave_a_whole_site(root: Path) -> None:
    """Each has temporary files of its own; whichever ends last, every file is one that a build made."""
    write_files(root, {f".beans/app-{at:04}--x.md": bean(f"Item {at}") for at in range(20)})
    command = [sys.executable, "-m", "gen_docs", "build", "--root", str(root)]
    builds = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    errors = [each.communicate()[1] for each in builds]
    assert not any("Traceback" in error for error in errors), errors
    assert run("build", "--root", root).returncode == 0
    assert not list((root / "site").rglob("*.gen-docs-tmp"))
