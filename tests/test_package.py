"""The wheel: what is in it, and that a site built from it alone is the one that the source tree builds."""

import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from support import PROJECT, bean, build, outputs, write_beans, write_files

from gen_docs import __version__

SITE_PACKAGES = Path(pytest.__file__).parent.parent


@dataclass(frozen=True)
class Installed:
    """An environment that has the wheel and can see what it depends on."""

    bin: Path

    def run(self, *command: str, cwd: Path) -> str:
        done = subprocess.run(
            [str(self.bin / command[0]), *command[1:]], cwd=cwd, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def build_wheel(folder: Path) -> Path:
    """The wheel that the project's own backend makes of the source tree."""
    (name,) = WheelBuilder(str(PROJECT)).build(directory=str(folder), versions=["standard"])
    return Path(name)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("package")
    venv.create(folder / "venv", symlinks=True)
    python = folder / "venv/bin/python"
    # A path file in this environment's own folder would be followed; one that it names is only looked into, so the
    # editable install of the source tree is not seen.
    (own,) = (folder / "venv/lib").glob("python*/site-packages")
    (own / "dependencies.pth").write_text(f"{SITE_PACKAGES}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "--no-input"]
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", str(wheel)]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Installed(python.parent)


def tracked(folder: str) -> set[str]:
    """The files of the source tree below a folder."""
    return {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_package_the_templates_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    info = f"gen_docs-{__version__}.dist-info"
    metadata = {name for name in names if name.startswith(f"{info}/")}
    assert names - metadata == tracked("gen_docs") | {f"gen_docs/{path}" for path in tracked("templates")}
    assert metadata >= {f"{info}/METADATA", f"{info}/entry_points.txt", f"{info}/licenses/LICENSE"}
    assert {"gen_docs/py.typed", "gen_docs/kinds/beans.toml", "gen_docs/kinds/todos.toml"} <= names
    assert {"gen_docs/templates/base.html", "gen_docs/templates/locales/en.json"} <= names


def test_the_wheel_is_pure_and_says_what_it_needs(wheel: Path) -> None:
    assert wheel.name == f"gen_docs-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"gen_docs-{__version__}.dist-info/METADATA").decode()
        licence = archive.read(f"gen_docs-{__version__}.dist-info/licenses/LICENSE")
    assert licence == (PROJECT / "LICENSE").read_bytes()
    for line in ("Name: gen-docs", "License-Expression: MIT", "License-File: LICENSE", "Requires-Python: >=3.11"):
        assert line in metadata.splitlines()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist: ") and "extra ==" not in line]
    assert any(line.startswith("Requires-Dist: jinja2") for line in needed)
    assert not [line for line in needed if "pytest" in line or "hatchling" in line]


def test_two_wheels_of_one_tree_are_the_same(wheel: Path, tmp_path: Path) -> None:
    assert build_wheel(tmp_path).read_bytes() == wheel.read_bytes()


@pytest.mark.full
def test_a_site_built_from_the_wheel_is_the_one_that_the_source_tree_builds(
    installed: Installed, tmp_path: Path
) -> None:
    root = write_beans(
        tmp_path / "repo",
        {
            "app-aaaa": bean("Épopée", type="epic", body="# Title\n\n- [x] done\n\n|a|\n|-|\n"),
            "app-bbbb": bean("Task", "in-progress", parent="app-aaaa", blocked_by=["app-zzzz"]),
            "app-cccc": "none",
        },
    )
    write_files(root, {"todos/items/a.md": "---\nsummary: A\nstatus: open\n---\n\nText.\n"})
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place = installed.run("python", "-c", "import gen_docs; print(gen_docs.__file__)", cwd=elsewhere).strip()
    assert Path(place).is_relative_to(installed.bin.parent)
    assert installed.run("gen-docs", "--version", cwd=elsewhere).strip().endswith(__version__)
    installed.run("gen-docs", "build", "--root", str(root), "--out", str(elsewhere / "site"), cwd=elsewhere)
    expected = outputs(build(root))
    found = {
        path.relative_to(elsewhere / "site").as_posix(): path.read_bytes()
        for path in (elsewhere / "site").rglob("*")
        if path.is_file() and not path.name.startswith(".gen-docs")
    }
    assert sorted(found) == sorted(expected)
    assert [name for name in found if found[name] != expected[name]] == []
    installed.run("gen-docs", "check", "--root", str(root), "--out", str(elsewhere / "site"), cwd=elsewhere)
