"""A small HTTP server for tests of downloads: ranges, validators, and the ways in which servers misbehave."""
import http.server
import threading
import time


class Content:
    """What one path answers with."""

    def __init__(self, body, etag='"1"', ranges=True, status=200, break_after=(), pause=0.0):
        self.body = body
        self.etag = etag
        self.ranges = ranges  # False: the whole file whatever was asked for
        self.status = status
        self.break_after = list(break_after)  # bytes after which each answer in turn is cut off
        self.pause = pause  # seconds between blocks of 64 KiB


class Request:
    def __init__(self, path, headers):
        self.path = path
        self.range = headers.get("Range")
        self.if_range = headers.get("If-Range")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        server = self.server.owner
        with server.lock:
            server.requests.append(Request(self.path, self.headers))
            content = server.contents.get(self.path)
            cut = content.break_after.pop(0) if content and content.break_after else None
        if content is None or content.status != 200:
            self.send_response(404 if content is None else content.status)
            self.send_header("Content-Length", "9")
            self.end_headers()
            self.wfile.write(b"not here\n")
            return
        start = 0
        wanted = self.headers.get("Range")
        validator = self.headers.get("If-Range")
        if wanted and content.ranges and (validator is None or validator == content.etag):
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            if start >= len(content.body):
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{len(content.body)}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(content.body) - 1}/{len(content.body)}")
        else:
            self.send_response(200)
        if content.etag:
            self.send_header("ETag", content.etag)
        self.send_header("Content-Length", str(len(content.body) - start))
        self.end_headers()
        end = len(content.body) if cut is None else min(len(content.body), start + cut)
        try:
            for at in range(start, end, 1 << 16):
                self.wfile.write(content.body[at : min(at + (1 << 16), end)])
                if content.pause:
                    time.sleep(content.pause)
        except (BrokenPipeError, ConnectionResetError):
            pass
        if end < len(content.body):
            self.close_connection = True


class QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # clients that are killed in mid-answer are part of the tests


class RangeServer:
    def __init__(self):
        self.contents = {}
        self.requests = []
        self.lock = threading.Lock()
        self.http = QuietServer(("127.0.0.1", 0), Handler)
        self.http.owner = self
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def asked(self, path):
        return [request for request in self.requests if request.path == path]
