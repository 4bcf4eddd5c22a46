"""What travels with the package: templates, style, scripts and catalogues."""

from functools import cache
from pathlib import Path


@cache
def template_folder() -> Path:
    """The folder of the templates: inside the installed package, or at the top of the source tree."""
    package = Path(__file__).parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"


@cache
def dashboard_scripts() -> tuple[str, ...]:
    """The modules of the dashboards below the folder of the assets, with what they are made with: a page names them all,
    so that a browser asks for them at once and not for one after the other."""
    folder = template_folder() / "assets"
    own = sorted(path.relative_to(folder).as_posix() for path in folder.glob("js/dashboard/**/*.js"))
    return (*sorted(path.relative_to(folder).as_posix() for path in folder.glob("vendor/*/*.js")), *own)
