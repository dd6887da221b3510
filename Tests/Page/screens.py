"""What look.py does with the screens: chooses a taunt, answers about a landmark, taps and keys on the radar,
and sees one screen become another. Each function gets the `Look` and where the mock is."""
import urllib.parse

from sections import click, posts

VIEW = "document.documentElement.dataset.view"
SHOWN = "document.getElementById('{}').checkVisibility()"
# Counts what the browser is asked to animate.
WATCH = ("(window.changes = [], window.begin = document.startViewTransition, document.startViewTransition ="
         " (swap) => { changes.push(document.documentElement.dataset.way); return begin.call(document, swap); }, 0)")


def look_at_all(look, root):
    for check in (taunts, landmark, radar, transitions):
        check(look, root)


def taunts(look, root):
    """The line that is tapped is the next one; tapped again it is not; said, it stands below the wall."""
    url = f"{root}?scene=hider"
    page = look.open(url)
    click(page, "#choose")
    look.expect("taunts", page.wait_for(f"{VIEW} === 'taunts' && {SHOWN.format('wall')}"), "no wall")
    card = ".line-card[data-key=\"23\"] button"
    there = page.wait_for("document.querySelectorAll('.line-card').length === 40")
    look.expect("taunts", there, "not forty lines")
    faces = page.run("new Set([...document.querySelectorAll('.line-card img')].map((e) => e.src)).size")
    look.expect("taunts", faces == 40, f"{faces} faces for 40 lines")
    is_next = f"document.querySelector('{card}').getAttribute('aria-pressed') === '{{}}'"
    click(page, card)
    look.expect("taunts", page.wait_for(is_next.format("true")), "what is tapped is not the next one")
    click(page, card)
    look.expect("taunts", page.wait_for(is_next.format("false")), "it cannot be taken back")
    page.run(f"document.querySelector('{card}').focus()")
    page.key(" ")
    look.expect("taunts", page.wait_for(is_next.format("true")), "a key does not choose")
    click(page, "#taunt")
    words = page.run(f"document.querySelector('{card} .words').textContent")
    said = f"document.querySelector('#taunted li')?.textContent === {words!r}"
    look.expect("taunts", page.wait_for(said), "what was said is not told")
    look.expect("taunts", page.wait_for(is_next.format("false")), "it is said twice")
    wanted = [["taunt", {"taunt": 23}], ["taunt", {"taunt": 0}], ["taunt", {"taunt": 23}], ["press", {}]]
    look.expect("taunts", posts(look, url) == wanted, f"posted {posts(look, url)}")
    click(page, "#chosen")
    look.expect("taunts", page.wait_for(f"{VIEW} === 'tracker'"), "there is no way back")
    look.read_events(page, "taunts", urllib.parse.urlsplit(url).netloc)
    page.close()


def landmark(look, root):
    """What is asked aloud is asked here: yes by a suggested name, or by one that is typed; or no."""
    url = f"{root}?scene=landmark"
    asked = SHOWN.format("landmark-form")
    place = {"uuid": "B9407F30-F5F8-466E-AFF9-25556B57FE6D", "major": 7, "minor": 40, "within": 3,
             "overlaps": False}
    for typed, wanted in [("", ["area", {"name": "kitchen", **place}]),
                          ("Den", ["area", {"name": "Den", **place}]),
                          (None, ["landmark", {"isWanted": False}])]:
        page = look.open(url)
        look.expect("landmark", page.wait_for(asked), "is not asked")
        page.run(f"(document.getElementById('landmark-name').value = {typed or ''!r}, 0)")
        click(page, "#landmark-no" if typed is None else "#landmark-form [type=submit]")
        look.expect("landmark", page.wait_for("!" + asked), "is still asked")
        look.expect("landmark", posts(look, url) == [wanted], f"posted {posts(look, url)}")
        look.read_events(page, "landmark", urllib.parse.urlsplit(url).netloc)
        page.close()


def radar(look, root):
    """A blip for each beacon whose distance is known, near ones further in; a tap or a key opens it below."""
    url = f"{root}?scene=beacons"
    page = look.open(url)
    click(page, "#air summary")
    blips = "[...document.querySelectorAll('#radar .blip')]"
    look.expect("radar", page.wait_for(f"{blips}.length === 6"), "not six blips")
    farther = page.run("""(() => {
        const dial = document.querySelector('.dial').getBoundingClientRect();
        const [x, y] = [dial.x + dial.width / 2, dial.y + dial.height / 2];
        const places = [...document.querySelectorAll('#radar .blip')].map((e) => {
          const box = e.getBoundingClientRect();
          return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) / dial.width * 2;
        });
        return places.every((place, at) => place < 1 && (at === 0 || place >= places[at - 1] - 0.01));
      })()""")
    look.expect("radar", farther, "what is farther is not further out")
    name = page.run(f"{blips}[0].firstElementChild.getAttribute('aria-label')")
    look.expect("radar", "about 0.4" in name, f"the nearest is called {name!r}")
    key = page.run(f"{blips}[1].dataset.key")
    page.run(f"{blips}[1].firstElementChild.focus()")
    page.key(" ")
    is_open = (f"document.querySelector('.beacon.open')?.dataset.key === '{key}'"
               f" && document.activeElement.closest('.beacon')?.dataset.key === '{key}'")
    look.expect("radar", page.wait_for(is_open), "a key does not open its beacon")
    click(page, "#radar .blip:nth-child(3) button")
    other = page.run(f"{blips}[2].dataset.key")
    look.expect("radar", page.wait_for(is_open.replace(key, other)), "a tap does not open another one")
    look.read_events(page, "radar", urllib.parse.urlsplit(url).netloc)
    page.close()


def transitions(look, root):
    """What lies further on comes from the right, what lies behind from the left; and nothing moves for who asks."""
    url = f"{root}?scene=hider"
    for is_calm in (False, True):
        page = look.open(url, is_calm=is_calm)
        page.run(WATCH)
        click(page, "#choose")
        look.expect("transitions", page.wait_for(f"{VIEW} === 'taunts'"), "does not change")
        page.wait(0.5)
        click(page, "#chosen")
        look.expect("transitions", page.wait_for(f"{VIEW} === 'tracker'"), "does not change back")
        changes = page.run("changes")
        wanted = [] if is_calm else ["on", "back"]
        look.expect("transitions", changes == wanted, f"{'calm, ' if is_calm else ''}it moves {changes}")
        look.read_events(page, "transitions", urllib.parse.urlsplit(url).netloc)
        page.close()
    # What is pressed while one screen becomes another is pressed.
    page = look.open(url)
    click(page, "#choose")
    page.wait_for(f"{VIEW} === 'taunts'")
    box = page.run("(() => { const e = document.getElementById('taunt'); e.scrollIntoView({ block: 'center' });"
                   " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")
    for kind in ("mousePressed", "mouseReleased"):
        page.send("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, x=box[0], y=box[1])
    page.wait(0.5)
    look.expect("transitions", ["press", {}] in posts(look, url), "a press in between is lost")
    page.close()
