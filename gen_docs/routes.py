"""Where pages stand: ids as route segments, and relative links from page to page. Pure."""

import hashlib
import re
from typing import Final
from urllib.parse import quote

_DEVICE = re.compile(r"(?i:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)")
_UNSAFE = re.compile(r"[~/\\\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_TAKEN: Final = ("index.html", "index.md")  # the graph's own files stand beside its items' folders
MAX_SEGMENT_BYTES: Final = 200


def segment(identifier: str) -> str:
    """The route segment of an id: itself, except that what would mean something to a file system or a server is
    written `~XX`, a byte in hex. An id too long for a file name keeps its beginning and ends in a digest of it all."""
    text = _UNSAFE.sub(lambda found: _escape(found[0]), identifier)
    if text[:1] in (".", "_") or is_device_name(text) or text.lower() in _TAKEN:
        text = _escape(text[:1]) + text[1:]
    if text[-1:] in (".", " "):
        text = text[:-1] + _escape(text[-1])
    raw = text.encode()
    if len(raw) <= MAX_SEGMENT_BYTES:
        return text
    digest = hashlib.sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{raw[: MAX_SEGMENT_BYTES - 20].decode(errors='ignore')}~~{digest}"


def is_device_name(name: str) -> bool:
    """Whether Windows takes a file of this name, or of this name and an ending, for a device."""
    return _DEVICE.match(name) is not None


def _escape(character: str) -> str:
    return "".join(f"~{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def item_route(graph: str, identifier: str) -> str:
    """The folder of an item's page under the site."""
    return f"{graph}/{segment(identifier)}/"


def relative_link(target: str, page: str) -> str:
    """The link from the page in the folder `page` ("" or ending in "/") to the route or file `target`."""
    link = "../" * page.count("/") + quote(target, safe="/~!$&'()*+,;=@", errors="surrogatepass")
    return link or "./"
