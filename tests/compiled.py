"""Compiled templates, kept from one build to the next of a process: compiling is nearly all that a small build does.

The code that Jinja makes depends on the source, on whether it is sandboxed, and on the sentences that it works out
beforehand; so whatever a test changes of these is compiled anew.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from types import CodeType

import msgspec
import pytest
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from gen_docs.catalogue import Catalogue
from gen_docs.files import Root
from gen_docs.templating import Templates

Codes = dict[tuple[object, ...], CodeType]


class Kept(BytecodeCache):
    """The codes of the templates in one language, sandboxed or not."""

    def __init__(self, codes: Codes, *kind: object) -> None:
        self._codes = codes
        self._kind = kind

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((*self._kind, bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[*self._kind, bucket.key, bucket.checksum] = bucket.code


@contextmanager
def keep_compiled_templates() -> Iterator[None]:
    codes: Codes = {}
    make = Templates.__init__

    def make_keeping(templates: Templates, catalogue: Catalogue, root: Root, folder: str) -> None:
        make(templates, catalogue, root, folder)
        environment = templates._environment
        environment.bytecode_cache = Kept(codes, type(environment), sha256(msgspec.json.encode(catalogue)).digest())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Templates, "__init__", make_keeping)
        yield
