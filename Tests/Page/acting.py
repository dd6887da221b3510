"""What look.py does in the drawers of the station: asks the doctor, sets a crew word, calibrates, and hears a
round. Each function gets the `Look` and where the mock is."""
import urllib.parse

from sections import click, posts, requests

WORD = "green pancake"
NEW = "document.getElementById('crew-word')"
TEXT = "document.getElementById('{}').textContent"
NOWHERE = ("!document.documentElement.outerHTML.includes('{0}') && ![localStorage, sessionStorage]"
           ".some((kept) => JSON.stringify(kept).includes('{0}'))"
           " && ![...document.querySelectorAll('input')].some((field) => field.value.includes('{0}'))")


def look_at_all(look, root):
    for check in (crew, crew_with_pin, crew_in_a_round, calibration, doctor, sound):
        check(look, root)


def opened(look, url, drawer, filled):
    """With a drawer open, once what is `filled` is: its scripts are loaded with the station's drawer."""
    page = look.open(url)
    click(page, "#station summary")
    click(page, f"#{drawer} > summary")
    is_filled = page.wait_for(f"document.querySelector('{filled}')?.textContent", 30)
    look.expect(drawer, is_filled, "stays empty")
    return page


def enter(page, word):
    page.run(f"({NEW}.value = '{word}', 0)")
    click(page, "#crew-form [type=submit]")


def crew(look, root):
    """What is typed is what is sent, and it is nowhere afterwards."""
    url = f"{root}?scene=calibrate"
    page = opened(look, url, "crew", "#crew-line")
    is_used = "document.getElementById('crew-none').checkVisibility()"
    look.expect("crew", not page.run(is_used), "offers to use none, where none is used")
    for wrong in ("ab", "     ", ""):
        enter(page, wrong)
    page.wait(0.3)
    look.expect("crew", posts(look, url) == [], f"what is too short is posted: {posts(look, url)}")
    enter(page, f"  {WORD} ")
    look.expect("crew", page.wait_for(f"{is_used} && {TEXT.format('crew-told')}"), "a word is not taken")
    sent = [["crew", {"word": WORD}]]
    look.expect("crew", posts(look, url) == sent, f"posted {posts(look, url)}")
    look.expect("crew", page.run(f"{NEW}.value === ''"), "the word stays in its field")
    look.expect("crew", page.run(NOWHERE.format(WORD)), "the word is still somewhere in the page")
    page.run("document.getElementById('crew-none').focus()")
    page.key(" ")
    look.expect("crew", page.wait_for("!" + is_used), "the word is not given up")
    sent.append(["crew", {"word": ""}])
    look.expect("crew", posts(look, url) == sent, f"posted {posts(look, url)}")
    held = page.run("document.activeElement.id")
    look.expect("crew", held == "crew-told", f"the focus is lost with the button: {held}")
    # The station has the last word on what is one.
    enter(page, "x" * 65)
    is_told = page.wait_for(TEXT.format("fault") + ".includes('64')")
    look.expect("crew", is_told, "a refusal is not told")
    look.expect("crew", not page.run(is_used), "shows a word that was refused")
    look.read_events(page, "crew", urllib.parse.urlsplit(url).netloc, allowed=["400"])
    page.close()


def crew_with_pin(look, root):
    """Without the PIN it is asked for, and then the word goes on; who closes the dialog has set nothing."""
    url = f"{root}?scene=crew-pin"
    page = opened(look, url, "crew", "#crew-line")
    is_open = "document.getElementById('pin').open"
    enter(page, "blue waffle")
    look.expect("crew pin", page.wait_for(is_open), "no dialog on 401")
    look.expect("crew pin", page.run(NOWHERE.format("blue waffle")), "the word waits in the page")
    click(page, "#pin-close")
    page.wait(0.5)
    names = [name for name, _ in posts(look, url)]
    look.expect("crew pin", names == ["crew", "pin"], f"only watching, it posts {names}")
    enter(page, WORD)
    look.expect("crew pin", page.wait_for(is_open), "no dialog on the second 401")
    page.run("document.getElementById('pin-digits').value = '2468'")
    click(page, "#pin-form .go")
    taken = page.wait_for(TEXT.format("crew-told"))
    last = posts(look, url)[-2:]
    wanted = [["hold", {"isDown": False}], ["crew", {"word": WORD}]]
    look.expect("crew pin", taken and last == wanted, f"with the PIN, it posts {last}")
    look.expect("crew pin", page.run(NOWHERE.format(WORD)), "the word is kept with the PIN")
    look.read_events(page, "crew pin", urllib.parse.urlsplit(url).netloc, allowed=["401"])
    page.close()


def crew_in_a_round(look, root):
    page = opened(look, f"{root}?scene=crew-round", "crew", "#crew-line")
    disabled = page.run(f"{NEW}.matches(':disabled')"
                        " && document.querySelector('#crew-form [type=submit]').matches(':disabled')")
    look.expect("crew round", disabled, "the word can be changed in a round")
    page.close()


def calibration(look, root):
    """Three steps: with whom, how they stand, ten seconds; and once more after what failed."""
    url = f"{root}?scene=calibrate"
    page = opened(look, url, "calibration", "#trial-title")
    chosen = "[...document.querySelectorAll('#trial-others .inside')].find((e) => e.textContent === '{}')"
    says = TEXT.format("trial-title") + ".includes('{}')"
    go, back = ("document.getElementById('trial-{}')".format(part) for part in ("go", "back"))
    page.run(chosen.format("Golden Antelope") + ".focus()")
    page.key(" ")
    look.expect("calibration", page.wait_for(says.format("2 of 3")), "nobody can be chosen")
    held = page.run("document.activeElement.id")
    look.expect("calibration", held == "trial-title", f"the focus is lost with the step: {held}")
    page.run(f"{back}.click()")
    look.expect("calibration", page.wait_for(says.format("1 of 3")), "there is no way back")
    page.run(chosen.format("Golden Antelope") + ".click()")
    page.wait_for(f"{go}.checkVisibility()")
    look.expect("calibration", posts(look, url) == [], f"begins by itself: {posts(look, url)}")
    page.run(f"{go}.click()")
    look.expect("calibration", page.wait_for(says.format("did not work"), 8), "a failure is not told")
    reason = page.run(TEXT.format("trial-line"))
    look.expect("calibration", "Golden Antelope was not heard" in reason, f"the reason is {reason!r}")
    page.run(f"{go}.click()")
    look.expect("calibration", page.wait_for(says.format("2 of 3")), "'again' does not lead to the start")
    page.run(f"{back}.click()")
    page.wait_for(says.format("1 of 3"))
    page.run(chosen.format("Red Fox") + ".click()")
    page.wait_for(says.format("2 of 3"))
    page.run(f"{go}.click()")
    counts = f"document.getElementById('trial-progress').value > 2 && {TEXT.format('trial-count')}"
    look.expect("calibration", page.wait_for(counts, 8), "the ten seconds are not seen to pass")
    look.expect("calibration", page.wait_for(says.format("Done"), 15), "has no end")
    found = page.run(TEXT.format("trial-line"))
    is_said = "2.4 dB more weakly" in found and "0.9" in found
    look.expect("calibration", is_said, f"what was found is said as {found!r}")
    stations = ["0a77e13c55d24b91", "9fd2c1a05b7e3344"]
    wanted = [["calibrate", {"station": station}] for station in stations]
    look.expect("calibration", posts(look, url) == wanted, f"posted {posts(look, url)}")
    look.read_events(page, "calibration", urllib.parse.urlsplit(url).netloc)
    page.close()


def doctor(look, root):
    """It is asked when it is opened and when somebody asks; that it is busy is said."""
    url = f"{root}?scene=doctor"
    page = look.open(url)
    click(page, "#station summary")
    page.wait(0.5)
    look.expect("doctor", "/api/doctor" not in requests(page), "is asked though nobody looks")
    told = "document.querySelector('#doctor .told').textContent"
    page.run("(window.lines = [], new MutationObserver(() => { lines.push(" + told + "); })"
             ".observe(document.querySelector('#doctor .told'), { childList: true }))")
    click(page, "#doctor > summary")
    waited = page.wait_for("lines.some((line) => line.includes('looks at'))")
    look.expect("doctor", waited, "does not say that it waits")
    ill = "document.querySelectorAll('#doctor [data-well=false]').length === 2"
    is_told = page.wait_for(f"{ill} && {told}.startsWith('2 of 11')", 10)
    look.expect("doctor", is_told, "what is ill is not told")
    click(page, "#doctor > .key")
    click(page, "#doctor > .key")
    page.wait(1.5)
    asked = requests(page).count("/api/doctor")
    look.expect("doctor", asked == 2, f"once opened and twice tapped at once, it asked {asked} times, not 2")
    page.close()
    page = opened(look, f"{root}?scene=doctor-busy", "doctor", "#doctor .told")
    look.expect("doctor", page.wait_for(f"{told}.includes('try again')", 10), "does not say that it is busy")
    page.close()


def sound(look, root):
    """Nothing of a sound is loaded before somebody presses play."""
    url = f"{root}?scene=rounds"
    page = opened(look, url, "rounds", "#rounds .past summary")
    click(page, "#rounds .past summary")
    page.wait_for("document.querySelector('#rounds .chart')?.naturalWidth > 0", 10)
    page.wait(0.5)
    asked = requests(page)
    look.expect("sound", not any(path.endswith(".wav") for path in asked), "is loaded before it is played")
    files = page.run("[...document.querySelectorAll('#rounds .past[open] a')].map((e) => e.download)")
    look.expect("sound", files == ["round-0009.wav"], f"to download there is {files}")
    place = page.run("""(() => { const e = document.querySelector('#rounds audio');
        e.scrollIntoView({ block: 'center', behavior: 'instant' }); const b = e.getBoundingClientRect();
        return [b.x + 28, b.y + b.height / 2]; })()""")
    for kind in ("mousePressed", "mouseReleased"):
        page.send("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, x=place[0], y=place[1])
    plays = page.wait_for("document.querySelector('#rounds audio').currentTime > 0", 15)
    look.expect("sound", plays, "does not play")
    look.read_events(page, "sound", urllib.parse.urlsplit(url).netloc)
    page.close()
