"""Compiled templates, kept for as long as the process lives: a server builds a site again and again, and compiling
would be most of what a small build does.

What Jinja makes of a template depends on its source, on whether it runs in the sandbox, and on the sentences that are
worked out beforehand; so each of these has codes of its own.
"""

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import jinja2
import orjson
from jinja2.bccache import Bucket

from gen_docs.catalogue import Catalogue

if TYPE_CHECKING:
    from types import CodeType


class CompiledTemplates(jinja2.BytecodeCache):
    """The codes of the templates in one language, by name and source."""

    def __init__(self) -> None:
        self._codes: Final[dict[tuple[str, str], CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


def compiled_templates(catalogue: Catalogue, *, is_sandboxed: bool) -> CompiledTemplates:
    """The codes for one language and one manner of running."""
    said = orjson.dumps([catalogue.language, catalogue.plurals, dict(catalogue.messages)])
    return _keep(sha256(said).hexdigest(), is_sandboxed)


@cache
def _keep(_digest: str, _is_sandboxed: bool) -> CompiledTemplates:  # noqa: FBT001 - a key
    return CompiledTemplates()
