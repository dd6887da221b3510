@testable import Game
@testable import PeerNetwork
@testable import Ranging
@testable import Things
@testable import WebPage

/// What the page's interface reads and says, by name. Words and bounds come from the program.
let pageSchemas: KeyValuePairs<String, Schema> = [
    "Error": .said(["error": .text]),
    "Hold": .told(["isDown": .bool]),
    "Invite": .told(["station": .id]),
    "Range": .said([
        "metres": .number.orNull, "low": .number.orNull, "high": .number.orNull, "closing": .number(0...1),
        "trend": .one(of: ["closing", "opening", "steady", "unknown"]),
        "zone": .one(of: ["immediate", "near", "far", "lost", "unknown"]), "age": .number.orNull,
    ]),
    "Member": .said([
        "id": .id, "name": .text, "role": role, "points": .count, "isHere": .bool,
        "range": .named("Range").orNull,
    ]),
    "Outcome": .said([
        "kind": .one(of: ["found", "timeUp", "cancelled", "tooFew"]), "by": .id.orNull,
        "after": .number.orNull,
    ]),
    "Cue": .said([
        "word": .one(of: [Cue.hot(heat: 1), .cold(chill: 1), .lost].map(\.term)), "degree": .integer(0...3),
        "age": .number,
    ]),
    "Round": .said([
        "number": .count, "startsIn": .number, "huntsIn": .number, "endsIn": .number,
        "outcome": .named("Outcome").orNull, "cue": .named("Cue").orNull,
        "members": .list(of: .named("Member"), atLeast: 2, atMost: Adjustments.capacities.upperBound),
        "taunts": .said(["next": taunt.orNull, "said": .list(of: taunt.orNull, atMost: 40)]).orNull,
    ]),
    "Other": .said([
        "id": .id, "name": .text, "role": role,
        "doing": .one(of: PageState.Doing.allCases.map(\.rawValue)), "presses": .count, "isInvited": .bool,
    ]),
    "State": state,
    "Volume": .told(["volume": .number(0...1)]),
    "Mute": .told(["isMuted": .bool]),
    "Capacity": .told(["capacity": .integer(Adjustments.capacities)]),
    "Voice": .told(["voice": .text(atLeast: 1, atMost: VoiceName.bytesAtMost)]),
    "Quiet": .told(["from": .text, "until": .text]),
    "Forgotten": .told(["name": .text(atLeast: 1, atMost: AreaName.charactersAtMost)]),
    "NewArea": .told(
        ["name": .text(atLeast: 1, atMost: AreaName.charactersAtMost), "uuid": .uuid],
        optional: [
            "major": .word, "minor": .word, "within": .number(Area.distances), "overlaps": .bool,
        ]),
    "Sound": .said([
        "volume": .number(0...1), "ceiling": .number(0...1), "floor": .number(0...1), "isMuted": .bool,
        "voice": .text, "quiet": .named("Quiet").orNull,
        "voices": .list(of: .said(["name": .text, "language": .text]), atMost: 32),
    ]),
    "Beacon": .said([
        "uuid": .uuid, "major": .word, "minor": .word, "maker": .one(of: ["hotcold", "estimote"]).orNull,
        "rssi": rssi.orNull, "levels": .list(of: rssi.orNull, atMost: 60), "range": .named("Range"),
        "battery": .integer(0...100).orNull, "area": .text.orNull,
    ]),
    "Area": .said([
        "name": .text, "uuid": .uuid, "major": .word.orNull, "minor": .word.orNull, "within": .number.orNull,
        "isInside": .bool, "isOurs": .bool, "overlaps": .bool,
    ]),
    "Taunt": .told(["taunt": .integer(0...Quip.taunts.count)]),
    "Landmark": .told(["isWanted": .bool]),
    "Taunts": .said([
        "language": .text(matching: "^[a-z]{2}$"),
        "taunts": .list(
            of: .said([
                "number": taunt, "moment": .one(of: HuntMoment.allCases.map(\.rawValue)).orNull,
                "text": .text,
            ]), atMost: Quip.taunts.count),
    ]),
    "Rounds": .said([
        "rounds": .list(
            of: .said([
                "name": .text, "bytes": .count, "at": .format("date-time").orNull, "chart": .text,
                "sound": .text, "story": .text,
            ]), atMost: 8)
    ]),
    "Log": .said([
        "lines": .list(
            of: .said(["age": .number, "level": .text, "text": .text(atMost: 300)]), atMost: 200)
    ]),
    "Things": .said([
        "isOn": .bool, "today": .format("date").orNull,
        "source": .one(of: ThingsDesk.Source.allCases.map(\.rawValue)).orNull, "mostItems": .count,
        "people": .list(
            of: .said([
                "name": .text, "colour": .integer(0...Person.colours - 1),
                "items": .list(
                    of: .said([
                        "id": .text(matching: "^[0-9a-f]{32}$"), "text": .text, "isDone": .bool,
                        "doneAt": .integer(0...1_439).orNull,
                    ]), atMost: 16), "chain": .count, "longest": .count,
                "stars": .list(of: .format("date"), atMost: 400),
                "left": .list(of: .format("date"), atMost: 400),
            ]), atMost: Person.atMost + 1),
        "partners": .list(of: .said(["id": .id, "name": .text]), atMost: 16),
    ]),
    "ThingsOrder": .told(
        ["task": .one(of: PageThingsOrder.Task.allCases.map(\.rawValue))],
        optional: [
            "person": .text(atMost: Person.charactersAtMost),
            "text": .text(atMost: TodoItem.charactersAtMost),
            "id": .text(matching: "^[0-9a-f]{32}$"), "isDone": .bool,
            "colour": .integer(0...Person.colours - 1), "station": .id, "today": .format("date"),
            "minute": .integer(0...1_439),
        ]),
    "Crew": .told(["word": .text(atMost: 64, "3 to 64 bytes of UTF-8 with single blanks, or nothing.")]),
    "Doctor": .said([
        "lines": .list(
            of: .said(["part": .one(of: doctorsParts), "isWell": .bool, "says": .text]),
            atMost: doctorsParts.count)
    ]),
    "Calibration": .said([
        "kept": .said(["offset": .number, "uncertainty": .number]).orNull,
        "trial": .said([
            "station": .id, "name": .text, "phase": .one(of: ["listening", "kept", "failed"]),
            "endsIn": .number.orNull, "packets": .count,
            "reason": .one(of: ["silent", "few", "moving", "impossible", "interrupted"]).orNull,
        ]).orNull,
    ]),
]

/// As `Examination.Part` has them.
private let doctorsParts = [
    "settings", "state", "voice", "radio", "button", "sound", "network", "clock", "power", "service",
    "versions",
]
private let role = Schema.one(of: Role.allCases.map { "\($0)" })
private let taunt = Schema.integer(1...Quip.taunts.count)
/// In dBm, as HCI has it (Core 5.4, Vol 4, Part E, 7.7.65.2).
private let rssi = Schema.integer(-127...20)

private let state = Schema.said([
    "at": .number,
    "station": .said([
        "id": .id, "name": .text, "role": role, "version": .text, "isQuiet": .bool,
        "capacity": .integer(Adjustments.capacities), "acting": .one(of: ["open", "pin", "off"]),
        "language": .text(matching: "^[a-z]{2}$"), "hasCrew": .bool,
    ]),
    "button": .said([
        "isDown": .bool, "isHolding": .bool, "downFor": .number.orNull, "holdAfter": .number,
    ]),
    "phase": .one(of: PageState.Phase.allCases.map(\.rawValue)),
    "others": .list(of: .named("Other"), atMost: PeerTable.countAtMost),
    "invitation": .said(["station": .id, "name": .text, "endsIn": .number]).orNull,
    "round": .named("Round").orNull,
    "captions": .list(
        of: .said(["id": .count, "age": .number, "text": .text]), atMost: PageCaptions.linesAtMost),
    "parts": .said(["radio": .text, "button": .text, "speaker": .text, "network": .text, "power": .text]),
    "scores": .list(
        of: .said(["id": .id, "name": .text.orNull, "points": .count]), atMost: Scores.stationsAtMost),
    "sound": .named("Sound"),
    "beacons": .said(["isListening": .bool, "heard": .list(of: .named("Beacon"), atMost: 32)]),
    "areas": .list(of: .named("Area"), atMost: Area.atMost),
    "landmark": .said([
        "uuid": .uuid, "major": .word, "minor": .word, "maker": .one(of: ["hotcold", "estimote"]).orNull,
    ]).orNull,
    "calibration": .named("Calibration"),
    "light": .said(["shows": .text, "means": .text, "isDim": .bool]).orNull,
    "update": .said([
        "isPossible": .bool, "offer": .text.orNull, "percent": .integer(0...100).orNull,
        "taken": .text.orNull,
        "trouble": .text.orNull,
    ]),
    "things": .said(["isOn": .bool, "revision": .count]),
])
