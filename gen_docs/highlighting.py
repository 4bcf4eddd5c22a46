"""Highlighting: code in a named language as HTML whose tokens have classes. Pure; the lexers are Pygments'."""

from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from pygments.lexer import Lexer

MAX_HIGHLIGHTED_LENGTH: Final = 32 * 1024  # lexing costs about a hundred times what showing does
MAX_LINE_LENGTH: Final = 2_000  # some lexers take time with the square of a line

# Token types by the start of their short names, which Pygments calls standard, and the class that colours them. The
# rest is plain: six colours that mean something are easier to read than thirty that do not.
_CLASSES: Final = (
    ("c", "comment"),
    ("k", "keyword"),
    ("ow", "keyword"),
    ("s", "string"),
    ("m", "number"),
    ("l", "number"),
    ("nt", "name"),
    ("na", "attribute"),
    ("nf", "name"),
    ("nc", "name"),
    ("nd", "attribute"),
    ("gd", "removed"),
    ("gi", "added"),
    ("gh", "keyword"),
    ("gu", "comment"),
)


def highlight(code: str, language: str) -> Markup | None:
    """Code as tokens, or None where the language is unknown or the code too large to be worth it."""
    if len(code) > MAX_HIGHLIGHTED_LENGTH or max(map(len, code.split("\n"))) > MAX_LINE_LENGTH:
        return None
    lexer = _find_lexer(language)
    if lexer is None:
        return None
    tokens = ((_find_class(kind), text) for kind, text in lexer.get_tokens(code))
    pieces = (_draw(name, escape("".join(text for _, text in group))) for name, group in groupby(tokens, itemgetter(0)))
    return Markup("".join(pieces))  # noqa: S704 - every piece is escaped


def _draw(name: str, text: Markup) -> str:
    return f'<span class="t-{name}">{text}</span>' if name else text


@cache
def _find_lexer(language: str) -> "Lexer | None":
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415 - most sites' first page needs no lexer
    from pygments.util import ClassNotFound  # noqa: PLC0415 - same

    try:
        return get_lexer_by_name(language.lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@cache
def _find_class(kind: object) -> str:
    from pygments.token import STANDARD_TYPES  # noqa: PLC0415 - see `_find_lexer`

    short = STANDARD_TYPES.get(kind, "")  # type: ignore[call-overload]
    return next((name for start, name in _CLASSES if short.startswith(start)), "") if short else ""
