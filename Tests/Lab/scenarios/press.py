"""Judges press.sh: from the edge of the button's line to the first sample that is not silence."""
import sys
import wave
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from evidence import Evidence, loudness  # noqa: E402

LIMIT_MS = 60
SILENCE, SOUND = 1e-4, 1000


def delay_ms(recording, edge):
    """Milliseconds from `edge` (seconds into the recording) to the first loud sample; None if there is none."""
    with wave.open(str(recording)) as sound:
        rate, channels = sound.getframerate(), sound.getnchannels()
        sound.setpos(min(int(edge * rate), sound.getnframes()))
        samples = memoryview(sound.readframes(int(0.5 * rate))).cast("h")[::channels]
    first = next((index for index, sample in enumerate(samples) if abs(sample) > SOUND), None)
    return None if first is None else first * 1000 / rate


def main(directory):
    evidence = Evidence(directory)
    recording = evidence.directory / "one.wav"
    began = evidence.when("record one")
    edges = [time - began for time, deed in evidence.events if deed == "hold one"] if began else []
    # The searching station pings now and then: only a press into silence can be judged.
    quiet = [edge for edge in edges if loudness(recording, edge - 0.3, edge) < SILENCE]
    delays = sorted(delay for delay in (delay_ms(recording, edge) for edge in quiet) if delay is not None)
    evidence.promise(len(delays) >= 5, "presses in silence are heard", f"{len(delays)} of {len(quiet)}")
    if delays:
        median = delays[len(delays) // 2]
        figure = f"median {median:.0f} ms, {delays[0]:.0f} to {delays[-1]:.0f} ms, on a 10 ms clock"
        evidence.promise(delays[-1] <= LIMIT_MS, "every press is heard within 60 ms of its edge", figure)


if __name__ == "__main__":
    main(sys.argv[1])
