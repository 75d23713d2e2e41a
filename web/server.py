"""Who serves the pages? Tornado, in the box's own process: one loop and a few threads.

    connection  ->  door.py: too many?  ->  head and body, in time  ->  a thread with the Flask pages  ->  answer
                                                                                                |
                                        page  <-  every view, written by the loop  <-  streams.py

The loop alone reads and writes, so nobody who is slow, silent or asleep holds a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import ssl
import threading
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor

from flask import Flask
from tornado import httputil
from tornado.http1connection import HTTP1Connection, HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.iostream import StreamClosedError
from tornado.wsgi import WSGIContainer
from werkzeug.wrappers import Response

from narrator.box.pages.listeners import MOST
from narrator.errors import NarratorError
from web.app import create_app
from web.box import Backend, DevicePage
from web.door import ALL, HEAD, NOTHING, Caller, Door
from web.https import Tls
from web.streams import Stream, Streams
from web.visit import VISIT, Visit

log = logging.getLogger("narrator.web")
logging.getLogger("tornado").setLevel(logging.ERROR)  # what strangers send is not the box's trouble

LONGEST_HEAD = LONGEST_BODY = 16 * 1024
"""What the box may be sent, in bytes; the sentence for a message that is too long comes from the pages."""
THREADS = {True: 12, False: 4}
"""Threads that answer those who have shown a token, and all others."""
REMEMBERED = 512
FAREWELL = 0.3
"""Seconds that streams have to end when the server stops."""


class PortTaken(NarratorError, OSError):
    """The port cannot be had; code `port-taken` or `port-refused`."""


class Server:
    """The pages of this box at `host` and `port` (0: any free one; then read `port`), with `tls` over HTTPS, too.

    `patience` seconds are given to each of these: a whole head, a whole body, and a page to take what it is sent; after
    that its connection ends. With a `fake_page` there is a page with devices, too.
    """

    def __init__(
        self,
        box: Backend,
        host: str,
        port: int,
        *,
        streams: int = MOST,
        patience: float = 10,
        fake_page: DevicePage | None = None,
        tls: Tls | None = None,
    ) -> None:
        self.host = host
        self.port = port
        self.tls = tls
        self._app = create_app(box, streams, fake_page, tls)
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over = asyncio.Event()
        self._thread: threading.Thread | None = None

    @property
    def streams(self) -> Streams:
        """The open streams."""
        streams: Streams = self._app.extensions["streams"]
        return streams

    def start(self) -> None:
        """Answer from now on; raises `PortTaken`."""
        with contextlib.ExitStack() as doors:
            plain = doors.enter_context(self._door(self.port))
            safe = doors.enter_context(self._door(self.tls.port)) if self.tls else None
            doors.pop_all()
        self.port = self._app.config["PLAIN_PORT"] = plain.getsockname()[1]
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(plain, safe, ready)), name="pages")
        self._thread.start()
        ready.wait()

    def stop(self) -> None:
        """Tell the streams, then stop: within half a second, whether or not anybody still reads."""
        if self._loop is None or self._thread is None:
            return
        self.streams.close()
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()
        self._loop = self._thread = None

    async def _serve(self, plain: socket.socket, safe: socket.socket | None, ready: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        desk = Desk(self._app, self._patience)
        servers = [_Http(desk, plain, None)]
        if safe is not None and self.tls is not None:
            servers.append(_Http(desk, safe, self.tls.context))
        ready.set()
        await self._over.wait()
        for server in servers:
            server.stop()
        await desk.close()
        for server in servers:
            await server.close_all_connections()  # those, too, that had no time to say anything

    def _door(self, port: int) -> socket.socket:
        """Where phones call. Connections come when they say something, or have been silent for long. They inherit a
        small buffer, and an end when nothing is acknowledged."""
        door = socket.socket(socket.AF_INET6 if ":" in self.host else socket.AF_INET)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, max(1, int(self._patience)))
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self._patience * 2000))
        try:
            door.bind((self.host, port))
            door.listen(1024)
        except OSError as error:
            door.close()
            raise self._refused(port, error) from None
        door.setblocking(False)
        return door

    def _refused(self, port: int, error: OSError) -> PortTaken:
        if error.errno == errno.EADDRINUSE:
            remedy = "stop that, or take another port."
            return PortTaken("port-taken", f"Port {port} is taken, perhaps by another box on this machine: {remedy}")
        return PortTaken("port-refused", f"Pages cannot be served at {self.host}, port {port}: {error}.")


class _Http(HTTPServer):
    """Tornado's server, with every connection known to the desk."""

    def initialize(self, desk: Desk, door: socket.socket, tls: ssl.SSLContext | None) -> None:  # type: ignore[override]
        self._desk = desk
        super().initialize(
            desk,  # type: ignore[arg-type]
            ssl_options=tls,
            idle_connection_timeout=desk.patience,  # a handshake is within it
            body_timeout=desk.patience,
            max_header_size=2 * LONGEST_HEAD,  # up to there the refusal is an answer, and then a closed connection
            max_body_size=LONGEST_BODY,
        )
        self.add_socket(door)

    def start_request(self, server_conn: object, request_conn: httputil.HTTPConnection) -> httputil.HTTPMessageDelegate:
        assert isinstance(server_conn, HTTP1ServerConnection)
        assert isinstance(request_conn, HTTP1Connection)
        return _Request(self._desk, self._desk.caller(server_conn), request_conn)

    def on_close(self, server_conn: object) -> None:
        super().on_close(server_conn)
        self._desk.gone(server_conn)


class Desk:
    """Where requests are answered: known callers and strangers by threads of their own, so that none waits for a crowd
    of the others."""

    def __init__(self, app: Flask, patience: float) -> None:
        self.app = app
        self.patience = patience
        self.door = Door()
        self.environ = WSGIContainer(app).environ
        self._threads = {known: ThreadPoolExecutor(number, "page") for known, number in THREADS.items()}
        self._callers: dict[object, Caller] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._cookies: dict[str, None] = {}

    def caller(self, connection: HTTP1ServerConnection) -> Caller:
        """Who calls on this connection?"""
        caller = self._callers.get(connection)
        if caller is None:
            address = getattr(connection.context, "remote_ip", "")
            caller = self._callers[connection] = Caller(connection.stream, address)
            self.door.enter(caller)
        return caller

    def gone(self, connection: object) -> None:
        """This connection has ended."""
        caller = self._callers.pop(connection, None)
        if caller is not None:
            self.door.leave(caller)

    def recognise(self, caller: Caller, cookie: str, valid: bool) -> None:
        """Make this caller known, if it shows what was found valid now or before."""
        if valid:
            self._cookies[cookie] = None
            if len(self._cookies) > REMEMBERED:
                del self._cookies[next(iter(self._cookies))]
        if cookie in self._cookies and not caller.known:
            self.door.know(caller)

    def begin(self, answer: Awaitable[None]) -> asyncio.Task[None]:
        """Let this answer be given."""
        task = asyncio.ensure_future(answer)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def pages(self, caller: Caller, environ: dict[str, object]) -> Response | None:
        """What the pages answer; nothing to somebody who has gone."""

        def ask() -> Response | None:
            return None if caller.line.closed() else Response.from_app(self.app, environ, buffered=True)

        return await asyncio.get_running_loop().run_in_executor(self._threads[caller.known], ask)

    async def close(self) -> None:
        """Let streams end, and then everything."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=FAREWELL)
        self.door.close()
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)


class _Request(httputil.HTTPMessageDelegate):
    """One request: read whole by the loop, and then answered."""

    def __init__(self, desk: Desk, caller: Caller, connection: HTTP1Connection) -> None:
        self._desk = desk
        self._caller = caller
        self._connection = connection
        self._body = bytearray()

    def headers_received(
        self, start_line: httputil.RequestStartLine | httputil.ResponseStartLine, headers: httputil.HTTPHeaders
    ) -> None:
        assert isinstance(start_line, httputil.RequestStartLine)
        self._request = httputil.HTTPServerRequest(connection=self._connection, start_line=start_line, headers=headers)
        if sum(len(name) + len(value) for name, value in headers.get_all()) > LONGEST_HEAD:
            raise httputil.HTTPInputError("The head is too long.")
        self._desk.door.hear(self._caller, HEAD)
        self._desk.recognise(self._caller, headers.get("Cookie", ""), valid=False)

    def data_received(self, chunk: bytes) -> None:
        self._body += chunk

    def finish(self) -> None:
        self._desk.door.hear(self._caller, ALL)
        self._task = self._desk.begin(self._answer())

    async def _answer(self) -> None:
        visit = Visit()
        try:
            answer = await self._desk.pages(self._caller, self._environ(visit))
            if answer is not None:
                self._desk.recognise(self._caller, self._request.headers.get("Cookie", ""), visit.known)
                await (self._send(answer) if visit.stream is None else self._stream(answer, visit.stream))
        except StreamClosedError:
            pass
        except Exception:
            log.exception("%s %s", self._request.method, self._request.path)
            self._caller.line.close()
        finally:
            if visit.stream is not None:
                visit.stream.close()
            self._desk.door.hear(self._caller, NOTHING)

    def _environ(self, visit: Visit) -> dict[str, object]:
        if self._caller.line.closed():
            raise StreamClosedError
        self._request.body = bytes(self._body)
        here, port, *_ = self._caller.line.socket.getsockname()
        self._request.host = here  # what the page has asked for stands in HTTP_HOST
        return self._desk.environ(self._request) | {"SERVER_NAME": here, "SERVER_PORT": str(port), VISIT: visit}

    async def _send(self, answer: Response) -> None:
        body = answer.get_data()
        answer.headers.setdefault("Content-Length", str(len(body)))
        sent = self._connection.write_headers(*_head(answer), chunk=body)
        self._connection.finish()
        await self._taken(sent)

    async def _stream(self, answer: Response, stream: Stream) -> None:
        if self._request.method == "HEAD":
            await self._send(answer)
            return
        del answer.headers["Content-Length"]
        self._desk.door.hold(self._caller)
        self._connection.set_close_callback(self._end)
        self._caller.line.set_nodelay(True)
        await self._taken(self._connection.write_headers(*_head(answer)))
        async with contextlib.aclosing(stream.events()) as events:
            async for event in events:
                await self._taken(self._connection.write(event))
        self._connection.finish()

    def _end(self) -> None:
        self._task.cancel()

    async def _taken(self, sent: Awaitable[None]) -> None:
        """Wait until the page has taken what was sent; one that does not is given up."""
        if not self._caller.line.writing():
            return
        try:
            async with asyncio.timeout(self._desk.patience):
                await sent
        except TimeoutError:
            self._caller.line.close()


def _head(answer: Response) -> tuple[httputil.ResponseStartLine, httputil.HTTPHeaders]:
    headers = httputil.HTTPHeaders()
    for name, value in answer.headers:
        headers.add(name, value)
    _, _, reason = answer.status.partition(" ")
    return httputil.ResponseStartLine("HTTP/1.1", answer.status_code, reason), headers
