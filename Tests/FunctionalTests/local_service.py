"""Reaches `coach serve` on a Unix socket, once it listens there."""
import http.client
import socket
import time


class Local(http.client.HTTPConnection):
    def __init__(self, path="s"):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


def listening(path="s"):
    """A connection to the server, which may still be starting."""
    for _ in range(300):
        try:
            connection = Local(path)
            connection.connect()
            return connection
        except OSError:
            time.sleep(0.1)
    raise SystemExit("nothing listens at " + path)
