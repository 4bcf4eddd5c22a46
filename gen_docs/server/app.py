"""The web application: artifacts of the current build, the stream of news, and the script that listens to it."""

import asyncio
import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import orjson
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from gen_docs.bundle import template_folder
from gen_docs.catalogue import SOURCE_LANGUAGE, load_catalogue
from gen_docs.errors import GenDocsError
from gen_docs.server.keeper import Keeper
from gen_docs.server.snapshot import RESERVED, Answer
from gen_docs.server.watching import Watcher

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "pdf": "application/pdf",
}
_HEARTBEAT: Final = 20.0  # seconds; a tab that is gone is noticed when something is sent to it
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def make_app(keeper: Keeper, watcher: Watcher, host: str) -> Starlette:
    """The application for one site, reached by the name `host`."""
    site = _Site(keeper)

    @asynccontextmanager
    async def keep_fresh(_: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(_follow(keeper, watcher))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    routes = [
        Route(f"/{RESERVED}/events", site.send_news),
        Route(f"/{RESERVED}/digest", site.tell_digest),
        Route(f"/{RESERVED}/{{name}}", site.send_own),
        Route("/{path:path}", site.send_artifact),
    ]
    return Starlette(routes=routes, lifespan=keep_fresh, middleware=[Middleware(_HostCheck, host=host)])


async def _follow(keeper: Keeper, watcher: Watcher) -> None:
    """Builds again after every change, for as long as the server runs."""
    while True:
        site = keeper.site
        watching = asyncio.create_task(watcher.watch(site))
        try:
            while keeper.site == site and not watching.done():
                await watcher.changed.wait()
                watcher.changed.clear()
                await keeper.refresh()
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching


class _Site:
    """The answers to requests."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper: Final = keeper

    async def send_artifact(self, request: Request) -> Response:
        path = request.path_params["path"]
        snapshot = self._keeper.snapshot
        if snapshot is None:
            return _send_error(self._keeper.news.error)
        name = f"{path}index.html" if path == "" or path.endswith("/") else path
        if name not in snapshot and f"{path}/index.html" in snapshot:
            return RedirectResponse(f"/{path}/{_query_of(request)}", 307)
        try:
            found = name in snapshot
            answer = await run_in_threadpool(snapshot.answer, name if found else "404.html")
        except GenDocsError as error:
            return _send_error(str(error))
        return _send(request, name if found else "404.html", answer, 200 if found else 404)

    async def tell_digest(self, request: Request) -> Response:
        """The digest of a page as it is now, "" where there is none."""
        route, snapshot = request.query_params.get("page", ""), self._keeper.snapshot
        name = f"{route.lstrip('/')}index.html"
        if snapshot is None:
            return PlainTextResponse("", headers={"Cache-Control": "no-store"})
        try:
            answer = await run_in_threadpool(snapshot.answer, name if name in snapshot else "404.html")
        except GenDocsError as error:
            return PlainTextResponse(str(error), 500)
        return PlainTextResponse(answer.digest, headers={"Cache-Control": "no-store"})

    async def send_own(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ("live.js", "live.css"):
            return PlainTextResponse("", 404)
        content = (template_folder() / "live" / name).read_bytes()
        return Response(content, media_type=_TYPES[name.rpartition(".")[2]], headers={"Cache-Control": "no-cache"})

    async def send_news(self, _: Request) -> Response:
        return StreamingResponse(self._stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def _stream(self) -> AsyncIterator[bytes]:
        async with self._keeper.listen() as queue:
            while True:
                try:
                    news = await asyncio.wait_for(queue.get(), _HEARTBEAT)
                except TimeoutError:
                    yield b":\n\n"
                    continue
                content = {"paths": news.paths, "error": news.error, "words": _say_all()}
                yield b"data: " + orjson.dumps(content) + b"\n\n"


def _say_all() -> dict[str, str]:
    """What the script says."""
    catalogue = load_catalogue(SOURCE_LANGUAGE)
    return {
        "title": catalogue.text("live.error"),
        "changed": catalogue.text("live.changed"),
        "reload": catalogue.text("live.reload"),
    }


def _query_of(request: Request) -> str:
    return f"?{request.url.query}" if request.url.query else ""


def _send(request: Request, name: str, answer: Answer, status: int) -> Response:
    headers = {"ETag": answer.etag, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
    if status == 200 and answer.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    kind = _TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")
    return Response(answer.content, status, headers | {"Content-Type": kind})


def _send_error(text: str) -> Response:
    """A page that says what is wrong, and goes away when it is mended."""
    from markupsafe import Markup  # noqa: PLC0415 - hardly ever needed

    page = Markup(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/{reserved}/live.css">'
        '<script type="module" src="/{reserved}/live.js" data-live="none"></script></head>'
        '<body class="live-page"><main><h1>{title}</h1><pre>{text}</pre></main></body></html>\n'
    )
    title = load_catalogue(SOURCE_LANGUAGE).text("live.error")
    content = page.format(title=title, text=text, reserved=RESERVED)
    return Response(content, 500, {"Cache-Control": "no-store"}, _TYPES["html"])


class _HostCheck:
    """Refuses requests for another host: a page elsewhere could otherwise be pointed at this server by its name."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app: Final = app
        self._host: Final = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_known(dict(scope["headers"]).get(b"host", b"")):
            await PlainTextResponse("This server answers for this machine only.", 421)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_known(self, written: bytes) -> bool:
        name = written.decode("latin-1").lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        if name in _LOCAL or name == self._host.lower():
            return True
        return self._host not in _LOCAL and _is_address(name)


def _is_address(name: str) -> bool:
    """Whether a name is an address: those no stranger's name server can point here."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
