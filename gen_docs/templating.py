"""Templates: Jinja with autoescape and strict names, and the one filter that they need of their own."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import jinja2
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from gen_docs.bundle import template_folder
from gen_docs.catalogue import Catalogue
from gen_docs.compiled import compiled_templates
from gen_docs.errors import GenDocsError
from gen_docs.files import FileFault, Root


class TemplateError(GenDocsError):
    """A template that cannot be read or rendered: which one, where, and why."""


class Templates:
    """The site's templates, in one language. A folder declared by the site comes before the package's own, and then
    everything runs in Jinja's sandbox, since the folder may come from a stranger's branch."""

    def __init__(self, catalogue: Catalogue, root: Root, folder: str) -> None:
        loaders: list[jinja2.BaseLoader] = [jinja2.FileSystemLoader(template_folder())]
        if folder:
            loaders.insert(0, jinja2.FunctionLoader(lambda name: _read_template(root, f"{folder}/{name}")))
        environment = SandboxedEnvironment if folder else jinja2.Environment
        self._environment: Final = environment(
            loader=jinja2.ChoiceLoader(loaders),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=compiled_templates(catalogue, is_sandboxed=bool(folder)),
        )
        self._environment.globals.update(lang=catalogue.language, dir=catalogue.direction)
        # A filter, since Jinja calls filters directly, and works those out beforehand that stand alone.
        self._environment.filters["say"] = _make_say(catalogue)

    def render(self, name: str, **context: object) -> bytes:
        """A page. Raises TemplateError."""
        return self.fragment(name, **context).encode("utf-8", "replace")

    def fragment(self, name: str, **context: object) -> Markup:
        """A part of a page. Raises TemplateError."""
        try:
            text = self._environment.get_template(name).render(context)
        except jinja2.TemplateSyntaxError as error:
            raise TemplateError(f"template {error.name or name}, line {error.lineno}: {error.message}") from error
        except Exception as error:
            raise TemplateError(f"template {name}: {str(error) or type(error).__name__}") from error
        return Markup(text)  # noqa: S704 - templates escape


def _read_template(root: Root, path: str) -> str | None:
    try:
        data = root.read(path)
    except FileFault as fault:
        raise jinja2.TemplateError(f"{path} cannot be read: {fault.code}") from None
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        raise jinja2.TemplateError(f"{path} is not UTF-8 text") from None


def _make_say(catalogue: Catalogue) -> Callable[..., Markup]:
    @cache
    def say_alone(key: str) -> Markup:
        return escape(catalogue.text(key))

    @cache
    def split(key: str, count: int) -> list[str]:
        """The pieces of a message, those between the holes escaped; few counts and fewer messages ask for it."""
        return [piece if at % 2 else str(escape(piece)) for at, piece in enumerate(catalogue.pieces(key, count))]

    def say(key: str, **holes: Any) -> Markup:  # noqa: ANN401 - any value that has a text
        """A sentence, with everything in it escaped that is not markup."""
        if not holes:
            return say_alone(key)
        pieces = split(key, holes.get("count", 0))
        return Markup("".join(escape(holes[piece]) if at % 2 else piece for at, piece in enumerate(pieces)))  # noqa: S704 - every piece is escaped

    return say
