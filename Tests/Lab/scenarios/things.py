"""Judges things.sh: what a recogniser that we did not write hears of a day's list."""
import sys
import wave
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from ear import RATE, Ear, read  # noqa: E402
from evidence import Evidence  # noqa: E402

STAR = "gold star"
ROW = "gold star two days in a row"
ASK = "what are your three things today"
LIST = "two left oil change call tim"
TICK = "oil change"
DONE = "done"
# In a minute and a half the card's clock and the kernel's drift apart by tenths of a second.
DRIFT = 1
CUES = [STAR, ROW, ASK, LIST, TICK, DONE, "one left call tim", "call tim", "everything is done",
        "nothing is written down for today", "i don't know what day it is", "don't forget", "it is on the list",
        "searching for nearby signals"]


def main(directory):
    evidence = Evidence(directory)
    recording = evidence.directory / "one.wav"
    began = evidence.when("record one")
    with wave.open(str(recording)) as sound:
        length = sound.getnframes() / sound.getframerate()
    heard = [(began + seconds, words) for seconds, words, sure in Ear(CUES).listen(read(recording)) if sure >= 0.6]

    def within(deed, seconds, words):
        at = evidence.when(deed)
        return at is not None and any(at - DRIFT <= time <= at + seconds and said == words for time, said in heard)

    for deed, seconds, words in [("read one", 8, LIST), ("read one", 20, TICK), ("star one", 8, STAR),
                                 ("morning one", 6, ASK), ("second one", 8, ROW)]:
        near = [said for time, said in heard if -DRIFT <= time - (evidence.when(deed) or 0) <= seconds]
        evidence.promise(within(deed, seconds, words), f"a recogniser hears “{words}”",
                         f"{', '.join(near) or 'nothing'}; {length:.0f} s recorded")


if __name__ == "__main__":
    main(sys.argv[1])
