import Game
import HCI
import PeerNetwork
import Ranging
import Recordings

/// How a part of a station is, in one sentence that says what to do if it is not well.
struct Diagnosis: Equatable, Sendable {
    var isWell: Bool
    var sentence: String

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

/// What is heard of the lobby while the network is examined: others, and this machine's own call.
///
/// The call is a probe that nobody answers, from a number of this moment to itself: what is for everybody
/// comes back to its sender, unless something on this very machine drops it.
struct LobbyHearing: Sendable {
    /// Stations that are counted.
    private static let sendersAtMost = 1_000

    private let number = StationID(value: UInt64.random(in: 0...UInt64.max))
    private var senders: Set<StationID> = []
    private var families: Set<String> = []

    /// To be sent to everybody.
    var call: [UInt8] { Challenge(from: number, to: number, boot: 0, nonce: number.value).encoded }

    mutating func take(_ bytes: [UInt8], from endpoint: Endpoint) {
        guard let sender = Envelope(bytes)?.sender else { return }
        if sender == number {
            families.insert(endpoint.address.count == 4 ? "IPv4" : "IPv6")
        } else if senders.count < Self.sendersAtMost {
            senders.insert(sender)
        }
    }

    func diagnosis(on interfaces: [String], port: Int) -> Diagnosis {
        let place = "the lobby is open on \(interfaces.joined(separator: ", ")), port \(port)"
        guard !families.isEmpty || !senders.isEmpty else {
            return Diagnosis(
                isWell: false,
                sentence:
                    "\(place), but not even its own call comes back: allow UDP port \(port) and multicast "
                    + "in this machine's firewall.")
        }
        let ways = families.sorted().joined(separator: " and ")
        let echo = families.isEmpty ? "its own call does not come back" : "its call comes back over \(ways)"
        let others = senders.isEmpty ? "no other station is heard" : "other stations heard: \(senders.count)"
        return Diagnosis(isWell: true, sentence: "\(place); \(echo); \(others).")
    }
}
