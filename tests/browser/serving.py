"""Sites served from memory over loopback, below a path of their own, and the browser that visits them."""

import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, Playwright

from gen_docs.build import Build

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--in-process-gpu",  # without a process between them pages are drawn a sixth faster
    "--in-process-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # whatever a page asks for, nothing leaves the machine
)
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}


def launch(playwright: Playwright) -> Browser:
    """The Chromium on PATH; `tests/find-browser` says how to get one."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise RuntimeError(f"none of {', '.join(BROWSERS)} is on PATH; run tests/find-browser")
    return playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))


class Lazily(Mapping[str, bytes]):
    """The artifacts of a site, each made when it is first asked for: of a large site tests visit few pages."""

    def __init__(self, site: Build) -> None:
        self._artifacts = {artifact.path: artifact for artifact in site.artifacts()}
        self._made: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        if path not in self._made:
            self._made[path] = self._artifacts[path].content()
        return self._made[path]

    def changed(self, path: str, content: bytes) -> "Lazily":
        """The same site with another content of one artifact."""
        other = copy(self)
        other._made = {**self._made, path: content}
        return other

    def __contains__(self, path: object) -> bool:
        return path in self._artifacts

    def __iter__(self) -> Iterator[str]:
        return iter(self._artifacts)

    def __len__(self) -> int:
        return len(self._artifacts)


class Server:
    """Sites by their base path. What is not below one of them does not exist, so a wrong base shows as a 404."""

    def __init__(self, port: int, sites: dict[str, Mapping[str, bytes]]) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self._sites = sites

    def mount(self, files: Mapping[str, bytes]) -> str:
        """Serves the artifacts of one site; returns the address of its home page."""
        base = f"/some/base-{len(self._sites)}/"
        self._sites[base] = files
        return self.origin + base


def find_file(files: Mapping[str, bytes], path: str) -> str | None:
    """The artifact that a static host answers with for a path below the site's base."""
    name = unquote(path)
    name = f"{name}index.html" if name == "" or name.endswith("/") else name
    return name if name in files else None


@contextmanager
def serve() -> Iterator[Server]:
    """A server on a free port of loopback."""
    sites: dict[str, Mapping[str, bytes]] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            for base, files in sites.items():
                name = find_file(files, path.removeprefix(base)) if path.startswith(base) else None
                if name is not None:
                    self._answer(200, TYPES.get(name.rpartition(".")[2], "text/plain"), files[name])
                    return
            self._answer(404, "text/plain", b"not found")

        def _answer(self, status: int, kind: str, content: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            if "/assets/_site/" in self.path:  # the same on every page of a site, so that a browser reads it once
                self.send_header("Cache-Control", "max-age=3600")
            with suppress(BrokenPipeError, ConnectionResetError):  # the page was left before its answer was there
                self.end_headers()
                self.wfile.write(content)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name it has there
            """Says nothing: what matters is asserted."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield Server(server.server_port, sites)
        finally:
            server.shutdown()
            thread.join()
