import Rooms
import Support
import Testing

@testable import Determinism
@testable import GPIO
@testable import Game
@testable import PeerNetwork
@testable import Speech

/// What every gesture does in every state of a station, found by doing it: the table of `docs/gestures.md`.
struct GestureTableTests {
    /// The states somebody can press in, each reached the way people reach it; the station that is pressed is
    /// the first.
    static let states: [(name: String, room: @Sendable () -> Playroom)] = [
        ("alone", { alone() }),
        ("with others in the lobby", { together() }),
        ("asked to play", { asked() }),
        ("counting down", { counting() }),
        ("head start, hiding", { locked(.hide, .seconds(3)) }),
        ("head start, seeking", { locked(.seek, .seconds(3)) }),
        ("hunt, hiding", { locked(.hide, .seconds(20)) }),
        ("hunt, seeking", { locked(.seek, .seconds(20)) }),
        ("hunt, within arm's reach of the hider", { locked(.seek, .seconds(20), rssi: -45) }),
        ("after a round, found", { found() }),
        ("after a round, time up", { locked(.seek, .seconds(140)) }),
        ("after it was cancelled", { cancelled() }),
        ("radio broken", { broken(.radio(.failed(.missing))) }),
        ("no network", { broken(.network(works: false)) }),
        ("at night, asleep", { asleep() }),
    ]

    enum Gesture: String, CaseIterable {
        case press, doublePress = "double press", hold

        func play(in room: inout Playroom) {
            switch self {
            case .press: press(in: &room)
            case .doublePress:
                press(in: &room)
                room.run(.milliseconds(100))
                press(in: &room)
                room.give(.button(.doublePress), to: 0)
            case .hold:
                room.hold([0])
                room.run(.milliseconds(500))
                // As `Gesture` tells them: the end of the hold, then the finger.
                room.give(.button(.holdEnded), to: 0)
                room.give(.button(.up), to: 0)
            }
        }

        private func press(in room: inout Playroom) {
            room.give(.button(.down), to: 0)
            room.run(.milliseconds(100))
            room.give(.button(.up), to: 0)
            room.give(.button(.press), to: 0)
        }
    }

    // MARK: - The promises

    @Test(arguments: Gesture.allCases) func everyGestureIsAcknowledgedAtOnce(gesture: Gesture) {
        for state in Self.states {
            var room = state.room()
            let at = room.now
            let before = room.done[0].count
            gesture.play(in: &room)
            let answers = room.done[0][before...].prefix { $0.at <= at + .milliseconds(100) }.map(\.effect)
            #expect(answers.first == .play(.tick), "\(gesture.rawValue), \(state.name): no tick")
            let isSeen = answers.contains { if case .light = $0 { true } else { false } }
            #expect(isSeen, "\(gesture.rawValue), \(state.name): no light")
        }
    }

    /// At a random instant of a whole evening of rounds: whatever the state, the finger is felt.
    @Test(arguments: 0..<10) func aPressAtAnyInstantIsHeard(seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        var room = Playroom(roles: seed.isMultiple(of: 2) ? [.seek, .hide] : [.hide, .seek])
        room.rssi = Bool.random(using: &chance) ? -50 : -75
        room.lock()
        for _ in 0..<25 {
            room.run(.milliseconds(Int.random(in: 50...9_000, using: &chance)))
            let (at, before) = (room.now, room.done[0].count)
            Gesture.allCases.randomElement(using: &chance)?.play(in: &room)
            let first = room.done[0][before...].first
            #expect(first?.effect == .play(.tick) && first?.at == at)
        }
    }

    // MARK: - The table

    /// What this station and the other one say and play in the six seconds after a gesture.
    private static func answers(_ gesture: Gesture, _ state: @Sendable () -> Playroom) -> (String, String) {
        var room = state()
        var undisturbed = room
        let before = room.done.map(\.count)
        gesture.play(in: &room)
        room.run(.seconds(6))
        undisturbed.run(.seconds(7))
        return (
            tell(room, 0, from: before[0], without: undisturbed),
            room.stations.count > 1 ? tell(room, 1, from: before[1], without: undisturbed) : ""
        )
    }

    /// In words, and without what would have been said anyway.
    private static func tell(_ room: Playroom, _ index: Int, from: Int, without other: Playroom) -> String {
        let anyway = Set(other.done[index].dropFirst(from).compactMap { text($0.effect) })
        var told: [String] = []
        for effect in room.done[index][from...].map(\.effect) {
            guard let text = text(effect), !told.contains(text),
                effect == .play(.tick) || !anyway.contains(text)
            else { continue }
            told.append(text)
        }
        return told.joined(separator: " ")
    }

    private static func text(_ effect: Effect) -> String? {
        switch effect {
        case .say(let phrase): "“\(Sentence(phrase).text)”"
        case .play(let sound): "♪ \(sound.rawValue)"
        default: nil
        }
    }

    static var table: [String] {
        ["| when | gesture | the station | the other one |", "|---|---|---|---|"]
            + states.flatMap { state in
                Gesture.allCases.map { gesture in
                    let (own, other) = answers(gesture, state.room)
                    return "| \(state.name) | \(gesture.rawValue) | \(own) | \(other) |"
                }
            }
    }

    @Test func theDocumentSaysWhatHappens() throws {
        let text = try Document.text("docs/gestures.md")
        let lacking = Self.table.filter { !text.contains($0 + "\n") }
        #expect(lacking.isEmpty, "docs/gestures.md is to say:\n\(Self.table.joined(separator: "\n"))")
    }
}

extension GestureTableTests {
    private static func alone() -> Playroom {
        var room = Playroom(roles: [.seek])
        room.run(.seconds(12))
        return room
    }

    private static func together() -> Playroom {
        var room = Playroom(roles: [.seek, .hide])
        room.run(.seconds(12))
        return room
    }

    private static func asked() -> Playroom {
        var room = together()
        room.hold([1])
        let asks = Phrase.invited(by: room.stations[1].configuration.name)
        for _ in 0..<100 where !room.said(0).contains(asks) { room.step() }
        return room
    }

    private static func counting() -> Playroom {
        var room = Playroom(roles: [.seek, .hide])
        room.run(.seconds(12))
        room.hold([0, 1])
        while room.stations[0].session == nil { room.step() }
        room.release([0, 1])
        room.run(.milliseconds(500))
        return room
    }

    /// - Parameter time: from the start of the head start, which takes twelve seconds.
    private static func locked(_ role: Role, _ time: Duration, rssi: Int8 = -80) -> Playroom {
        var room = Playroom(roles: [role, role == .seek ? .hide : .seek])
        room.rssi = rssi
        room.lock()
        while room.stations[0].session.map({ room.now < $0.startsAt }) ?? false { room.step() }
        room.run(time)
        return room
    }

    private static func found() -> Playroom {
        var room = locked(.seek, .seconds(20), rssi: -45)
        room.hold([0])
        room.run(.seconds(1))
        room.release([0])
        room.run(.seconds(10))
        return room
    }

    private static func cancelled() -> Playroom {
        var room = counting()
        Gesture.doublePress.play(in: &room)
        room.run(.seconds(2))
        return room
    }

    private static func broken(_ event: Event) -> Playroom {
        var room = alone()
        room.give(event, to: 0)
        room.run(.seconds(5))
        return room
    }

    private static func asleep() -> Playroom {
        var room = alone()
        room.give(.quiet(true), to: 0)
        room.run(.seconds(700))
        return room
    }
}
