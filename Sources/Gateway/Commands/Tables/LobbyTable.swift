import Determinism
import Game
import PeerNetwork
import Ranging
import UDPCarrier

/// Who is on this network, as somebody sees it who only listens: what `hotcold lobby` shows.
///
/// It asks those it hears to prove that they are there, as every station does, and shows itself to nobody.
struct LobbyTable: Sendable {
    enum Style: Sendable {
        /// A table that takes the place of the one before, on a terminal.
        case screen
        /// A table behind the one before.
        case lines
        /// One object for each station.
        case json
    }

    private var gatekeeper: Gatekeeper
    /// Of those the gatekeeper knows, which bounds it.
    private var announcements: [StationID: Announcement] = [:]
    /// Of another version of the protocol; nobody can tell whether they are there.
    private var strangers: Set<StationID> = []
    /// What came in and what was wrong with it.
    private(set) var received = 0
    private(set) var malformed = 0

    init(_ configuration: Gatekeeper.Configuration) {
        gatekeeper = Gatekeeper(configuration)
    }

    mutating func receive(_ bytes: [UInt8], from source: Endpoint, now: Duration) -> [OutgoingDatagram] {
        received += 1
        return take(gatekeeper.receive(bytes, from: source, now: now), now: now)
    }

    mutating func advance(now: Duration) -> [OutgoingDatagram] {
        take(gatekeeper.advance(now: now), now: now)
    }

    private mutating func take(_ outputs: [Gatekeeper.Output], now: Duration) -> [OutgoingDatagram] {
        var outgoing: [OutgoingDatagram] = []
        for output in outputs {
            switch output {
            case .transmit(let bytes, let destination):
                outgoing.append(OutgoingDatagram(bytes: bytes, destination: destination))
            case .message(let message):
                guard let content = try? Announcement.decode(message, now: now) else {
                    malformed += 1
                    continue
                }
                if case .announcement(let announcement) = content {
                    announcements[announcement.sender] = announcement
                }
            case .trust(.vanished(let id)): announcements[id] = nil
            case .trust(.otherVersion(let id)): strangers.insert(id)
            case .trust, .unicast, .log, .settled: break
            }
        }
        return outgoing
    }

    /// A station that has proven to be there.
    private struct Row {
        let announcement: Announcement
        let peer: Peer

        var state: String {
            if announcement.isPlaying { return "plays" }
            return announcement.isHolding ? "holds" : "waits"
        }

        var role: String { announcement.role == .hide ? "hide" : "seek" }
    }

    /// Lowest identity first.
    private var rows: [Row] {
        gatekeeper.table.peers.compactMap { peer in
            announcements[peer.id].map { Row(announcement: $0, peer: peer) }
        }
    }

    func text(_ style: Style, now: Duration, since began: Duration) -> String {
        let others = strangers.sorted { $0 < $1 }
        if style == .json {
            return rows.map { Self.json($0, now: now, since: began) + "\n" }.joined()
                + others.map {
                    #"{"type":"station","t":\#((now - began).asSeconds),"id":"\#($0)","version":null}"# + "\n"
                }.joined()
        }
        let head = "name             id                role  state  presses  age s  address\n"
        var body = rows.map { Self.line($0, now: now) + "\n" }.joined()
        for other in others { body += "?                \(other)  speaks another version\n" }
        return (style == .screen ? "\u{1B}[H\u{1B}[2J" : "") + head
            + (body.isEmpty ? "(nobody heard yet)\n" : body)
    }

    private static func line(_ row: Row, now: Duration) -> String {
        let cells: [(String, Int)] = [
            (row.announcement.name.description, 17), (row.peer.id.description, 18), (row.role, 6),
            (row.state, 7), ("\(row.announcement.presses)", 9),
            ((now - row.peer.heardAt).inSeconds.tenths, 7),
        ]
        return cells.map { $0 + String(repeating: " ", count: max(1, $1 - $0.count)) }.joined()
            + row.peer.endpoint.description
    }

    private static func json(_ row: Row, now: Duration, since began: Duration) -> String {
        let said = row.announcement
        // Names and words are letters and blanks: nothing in them needs an escape.
        let fields = [
            #""type":"station""#, #""t":\#((now - began).asSeconds)"#, #""id":"\#(row.peer.id)""#,
            #""name":"\#(said.name)""#, #""role":"\#(row.role)""#, #""version":\#(Publication.version)"#,
            #""holds":\#(said.isHolding)"#, #""plays":\#(said.isPlaying)"#, #""deaf":\#(said.isDeaf)"#,
            #""presses":\#(said.presses)"#, #""capacity":\#(said.company.capacity)"#,
            #""boot":\#(row.peer.boot)"#, #""address":"\#(row.peer.endpoint)""#,
            #""age":\#((now - row.peer.heardAt).inSeconds.hundredths)"#,
        ]
        return "{" + fields.joined(separator: ",") + "}"
    }
}
