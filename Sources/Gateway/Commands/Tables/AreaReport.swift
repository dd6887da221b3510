import Determinism
import Game
import Ranging

/// Crossings as lines, and at the end what they come to.
struct AreaReport: Sendable {
    private struct Stay: Sendable {
        var times = 0
        var total = Duration.zero
        var since: Duration?
    }

    private let began: Duration
    private let json: Bool
    private let areas: [AreaName]
    private var stays: [AreaName: Stay] = [:]

    /// - Parameters:
    ///   - areas: what is watched, in the order of the summary.
    ///   - began: the instant that is counted from.
    ///   - json: one object a line instead of words.
    init(_ areas: [Area], since began: Duration, json: Bool) {
        self.areas = areas.map(\.name)
        self.began = began
        self.json = json
    }

    /// The line for a crossing.
    mutating func line(_ crossing: AreaCrossing, battery: BatteryLevel? = nil) -> String {
        var stay = stays[crossing.area] ?? Stay()
        switch crossing.direction {
        case .enter:
            stay.times += 1
            stay.since = crossing.at
        case .exit:
            stay.total += crossing.dwell ?? .zero
            stay.since = nil
        }
        stays[crossing.area] = stay
        return (json ? object(crossing, battery) : sentence(crossing, battery)) + "\n"
    }

    /// Every area that was entered, how often and for how long. A stay that is not over counts until now.
    func summary(now: Duration) -> String {
        let entered = areas.compactMap { area in stays[area].map { (area: area, stay: $0) } }
        let total = { (stay: Stay) in stay.total + (stay.since.map { max(.zero, now - $0) } ?? .zero) }
        if json {
            return entered.map { area, stay in
                JSONLine.object([
                    ("type", JSONLine.text("summary")), ("t", (now - began).asSeconds),
                    ("area", JSONLine.text(area.description)), ("entered", "\(stay.times)"),
                    ("inside", stay.since == nil ? "false" : "true"), ("dwell", total(stay).asSeconds),
                ]) + "\n"
            }.joined()
        }
        if entered.isEmpty { return "no area was entered\n" }
        return entered.map { area, stay in
            "\(area): entered \(times(stay.times)), \(total(stay).asSeconds) s inside"
                + (stay.since == nil ? "\n" : ", and still there\n")
        }.joined()
    }

    private func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }

    private func sentence(_ crossing: AreaCrossing, _ battery: BatteryLevel?) -> String {
        let verb = crossing.direction == .enter ? "entered" : "left"
        var details: [String] = [crossing.beacon.description]
        if let distance = crossing.distance {
            details.append(
                "\(distance.metres.tenths) m, "
                    + "between \(distance.low.tenths) and \(distance.high.tenths)")
        }
        if let battery { details.append("battery \(battery)") }
        let stay = crossing.dwell.map { " after \($0.asSeconds) s" } ?? ""
        return "\((crossing.at - began).asSeconds)  \(verb) \(crossing.area)\(stay)  ("
            + details.joined(separator: "; ") + ")"
    }

    private func object(_ crossing: AreaCrossing, _ battery: BatteryLevel?) -> String {
        var fields = [
            ("type", JSONLine.text(crossing.direction.rawValue)), ("t", (crossing.at - began).asSeconds),
            ("area", JSONLine.text(crossing.area.description)),
            ("beacon", JSONLine.text(crossing.beacon.description)),
        ]
        if let distance = crossing.distance {
            fields += [
                ("distance", distance.metres.hundredths), ("low", distance.low.hundredths),
                ("high", distance.high.hundredths),
            ]
        } else {
            fields.append(("distance", "null"))
        }
        if let dwell = crossing.dwell { fields.append(("dwell", dwell.asSeconds)) }
        if let battery { fields += battery.fields }
        return JSONLine.object(fields)
    }
}

/// One JSON object on one line, for programs.
enum JSONLine {
    /// - Parameter fields: names and their values, which are JSON already.
    static func object(_ fields: [(name: String, value: String)]) -> String {
        "{" + fields.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// A string as JSON writes it (RFC 8259, 7): quotes, backslashes and control characters are escaped.
    static func text(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
