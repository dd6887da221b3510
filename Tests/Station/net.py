"""Sockets, and the loop: docs/lobby.md, "Transport". IPv4 only; IPv6 is left out.

One socket on the lobby's port, shared with every other program of the computer, and one of its own, from which
everything is sent: so its address is where responses come to.
"""
import fcntl
import select
import socket
import struct
import time

GROUP = "239.255.72.67"
SIOCGIFADDR, SIOCGIFBRDADDR = 0x8915, 0x8919


def address_of(interface, what=SIOCGIFADDR):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        response = fcntl.ioctl(asked, what, struct.pack("256s", interface.encode()))
    return socket.inet_ntoa(response[20:24])


class Net:
    """All datagrams of one process. `sources`: addresses of the interface to send from, for made-up crowds."""

    def __init__(self, interface, port, sources=None):
        self.port, self.interface = port, interface
        index = socket.if_nametoindex(interface)
        self.ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT, socket.SO_BROADCAST):
            self.ear.setsockopt(socket.SOL_SOCKET, option, 1)
        self.ear.bind(("", port))
        self.ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                            struct.pack("=4s4si", socket.inet_aton(GROUP), bytes(4), index))
        own = address_of(interface)
        self.mouths = []
        for source in sources or [own]:
            mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, 1)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF,
                             struct.pack("=4s4si", socket.inet_aton(source), bytes(4), index))
            mouth.bind((source, 0))
            self.mouths.append(mouth)
        self.is_bound = self.bind_to(interface)
        self.own = {mouth.getsockname() for mouth in self.mouths}
        try:
            self.broadcast = address_of(interface, SIOCGIFBRDADDR)
        except OSError:
            self.broadcast = "0.0.0.0"
        self.failed = 0

    def bind_to(self, interface):
        """Several hosts' worth of interfaces in one namespace, as in the lab, are told apart by it. Needs root."""
        try:
            for each in [self.ear] + self.mouths:
                each.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.encode())
            return True
        except PermissionError:
            return False

    def send(self, data, to, mouth=0):
        mouth = self.mouths[mouth % len(self.mouths)]
        targets = [to] if to else [(GROUP, self.port)] + (
            [(self.broadcast, self.port)] if self.broadcast != "0.0.0.0" else [])
        for target in targets:
            try:
                mouth.sendto(data, target)
            except OSError:
                self.failed += 1

    def receive(self, seconds):
        """[(data, address, number of the mouth or None)] of the next so many seconds at most, as soon as there is any."""
        sockets = [self.ear] + self.mouths
        ready = select.select(sockets, [], [], max(0.0, seconds))[0]
        heard = []
        for each in ready:
            for _ in range(64):
                try:
                    data, address = each.recvfrom(2048, socket.MSG_DONTWAIT)
                except OSError:
                    break
                if address not in self.own:
                    heard.append((data, address, None if each is self.ear else self.mouths.index(each)))
        return heard


def play(net, stations, seconds, step=0.02):
    """Stations until their time is over; all hear everything that came to everybody, and each what came to its mouth."""
    end = time.monotonic() + seconds
    next_tick = 0.0
    while time.monotonic() < end:
        for data, address, mouth in net.receive(next_tick - time.monotonic()):
            for number, each in enumerate(stations):
                if mouth is None or len(stations) == 1 or number % len(net.mouths) == mouth:
                    each.receive(data, address, time.monotonic())
        if time.monotonic() >= next_tick:
            next_tick = time.monotonic() + step
            for each in stations:
                each.tick(time.monotonic())
