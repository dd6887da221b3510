#!/usr/bin/env python3
"""Whoever looks at a station's page, well-meaning or not. Works on any host; standard library only.

    viewer.py watch HOST PORT SECONDS          what is seen and when, one JSON object for each sentence
    viewer.py crowd HOST PORT SECONDS COUNT    so many look at once; prints what they were sent
    viewer.py half-open HOST PORT SECONDS COUNT    connections that never finish a request; prints what became of them
    viewer.py garbage HOST PORT SECONDS [SEED] bytes that are no HTTP, and HTTP that is damaged
    viewer.py act HOST PORT ACTION [BODY]      asks for something, and prints the answer's status
    viewer.py fetch HOST PORT PATH FILE [RANGE]    puts what is there into a file, and prints the answer's status

A station's times are CLOCK_MONOTONIC: on the same kernel they can be compared with ours. Bounded in time."""
import json
import random
import resource
import selectors
import shutil
import socket
import sys
import time
import urllib.error
import urllib.request

AT_ONCE = 200  # connections a pass of `half-open` may open before it looks after the others


def monotonic():
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def get(host, path):
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n".encode()


def dechunked(stream):
    """What a chunked body holds; what is not whole yet is left for later."""
    body = b""
    while b"\r\n" in stream:
        size, rest = stream.split(b"\r\n", 1)
        try:
            length = int(size, 16)
        except ValueError:
            return body, rest
        if len(rest) < length + 2:
            return body, stream
        body, stream = body + rest[:length], rest[length + 2:]
    return body, stream


def watch(host, port, seconds):
    """Prints each sentence as soon as it is shown: when, and when the station says that it said it."""
    until = monotonic() + seconds
    link = socket.create_connection((host, port), timeout=5)
    link.sendall(get(host, "/api/events"))
    stream, body, seen, headed = b"", b"", None, False
    while monotonic() < until:
        link.settimeout(max(0.01, until - monotonic()))
        try:
            more = link.recv(1 << 16)
        except TimeoutError:
            break
        arrived = monotonic()
        if not more:
            break
        stream += more
        if not headed:
            if b"\r\n\r\n" not in stream:
                continue
            stream, headed = stream.split(b"\r\n\r\n", 1)[1], True
        part, stream = dechunked(stream)
        body += part
        while b"\n\n" in body:
            event, body = body.split(b"\n\n", 1)
            state = json.loads(event.rpartition(b"data: ")[2])
            # What was said before anybody looked is old news.
            for caption in state["captions"] if seen is not None else []:
                if caption["id"] not in seen:
                    print(json.dumps({
                        "text": caption["text"], "said": state["at"] - caption["age"], "shown": arrived,
                        "phase": state["phase"]}), flush=True)
            seen = {caption["id"] for caption in state["captions"]}


def crowd(host, port, seconds, count):
    chooser, received, left = selectors.DefaultSelector(), 0, count
    for _ in range(count):
        link = socket.create_connection((host, port), timeout=5)
        link.sendall(get(host, "/api/events"))
        link.setblocking(False)
        chooser.register(link, selectors.EVENT_READ)
    until = monotonic() + seconds
    while monotonic() < until and left:
        for key, _ in chooser.select(0.5):
            try:
                more = key.fileobj.recv(1 << 16)
            except BlockingIOError:
                continue
            except OSError:
                more = b""
            received += len(more)
            if not more:
                chooser.unregister(key.fileobj)
                left -= 1
    print(json.dumps({"viewers": count, "stayed": left, "bytes": received, "seconds": seconds}))


def half_open(host, port, seconds, count):
    """The beginning of a request, and then nothing: as many at once as asked for, again when hung up on."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, max(count + 100, 4_096)))
    until, links, opened, refused = monotonic() + seconds, [], 0, 0
    while monotonic() < until:
        while len(links) < count and opened - refused < 50 * count and monotonic() < until:
            link = socket.socket()
            link.setblocking(False)
            try:
                link.connect((host, port))
            except BlockingIOError:
                pass
            except OSError:
                refused += 1
                break
            links.append(link)
            opened += 1
            if opened % AT_ONCE == 0:
                break
        time.sleep(0.05)
        alive = []
        for link in links:
            try:
                link.send(b"POST /api/hold HTTP/1.1\r\nHost: " if random.random() < 0.5 else b"G")
                link.recv(1)
                link.close()  # it answered, or hung up
            except BlockingIOError:
                alive.append(link)
            except OSError:
                link.close()
        links = alive
    print(json.dumps({"opened": opened, "open": len(links), "refused": refused}))
    for link in links:
        link.close()


def damaged(chance, host):
    """Something that is nearly a request, or nothing like one."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 5_000))
    if kind == 1:
        return b"GET /" + b"a" * chance.randrange(1, 100_000) + b" HTTP/1.1\r\n\r\n"
    if kind == 2:
        header = b"".join(b"X-%d: %s\r\n" % (n, chance.randbytes(20).hex().encode()) for n in range(300))
        return b"GET /api/state HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n"
    if kind == 3:
        length = chance.choice([b"-1", b"99999999999999999999", b"4\r\nContent-Length: 5", b"abc"])
        return b"POST /api/hold HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + b"\r\n\r\n{}"
    if kind == 4:
        return (b"POST /api/hold HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chance.choice([b"FFFFFFFFFFFFFFFF\r\n", b"zz\r\n", b"5\r\nab", b"-5\r\nabcde\r\n"]))
    request = bytearray(get(host, "/api/state") + b'POST /api/hold HTTP/1.1\r\nContent-Length: 15\r\n\r\n{"isDown":true}')
    for _ in range(chance.randrange(1, 6)):
        request[chance.randrange(len(request))] = chance.randrange(256)
    return bytes(request)


def garbage(host, port, seconds, seed=1):
    chance, until, sent, answers = random.Random(seed), monotonic() + seconds, 0, {}
    while monotonic() < until:
        try:
            with socket.create_connection((host, port), timeout=2) as link:
                link.settimeout(0.3)
                link.sendall(damaged(chance, host))
                answer = link.recv(64)
        except OSError:
            answer = b""
        sent += 1
        word = answer.split(b"\r\n")[0].decode(errors="replace")[:12]
        answers[word] = answers.get(word, 0) + 1
    print(json.dumps({"sent": sent, "answers": answers}))


def act(host, port, action, body="{}"):
    head = (f"POST /api/{action} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n")
    with socket.create_connection((host, port), timeout=5) as link:
        link.sendall((head + body).encode())
        print(link.recv(64).split(b"\r\n")[0].decode(errors="replace"))


def fetch(host, port, path, name, part=None):
    request = urllib.request.Request(f"http://{host}:{port}{path}", headers={"Range": part} if part else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer, open(name, "wb") as file:
            shutil.copyfileobj(answer, file)
            print(answer.status)
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode(errors="replace"))


if __name__ == "__main__":
    what, host, port, *more = sys.argv[1:]
    if what in ("act", "fetch"):
        {"act": act, "fetch": fetch}[what](host, int(port), *more)
    else:
        {"watch": watch, "crowd": crowd, "half-open": half_open, "garbage": garbage}[what](
            host, int(port), float(more[0]), *map(int, more[1:]))
