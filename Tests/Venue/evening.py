"""What the tests of an evening share: a real broker on loopback, two stations without any hardware, and promises."""
import os
import socket
import subprocess
import time
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hotcold"
# Debian keeps mosquitto where only root looks.
ENVIRONMENT = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}
faults = []


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def promise(is_kept, text, figure=""):
    print(f"{'ok    ' if is_kept else 'FAILED'}  {text}" + (f" ({figure})" if figure else ""), flush=True)
    if not is_kept:
        faults.append(text)


def wait_for(seconds, condition):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    return None


class Broker:
    """A broker on a free port of loopback, Debian's mosquitto unless `command(folder, port)` says otherwise. It keeps
    nothing when it ends."""

    def __init__(self, folder, command=None):
        self.folder, self.port = Path(folder), free_port()
        self.command = (command or self.mosquitto)(self.folder, self.port)
        self.start()

    @staticmethod
    def mosquitto(folder, port):
        file = folder / "broker.conf"
        file.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nmax_connections -1\n")
        return ["mosquitto", "-c", str(file)]

    def start(self):
        with (self.folder / "broker.log").open("a") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=ENVIRONMENT)
        if not wait_for(30, lambda: listens(self.port)):
            self.end()
            raise SystemExit(f"{self.command[0]} does not listen: {(self.folder / 'broker.log').read_text()}")

    def end(self):
        self.process.kill()
        self.process.wait()

    def restart(self):
        self.end()
        time.sleep(0.5)
        self.start()

    def publish(self, topic, text, *more):
        subprocess.run(["mosquitto_pub", "-p", str(self.port), "-t", topic, "-m", text, *more], check=True, timeout=10)

    def ask(self, *arguments):
        """What mosquitto_sub prints within three seconds."""
        return subprocess.run(["mosquitto_sub", "-p", str(self.port), "-W", "3", *arguments],
                              capture_output=True, text=True).stdout

    def subscribe(self, file, *arguments):
        """What comes goes to the file, until the process that is returned ends."""
        with Path(file).open("w") as out:
            return subprocess.Popen(["mosquitto_sub", "-p", str(self.port), "-v", *arguments], stdout=out)


class Stations:
    """Two, which meet each other by loopback alone."""

    def __init__(self, hotcold, folder, broker):
        self.lobby, self.folder = free_port(), Path(folder)
        self.processes = [self.start(hotcold, number, broker.port) for number in (1, 2)]

    def start(self, hotcold, number, port):
        file = self.folder / f"station{number}.toml"
        file.write_text(
            f'[station]\nstate_directory = "{self.folder}/state{number}"\njournal = false\nintroduces = false\n'
            f'[lobby]\ninterface = "lo"\nair = false\nannounce = false\nport = {self.lobby}\n'
            f'[page]\nport = 0\n[mqtt]\nhost = "127.0.0.1"\nport = {port}\norders = true\n')
        with (self.folder / f"station{number}.log").open("w") as log:
            return subprocess.Popen(
                [hotcold, "run", "--settings", str(file)], stdout=subprocess.DEVNULL, stderr=log)


def end(processes):
    """Asks all, and makes those that do not listen."""
    for process in processes:
        if process.poll() is None:
            process.terminate()
    for process in processes:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
