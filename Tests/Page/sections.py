"""What look.py does with the sections below the game: names an area, sets the sound, opens what is kept. Each
function gets the `Look` and where the mock is."""
import urllib.parse

CLICK = "document.querySelector('{}').click()"


def look_at_all(look, root):
    for check in (costs_nothing, areas, areas_with_pin, controls, rounds):
        check(look, root)


def click(page, where):
    page.run(CLICK.format(where))


def posts(look, url, since=0):
    return [post[:2] for post in look.posts(url)[since:]]


def requests(page):
    return [urllib.parse.urlsplit(event["params"]["request"]["url"]).path for event in page.take_events()
            if event["method"] == "Network.requestWillBeSent"]


def costs_nothing(look, root):
    """Closed, nothing is asked for; opened, the station is asked to listen, and again before it stops."""
    url = f"{root}?scene=beacons"
    page = look.open(url)
    page.wait(1)
    asked = requests(page)
    for path in ("/api/rounds", "/api/log", "/metrics"):
        look.expect("sections", path not in asked, f"{path} is asked for though nobody looks")
    look.expect("sections", posts(look, url) == [], f"closed, it posts {posts(look, url)}")
    click(page, "#air summary")
    page.wait(16.5)
    look.expect("sections", posts(look, url) == [["listen", {}]] * 2, f"open, it posts {posts(look, url)}")
    click(page, "#air summary")
    before = len(look.posts(url))
    page.wait(16)
    look.expect("sections", len(look.posts(url)) == before, "closed again, it goes on posting")
    look.read_events(page, "sections", urllib.parse.urlsplit(url).netloc)
    page.close()


def areas(look, root):
    url = f"{root}?scene=beacons"
    page = look.open(url)
    click(page, "#air summary")
    second = ".beacon:nth-child(2) .head"
    page.wait_for(f"document.querySelector('{second}')")
    click(page, second)
    suggested = page.run("document.getElementById('area-name').value")
    look.expect("areas", suggested == "living room", f"suggests {suggested} where there is a kitchen")
    click(page, "#area-form .go")
    is_there = "[...document.querySelectorAll('.area strong')].some((e) => e.textContent === '{}')"
    added = page.wait_for(is_there.format("living room"))
    wanted = ["area", {"name": "living room", "uuid": "D9EED498-BFDB-43C0-8B55-D06BB74C430B", "major": 7,
                       "minor": 2, "within": 3, "overlaps": False}]
    look.expect("areas", added and wanted in posts(look, url), f"two taps posted {posts(look, url)}")
    is_closed = "document.getElementById('area-form').hidden"
    look.expect("areas", page.wait_for(is_closed), "the form stays open")
    # A name that is taken: the station says so, and what was typed stays.
    click(page, second)
    page.run("document.getElementById('area-name').value = 'Kitchen'")
    click(page, "#area-form .go")
    told = "document.getElementById('fault').textContent.includes('another name')"
    is_told = page.wait_for(told)
    look.expect("areas", is_told and not page.run(is_closed), f"a refusal is not told: {posts(look, url)}")
    page.run("document.getElementById('area-name').focus()")
    page.key("Escape")
    focused = f"document.activeElement === document.querySelector('{second}')"
    look.expect("areas", page.wait_for(is_closed) and page.run(focused), "Escape does not lead back")
    forget = ".area[data-key=kitchen] button"
    click(page, forget)
    page.wait(0.5)
    look.expect("areas", "forget" not in [name for name, _ in posts(look, url)], "one tap forgets")
    click(page, forget)
    gone = page.wait_for("!" + is_there.format("kitchen"))
    look.expect("areas", gone and ["forget", {"name": "kitchen"}] in posts(look, url), "does not forget")
    of_file = page.run("document.querySelector('[data-key=\"everything of ours\"] button').hidden")
    look.expect("areas", of_file, "offers to forget what stands in the settings")
    look.read_events(page, "areas", urllib.parse.urlsplit(url).netloc, allowed=["400"])
    page.close()


def areas_with_pin(look, root):
    """Without the PIN nothing is posted by itself; with it, what was asked for goes on."""
    url = f"{root}?scene=beacons-pin"
    page = look.open(url)
    click(page, "#air summary")
    offers = "document.getElementById('air-pin').checkVisibility()"
    look.expect("areas pin", page.wait_for(offers) and posts(look, url) == [], "does not offer the PIN")
    page.wait_for("document.querySelector('.beacon .head')")
    click(page, ".beacon .head")
    click(page, "#area-form .go")
    look.expect("areas pin", page.wait_for("document.getElementById('pin').open"), "no dialog on 401")
    page.run("document.getElementById('pin-digits').value = '2468'")
    click(page, "#pin-form .go")
    done = page.wait_for("document.getElementById('area-form').hidden && document.querySelector('.area')")
    page.wait(1)
    names = [name for name, _ in posts(look, url)]
    # In whatever order the page gets to the rest of it.
    goes_on = names[:2] == ["area", "pin"] and sorted(names[2:]) == ["area", "hold", "listen"]
    look.expect("areas pin", done and goes_on, f"posted {names}")
    look.expect("areas pin", not page.run(offers), "offers the PIN though it has it")
    look.read_events(page, "areas pin", urllib.parse.urlsplit(url).netloc, allowed=["401"])
    page.close()


def controls(look, root):
    url = f"{root}?scene=rounds"
    page = look.open(url)
    click(page, "#station summary")
    page.wait_for("document.getElementById('volume-now').textContent === '60 %'")
    page.run("document.getElementById('volume').focus()")
    page.send("Input.dispatchKeyEvent", type="rawKeyDown", key="End", code="End", windowsVirtualKeyCode=35)
    page.send("Input.dispatchKeyEvent", type="keyUp", key="End", code="End", windowsVirtualKeyCode=35)
    at_ceiling = page.wait_for("document.getElementById('volume-now').textContent === '80 %'")
    look.expect("controls", at_ceiling, "the slider's end is not the ceiling")
    page.wait(0.6)  # it waits for more to come
    click(page, "#mute")
    is_mute = "document.getElementById('mute').getAttribute('aria-pressed') === '{}'"
    look.expect("controls", page.wait_for(is_mute.format("true")), "does not mute")
    click(page, "#mute")
    look.expect("controls", page.wait_for(is_mute.format("false")), "is heard no more")
    page.run("document.getElementById('quiet-from').value = '21:30'")
    page.wait(0.5)
    click(page, "#quiet-form [type=submit]")
    page.wait(0.5)
    click(page, "#quiet-never")
    never = page.wait_for("document.getElementById('quiet-from').value === ''")
    look.expect("controls", never, "quiet hours do not end")
    page.run("(() => { const c = document.getElementById('capacity'); c.value = '4';"
             " c.dispatchEvent(new Event('change')); })()")
    page.wait(0.5)
    page.run("(() => { const v = document.getElementById('voices'); v.value = 'grandma';"
             " v.dispatchEvent(new Event('change')); })()")
    page.wait(0.5)
    names = page.run("[...document.getElementById('voices').options].map((o) => o.textContent).join()")
    is_named = names == "Clear · German,Clear · English,Alien · English,Deep · English,grandma · English"
    look.expect("controls", is_named, f"the voices are {names}")
    is_spoken = page.run("document.getElementById('voices').value") == "grandma"
    look.expect("controls", is_spoken, "the voice jumps back")
    wanted = [["volume", {"volume": 0.8}], ["mute", {"isMuted": True}], ["mute", {"isMuted": False}],
              ["quiet", {"from": "21:30", "until": "07:00"}], ["quiet", {"from": "", "until": ""}],
              ["capacity", {"capacity": 4}], ["voice", {"voice": "grandma"}]]
    look.expect("controls", posts(look, url) == wanted, f"posted {posts(look, url)}")
    is_kept = page.run("document.getElementById('capacity').value") == "4"
    look.expect("controls", is_kept, "capacity jumps back")
    look.read_events(page, "controls", urllib.parse.urlsplit(url).netloc)
    page.close()


def rounds(look, root):
    url = f"{root}?scene=rounds"
    page = look.open(url)
    click(page, "#station summary")
    click(page, "#rounds > summary")
    is_listed = page.wait_for("document.querySelectorAll('#rounds .past').length === 8")
    look.expect("rounds", is_listed, "are not listed")
    asked = requests(page)
    look.expect("rounds", not any(path.startswith("/rounds/") for path in asked), "charts are loaded unseen")
    click(page, "#rounds .past summary")
    seen = page.wait_for("document.querySelector('#rounds .chart')?.naturalWidth > 0")
    links = page.run("[...document.querySelector('#rounds .past').querySelectorAll('a')].map((a) => a.pathname)")
    wanted = ["/rounds/round-0009.wav"]
    look.expect("rounds", seen and links == wanted, f"no chart, or other links: {links}")
    page.close()
