import GPIO
import Game
import HCI
import Ranging
import Wire

/// Events as lines of a journal, written and read by two of these that see the same lines.
///
/// A beacon is written out when it is heard first and goes by its number from then on, which halves the
/// journal of a hunt. At most 256 beacons have one; then the numbers are used again from the first.
struct JournalEvents: Sendable {
    static let beaconsAtMost = 256

    private var numbers: [IBeacon: Int] = [:]
    private var beacons: [IBeacon] = []
    private var next = 0

    // MARK: - Writing

    /// Adds the line of an event, and before it that of a beacon nobody has seen.
    mutating func write(_ event: Event, now: Duration, to bytes: inout [UInt8]) {
        var number = 0
        switch event {
        case .heard(let beacon, _), .battery(let beacon, _): number = introduce(beacon, to: &bytes)
        default: break
        }
        bytes.append(time: now)
        switch event {
        case .started: bytes.append(" started")
        case .tick: bytes.append(" tick")
        case .button(let button):
            bytes.append(" button ")
            bytes += Self.word(button).utf8
        case .heard(_, let rssi):
            bytes.append(" heard ")
            bytes.append(number: number)
            bytes.append(.blank)
            bytes.append(number: rssi)
        case .battery(_, let level):
            bytes.append(" battery ")
            bytes.append(number: number)
            for value in [level.stated, level.millivolts] {
                bytes.append(.blank)
                if let value { bytes.append(number: value) } else { bytes.append("-") }
            }
        case .message(let received): JournalMessages.write(received, to: &bytes)
        case .unicast(let unicast): JournalMessages.write(unicast, to: &bytes)
        case .trust(let event): JournalMessages.write(event, to: &bytes)
        case .wish(let wish): JournalMessages.write(wish, to: &bytes)
        case .radio(let health):
            bytes.append(" radio ")
            bytes += Self.word(health).utf8
        case .lines(let works): bytes.append(works ? " lines work" : " lines fail")
        case .speaker(let works): bytes.append(works ? " speaker works" : " speaker fails")
        case .network(let works): bytes.append(works ? " network works" : " network fails")
        case .air(let slowness):
            bytes.append(" air ")
            if let slowness { bytes.append(number: slowness) } else { bytes.append("-") }
        case .quiet(let isQuiet): bytes.append(isQuiet ? " quiet begins" : " quiet ends")
        case .power(let isWeak): bytes.append(isWeak ? " power weak" : " power good")
        case .staysOn: bytes.append(" stays-on")
        case .update(let news): JournalMessages.write(news, to: &bytes)
        }
        bytes.append(.lineFeed)
    }

    private mutating func introduce(_ beacon: IBeacon, to bytes: inout [UInt8]) -> Int {
        if let number = numbers[beacon] { return number }
        let number = next
        remember(beacon, as: number)
        next = (next + 1) % Self.beaconsAtMost
        bytes.append("beacon ")
        bytes.append(number: number)
        bytes.append(.blank)
        bytes += beacon.proximityUUID.description.utf8
        bytes.append(.blank)
        bytes.append(number: beacon.major)
        bytes.append(.blank)
        bytes.append(number: beacon.minor)
        if let power = beacon.measuredPower {
            bytes.append(.blank)
            bytes.append(number: power)
        }
        bytes.append(.lineFeed)
        return number
    }

    private mutating func remember(_ beacon: IBeacon, as number: Int) {
        if number < beacons.count {
            numbers[beacons[number]] = nil
            beacons[number] = beacon
        } else {
            beacons.append(beacon)
        }
        numbers[beacon] = number
    }

    // MARK: - Reading

    /// Reads the rest of a line that begins with "beacon".
    mutating func readBeacon(_ fields: inout JournalFields) throws(Malformed) {
        let number = try fields.number(Int.self)
        guard let uuid = ProximityUUID(String(decoding: try fields.word(), as: UTF8.self)) else {
            throw fields.malformed("not a UUID")
        }
        let major = try fields.number(UInt16.self)
        let minor = try fields.number(UInt16.self)
        let power = (try? fields.end()) == nil ? try fields.number(Int8.self) : nil
        try fields.end()
        let beacon = IBeacon(proximityUUID: uuid, major: major, minor: minor, measuredPower: power)
        guard beacon.measuredPower == power else { throw fields.malformed("an absurd measured power") }
        guard (0...min(beacons.count, Self.beaconsAtMost - 1)).contains(number) else {
            throw fields.malformed("beacons are numbered one after the other")
        }
        remember(beacon, as: number)
    }

    /// Reads the rest of a line that begins with a time.
    func readEvent(_ fields: inout JournalFields) throws(Malformed) -> Event {
        let event = try event(String(decoding: try fields.word(), as: UTF8.self), &fields)
        try fields.end()
        return event
    }

    private func event(_ word: String, _ fields: inout JournalFields) throws(Malformed) -> Event {
        switch word {
        case "started": return .started
        case "tick": return .tick
        case "stays-on": return .staysOn
        case "heard": return .heard(try beacon(&fields), rssi: try fields.number())
        case "air":
            let slowness: Int? = try fields.numberOrNone()
            guard (1...100).contains(slowness ?? 1) else { throw fields.malformed("an absurd slowness") }
            return .air(slowness: slowness)
        case "battery":
            return .battery(
                try beacon(&fields),
                BatteryLevel(stated: try fields.numberOrNone(), millivolts: try fields.numberOrNone()))
        default: break
        }
        if let event = try JournalMessages.event(word, &fields) { return event }
        let state = String(decoding: try fields.word(), as: UTF8.self)
        switch (word, state) {
        case ("lines", "work"): return .lines(works: true)
        case ("lines", "fail"): return .lines(works: false)
        case ("speaker", "works"): return .speaker(works: true)
        case ("speaker", "fails"): return .speaker(works: false)
        case ("network", "works"): return .network(works: true)
        case ("network", "fails"): return .network(works: false)
        case ("quiet", "begins"): return .quiet(true)
        case ("quiet", "ends"): return .quiet(false)
        case ("power", "weak"): return .power(isWeak: true)
        case ("power", "good"): return .power(isWeak: false)
        case ("button", _):
            if let button = Self.buttons.first(where: { Self.word($0) == state }) { return .button(button) }
        case ("radio", _):
            if let health = Self.healths.first(where: { Self.word($0) == state }) { return .radio(health) }
        default: break
        }
        throw fields.malformed("no such event")
    }

    private func beacon(_ fields: inout JournalFields) throws(Malformed) -> IBeacon {
        let number = try fields.number(Int.self)
        guard beacons.indices.contains(number) else { throw fields.malformed("a beacon without a line") }
        return beacons[number]
    }

    private static let buttons: [ButtonEvent] = [
        .down, .up, .press, .doublePress, .hold, .holdEnded, .stuck, .freed,
    ]
    private static let healths = [.starting, .works] + Phrase.RadioFailure.allCases.map(RadioHealth.failed)

    private static func word(_ button: ButtonEvent) -> String {
        switch button {
        case .down: "down"
        case .up: "up"
        case .press: "press"
        case .doublePress: "double"
        case .hold: "hold"
        case .holdEnded: "hold-ended"
        case .stuck: "stuck"
        case .freed: "freed"
        }
    }

    private static func word(_ health: RadioHealth) -> String {
        switch health {
        case .starting: "starting"
        case .works: "works"
        case .failed(let failure): failure.rawValue
        }
    }
}
