"""Running the server: the port, the browser, and the end."""

import asyncio
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn

from gen_docs.errors import GenDocsError
from gen_docs.files import Root
from gen_docs.server.app import make_app
from gen_docs.server.keeper import Keeper
from gen_docs.server.watching import Watcher

MAX_TRIED: Final = 20


class ServerError(GenDocsError):
    """A server that cannot be begun: why, and what to do."""


def run_server(
    root: Root, host: str, port: int, *, is_port_given: bool, opens: bool, tell: Callable[[str], None]
) -> None:
    """Serves until it is interrupted. Raises ServerError where the address cannot be had."""
    sock = _bind(host, port, 1 if is_port_given else MAX_TRIED)
    address = _address_of(sock, host)
    keeper = Keeper(root, tell)
    watcher = Watcher(root)

    async def main() -> None:
        await keeper.refresh()
        config = uvicorn.Config(
            make_app(keeper, watcher, host), log_level="critical", timeout_graceful_shutdown=1, lifespan="on"
        )
        tell(f"{address}  (Ctrl-C ends it)")
        if opens:
            webbrowser.open(address)
        await uvicorn.Server(config).serve([sock])

    with sock, suppress(KeyboardInterrupt):
        asyncio.run(main())


def _bind(host: str, port: int, tries: int) -> socket.socket:
    """A socket on the first free port from `port` on."""
    problem: OSError | None = None
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + tries, 65_536)) if port else [0]:
        sock = socket.socket(family)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, candidate))
            sock.listen(128)  # whoever is told the address may ask at once
        except OSError as error:
            problem = error
            sock.close()
        else:
            return sock
    reason = problem.strerror if problem else "no such port"
    raise ServerError(f"{host}:{port} cannot be had: {reason}; name another with --port") from None


def _address_of(sock: socket.socket, host: str) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - compared, not bound
    return f"http://{shown}:{sock.getsockname()[1]}/"
