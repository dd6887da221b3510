import Game
import HCI
import PeerNetwork
import Ranging
import Recordings
import StationNode

/// How a part of a station is, in one sentence that says what to do if it is not well.
struct Diagnosis: Equatable, Sendable {
    var isWell: Bool
    var sentence: String

    /// Says what Wi-Fi takes from a radio that works.
    mutating func add(_ wifi: WiFiUse?) {
        guard isWell, wifi == .shared else { return }
        sentence +=
            "; it listens half of the time, for Wi-Fi at 2.4 GHz has its antenna: a cable or 5 GHz is better"
    }

    /// For people.
    func line(_ part: Examination.Part) -> String {
        "\(isWell ? "ok  " : "FAIL")  \(part.rawValue): \(sentence)"
    }

    /// For programs: one object (RFC 8259).
    func json(_ part: Examination.Part) -> String {
        let says = String(decoding: ReplayJSON.string(sentence), as: UTF8.self)
        return "{\"part\":\"\(part.rawValue)\",\"ok\":\(isWell),\"says\":\(says)}"
    }
}

/// What a radio hears while it is examined. The names of at most sixteen stations.
struct Listening: Sendable {
    private static let namesAtMost = 16

    private(set) var reports = 0
    private(set) var names: [StationName] = []

    mutating func take(_ advertisement: Advertisement) {
        reports += 1
        guard let name = advertisement.beacon.flatMap(Earshot.name), !names.contains(name),
            names.count < Self.namesAtMost
        else { return }
        names.append(name)
    }

    /// To be read after what the radio is.
    func sentence(over time: Duration) -> String {
        let rate = Double(reports) / time.inSeconds
        let each = rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))"
        let stations =
            names.isEmpty
            ? "" : ", \(names.map(\.description).sorted().joined(separator: " and ")) among them"
        return reports == 0
            ? "it calls, and heard nothing in \(Int(time.inSeconds)) s"
            : "it calls, and hears \(each) reports a second\(stations)"
    }
}
