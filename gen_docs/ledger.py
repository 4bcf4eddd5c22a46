"""The ledger of an output folder: from what its files were made, and what is in them. A build whose basis is the same
again looks whether they are still so, and makes none of them."""

from collections.abc import Callable, Mapping
from typing import Final

import orjson
from msgspec import Struct

LEDGER: Final = ".gen-docs-ledger"


class Basis(Struct, frozen=True):
    """What a build is made from: a digest, the question whether a path from the root is there, and the answers to it
    that pages were made with. `prepare` works out what all pages need, once before many are made."""

    digest: str
    is_there: Callable[[str], bool]
    answers: Callable[[], Mapping[str, bool]]
    prepare: Callable[[], object]


class Ledger(Struct, frozen=True):
    """The digest of the basis, the answers that mattered, and the digest of every file by its path as bytes."""

    basis: str
    answers: dict[str, bool]
    files: dict[bytes, str]

    def holds(self, basis: Basis) -> bool:
        """Whether the files would be made from the same again."""
        return self.basis == basis.digest and all(
            basis.is_there(path) == answer for path, answer in self.answers.items()
        )


def dump_ledger(ledger: Ledger) -> bytes:
    files = {path.decode("utf-8", "replace"): digest for path, digest in sorted(ledger.files.items())}
    answers = dict(sorted(ledger.answers.items()))
    return orjson.dumps({"basis": ledger.basis, "answers": answers, "files": files}) + b"\n"


def load_ledger(data: bytes) -> Ledger | None:
    """A ledger as it was dumped, None for anything else."""
    try:
        found = orjson.loads(data)
        files = {path.encode(): str(digest) for path, digest in found["files"].items()}
        return Ledger(str(found["basis"]), dict(found["answers"]), files)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
