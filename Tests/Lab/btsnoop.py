"""Advertising reports in a trace of btmon (btsnoop's monitor format)."""
import struct
from pathlib import Path

# Microseconds from the format's epoch, the year 0, to that of the Unix clock.
UNIX_EPOCH = 0x00DCDDB30F2F8000


class Report:
    """One LE advertising report: when (Unix time, s), which controller received it, its event type, its sender
    and its data."""

    def __init__(self, time, controller, kind, random, address, data):
        self.time, self.controller, self.kind, self.data = time, controller, kind, data
        self.from_static_address = random == 1 and address[5] >> 6 == 0b11


def received(path):
    """Every report in the file, in its order."""
    path = Path(path)
    trace = path.read_bytes() if path.exists() else b""
    if trace[:8] != b"btsnoop\0":
        return
    offset = 16
    while offset + 24 <= len(trace):
        length, flags, stamp = struct.unpack_from(">4xII4xQ", trace, offset)
        packet = trace[offset + 24 : offset + 24 + length]
        offset += 24 + length
        time, controller, opcode = (stamp - UNIX_EPOCH) / 1e6, flags >> 16, flags & 0xFFFF
        if opcode != 3 or len(packet) < 4 or packet[0] != 0x3E:
            continue
        if packet[2] == 0x02:  # LE Advertising Report; the emulators put one in each event
            yield Report(time, controller, packet[4], packet[5], packet[6:12], packet[13 : 13 + packet[12]])
        elif packet[2] == 0x0D:  # LE Extended Advertising Report
            kind = struct.unpack_from("<H", packet, 4)[0]
            yield Report(time, controller, kind, packet[6], packet[7:13], packet[28 : 28 + packet[27]])
