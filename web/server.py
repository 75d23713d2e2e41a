"""Who serves the pages? Cheroot, in the box's own process: a thread for each stream and some for everything else."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from typing import Any

from cheroot import wsgi
from cheroot.server import HTTPConnection

from narrator.errors import NarratorError
from narrator.listeners import MOST
from web.app import create_app
from web.box import Bench, Box
from web.streams import Streams

log = logging.getLogger("narrator.web")


class PortTaken(NarratorError, OSError):
    """The port cannot be had; code `port-taken` or `port-refused`."""


class Server:
    """The pages of this box at `host` and `port` (0: any free one; then read `port`).

    `patience` seconds after it stopped reading, a page's connection is given up. With a `bench` there is a page with
    devices, too.
    """

    def __init__(
        self, box: Box, host: str, port: int, *, streams: int = MOST, patience: float = 10, bench: Bench | None = None
    ) -> None:
        self.host = host
        self.port = port
        self._app = create_app(box, streams, bench)
        self._patience = patience
        self._cheroot: _Cheroot | None = None
        self._thread: threading.Thread | None = None
        self._threads = streams + 16

    @property
    def streams(self) -> Streams:
        """The open streams."""
        streams: Streams = self._app.extensions["streams"]
        return streams

    def start(self) -> None:
        """Answer from now on; raises `PortTaken`."""
        server = _Cheroot(
            (self.host, self.port),
            self._app,
            numthreads=self._threads,
            max=self._threads,
            server_name="narrator",
            request_queue_size=128,
            timeout=self._patience,  # type: ignore[arg-type]
            shutdown_timeout=0.3,  # type: ignore[arg-type]
        )
        # What the box may be sent, in bytes; the sentence for a long message comes from the application.
        server.max_request_header_size = 16 * 1024
        server.max_request_body_size = 64 * 1024
        server.keep_alive_conn_limit = 256
        server.expiration_interval = 0.1  # seconds until a stop is noticed
        try:
            server.prepare()
        except OSError as error:
            raise self._refused(error) from None
        server.let_go_of_dead_readers(self._patience)
        self.port = server.bind_addr[1]
        self._cheroot = server
        self._thread = threading.Thread(target=server.serve, name="pages")
        self._thread.start()

    def stop(self) -> None:
        """Tell the streams, then stop: within half a second, whoever still reads or does not."""
        if self._cheroot is None or self._thread is None:
            return
        self.streams.close()
        self._cheroot.stop()
        self._thread.join()
        self._cheroot = self._thread = None

    def _refused(self, error: OSError) -> PortTaken:
        if "Address already in use" in str(error):
            return PortTaken(
                "port-taken",
                f"Port {self.port} is taken, perhaps by another box on this machine: stop that, or take another port.",
            )
        return PortTaken("port-refused", f"Pages cannot be served at {self.host}, port {self.port}: {error}.")


class _Connection(HTTPConnection):
    """A connection that forgets what its page has not read: a closed socket takes no more of it."""

    def close(self) -> None:
        self.wfile.raw.close()
        super().close()


class _Cheroot(wsgi.Server):
    """Cheroot, which says its errors to the log and lets go of sleeping phones."""

    ConnectionClass = _Connection

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: Any) -> socket.socket:
        try:
            return wsgi.Server.bind_socket(socket_, bind_addr)
        except OSError:
            socket_.close()
            raise

    def let_go_of_dead_readers(self, patience: float) -> None:
        """What accepted connections inherit: a small buffer, an end when nothing is acknowledged, a port set free."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(patience * 2000))
        self.requests._force_close = _cut

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        log.log(level, msg, exc_info=traceback)


def _cut(connection: Any) -> None:
    """End a connection at once, though a thread may be writing to it."""
    if connection is not None:
        with contextlib.suppress(OSError):
            connection.socket.shutdown(socket.SHUT_RDWR)
