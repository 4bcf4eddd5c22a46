"""What travels with the package: templates, style, scripts and catalogues."""

import re
from functools import cache
from pathlib import Path
from typing import Final

_IMPORTS: Final = re.compile(r'^import .*?"(\.[^"]+)";$', re.MULTILINE)


@cache
def template_folder() -> Path:
    """The folder of the templates: inside the installed package, or at the top of the source tree."""
    package = Path(__file__).parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"


@cache
def dashboard_scripts() -> tuple[str, ...]:
    """The modules of a dashboard's first view, below the folder of the assets: a page names them all, so that a browser
    asks for them at once and not for one after the other."""
    folder = (template_folder() / "assets").resolve()
    found: dict[Path, None] = {}
    pending = [folder / "js/dashboard/main.js", folder / "js/dashboard/views/overview.js"]
    for path in pending:  # grows while it is read
        if path not in found:
            found[path] = None
            pending += [(path.parent / name).resolve() for name in _IMPORTS.findall(path.read_text("utf-8"))]
    return tuple(sorted(path.relative_to(folder).as_posix() for path in found))
