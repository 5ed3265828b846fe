"""Pictures as PNG files, written and read with what every Python has."""

import struct
import zlib

Colour = tuple[int, int, int]
Rows = list[list[Colour]]

_MARK = b"\x89PNG\r\n\x1a\n"


def write_png(rows: Rows) -> bytes:
    """Rows of colours as a file."""
    lines = b"".join(b"\0" + bytes(part for colour in row for part in colour) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    return _MARK + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(lines, 9)) + _chunk(b"IEND", b"")


def read_png(data: bytes) -> Rows:
    """A file that write_png has made, as rows of colours."""
    width, height = struct.unpack(">II", data[16:24])
    at = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[at - 4 : at])
    lines = zlib.decompress(data[at + 4 : at + 4 + length])
    step = 1 + 3 * width
    return [[_colour(lines, row * step + 1 + 3 * column) for column in range(width)] for row in range(height)]


def _colour(lines: bytes, at: int) -> Colour:
    return lines[at], lines[at + 1], lines[at + 2]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
