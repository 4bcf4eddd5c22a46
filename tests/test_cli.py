"""The command line: exit codes, messages for bad input of every kind, `init`, and what a command loads."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result
from support import bean, build, projection, run, write_beans, write_files

from gen_docs import __version__
from gen_docs.cli import main

TODO = "---\nsummary: Call home\nstatus: open\ncreated_at: 2026-01-02\n---\n\nSoon.\n"
BEANS = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\n'


def invoke(*arguments: str | Path) -> Result:
    """Runs a command in this process. An exception that escapes fails the test: a user would see a traceback."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def snapshot(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def git(folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return write_beans(tmp_path / "repo", {"app-aaaa": bean("One"), "app-bbbb": bean("Two")})


# Help, versions, exit codes


def test_help_lists_every_command_and_both_spellings_of_it_agree() -> None:
    done = invoke("--help")
    assert done.exit_code == 0
    assert done.output == invoke("-h").output
    for name in main.commands:
        assert f"  {name} " in done.output


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = invoke(command, "--help")
    assert done.exit_code == 0
    assert re.search(rf"^ +gen-docs {command}\b", done.output, re.MULTILINE)


def test_python_m_is_the_command(repo: Path) -> None:
    done = run("check", "--root", repo)
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout == invoke("check", "--root", repo).output
    version = run("--version")
    assert (version.returncode, version.stdout) == (0, f"gen-docs, version {__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["build", "--frobnicate"],
        ["build", "extra"],
        ["check", "--format", "xml"],
        ["check", "--fail-on", "note"],
        ["graphs", "--format", "github"],
        ["check", "--base"],
    ],
)
def test_wrong_usage_is_2_and_says_what_is_wrong(arguments: list[str]) -> None:
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Error: " in done.stderr


def test_build_says_what_it_did(repo: Path) -> None:
    done = invoke("build", "--root", repo)
    files = sum(path.is_file() for path in (repo / "site").rglob("*")) - len((".gen-docs", ".gen-docs-ledger"))
    assert done.exit_code == 0
    assert done.stdout == f"{repo}/site: {files} files of 2 items ({files} written, 0 removed)\n"
    assert "(0 written, 0 removed)" in invoke("build", "--root", repo).stdout


def test_strict_build_writes_all_the_same(repo: Path) -> None:
    write_files(repo, {".beans/app-bad--x.md": "none"})
    done = invoke("build", "--root", repo)
    assert done.exit_code == 0
    assert f"problem: {repo}/.beans/app-bad--x.md: There is no front matter" in done.stderr
    shutil.rmtree(repo / "site")
    assert invoke("build", "--root", repo, "--strict").exit_code == 1
    assert (repo / "site/index.html").exists()


def test_the_root_is_the_current_folder_unless_named(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo)
    done = invoke("build")
    assert done.stdout.startswith("site: ")
    assert invoke("check").exit_code == 0
    monkeypatch.chdir(repo / ".beans")
    assert invoke("check", "--root", "..").exit_code == 0


@pytest.mark.parametrize("command", sorted(set(main.commands) - {"serve"}))
@pytest.mark.parametrize("root", ["missing", "missing/deeper", "file", "file/deeper", "missing\x1b[31m"])
def test_a_root_that_is_no_folder_is_2_and_nothing_is_made(tmp_path: Path, command: str, root: str) -> None:
    write_files(tmp_path, {"file": "text"})
    done = invoke(command, "--root", tmp_path / root)
    assert done.exit_code == 2
    assert "Error: " in done.output or "error: " in done.output
    assert "\x1b[31m" not in done.output
    assert list(snapshot(tmp_path)) == ["file"]


def test_a_current_folder_that_is_gone_is_2(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo)
    shutil.rmtree(repo)
    for command in ("build", "check", "graphs", "init"):
        done = invoke(command)
        assert done.exit_code == 2
        assert "error: " in done.output


def test_every_command_says_what_it_does_without_a_store(tmp_path: Path) -> None:
    write_files(tmp_path, {"README.md": "Nothing."})
    done = invoke("build", "--root", tmp_path)
    assert done.exit_code == 2
    assert "there is no state graph here" in done.stderr
    assert "gen-docs init" in done.stderr
    done = invoke("check", "--root", tmp_path)
    assert done.exit_code == 2
    assert "There is nothing to check" in done.output
    done = invoke("graphs", "--root", tmp_path)
    assert (done.exit_code, done.output.split()[:2]) == (0, ["id", "kind"])
    assert invoke("graphs", "--root", tmp_path, "--format", "json").output == "[]\n"
    assert list(snapshot(tmp_path)) == ["README.md"]
    done = invoke("init", "--root", tmp_path)
    assert done.exit_code == 0
    assert tomllib.loads((tmp_path / "gen-docs.toml").read_text(encoding="utf-8"))["title"] == "Work plan"


@pytest.mark.parametrize("out", ["new/deep/site", "./x//y/../site", "日本 語", "-dash", "site\x1b[31m\n", "%"])
def test_an_output_folder_of_any_name_is_made_and_shown_without_its_control_characters(
    repo: Path, tmp_path: Path, out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = invoke("build", "--root", "repo", f"--out={out}")
    assert done.exit_code == 0
    assert (tmp_path / os.path.normpath(out) / "index.html").exists()
    assert done.stdout.removesuffix("\n").isprintable()
    assert invoke("check", "--root", repo, f"--out={out}").exit_code == 0


@pytest.mark.parametrize("out", ["repo", ".", "..", "repo/.beans", "repo/.beans.yml", "/dev/null", "/dev/null/site"])
def test_an_output_folder_that_cannot_be_one_is_2(
    repo: Path, tmp_path: Path, out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = snapshot(tmp_path)
    done = invoke("build", "--root", repo, "--out", out)
    assert done.exit_code == 2
    assert "rror: " in done.output
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_a_root_whose_name_is_not_utf_8_works(tmp_path: Path, form: str) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")
    write_beans(Path(name), {"app-aaaa": bean()})
    done = run("check", "--root", name, "--format", form)
    assert (done.returncode, done.stderr) == (1, "")
    assert "gen-docs build" in done.stdout
    if form == "json":
        assert orjson.loads(done.stdout)["exit_code"] == 1
        done = run("build", "--root", name)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "nonsense", "https://x/?q"])
def test_a_base_url_on_the_command_line_is_judged_as_a_declared_one(repo: Path, url: str) -> None:
    write_files(repo, {"gen-docs.toml": f"base_url = {json.dumps(url)}\n"})
    assert invoke("build", "--root", repo).exit_code == 2
    (repo / "gen-docs.toml").unlink()
    done = invoke("build", "--root", repo, "--base-url", url)
    assert done.exit_code == 2
    assert "base" in done.output
    assert not (repo / "site").exists()


def test_no_color_takes_the_colours_from_a_terminal(tmp_path: Path) -> None:
    seen = {}
    for name, environment in (("colour", {}), ("none", {"NO_COLOR": "1"}), ("empty", {"NO_COLOR": ""})):
        ours, theirs = pty.openpty()
        inherited = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        subprocess.run(
            [sys.executable, "-m", "gen_docs", "build", "--root", str(tmp_path)],
            stderr=theirs,
            env={**inherited, "TERM": "xterm", **environment},
            check=False,
        )
        os.close(theirs)
        seen[name] = os.read(ours, 65_536)
        os.close(ours)
    assert b"error: there is no state graph" in seen["none"]
    assert b"\x1b" not in seen["none"]
    assert b"\x1b[31merror:\x1b[0m there is no state graph" in seen["colour"]
    assert seen["empty"] == seen["colour"]


def test_text_of_any_alphabet_prints_where_the_locale_knows_only_ascii(repo: Path) -> None:
    write_files(repo, {".beans/日本--x.md": "none", ".beans/app-cccc--x.md": bean("日本語", blocked_by=["ü"])})
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    done = run("check", "--root", repo, "--fail-on", "error", env=plain)
    assert (done.returncode, done.stderr) == (1, "")
    done = run("build", "--root", repo, env=plain)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "problem: " in done.stderr


# What the system refuses


def without_privileges() -> list[str]:
    """A command before others under which permissions count for root as well; skips where there is none."""
    if os.geteuid() != 0:
        return []
    prefix = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    if (
        shutil.which("setpriv") is None
        or subprocess.run([*prefix, "true"], check=False, capture_output=True).returncode
    ):
        pytest.skip("root cannot give up its privileges here, so no permission stops it")
    return prefix


def run_refused(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*without_privileges(), sys.executable, "-m", "gen_docs", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_store_that_the_system_refuses_to_list_is_2(repo: Path) -> None:
    (repo / ".beans").chmod(0)
    try:
        for command in ("check", "build"):
            done = run_refused(command, "--root", repo)
            assert done.returncode == 2
            assert done.stderr == "error: .beans: the store cannot be listed; look at its permissions\n"
    finally:
        (repo / ".beans").chmod(0o755)


def test_a_file_or_folder_below_a_store_that_the_system_refuses_is_a_problem(repo: Path) -> None:
    write_files(repo, {".beans/closed/app-cccc--x.md": bean()})
    (repo / ".beans/app-aaaa--slug.md").chmod(0)
    (repo / ".beans/closed").chmod(0)
    try:
        done = run_refused("graphs", "--root", repo, "--format", "json")
        (line,) = json.loads(done.stdout)
        assert (line["items"], line["problems"]) == (1, 2)
        done = run_refused("check", "--root", repo)
        assert done.returncode == 1
        assert ".beans/app-aaaa--slug.md: The file cannot be read" in done.stdout
        assert ".beans/closed: The folder cannot be listed" in done.stdout
    finally:
        (repo / ".beans/closed").chmod(0o755)


def test_a_declaration_or_an_output_folder_that_the_system_refuses_is_2(repo: Path, tmp_path: Path) -> None:
    write_files(repo, {"gen-docs.toml": BEANS})
    (repo / "gen-docs.toml").chmod(0)
    done = run_refused("check", "--root", repo)
    assert (done.returncode, done.stderr) == (2, "error: gen-docs.toml: cannot be read\n")
    (repo / "gen-docs.toml").chmod(0o644)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    done = run_refused("build", "--root", repo, "--out", closed / "site")
    assert done.returncode == 2
    assert done.stderr.endswith("cannot be written: Permission denied\n")


# Bad declarations


def graph(table: str) -> str:
    return f"{BEANS}{table}\n"


TOML_MISTAKES: list[tuple[str, str | bytes, list[str]]] = [
    ("not TOML", "title = ", ["is not TOML"]),
    ("not TOML at all", "\x00\x01", ["is not TOML"]),
    ("a byte order mark and nonsense", "\ufeff=", ["is not TOML"]),
    ("not UTF-8", b'title = "\xff"', ["is not UTF-8 text"]),
    ("UTF-16", "title = 'x'".encode("utf-16"), ["is not UTF-8 text"]),
    ("deep nesting", "title = " + "[" * 50_000, ["is not TOML"]),
    ("a title that is a number", "title = 3", ["title: must be text, not a whole number"]),
    ("a title that is a date", "title = 2026-01-02", ["title: "]),
    ("an unknown key", "titel = 'x'", ["titel: unknown key", "did you mean 'title'?"]),
    ("an unknown key with a terminal code", '"a\\u001b[31m\\n" = 1', ["unknown key", r"\x1b[31m\x0a"]),
    ("languages that are text", "languages = 'en'", ["languages: must be a list, not text"]),
    ("no language", "languages = []", ["languages: must name at least one"]),
    ("a language twice", "languages = ['en', 'en']", ["languages: must name at least one language, each once"]),
    ("a language that is none", "languages = ['en', '../x']", ["languages: '../x' is not a language tag"]),
    ("a base URL that is none", "base_url = 'javascript:x'", ["base_url: must be an address"]),
    ("graphs that are a number", "graphs = 3", ["graphs: must be a table, not a number"]),
    ("a graph that is a number", "[graphs]\nbeans = 3", ["graphs.beans: must be a table, not a number"]),
    ("a store that is a list", "[graphs.a]\nkind = 'beans'\nstore = []", ["graphs.a.store: must be text, not a list"]),
    ("no store", "[graphs.a]\nkind = 'beans'", ["graphs.a.store: is missing"]),
    ("an unknown gate", graph("gate = 'exakt'"), ["graphs.beans.gate: 'exakt' is not", "did you mean 'exact'?"]),
    ("a gate that is a list", graph("gate = []"), ["graphs.beans.gate: "]),
    ("an unknown key of a graph", graph("stroe = 'x'"), ["graphs.beans.stroe: unknown key", "did you mean 'store'?"]),
    ("tracked_by a number", graph("tracked_by = 3"), ["graphs.beans.tracked_by: must be text"]),
    ("aliases of no field", graph("aliases = { x = { a = 'b' } }"), ["graphs.beans.aliases.x: 'x' is not a field"]),
    (
        "an alias for no word",
        graph("aliases = { status = { done = 'complete' } }"),
        ["graphs.beans.aliases.status.done: 'complete' is not a word", "did you mean 'completed'?"],
    ),
    ("aliases that are text", graph("aliases = { status = 'x' }"), ["graphs.beans.aliases.status: must be a table"]),
    (
        "an unknown rule",
        graph("rules = { empty-bdy = {} }"),
        ["'empty-bdy' is not a rule", "did you mean 'empty-body'?"],
    ),
    (
        "an unknown severity",
        graph("rules = { empty-body = { severity = 'warn' } }"),
        ["rules.empty-body.severity: 'warn' is not a severity"],
    ),
    (
        "an unknown parameter",
        graph("rules = { empty-body = { heading = 'x' } }"),
        ["rules.empty-body.heading: 'heading' is not a parameter of this rule"],
    ),
    (
        "a bad pattern",
        graph("rules = { dropped-without-section = { heading = '(' } }"),
        ["heading: is not a regular expression"],
    ),
    ("a rule that is text", graph("rules = { empty-body = 'off' }"), ["empty-body: must be a table, not text"]),
    ("a graph with an odd id", "[graphs.'A b']\nstore = 'x'", ['graphs."A b": must be lower-case letters']),
    ("a graph with a route's id", "[graphs.assets]\nstore = 'x'", ["/assets/"]),
    ("a graph with another route's id", "[graphs.schemas]\nstore = 'x'", ["/schemas/"]),
    (
        "a graph with a language's id",
        "[graphs.en]\nstore = 'x'",
        ["graphs.en: would take the route of the language 'en'"],
    ),
    ("a graph with a device's id", "[graphs.con]\nstore = 'x'", ["graphs.con: "]),
    ("a graph that leaves its folder", "[graphs.'..']\nstore = 'x'", ['graphs."..": ']),
    ("an empty forge", "[forge]", ["forge.kind: is missing", "forge.url: is missing"]),
    ("an unknown forge", "[forge]\nkind = 'gihtub'\nurl = 'https://a/b'", ["forge.kind: ", "did you mean 'github'?"]),
    ("a forge without an address", "[forge]\nkind = 'github'\nurl = 'javascript:x'", ["forge.url: must be"]),
    ("kinds that are a number", "kinds = 3", ["kinds: must be a table"]),
    ("a kind that is text", "[kinds]\nincident = 'x'", ["kinds.incident: must be a table, not text"]),
    ("an empty kind", "[kinds.incident]", ["kinds.incident.title: is missing", "kinds.incident.reader: is missing"]),
    ("a built-in kind again", "[kinds.beans]", ["kinds.beans: is the name of a built-in kind"]),
    ("a kind with an odd name", "[kinds.'a/b']", ["must be lower-case letters"]),
    ("templates outside", "templates = '../x'", ["templates: '../x' is not a folder below the root"]),
    ("templates somewhere", "templates = '/etc'", ["templates: '/etc' is not a folder below the root"]),
    ("templates that are missing", "templates = 'nothing'", ["templates: 'nothing' is not a folder"]),
    ("templates that are a file", "templates = '.beans.yml'", ["templates: '.beans.yml' is not a folder"]),
]


def explain_mistakes(folder: Path) -> list[str]:
    """What each command says of a declaration that it cannot use: the same, and nothing is written."""
    before = snapshot(folder)
    outputs = set()
    for command in ("build", "check", "graphs", "init"):
        done = invoke(command, "--root", folder)
        assert done.exit_code == 2, (command, done.output)
        assert done.stdout == ""
        outputs.add(done.stderr)
    assert snapshot(folder) == before
    (output,) = outputs
    lines: list[str] = output.splitlines()
    assert all(line.startswith("error: ") and line.isprintable() for line in lines)
    return lines


@pytest.mark.parametrize(("text", "says"), [pytest.param(text, says, id=name) for name, text, says in TOML_MISTAKES])
def test_a_mistake_in_gen_docs_toml_is_explained(repo: Path, text: str | bytes, says: list[str]) -> None:
    write_files(repo, {"gen-docs.toml": text})
    lines = explain_mistakes(repo)
    assert all(line.startswith("error: gen-docs.toml: ") for line in lines)
    for each in says:
        assert any(each in line for line in lines), (each, lines)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[tool", "pyproject.toml: is not TOML"),
        (b"# \xff", "pyproject.toml: is not UTF-8 text"),
        ("[tool]\ngen-docs = 3", "pyproject.toml: tool.gen-docs: must be a table, not a number"),
        ("[tool.gen-docs]\ntitel = 'x'", "pyproject.toml: tool.gen-docs.titel: unknown key (did you mean 'title'?)"),
        (
            "[tool.gen-docs.graphs]\nbeans = []",
            "pyproject.toml: tool.gen-docs.graphs.beans: must be a table, not a list",
        ),
    ],
)
def test_a_mistake_in_pyproject_toml_is_explained(repo: Path, text: str | bytes, says: str) -> None:
    write_files(repo, {"pyproject.toml": text})
    (line,) = explain_mistakes(repo)
    assert line.startswith(f"error: {says}")


@pytest.mark.parametrize("text", ["[project]\nname = 'x'\n", "tool = 3\n", "[tool.other]\n", ""])
def test_a_pyproject_toml_of_somebody_else_is_no_declaration(repo: Path, text: str) -> None:
    write_files(repo, {"pyproject.toml": text})
    assert invoke("graphs", "--root", repo).exit_code == 0
    write_files(repo, {"gen-docs.toml": 'title = "Own"\n'})
    assert build(repo).site.title == "Own"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"beans:\n  path: \xff\n", "is not UTF-8 text"),
        ("beans: [", "is not readable YAML (line 1"),
        ("beans: &a\n  path: *a\n", "is not readable YAML"),
        ("beans:\n  path: !!python/object:os.system x\n", "is not readable YAML"),
        ("beans:\n  path: [a]\n", "beans.path: must be text"),
        ("beans:\n  path: {a: b}\n", "beans.path: must be text"),
        ("project:\n  name: [a]\n", "project.name: must be text"),
        ("- a\n- b\n", "is not readable YAML"),
        ("just text", "is not readable YAML"),
        ("a: " + "[" * 1000, "is not readable YAML"),
        ("x: " + "y" * 70_000, "is not readable YAML"),
        ("\x00", "is not readable YAML"),
    ],
)
def test_a_mistake_in_beans_yml_is_explained(tmp_path: Path, text: str | bytes, says: str) -> None:
    write_files(tmp_path, {".beans.yml": text})
    (line,) = explain_mistakes(tmp_path)
    assert line.startswith(f"error: .beans.yml: {says}")


@pytest.mark.parametrize(
    "text", ["", "beans:\n", "beans: text\n", "beans: []\n", "other: 1\n", "\ufeffbeans:\r\n  prefix: a-\r\n"]
)
def test_a_beans_yml_that_names_no_path_means_the_usual_one(tmp_path: Path, text: str) -> None:
    write_files(tmp_path, {".beans.yml": text, ".beans/app-1--x.md": bean()})
    assert len(projection(build(tmp_path))["items"]) == 1


@pytest.mark.parametrize("name", ["gen-docs.toml", "pyproject.toml", ".beans.yml"])
@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("folder", "cannot be read"),
        ("fifo", "is not a regular file"),
        ("link outside", "is a link that leaves the root"),
        ("absolute link", "is a link that leaves the root"),
        ("dangling link", "cannot be read"),
        ("loop", "cannot be read"),
    ],
)
def test_a_declaration_that_is_no_file_of_the_root_is_explained(
    tmp_path: Path, name: str, what: str, says: str
) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    write_files(tmp_path, {"outside": "title = 'secret'"})
    path = root / name
    if what == "folder":
        path.mkdir()
    elif what == "fifo":
        os.mkfifo(path)
    else:
        targets = {"link outside": "../outside", "absolute link": "/etc/hostname", "loop": name}
        path.symlink_to(targets.get(what, "nowhere"))
    (line,) = explain_mistakes(root)
    assert line.startswith(f"error: {name}: ")
    assert says in line
    assert "secret" not in line


def test_two_declarations_are_a_mistake_that_names_both(repo: Path) -> None:
    write_files(repo, {"gen-docs.toml": BEANS, "pyproject.toml": "[tool.gen-docs]\n"})
    (line,) = explain_mistakes(repo)
    assert "gen-docs.toml" in line
    assert "pyproject.toml" in line


EVERY_SHAPE = """
titel = "x"
languages = 3
[forge]
kind = "githab"
[graphs.beans]
gate = "exakt"
stroe = "x"
[graphs.todos]
store = []
"""
EVERY_SENSE = """
languages = ["en", "en", "?"]
base_url = "nonsense"
templates = "nothing"
[forge]
kind = "github"
url = "nonsense"
[graphs.Beans]
kind = "beans"
store = ".beans"
aliases = { status = { a = "b" }, x = {} }
rules = { nothing = {} }
[graphs.todos]
kind = "todos"
[kinds.beans]
"""


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            EVERY_SHAPE,
            ["titel", "languages", "forge.kind", "forge.url", "graphs.beans.gate", "graphs.beans.stroe",
             "graphs.todos.store"],
        ),
        (
            EVERY_SENSE,
            ["languages", "base_url", "templates", "forge.url", "graphs.Beans", "graphs.Beans.aliases.status.a",
             "graphs.Beans.aliases.x", "graphs.Beans.rules.nothing", "graphs.todos.store", "kinds.beans"],
        ),
        (
            'titel = "x"\nbase_url = "nonsense"\nlanguages = ["?"]\n[graphs.Beans]\nstore = "x"\n[kinds.beans]\n',
            ["titel", "base_url", "languages", "graphs.Beans", "kinds.beans"],
        ),
    ],
    ids=["shapes", "senses", "both"],
)  # fmt: skip
def test_every_mistake_is_reported_at_once(repo: Path, text: str, keys: list[str]) -> None:
    write_files(repo, {"gen-docs.toml": text})
    lines = explain_mistakes(repo)
    for key in keys:
        assert any(line.startswith(f"error: gen-docs.toml: {key}: ") for line in lines), (key, lines)


@pytest.mark.parametrize(
    ("store", "kind", "says"),
    [
        ("../elsewhere", "beans", "The store ../elsewhere is not below the root"),
        ("a/../../elsewhere", "beans", "is not below the root"),
        ("/etc", "beans", "The store /etc is not below the root"),
        ("~/x", "beans", "is not below the root"),
        ("C:/x", "beans", "is not below the root"),
        ("\\\\x", "beans", "is not below the root"),
        ("link", "beans", "The store link is not below the root"),
        ("link/deeper", "beans", "is not below the root"),
        (".beans", "bean", "There is no kind bean"),
        ("file.txt", "beans", "The store file.txt is a file, but not in the format"),
        ("gone.md", "beans", "The store is the file gone.md, and there is no such file"),
    ],
)
def test_a_graph_that_points_at_nothing_is_kept_and_said_so(repo: Path, store: str, kind: str, says: str) -> None:
    (repo / "link").symlink_to("/etc")
    table = f'[graphs.odd]\nkind = "{kind}"\nstore = {json.dumps(store)}\n'
    write_files(repo, {"gen-docs.toml": BEANS + table, "file.txt": ""})
    done = invoke("build", "--root", repo)
    assert done.exit_code == 0
    assert done.stderr.startswith("problem: odd: ")
    assert says in done.stderr
    assert (repo / "site/beans/app-aaaa/index.html").exists()
    assert not (repo / "site/assets/odd").exists()
    done = invoke("check", "--root", repo)
    assert done.exit_code == 2
    assert says in done.output
    listing = json.loads(invoke("graphs", "--root", repo, "--format", "json").output)
    assert [line["state"] for line in listing] == ["live", "unresolved"]


@pytest.mark.parametrize("path", ["../elsewhere", "/etc", "link"])
def test_a_store_outside_is_refused_in_beans_yml_as_well(tmp_path: Path, path: str) -> None:
    write_files(tmp_path, {".beans.yml": f"beans:\n  path: {path}\n"})
    (tmp_path / "link").symlink_to("/etc")
    assert "is not below the root" in invoke("build", "--root", tmp_path).stderr
    assert invoke("check", "--root", tmp_path).exit_code == 2


# init


def initialise(folder: Path) -> dict[str, Any]:
    done = invoke("init", "--root", folder)
    assert done.exit_code == 0
    return tomllib.loads((folder / "gen-docs.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["Plan", 'Say "x" \\ y', "日本 — ü", "'", "#", "a\tb", "{x}"])
def test_init_writes_down_what_was_detected_and_the_projections_stay_the_same(tmp_path: Path, name: str) -> None:
    write_files(
        tmp_path,
        {
            ".beans.yml": f"project:\n  name: {json.dumps(name, ensure_ascii=False)}\nbeans:\n  path: plän/x\n",
            "plän/x/app-1--x.md": bean(),
            "todos/items/call.md": TODO,
        },
    )
    before = {each.path: each.content for each in build(tmp_path).projections}
    assert len(before) == 2
    title = build(tmp_path).site.title
    table = initialise(tmp_path)
    site = build(tmp_path)
    assert (table["title"], site.site.title, site.site.source) == (title, title, "gen-docs.toml")
    assert {each.path: each.content for each in site.projections} == before


REMOTES = [
    ("https://github.com/owner/name.git", "github", "https://github.com/owner/name"),
    ("https://github.com/owner/name/", "github", "https://github.com/owner/name"),
    ("https://user:secret@github.com/owner/name", "github", "https://github.com/owner/name"),
    ("git@github.com:owner/name.git", "github", "https://github.com/owner/name"),
    ("ssh://git@gitlab.com/group/sub/name.git", "gitlab", "https://gitlab.com/group/sub/name"),
    ("ssh://git@gitlab.example.org:2222/group/name.git", "gitlab", "https://gitlab.example.org/group/name"),
    ("git@codeberg.org:owner/name.git", "forgejo", "https://codeberg.org/owner/name"),
    ("https://gitea.example.org:3000/owner/name.git", "gitea", "https://gitea.example.org:3000/owner/name"),
    ("org-123@bitbucket.org:owner/name", "bitbucket", "https://bitbucket.org/owner/name"),
    ("git://GitHub.com/owner/name", "github", "https://github.com/owner/name"),
]


@pytest.mark.parametrize(("remote", "kind", "url"), REMOTES)
def test_init_writes_down_the_forge_that_the_remote_names(repo: Path, remote: str, kind: str, url: str) -> None:
    git(repo, "init", "--quiet", "--initial-branch", "trunk")
    git(repo, "remote", "add", "origin", remote)
    before = projection(build(repo))
    table = initialise(repo)
    assert table["forge"] == {"kind": kind, "url": url, "branch": "trunk"}
    assert "secret" not in (repo / "gen-docs.toml").read_text(encoding="utf-8")
    after = projection(build(repo))
    assert after.pop("urls")["view"].startswith(url)
    assert after == before


@pytest.mark.parametrize("remote", ["https://example.org/owner/name", "../name.git", "/srv/git/name", "git@host:n", ""])
def test_init_leaves_a_forge_that_it_does_not_know_as_a_comment(repo: Path, remote: str) -> None:
    git(repo, "init", "--quiet")
    if remote:
        git(repo, "remote", "add", "origin", remote)
    table = initialise(repo)
    assert "forge" not in table
    text = (repo / "gen-docs.toml").read_text(encoding="utf-8")
    assert '# [forge]\n# kind = "github"\n' in text
    uncommented = text.replace("# [forge]", "[forge]").replace("# kind", "kind").replace("# url", "url")
    assert set(tomllib.loads(uncommented.replace("# branch", "branch"))["forge"]) == {"kind", "url", "branch"}


def test_init_takes_the_branch_that_the_remote_calls_its_own(repo: Path, tmp_path: Path) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    git(repo, "init", "--quiet", "--initial-branch", "trunk/main")
    git(repo, *identity, "commit", "--quiet", "--allow-empty", "--message", "First")
    git(tmp_path, "clone", "--quiet", str(repo), "clone")
    git(tmp_path / "clone", "checkout", "--quiet", "-b", "work")
    git(tmp_path / "clone", "remote", "set-url", "origin", "https://github.com/owner/name")
    write_beans(tmp_path / "clone", {"app-1": bean()})
    assert initialise(tmp_path / "clone")["forge"]["branch"] == "trunk/main"


def test_init_prepares_git_to_commit_the_projections_and_nothing_else(repo: Path) -> None:
    git(repo, "init", "--quiet")
    initialise(repo)
    invoke("build", "--root", repo)
    git(repo, "add", "--all")
    assert git(repo, "ls-files", "site") == "site/assets/beans/index.json"
    assert "eol: lf" in git(repo, "check-attr", "eol", "site/assets/beans/index.json")


def test_init_again_changes_nothing(repo: Path) -> None:
    initialise(repo)
    before = {path: path.stat().st_mtime_ns for path in repo.iterdir()}
    done = invoke("init", "--root", repo)
    assert done.exit_code == 0
    assert "gen-docs.toml: is there already, left as it is" in done.output
    assert ".gitignore: has every line already" in done.output
    assert {path: path.stat().st_mtime_ns for path in repo.iterdir()} == before


def test_init_leaves_a_declaration_in_pyproject_alone(repo: Path) -> None:
    write_files(repo, {"pyproject.toml": "[tool.gen-docs]\ntitle = 'Mine'\n"})
    assert invoke("init", "--root", repo).exit_code == 0
    assert not (repo / "gen-docs.toml").exists()
    assert (repo / ".gitignore").exists()


@pytest.mark.parametrize(
    ("before", "added"),
    [
        (b"", 4),
        (b"*.pyc", 4),
        (b"*.pyc\n", 4),
        (b"*.pyc\r\nsite/**\r\n", 3),
        (b"site/**\n!site/**/\n", 2),
        (b"\xff\n", 4),
        ("日本\n  site/**  \n".encode(), 3),
    ],
)
def test_init_adds_the_lines_that_are_missing_and_keeps_the_rest(repo: Path, before: bytes, added: int) -> None:
    write_files(repo, {".gitignore": before})
    initialise(repo)
    after = (repo / ".gitignore").read_bytes()
    assert after.startswith(before)
    lines = [line.strip() for line in after.split(b"\n")]
    assert set(before.splitlines()) <= set(after.splitlines())
    for line in (b"site/**", b"!site/**/", b"!site/assets/*/index.json"):
        assert lines.count(line) == 1
    assert len([line for line in after.removeprefix(before).split(b"\n") if line]) == added


@pytest.mark.parametrize("name", [".gitignore", ".gitattributes"])
@pytest.mark.parametrize("what", ["folder", "link outside", "dangling link", "link that dangles outside"])
def test_init_explains_what_is_in_its_way_and_writes_nothing_outside(repo: Path, name: str, what: str) -> None:
    outside = repo.parent / "outside"
    outside.write_text("mine\n", encoding="utf-8")
    if what == "folder":
        (repo / name).mkdir()
    else:
        targets = {"link outside": "../outside", "dangling link": "nowhere", "link that dangles outside": "../nowhere"}
        (repo / name).symlink_to(targets[what])
    done = invoke("init", "--root", repo)
    assert done.exit_code == 2
    assert f"error: {name}" in done.stderr
    assert outside.read_text(encoding="utf-8") == "mine\n"
    assert not (repo.parent / "nowhere").exists()


# graphs


def test_graphs_lists_every_declared_graph_as_text_and_json(repo: Path) -> None:
    write_files(
        repo,
        {
            "gen-docs.toml": BEANS + '[graphs.todos]\nkind = "todos"\nstore = "todos/items"\n'
            '[graphs.qa]\nstore = "qa"\n[graphs.odd]\nkind = "odd"\nstore = "x"\n',
            ".beans/app-cccc--x.md": bean(None, blocked_by=["nope"], body=""),
            ".beans/app-bad--x.md": "none",
        },
    )
    lines = json.loads(invoke("graphs", "--root", repo, "--format", "json").output)
    assert [tuple(line.values()) for line in lines] == [
        ("beans", "beans", "live", 3, 2, 0, 1, 1),
        ("todos", "todos", "empty", 0, 0, 0, 0, 0),
        ("qa", None, "declared", None, None, None, None, None),
        ("odd", None, "unresolved", None, None, None, None, None),
    ]
    head, *rows = (line.split() for line in invoke("graphs", "--root", repo).output.splitlines())
    assert head == list(lines[0])
    assert rows == [["-" if cell is None else str(cell) for cell in line.values()] for line in lines]


# What a command loads


HEAVY = ("jinja2", "pygments", "rich", "starlette", "uvicorn", "babel", "nh3", "comrak")


def loaded_by(code: str) -> list[str]:
    names = ", ".join(map(repr, HEAVY))
    report = f"import sys\n{code}\nprint([name for name in ({names}) if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)
    loaded: list[str] = json.loads(done.stdout.splitlines()[-1].replace("'", '"'))
    return loaded


def test_importing_the_command_loads_nothing_heavy() -> None:
    assert loaded_by("import gen_docs.cli") == []


def test_the_gate_renders_nothing_and_so_loads_no_renderer(repo: Path) -> None:
    invoke("build", "--root", repo)
    arguments = ["check", "--root", str(repo), "--strict", "--fail-on", "warning"]
    code = [
        "from gen_docs.cli import main",
        "try:",
        f"  main({arguments!r})",
        "except SystemExit as end:",
        "  assert end.code == 0",
    ]
    assert loaded_by("\n".join(code)) == []
