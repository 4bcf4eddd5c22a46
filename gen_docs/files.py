"""Reading the disk below one root: the only door to files for declarations and readers.

Paths inside a repository are text with `/`, whatever the host; names are read as bytes, so that no locale decides
what they say. Nothing here follows a link out of the root.
"""

import os
import stat
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

MAX_FILE_BYTES: Final = 16 * 1024 * 1024
_BLOCK: Final = 65_536  # a larger buffer costs twice, since it is cleared first


class FileFault(Exception):  # noqa: N818 - "fault" is what a problem's code names
    """A file or folder that cannot be read. `code` is a problem code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class StoreFile(Struct, frozen=True, gc=False):
    """A file of a store: its path from the root and from the store, and its bytes or the code of why it has none."""

    path: str
    inner: str
    data: bytes
    fault: str = ""


class Root:
    """A repository's folder. Everything is read through it, by paths relative to it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder: Final = os.path.abspath(os.fsencode(folder))
        self.real: Final = os.path.realpath(self.folder)

    @property
    def name(self) -> str:
        """The folder's path on the host, for messages to the person at the terminal."""
        return portable(_decode(self.folder))

    def locate(self, path: str) -> bytes | None:
        """The place of a declared path on the host, or None when it is absolute, uses `..` or leaves the root."""
        if path.startswith(("/", "\\", "~")) or "\0" in path or path[1:2] == ":":
            return None
        if ".." in path.replace("\\", "/").split("/"):
            return None
        place = os.path.join(self.folder, path.encode("utf-8", "surrogateescape"))
        return place if self.holds(place) else None

    def holds(self, place: bytes) -> bool:
        """Whether a place lies in the root once every link is followed."""
        real = os.path.realpath(place)
        return real == self.real or real.startswith(self.real.rstrip(b"/") + b"/")

    def read(self, path: str) -> bytes | None:
        """The bytes of one file, or None when there is no such file. Raises FileFault when it cannot be read."""
        place = self.locate(path)
        if place is None:
            raise FileFault("outside-root")
        return read_bytes(place) if os.path.lexists(place) else None

    def is_folder(self, path: str) -> bool:
        place = self.locate(path)
        return place is not None and os.path.isdir(place)

    def exists(self, path: str) -> bool:
        place = self.locate(path)
        return place is not None and os.path.exists(place)

    def walk(self, store: str, suffix: str) -> Iterator[StoreFile]:
        """Every file below `store` whose name ends in `suffix`, or `store` itself when it is such a file; in the
        order of their paths as bytes. Folders that begin with a dot and linked folders are left out.

        Raises FileFault when the store's own folder cannot be listed; anything below it becomes a file's fault.
        """
        place = self.locate(store)
        if place is None:
            raise FileFault("outside-root")
        if os.path.isfile(place):
            fault = _LINK if os.path.islink(place) else ""
            yield self.load(os.path.basename(place), fault, place, _decode(_prefix(os.path.dirname(store))))
        elif os.path.isdir(place):
            prefix, folder = _decode(_prefix(store)), os.path.join(place, b"")
            for inner, fault in sorted(_list_files(folder, suffix.encode())):
                yield self.load(inner, fault, folder + inner, prefix)

    def list_paths(self, store: str, suffix: str) -> list[bytes]:
        """The paths from the root of the files that `walk` would read, as bytes and unsorted. Raises FileFault when any
        folder cannot be listed."""
        place = self.locate(store)
        if place is None or not os.path.isdir(place):
            return [os.path.normpath(store).encode()] if place and os.path.isfile(place) else []
        prefix = _prefix(store)
        listed = list(_list_files(os.path.join(place, b""), suffix.encode()))
        if any(fault == "unreadable-folder" for _, fault in listed):
            raise FileFault("unreadable-folder")
        return [prefix + inner for inner, _ in listed]

    def load(self, inner: bytes, fault: str, place: bytes, prefix: str) -> StoreFile:
        """A file at `place`, whose path from the root begins with `prefix`. A `fault` is known before it is read."""
        if fault == _LINK:
            fault = ""
            if not self.holds(place):
                fault = "link-outside-root"
        data = b""
        if not fault:
            try:
                data = read_bytes(place)
            except FileFault as error:
                fault = error.code
        name = inner.decode("utf-8", "surrogateescape")
        return StoreFile(portable(prefix + name), portable(name), data, fault)


def _prefix(store: str) -> bytes:
    clean = os.path.normpath(store.encode("utf-8", "surrogateescape") or b".")
    return b"" if clean == b"." else clean + b"/"


_LINK: Final = "link"  # not a fault yet: it depends on where the link leads


def _list_files(folder: bytes, suffix: bytes) -> Iterator[tuple[bytes, str]]:
    """The paths of files below a folder, unsorted, each with "", the code of its fault, or _LINK."""
    pending = [b""]
    while pending:
        inner = pending.pop()
        try:
            entries = os.scandir(folder + inner)
        except OSError:
            if not inner:
                raise FileFault("unreadable") from None
            yield inner[:-1], "unreadable-folder"
            continue
        with entries:
            for entry in entries:
                name = entry.name
                if entry.is_file(follow_symlinks=False):
                    if name.endswith(suffix):
                        yield inner + name, ""
                elif entry.is_dir(follow_symlinks=False):
                    if not name.startswith(b"."):
                        pending.append(inner + name + b"/")
                elif name.endswith(suffix) and not _is_folder(entry):
                    yield inner + name, _LINK if entry.is_symlink() else "not-a-file"


def _is_folder(entry: os.DirEntry[bytes]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def read_bytes(place: bytes, limit: float = MAX_FILE_BYTES) -> bytes:
    """The bytes of a regular file. Raises FileFault: `unreadable`, `not-a-file` or, over the limit, `too-large`.

    What strangers write has the limit that it starts with; what this program wrote is read with none.
    """
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        raise FileFault("unreadable") from None
    try:
        first = os.read(handle, _BLOCK)
        # A regular file gives less than was asked for at its end only; nothing at all may be another sort of file.
        return first if 0 < len(first) < _BLOCK else first + _read_rest(handle, limit)
    except OSError:
        raise FileFault("unreadable") from None
    finally:
        os.close(handle)


def _read_rest(handle: int, limit: float) -> bytes:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise FileFault("not-a-file")
    if status.st_size > limit:
        raise FileFault("too-large")
    blocks = iter(lambda: os.read(handle, _BLOCK), b"")
    return b"".join(blocks)


def _decode(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def portable(path: str) -> str:
    """A path as text that any JSON holds: in a path that is not UTF-8, each bad byte and each `%` becomes `%XX`."""
    if path.isascii():
        return path
    try:
        path.encode()
    except UnicodeEncodeError:
        return "".join(_percent(character) for character in path)
    return path


def _percent(character: str) -> str:
    if character == "%":
        return "%25"
    code = ord(character)
    return f"%{code - 0xDC00:02X}" if 0xDC80 <= code <= 0xDCFF else character
