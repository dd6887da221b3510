import FoundationEssentials
import Game
import PeerNetwork
package import Ranging
import Runtime

/// A state as the page reads it, at one instant: `docs/api.md` says what each key means.
///
/// What is not there is null and not left out, so that a reader finds every key.
package struct PageReport: Encodable, Sendable {
    package struct Station: Encodable, Sendable {
        var id: String
        var name: String
        var role: String
        var version: String
        var isQuiet: Bool
        var capacity: Int
        var hasCrew: Bool
        var acting: PageActing
        var language: String

        package init(
            id: String,
            name: String,
            role: String,
            version: String,
            isQuiet: Bool,
            capacity: Int,
            hasCrew: Bool,
            acting: PageActing,
            language: String
        ) {
            self.id = id
            self.name = name
            self.role = role
            self.version = version
            self.isQuiet = isQuiet
            self.capacity = capacity
            self.hasCrew = hasCrew
            self.acting = acting
            self.language = language
        }
    }

    package struct Button: Encodable, Sendable {
        var isDown: Bool
        var isHolding: Bool
        var downFor: OrNull<Double>
        var holdAfter: Double

        package init(
            isDown: Bool,
            isHolding: Bool,
            downFor: OrNull<Double>,
            holdAfter: Double
        ) {
            self.isDown = isDown
            self.isHolding = isHolding
            self.downFor = downFor
            self.holdAfter = holdAfter
        }
    }

    package struct Other: Encodable, Sendable {
        var id: String
        var name: String
        var role: String
        var doing: PageState.Doing
        var presses: UInt16
        var isInvited: Bool

        package init(
            id: String,
            name: String,
            role: String,
            doing: PageState.Doing,
            presses: UInt16,
            isInvited: Bool
        ) {
            self.id = id
            self.name = name
            self.role = role
            self.doing = doing
            self.presses = presses
            self.isInvited = isInvited
        }
    }

    package struct Invitation: Encodable, Sendable {
        var station: String
        var name: String
        var endsIn: Double

        package init(
            station: String,
            name: String,
            endsIn: Double
        ) {
            self.station = station
            self.name = name
            self.endsIn = endsIn
        }
    }

    package struct Distance: Encodable, Sendable {
        var metres: OrNull<Double>
        var low: OrNull<Double>
        var high: OrNull<Double>
        var closing: Double
        var trend: Trend
        var zone: Zone
        var age: OrNull<Double>

        package init(
            metres: OrNull<Double>,
            low: OrNull<Double>,
            high: OrNull<Double>,
            closing: Double,
            trend: Trend,
            zone: Zone,
            age: OrNull<Double>
        ) {
            self.metres = metres
            self.low = low
            self.high = high
            self.closing = closing
            self.trend = trend
            self.zone = zone
            self.age = age
        }
    }

    package struct Member: Encodable, Sendable {
        var id: String
        var name: String
        var role: String
        var points: UInt16
        var isHere: Bool
        var range: OrNull<Distance>

        package init(
            id: String,
            name: String,
            role: String,
            points: UInt16,
            isHere: Bool,
            range: OrNull<Distance>
        ) {
            self.id = id
            self.name = name
            self.role = role
            self.points = points
            self.isHere = isHere
            self.range = range
        }
    }

    package struct Ending: Encodable, Sendable {
        var kind: String
        var by: OrNull<String>
        var after: OrNull<Double>

        package init(
            kind: String,
            by: OrNull<String>,
            after: OrNull<Double>
        ) {
            self.kind = kind
            self.by = by
            self.after = after
        }
    }

    package struct Cue: Encodable, Sendable {
        var word: String
        var degree: Int
        var age: Double
    }

    package struct Round: Encodable, Sendable {
        var number: UInt16
        var startsIn: Double
        var huntsIn: Double
        var endsIn: Double
        var outcome: OrNull<Ending>
        var cue: OrNull<Cue>
        var members: [Member]

        package init(
            number: UInt16,
            startsIn: Double,
            huntsIn: Double,
            endsIn: Double,
            outcome: OrNull<Ending>,
            cue: OrNull<Cue>,
            members: [Member]
        ) {
            self.number = number
            self.startsIn = startsIn
            self.huntsIn = huntsIn
            self.endsIn = endsIn
            self.outcome = outcome
            self.cue = cue
            self.members = members
        }
    }

    package struct Caption: Encodable, Sendable {
        var id: Int
        var age: Double
        var text: String
    }

    package struct Parts: Encodable, Sendable {
        var radio: String
        var button: String
        var speaker: String
        var network: String
        var power: String
    }

    package struct Score: Encodable, Sendable {
        var id: String
        var name: OrNull<String>
        var points: UInt32
    }

    var at: Double
    var station: Station
    var button: Button
    var phase: PageState.Phase
    var others: [Other]
    var invitation: OrNull<Invitation>
    var round: OrNull<Round>
    var captions: [Caption]
    var parts: Parts
    var scores: [Score]
    var sound: Sound
    var beacons: Beacons
    var areas: [Place]
    var calibration: Hearing
    var light: OrNull<Light>

    package init(_ state: PageState, acting: PageActing, now: Duration) {
        let time = Clock(now: now)
        at = Self.rounded(now.inSeconds)
        station = Station(
            id: state.id.description, name: state.name.description, role: Self.word(state.role),
            version: Program.version, isQuiet: state.isQuiet, capacity: state.capacity,
            hasCrew: state.setting.hasCrew,
            acting: acting, language: state.setting.language)
        button = Button(
            isDown: state.isDown, isHolding: state.isHolding, downFor: OrNull(state.downAt.map(time.age)),
            holdAfter: Self.rounded(state.setting.holdAfter.inSeconds))
        phase = state.phase
        others = state.others.map {
            Other(
                id: $0.id.description, name: $0.name.description, role: Self.word($0.role), doing: $0.doing,
                presses: $0.presses, isInvited: $0.isInvited)
        }
        invitation = OrNull(
            state.invitation.map {
                Invitation(
                    station: $0.id.description, name: $0.name.description, endsIn: time.until($0.endsAt))
            })
        let verdict = state.captions.verdict
        round = OrNull(state.round.map { Self.round($0, state.id, verdict, time) })
        captions = state.captions.lines.map { Caption(id: $0.number, age: time.age($0.at), text: $0.text) }
        parts = Parts(
            radio: state.parts.radio, button: state.parts.button, speaker: state.parts.speaker,
            network: state.parts.network, power: state.parts.power)
        scores = state.scores.map {
            Score(id: $0.id.description, name: OrNull($0.name?.description), points: $0.points)
        }
        sound = Self.sound(state.setting)
        beacons = Beacons(isListening: state.isListening, heard: state.beacons.map(Self.beacon))
        areas = state.places.map(Self.place)
        calibration = Self.hearing(state, now: now)
        light = OrNull(
            state.light.map { Light(shows: $0.rawValue, means: $0.means, isDim: state.isDim) })
    }

    /// The whole report in one line. Empty if it cannot be written, which no value of it leads to.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    /// Times as seconds before and after one instant.
    private struct Clock {
        let now: Duration

        func age(_ instant: Duration) -> Double { PageReport.rounded((now - instant).inSeconds) }
        func until(_ instant: Duration) -> Double { PageReport.rounded((instant - now).inSeconds) }
    }

    private static func round(
        _ round: PageState.Round, _ own: StationID, _ verdict: PageCaptions.Verdict?, _ time: Clock
    ) -> Round {
        let isSeeker = round.members.contains { $0.id == own && $0.role == .seek }
        return Round(
            number: round.number, startsIn: time.until(round.startsAt), huntsIn: time.until(round.huntsAt),
            endsIn: time.until(round.endsAt), outcome: OrNull(round.outcome.map(ending)),
            cue: OrNull(
                isSeeker
                    ? verdict.map { Cue(word: $0.word, degree: $0.degree, age: time.age($0.at)) } : nil),
            members: round.members.map { member in
                Member(
                    id: member.id.description, name: member.name.description, role: word(member.role),
                    points: member.points, isHere: member.isHere, range: OrNull(member.range.map(distance)))
            })
    }

    private static func ending(_ outcome: Outcome) -> Ending {
        switch outcome {
        case .found(let by, let after):
            Ending(kind: "found", by: OrNull(by.description), after: OrNull(rounded(after.inSeconds)))
        case .timeUp: Ending(kind: "timeUp", by: OrNull(nil), after: OrNull(nil))
        case .abandoned(.cancelled(let by)):
            Ending(kind: "cancelled", by: OrNull(by.description), after: OrNull(nil))
        case .abandoned(.tooFew): Ending(kind: "tooFew", by: OrNull(nil), after: OrNull(nil))
        }
    }

    static func distance(_ range: RangeEstimate) -> Distance {
        Distance(
            metres: OrNull((range.distance?.metres).map(rounded)),
            low: OrNull((range.distance?.low).map(rounded)),
            high: OrNull((range.distance?.high).map(rounded)), closing: rounded(range.closing),
            trend: range.trend, zone: range.zone, age: OrNull(range.age.map { rounded($0.inSeconds) }))
    }

    private static func word(_ role: Role) -> String { role == .hide ? "hide" : "seek" }

    /// Milliseconds and millimetres are all that anybody can see.
    static func rounded(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }
}

/// A value, or null where there is none.
package struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value?

    package init(_ value: Value?) { self.value = value }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
