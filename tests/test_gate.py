"""The gate: every sentence of the design's section on it, seen from the command line."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner
from support import bean, build, projection, run, write_beans, write_files

from gen_docs.cli import main
from gen_docs.files import FileFault, Root
from gen_docs.text import printable

PROJECTION = "site/assets/beans/index.json"
ONE = ".beans/app-aaaa--slug.md"
TWO = ".beans/app-bbbb--slug.md"
GIT_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}
TODO = "---\nsummary: Call home\nstatus: open\ncreated_at: 2026-01-02\n---\n\nSoon.\n"


def check(folder: Path | str, *options: str) -> tuple[int, str]:
    """The exit code and everything that `gen-docs check` prints; an exception that escapes fails the test."""
    done = CliRunner().invoke(main, ["check", "--root", str(folder), *options], catch_exceptions=False)
    return done.exit_code, done.output


def check_json(folder: Path | str, *options: str) -> Any:
    code, output = check(folder, "--format", "json", *options)
    report = orjson.loads(output)
    assert report["exit_code"] == code
    return report


def commit_projections(folder: Path) -> Path:
    """Leaves the projections in `site/`, and nothing else, as a fresh clone has them."""
    return write_files(folder, {f"site/{each.path}": each.content for each in build(folder).projections})


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def repair(output: str, folder: Path, *, with_git: bool = False) -> None:
    """Runs the command that a report gives, in a shell."""
    (command,) = re.findall(r"^To repair: (.*)$", output, re.MULTILINE)
    if not with_git:
        command = command.partition(" && git -C ")[0]
    tools = str(Path(sys.executable).parent)
    environment = {**os.environ, **GIT_ENVIRONMENT, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["sh", "-c", command], cwd=folder, env=environment, check=True, capture_output=True)


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        env={**os.environ, **GIT_ENVIRONMENT},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def commit(folder: Path, message: str = "More") -> str:
    """Commits everything below a folder, made a repository where it is none; returns the commit's name."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
    return git(folder, "rev-parse", "HEAD")


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every path below a folder with its mode, its time of change and its content."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(folder))] = (status.st_mode, status.st_mtime_ns, content)
    return found


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A repository with two beans whose projection is what its files say."""
    write_beans(tmp_path / "repo", {"app-aaaa": bean("One"), "app-bbbb": bean("Two", priority="high")})
    return commit_projections(tmp_path / "repo")


def test_a_fresh_projection_passes(fresh: Path) -> None:
    code, output = check(fresh)
    assert code == 0
    assert "beans: fresh; items: 2, problems: 0" in output
    assert "To repair" not in output


def test_a_changed_field_is_named_with_both_values_and_the_command_given_repairs_it(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(fresh / ONE, "status: todo", "status: completed")
    monkeypatch.chdir(fresh)
    code, output = check(".")
    assert code == 1
    assert f"error: {PROJECTION}: " in output
    assert "~ app-aaaa status: todo -> completed" in output
    assert "To repair: gen-docs build && git -C site add --all -- 'assets/*/index.json'" in output
    repair(output, fresh)
    assert check(".")[0] == 0


def test_the_whole_repair_command_stages_what_makes_the_next_clone_fresh(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    CliRunner().invoke(main, ["init", "--root", str(fresh)], catch_exceptions=False)
    commit(fresh)
    edit(fresh / ONE, "status: todo", "status: completed")
    monkeypatch.chdir(fresh)
    repair(check(".")[1], fresh, with_git=True)
    assert git(fresh, "diff", "--cached", "--name-only") == PROJECTION
    commit(fresh)
    git(tmp_path, "clone", "--quiet", str(fresh), "clone")
    assert check(tmp_path / "clone")[0] == 0


EACH_NAME = ["a folder", "it's", "-dash", "日本語", "$(false)"]


@pytest.mark.parametrize(
    "name", ["-it's a $(false) 日本語", *(pytest.param(name, marks=pytest.mark.full) for name in EACH_NAME)]
)
def test_the_repair_command_works_for_any_root_and_output_folder(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    root = fresh.rename(tmp_path / name)
    (root / "site").rename(tmp_path / f"{name} out")
    edit(root / TWO, "priority: high", "priority: low")
    monkeypatch.chdir(tmp_path)
    options = [f"--root={name}", f"--out={name} out"]
    done = CliRunner().invoke(main, ["check", *options], catch_exceptions=False)
    assert done.exit_code == 1
    repair(done.output, tmp_path)
    assert CliRunner().invoke(main, ["check", *options], catch_exceptions=False).exit_code == 0


def test_everything_is_reported_in_one_run(fresh: Path) -> None:
    write_files(fresh, {"todos/items/call.md": TODO})
    edit(fresh / ONE, "title: One", "title: Uno")
    (fresh / ".beans/app-bbbb--slug.md").unlink()
    shutil.copytree(fresh / "site/assets/beans", fresh / "site/assets/old")
    write_files(fresh, {".beans/app-cccc--x.md": bean("Three"), ".beans/app-dddd--x.md": "no record"})
    code, output = check(fresh, "--strict")
    assert code == 1
    for line in (
        "beans: stale; items: 2, problems: 1",
        "todos: missing; items: 1, problems: 0",
        "~ app-aaaa title: One -> Uno",
        f"- app-bbbb removed ({TWO})",
        "+ app-cccc added (.beans/app-cccc--x.md)",
        "site/assets/todos/index.json: does not exist",
        "site/assets/old/index.json: no declared graph makes this projection",
        ".beans/app-dddd--x.md: There is no front matter",
        "To repair: ",
    ):
        assert line in output


@pytest.mark.full
def test_an_orphan_of_a_fresh_clone_is_repaired_by_the_command_given(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(fresh, {"gen-docs.toml": '[graphs.plan]\nkind = "beans"\nstore = ".beans"\n'})
    commit(fresh)
    monkeypatch.chdir(fresh)
    code, output = check(".")
    assert code == 1
    assert f"{PROJECTION}: no declared graph makes this projection" in output
    repair(output, fresh, with_git=True)
    code, output = check(".")
    assert (code, "orphan" in output or "no declared graph" in output) == (0, False)
    assert PROJECTION not in git(fresh, "ls-files")


def test_field_by_field_a_value_that_comes_or_goes_is_absent_on_the_other_side(fresh: Path) -> None:
    edit(fresh / TWO, "priority: high\n", "tags: [ui, api]\n")
    output = check(fresh)[1]
    assert "~ app-bbbb priority: high -> (absent)" in output
    assert '~ app-bbbb tags: (absent) -> ["ui","api"]' in output
    assert "app-aaaa" not in output


@pytest.mark.parametrize(
    ("place", "is_archived"), [(".beans/app-aaaa--renamed.md", False), (".beans/archive/app-aaaa--slug.md", True)]
)
def test_a_renamed_or_archived_item_is_a_changed_path_and_no_loss(fresh: Path, place: str, is_archived: bool) -> None:  # noqa: FBT001 - a case
    target = fresh / place
    target.parent.mkdir(exist_ok=True)
    (fresh / ONE).rename(target)
    code, output = check(fresh)
    assert code == 1
    assert f"~ app-aaaa path: {ONE} -> {place}" in output
    assert ("~ app-aaaa archived: (absent) -> true" in output) is is_archived
    assert "added" not in output
    assert "removed" not in output


def test_a_change_around_the_items_is_named(fresh: Path) -> None:
    write_files(
        fresh,
        {
            "gen-docs.toml": '[graphs.beans]\nkind = "beans"\nstore = ".beans"\ntitle = "Plan"\n'
            '[forge]\nkind = "gitlab"\nurl = "https://gitlab.com/o/n"\n'
        },
    )
    code, output = check(fresh)
    assert code == 1
    assert "~ title: Beans -> Plan" in output
    assert '~ urls: (absent) -> {"view":"https://gitlab.com/o/n/-/blob/main/{path}"' in output


def test_a_new_problem_makes_the_projection_stale_and_is_named(fresh: Path) -> None:
    write_files(fresh, {".beans/app-eeee--x.md": "---\ntitle: [\n---\n"})
    code, output = check(fresh)
    assert code == 1
    assert '~ problems: (absent) -> {"path":".beans/app-eeee--x.md",' in output


def test_of_a_list_around_the_items_only_what_came_and_went_is_shown(fresh: Path) -> None:
    graph = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\nrules = { empty-body = { severity = "off" } }\n'
    write_files(fresh, {"gen-docs.toml": graph})
    output = check(fresh)[1]
    assert re.findall("^    .*$", output, re.MULTILINE) == [
        '    ~ rules: {"name":"empty-body","severity":"note"} -> (absent)'
    ]


def test_a_list_around_the_items_in_another_order_is_shown_whole(fresh: Path) -> None:
    path = fresh / PROJECTION
    projection = orjson.loads(path.read_bytes())
    projection["states"].reverse()
    path.write_bytes(orjson.dumps(projection))
    assert '~ states: [{"name":"scrapped"' in check(fresh)[1]


def _compact(data: bytes) -> bytes:
    return orjson.dumps(orjson.loads(data))


def _crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def _text(content: bytes) -> Callable[[bytes], bytes]:
    return lambda _: content


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_compact, "same data, different bytes"),
        (lambda data: data + b"\n", "same data, different bytes"),
        (_crlf, "differs only in line ends"),
        (_text(b""), "is not a readable projection"),
        (_text(b"not JSON"), "is not a readable projection"),
        (_text(b"\xff\xfe"), "is not a readable projection"),
        (_text(b"null"), "is not a readable projection"),
        (_text(b"3"), "is not a readable projection"),
        (_text(b"[]"), "is not a readable projection"),
        (_text(b"{}"), "is not a readable projection"),
        (_text(b'{"items": {}}'), "is not a readable projection"),
        (_text(b'{"items": [3]}'), "is not a readable projection"),
        (_text(b'{"items": [null]}'), "is not a readable projection"),
        (_text(b'{"items": [{"id": "a"}]}'), "is not a readable projection"),
        (_text(b'{"items": [{"id": [], "path": {}}]}'), "is not a readable projection"),
        (_text(b'{"items": [{"id": "\\ud800", "path": "a"}]}'), "is not a readable projection"),
        (_text(b"[" * 200_000), "is not a readable projection"),
        (_text(b'{"items": ' + b"[" * 200_000), "is not a readable projection"),
        (_text(b'{"items": [{"id": "a", "path": "p"}, {"id": "a", "path": "p"}]}'), "- a removed (p)"),
        (_text(b'{"items": [], "links": 99999999999999999999999}'), "+ app-aaaa added"),
        (lambda data: data.replace(b'"title": "One"', b'"title": {"x": [null]}'), '{"x":[null]} -> One'),
        (lambda data: data.replace(b'"id": "app-aaaa"', b'"id": ""'), "+ app-aaaa added"),
    ],
)
def test_a_projection_of_any_other_bytes_is_stale_and_the_report_says_why(
    fresh: Path, change: Callable[[bytes], bytes], says: str
) -> None:
    path = fresh / PROJECTION
    path.write_bytes(change(path.read_bytes()))
    code, output = check(fresh)
    assert code == 1
    assert "beans: stale" in output
    assert says in output
    report = check_json(fresh)
    assert [graph["status"] for graph in report["graphs"]] == ["stale"]


@pytest.mark.parametrize("what", ["folder", "dangling link", "fifo"])
def test_of_a_projection_that_is_no_file_nothing_can_be_said(fresh: Path, what: str) -> None:
    path = fresh / PROJECTION
    path.unlink()
    if what == "folder":
        path.mkdir()
    elif what == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")
    code, output = check(fresh)
    assert code == 2
    assert "assets/beans/index.json is " in output
    assert "remove it and build again" in output


CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"---\ntitle: One\n{CONFLICT}status: todo\n---\n\nText.\n", 3),
        (f"---\ntitle: One\nstatus: todo\n---\n\n{CONFLICT}", 6),
        (f"---\ntitle: One\nstatus: todo\n---\n\n{CONFLICT}".replace("\n", "\r\n"), 6),
        (f"{CONFLICT}---\ntitle: One\nstatus: todo\n---\n", 1),
        (f"---\ntitle: One\nstatus: todo\n---\n```\nclosed\n```\n{CONFLICT}", 8),
        ("---\ntitle: One\nstatus: todo\n---\n<<<<<<< a\n||||||| b\n=======\n\n>>>>>>> c\n", 5),
    ],
)
def test_conflict_markers_in_a_store_file_leave_it_undetermined(fresh: Path, text: str, line: int) -> None:
    write_files(fresh, {ONE: text})
    commit_projections(fresh)
    code, output = check(fresh)
    assert code == 2
    assert f"{ONE}:{line}: Merge conflict markers begin here" in output
    assert "Could not determine." in output


@pytest.mark.parametrize(
    "body",
    [
        f"```\n{CONFLICT}```\n",
        f"~~~~ diff\n{CONFLICT}~~~\n{CONFLICT}~~~~\n",
        "    <<<<<<< HEAD\n=======\n    >>>>>>> x\n",
        "Heading\n=======\n\n>>>>>>> quote\n",
        "<<<<<<< HEAD\nno end\n=======\n",
        ">>>>>>> b\n=======\n<<<<<<< a\n",
        "<<<<<<<HEAD\n=======\n>>>>>>>b\n",
    ],
)
def test_text_that_speaks_of_conflict_markers_is_none(fresh: Path, body: str) -> None:
    write_files(fresh, {ONE: bean("One", body=body)})
    commit_projections(fresh)
    assert check(fresh)[0] == 0


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mode", ["exact", "exists", "off"])
def test_conflict_markers_in_a_projection_leave_it_undetermined_in_every_mode(
    fresh: Path, mode: str, ends: bytes
) -> None:
    write_files(fresh, {"gen-docs.toml": f'[graphs.beans]\nkind = "beans"\nstore = ".beans"\ngate = "{mode}"\n'})
    line = b'      "status": "todo",\n'
    path = fresh / PROJECTION
    conflict = b"<<<<<<< HEAD\n" + line + b'=======\n      "status": "draft",\n>>>>>>> branch\n'
    path.write_bytes(path.read_bytes().replace(line, conflict, 1).replace(b"\n", ends))
    code, output = check(fresh)
    assert code == 2
    assert "conflict markers" in output
    assert "Rebuild it rather than merging it by hand." in output


def test_a_projection_in_conflict_is_repaired_by_the_command_given(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fresh / PROJECTION
    path.write_bytes(path.read_bytes().replace(b"{\n", b"{\n" + CONFLICT.encode(), 1))
    monkeypatch.chdir(fresh)
    repair(check(".")[1], fresh)
    assert check(".")[0] == 0


def test_conflict_markers_in_an_orphan_leave_it_undetermined(fresh: Path) -> None:
    content = (fresh / PROJECTION).read_text(encoding="utf-8")
    write_files(fresh, {"site/assets/old/index.json": content + CONFLICT})
    assert check(fresh)[0] == 2


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"gen-docs.toml": "title = "}, "gen-docs.toml: is not TOML"),
        ({"gen-docs.toml": "titel = 'x'"}, "did you mean 'title'?"),
        ({".beans.yml": "beans:\n  path: ../elsewhere\n"}, "../elsewhere"),
        ({"gen-docs.toml": '[graphs.beans]\nkind = "bean"\nstore = ".beans"\n'}, "bean"),
        ({"gen-docs.toml": '[graphs.qa]\nstore = "qa"\ntracked_by = "zzzz"\n'}, "zzzz"),
    ],
)
def test_a_bad_declaration_leaves_it_undetermined(fresh: Path, files: dict[str, str], says: str) -> None:
    write_files(fresh, files)
    code, output = check(fresh)
    assert code == 2
    assert says in output


def test_a_store_that_cannot_be_listed_leaves_it_undetermined(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Permissions do not stop root, so the refusal is the disk's here; `test_cli` has one of the system's."""

    def refuse(_root: Root, _store: str, _suffix: str) -> None:
        raise FileFault("unreadable")

    monkeypatch.setattr(Root, "walk", refuse)
    code, output = check(fresh)
    assert code == 2
    assert ".beans: the store cannot be listed" in output


@pytest.mark.parametrize(
    "files",
    [
        {"README.md": "Nothing here."},
        {"gen-docs.toml": "[graphs]\n"},
        {"gen-docs.toml": '[graphs.qa]\nstore = "qa"\n'},
        {
            "gen-docs.toml": '[graphs.beans]\nkind = "beans"\nstore = ".beans"\ngate = "off"\n',
            ".beans/a-1--x.md": bean(),
        },
    ],
)
def test_nothing_at_all_to_check_is_never_a_pass(tmp_path: Path, files: dict[str, str]) -> None:
    write_files(tmp_path, files)
    code, output = check(tmp_path)
    assert code == 2
    assert "There is nothing to check" in output


@pytest.mark.parametrize(
    ("mode", "state", "code", "says"),
    [
        ("exact", "fresh", 0, "beans: fresh"),
        ("exact", "stale", 1, "beans: stale"),
        ("exact", "missing", 1, "beans: missing"),
        ("exists", "fresh", 0, "beans: there"),
        ("exists", "stale", 0, "beans: there"),
        ("exists", "missing", 1, "beans: missing"),
        ("off", "stale", 0, "beans: not gated"),
        ("off", "missing", 0, "beans: not gated"),
    ],
)
def test_the_mode_of_a_graph_decides_what_closes_the_gate(
    fresh: Path, mode: str, state: str, code: int, says: str
) -> None:
    write_files(fresh, {"todos/items/call.md": TODO})
    write_files(
        fresh,
        {
            "gen-docs.toml": f'[graphs.beans]\nkind = "beans"\nstore = ".beans"\ngate = "{mode}"\n'
            '[graphs.todos]\nkind = "todos"\nstore = "todos/items"\n'
        },
    )
    commit_projections(fresh)
    if state == "stale":
        edit(fresh / ONE, "todo", "draft")
    elif state == "missing":
        (fresh / PROJECTION).unlink()
    got, output = check(fresh)
    assert got == code
    assert says in output
    assert "todos: fresh" in output


def test_problems_stand_in_the_projection_and_close_the_gate_only_when_asked(fresh: Path) -> None:
    write_files(fresh, {".beans/app-cccc--x.md": "---\ntitle: 'open\n---\n"})
    commit_projections(fresh)
    code, output = check(fresh)
    assert code == 0
    assert "warning: " in output
    assert ".beans/app-cccc--x.md:" in output
    code, output = check(fresh, "--strict")
    assert code == 1
    assert "error: " in output


@pytest.mark.parametrize(
    ("severity", "options", "code"),
    [
        ("error", (), 0),
        ("error", ("--fail-on", "error"), 1),
        ("error", ("--fail-on", "warning"), 1),
        ("warning", ("--fail-on", "error"), 0),
        ("warning", ("--fail-on", "warning"), 1),
        ("note", ("--fail-on", "warning"), 0),
        ("none", ("--fail-on", "warning"), 0),
    ],
)
def test_findings_close_the_gate_from_the_severity_asked_for(
    tmp_path: Path, severity: str, options: tuple[str, ...], code: int
) -> None:
    found = {
        "error": bean(blocked_by=["app-zzzz"]),
        "warning": bean(updated_at="2020-01-01"),
        "note": bean(body=""),
        "none": bean(),
    }
    rule = {"error": "blocker-unknown", "warning": "updated-before-created", "note": "empty-body", "none": ""}
    write_beans(tmp_path, {"app-aaaa": found[severity]})
    commit_projections(tmp_path)
    (item,) = projection(build(tmp_path))["items"]
    assert [each["rule"] for each in item.get("findings", [])] == ([rule[severity]] if rule[severity] else [])
    got, output = check(tmp_path, *options)
    assert got == code
    assert ("app-aaaa: " in output) is bool(code)


def test_a_repository_that_commits_no_projection_is_told_how_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_beans(tmp_path, {"app-aaaa": bean()})
    monkeypatch.chdir(tmp_path)
    code, output = check(".")
    assert code == 1
    assert "This repository commits no projection yet. To begin, run the command below" in output
    repair(output, tmp_path)
    code, output = check(".")
    assert code == 0
    assert "To begin" not in output


def test_a_graph_whose_store_is_absent_is_empty_and_can_be_fresh(tmp_path: Path) -> None:
    write_files(tmp_path, {".beans.yml": "beans:\n  path: .beans\n"})
    commit_projections(tmp_path)
    code, output = check(tmp_path)
    assert code == 0
    assert "items: 0" in output


# --base


def test_a_deleted_item_closes_the_gate_even_where_the_projection_agrees(fresh: Path) -> None:
    commit(fresh)
    (fresh / TWO).unlink()
    commit_projections(fresh)
    assert check(fresh)[0] == 0
    code, output = check(fresh, "--base", "HEAD")
    assert code == 1
    assert "beans: ids in HEAD: 2, gone: 1" in output
    assert f"{TWO}: app-bbbb was in HEAD and is gone" in output
    assert "app-aaaa" not in output
    (comparison,) = check_json(fresh, "--base", "main")["comparisons"]
    assert [loss["id"] for loss in comparison["losses"]] == ["app-bbbb"]


def test_a_rename_archiving_or_a_changed_text_is_no_loss(fresh: Path) -> None:
    commit(fresh)
    (fresh / ".beans/archive").mkdir()
    (fresh / ONE).rename(fresh / ".beans/archive/app-aaaa--slug.md")
    (fresh / TWO).rename(fresh / ".beans/app-bbbb--another-slug.md")
    commit_projections(fresh)
    code, output = check(fresh, "--base", "HEAD")
    assert code == 0
    assert "beans: ids in HEAD: 2, gone: 0" in output


def test_a_file_that_has_become_malformed_is_no_loss(fresh: Path) -> None:
    commit(fresh)
    write_files(fresh, {ONE: "---\ntitle: [\n---\n", TWO: "\x00"})
    commit_projections(fresh)
    assert check(fresh, "--base", "HEAD")[0] == 0


def test_a_deleted_text_without_front_matter_is_no_loss(fresh: Path) -> None:
    write_files(fresh, {".beans/README.md": "About this store.\n", ".beans/.hidden/app-xxxx--x.md": bean()})
    commit(fresh)
    (fresh / ".beans/README.md").unlink()
    shutil.rmtree(fresh / ".beans/.hidden")
    assert check(fresh, "--base", "HEAD")[0] == 0


def test_an_id_of_two_files_is_lost_with_the_last_of_them(fresh: Path) -> None:
    write_files(fresh, {".beans/app-aaaa--again.md": bean("Again")})
    commit(fresh)
    (fresh / ONE).unlink()
    commit_projections(fresh)
    assert check(fresh, "--base", "HEAD")[0] == 0
    (fresh / ".beans/app-aaaa--again.md").unlink()
    commit_projections(fresh)
    assert check(fresh, "--base", "HEAD")[0] == 1


def test_ids_and_paths_that_are_not_ascii_or_not_utf_8_compare_too(tmp_path: Path) -> None:
    write_beans(tmp_path, {"日本-語": bean(), "app-ü": bean()})
    bad = os.fsencode(tmp_path) + b"/.beans/app-\xff%--x.md"
    Path(os.fsdecode(bad)).write_text(bean(), encoding="utf-8")
    commit(tmp_path)
    commit_projections(tmp_path)
    code, output = check(tmp_path, "--base", "HEAD")
    assert (code, "ids in HEAD: 3, gone: 0" in output) == (0, True)
    Path(os.fsdecode(bad)).unlink()
    commit_projections(tmp_path)
    code, output = check(tmp_path, "--base", "HEAD")
    assert code == 1
    assert "app-%FF%25" in output


@pytest.mark.parametrize(
    "ref", ["no-such-branch", "--help", "-h", "HEAD:README", "0" * 40, "HEAD^{tree}", "a b", "@{x}"]
)
def test_an_unknown_ref_leaves_it_undetermined(fresh: Path, ref: str) -> None:
    commit(fresh)
    code, output = check(fresh, f"--base={ref}")
    assert code == 2
    assert f"git does not know {ref}" in output
    assert "fetch" in output


def test_an_unknown_ref_leaves_it_undetermined_where_nothing_guards_its_items(tmp_path: Path) -> None:
    write_files(tmp_path, {"todos/items/call.md": TODO})
    commit_projections(tmp_path)
    commit(tmp_path)
    assert check(tmp_path, "--base", "HEAD")[0] == 0
    assert check(tmp_path, "--base", "no-such-branch")[0] == 2


def test_without_a_git_repository_a_base_cannot_be_determined(fresh: Path) -> None:
    code, output = check(fresh, "--base", "HEAD")
    assert code == 2
    assert "no git repository" in output


def test_without_git_a_base_cannot_be_determined(fresh: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commit(fresh)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert check(fresh)[0] == 0
    code, output = check(fresh, "--base", "HEAD")
    assert code == 2
    assert "git is not installed" in output


def test_a_shallow_clone_is_told_how_to_fetch_what_is_missing(fresh: Path, tmp_path: Path) -> None:
    first = commit(fresh)
    commit(fresh)
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{fresh}", "shallow")
    code, output = check(tmp_path / "shallow", "--base", first)
    assert code == 2
    assert "shallow" in output
    assert "git fetch --unshallow" in output
    assert "fetch-depth: 0" in output
    git(tmp_path / "shallow", "fetch", "--quiet", "--unshallow", "origin")
    assert check(tmp_path / "shallow", "--base", first)[0] == 0


def test_graphs_that_are_not_compared_are_named_with_the_reason(fresh: Path) -> None:
    write_files(
        fresh,
        {
            "gen-docs.toml": '[graphs.beans]\nkind = "beans"\nstore = ".beans"\n'
            '[graphs.later]\nkind = "beans"\nstore = "later"\n'
            '[graphs.todos]\nkind = "todos"\nstore = "todos/items"\n'
            '[graphs.qa]\nstore = "qa"\n',
            "todos/items/call.md": TODO,
        },
    )
    commit_projections(fresh)
    commit(fresh)
    code, output = check(fresh, "--base", "HEAD")
    assert code == 0
    assert "beans: ids in HEAD: 2, gone: 0" in output
    assert "later: not compared with HEAD: HEAD has no such files in later" in output
    assert "todos: not compared with HEAD: items of this kind may be deleted" in output
    assert "qa: not compared with HEAD: nothing projects it" in output


@pytest.mark.parametrize("is_relative", [True, False])
def test_a_root_inside_a_bigger_repository_is_compared_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_relative: bool,  # noqa: FBT001 - a case
) -> None:
    inner = tmp_path / "packages/plan"
    write_beans(inner, {"app-aaaa": bean(), "app-bbbb": bean("Two")})
    write_beans(tmp_path, {"app-xxxx": bean()})
    commit(tmp_path)
    (tmp_path / ".beans/app-xxxx--slug.md").unlink()
    commit_projections(inner)
    monkeypatch.chdir(tmp_path)
    root = "packages/plan" if is_relative else str(inner)
    code, output = check(root, "--base", "HEAD")
    assert (code, "ids in HEAD: 2, gone: 0" in output) == (0, True)
    (inner / TWO).unlink()
    commit_projections(inner)
    code, output = check(root, "--base", "HEAD")
    assert code == 1
    assert "app-bbbb" in output
    assert "app-xxxx" not in output


@pytest.mark.parametrize("store", ["./.beans/", ".beans//", "plan/../.beans", "."])
def test_a_store_in_another_spelling_is_compared_as_well(tmp_path: Path, store: str) -> None:
    write_files(
        tmp_path,
        {"gen-docs.toml": f'[graphs.beans]\nkind = "beans"\nstore = "{store}"\n', ".beans/app-1--x.md": bean(),
         "app-2--x.md": bean()},
    )  # fmt: skip
    commit(tmp_path)
    if ".." in store:
        assert check(tmp_path, "--base", "HEAD")[0] == 2
        return
    commit_projections(tmp_path)
    assert check(tmp_path, "--base", "HEAD")[0] == 0
    (lost,) = [path for path in ("app-2--x.md", ".beans/app-1--x.md") if (store == ".") == (path == "app-2--x.md")]
    (tmp_path / lost).unlink()
    commit_projections(tmp_path)
    assert check(tmp_path, "--base", "HEAD")[0] == 1


def test_the_environment_names_no_other_repository(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_beans(tmp_path / "other", {"app-zzzz": bean()})
    commit(tmp_path / "other")
    commit(fresh)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
    code, output = check(fresh, "--base", "HEAD")
    assert (code, "ids in HEAD: 2, gone: 0" in output) == (0, True)


# Writing nothing, and what is printed


@pytest.mark.parametrize("options", [(), ("--base", "HEAD", "--strict", "--fail-on", "warning"), ("--format", "json")])
@pytest.mark.parametrize("state", ["fresh", "stale", "conflict"])
def test_it_never_writes(fresh: Path, options: tuple[str, ...], state: str) -> None:
    commit(fresh)
    if state == "stale":
        edit(fresh / ONE, "todo", "draft")
        shutil.copytree(fresh / "site/assets/beans", fresh / "site/assets/old")
    elif state == "conflict":
        write_files(fresh, {ONE: CONFLICT})
    before = snapshot(fresh)
    code, _ = check(fresh, *options)
    assert code == {"fresh": 0, "stale": 1, "conflict": 2}[state]
    assert snapshot(fresh) == before


HOSTILE = r'"100% of\n::error::it\e[31m,a:b\u202e\u009b\r\0d\u2028"'


@pytest.fixture
def hostile(fresh: Path) -> Path:
    """A stale repository whose texts, names and paths hold what a terminal or a workflow would obey."""
    edit(fresh / ONE, "title: One", f"title: {HOSTILE}".replace(r"\0", ""))
    name = "app-x\x1b[31m\n::warning::y,z:%0A--x"
    (fresh / f".beans/{name}.md").write_text(bean(blocked_by=[r'"no\x7fne"']), encoding="utf-8")
    (fresh / ".beans/bad\x1b]0;t\x07--x.md").write_text("no record", encoding="utf-8")
    return fresh


_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@pytest.mark.parametrize("form", ["text", "github"])
def test_control_characters_are_escaped(hostile: Path, form: str) -> None:
    commit(hostile)
    code, output = check(hostile, "--format", form, "--fail-on", "warning", "--strict")
    assert code == 1
    assert not _CONTROL.search(output)
    assert r"\x1b[31m" in output
    assert not [line for line in output.splitlines() if line.startswith("::warning::y")]


def test_annotations_are_encoded(hostile: Path) -> None:
    output = check(hostile, "--format", "github", "--fail-on", "warning", "--strict")[1]
    commands = [line for line in output.splitlines() if line.lstrip().startswith("::")]
    form = re.compile(r"::(error|warning|notice) file=([^,:]+)(,line=\d+)?::(.+)")
    found = [form.fullmatch(line) for line in commands]
    assert len(found) >= 5
    for line, each in zip(commands, found, strict=True):
        assert each, line
        for part in (each[2], each[4]):
            assert re.fullmatch(r"(?:[^%\n\r]|%(25|0A|0D|3A|2C))*", part), part
    assert any("100%25 of" in line for line in commands)


def test_annotations_name_files_as_the_reader_of_the_job_sees_them(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(fresh / ONE, "todo", "draft")
    write_files(fresh, {".beans/app-bad--x.md": "none"})
    monkeypatch.chdir(fresh.parent)
    output = check("repo", "--format", "github")[1]
    files = set(re.findall(r"^::\w+ file=([^,:]+)", output, re.MULTILINE))
    assert files == {f"repo/{PROJECTION}", f"repo/{ONE}", "repo/.beans/app-bad--x.md"}


def test_the_json_form_agrees_with_the_text(hostile: Path) -> None:
    write_files(hostile, {"todos/items/call.md": TODO})
    shutil.copytree(hostile / "site/assets/beans", hostile / "site/assets/old")
    options = ("--fail-on", "warning", "--strict")
    code, text = check(hostile, *options)
    report = check_json(hostile, *options)
    assert (report["exit_code"], report["result"]) == (code, "stale") == (1, "stale")
    assert {each["graph"]: each["status"] for each in report["graphs"]} == {"beans": "stale", "todos": "missing"}
    assert report["orphans"] == ["assets/old/index.json"]
    assert f"To repair: {report['repair']}" in text
    changes = [change for graph in report["graphs"] for change in graph["changes"]]
    assert len(changes) == len(re.findall(r"^    [~+-] ", text, re.MULTILINE))
    assert {"what", "id", "path", "field", "old", "new"} >= set(changes[0])
    assert [change["old"] for change in changes if change["field"] == "title"] == ["One"]
    assert len(report["problems"]) == 1
    assert len(report["findings"]) > 0
    assert all(f"{printable(found['item'])}: " in text for found in report["findings"])


@pytest.mark.parametrize("state", ["fresh", "nothing", "conflict"])
def test_the_json_form_is_whole_for_every_exit_code(fresh: Path, state: str) -> None:
    if state == "nothing":
        shutil.rmtree(fresh / ".beans")
        shutil.rmtree(fresh / "site")
        (fresh / ".beans.yml").unlink()
    elif state == "conflict":
        write_files(fresh, {ONE: CONFLICT})
    report = check_json(fresh)
    wanted: dict[str, tuple[int, str, str | None]] = {
        "fresh": (0, "fresh", None),
        "nothing": (2, "unknown", None),
        "conflict": (2, "unknown", report["repair"]),
    }
    assert (report["exit_code"], report["result"], report["repair"]) == wanted[state]


def test_a_long_value_is_cut_in_the_text_and_whole_in_the_json(fresh: Path) -> None:
    long = "ü" * 5_000
    edit(fresh / ONE, "title: One", f"title: {long}")
    text = check(fresh)[1]
    assert "…" in text
    assert len(text) < 5_000
    changes = check_json(fresh)["graphs"][0]["changes"]
    assert long in [change["new"] for change in changes]


def test_no_number_of_changes_is_left_out_of_the_text(tmp_path: Path) -> None:
    write_beans(tmp_path, {f"app-{number:04}": bean(f"T{number}") for number in range(300)})
    commit_projections(tmp_path)
    for path in (tmp_path / ".beans").iterdir():
        edit(path, "status: todo", "status: draft")
    text = check(tmp_path)[1]
    assert len(re.findall(r"~ app-\d{4} status: todo -> draft", text)) == 300


@pytest.mark.full
def test_a_projection_larger_than_any_file_of_a_store_is_compared(fresh: Path) -> None:
    """A store's files are bounded, since strangers write them; what this program wrote is not."""
    body = "".join(f"x{at}: {'y' * 4_000}\n" for at in range(16))
    text = f"---\ntitle: T\nstatus: todo\ncreated_at: 2026-01-02\n{body}---\n\ntext\n"
    write_files(fresh, {f".beans/app-{at:04}--x.md": text for at in range(270)})
    commit_projections(fresh)
    assert (fresh / PROJECTION).stat().st_size > 16 * 1024 * 1024
    assert check(fresh)[0] == 0


@pytest.mark.parametrize("option", ["--base", "--out", "--root"])
def test_an_option_that_is_given_and_empty_is_a_mistake(fresh: Path, option: str) -> None:
    """It is what an unset variable of a CI job looks like."""
    done = run("check", option, "", cwd=fresh)
    assert done.returncode == 2
    assert "is empty" in done.stderr


@pytest.mark.full
def test_the_repair_command_stages_in_a_repository_that_one_does_not_stand_in(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(fresh)
    edit(fresh / ONE, "status: todo", "status: completed")
    monkeypatch.chdir(fresh.parent)
    code, output = check(fresh.name)
    assert code == 1
    repair(output, fresh.parent, with_git=True)
    assert git(fresh, "diff", "--cached", "--name-only") == PROJECTION
    assert check(fresh.name)[0] == 0


def test_while_a_merge_is_unfinished_no_command_is_offered_that_would_hide_it(fresh: Path) -> None:
    path = fresh / ONE
    path.write_text(path.read_text(encoding="utf-8") + CONFLICT, encoding="utf-8")
    code, output = check(fresh)
    assert code == 2
    assert "To repair" not in output
    assert "Finish the merge" in output


def test_many_lost_items_are_read_in_one_process(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(fresh, {f".beans/app-{at:04}--x.md": bean() for at in range(60)})
    commit(fresh)
    for path in (fresh / ".beans").glob("app-00*"):
        path.unlink()
    commit_projections(fresh)
    calls: list[object] = []
    run_really = subprocess.run

    def count_calls(command: object, **options: Any) -> Any:
        calls.append(command)
        return run_really(command, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("gen_docs.git.subprocess.run", count_calls)
    code, output = check(fresh, "--base", "HEAD")
    assert code == 1
    assert "gone: 60" in output
    assert len(calls) < 6


def test_a_full_output_is_an_error_and_no_traceback(fresh: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [sys.executable, "-m", "gen_docs", "check"],
            cwd=fresh,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "cannot be written" in done.stderr
