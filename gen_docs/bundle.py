"""What travels with the package: templates, style, scripts and catalogues."""

from functools import cache
from pathlib import Path


@cache
def template_folder() -> Path:
    """The folder of the templates: inside the installed package, or at the top of the source tree."""
    package = Path(__file__).parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"
