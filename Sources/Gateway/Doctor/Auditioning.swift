import Game
import PeerNetwork
import Ranging
import UDPCarrier

/// The doctor in the lobby: asks the stations there whether they hear this one's radio.
///
/// It has an identity of its own for as long as it lasts, and a card that no station takes for a player's:
/// the others' rosters stay as they are.
struct Auditioning: Sendable {
    /// Stations that are asked: the first that are met.
    static let askedAtMost = 4

    private let name: StationName
    private var gatekeeper: Gatekeeper
    /// Everybody who was met, which the gatekeeper bounds.
    private var names: [StationID: StationName] = [:]
    private var asked: [StationID] = []
    private(set) var answers: [StationID: Audition.Answer] = [:]
    /// The radio calls: from now on it can be heard.
    private var calls = false

    /// - Parameters:
    ///   - name: what the radio's beacon says.
    ///   - configuration: with the station's crew word, and keys of its own.
    init(_ name: StationName, _ configuration: Gatekeeper.Configuration) {
        self.name = name
        gatekeeper = Gatekeeper(configuration)
    }

    var isAsking: Bool { !asked.isEmpty }
    var isAnswered: Bool { isAsking && answers.count == asked.count }

    /// Comes into the lobby.
    mutating func enter(now: Duration) -> [OutgoingDatagram] {
        let message = Message(audience: .lobby(isUrgent: true), body: [Announcement.Kind.visitor])
        return take(gatekeeper.send(message, now: now), now: now)
    }

    mutating func receive(_ bytes: [UInt8], from source: Endpoint, now: Duration) -> [OutgoingDatagram] {
        take(gatekeeper.receive(bytes, from: source, now: now), now: now)
    }

    mutating func advance(now: Duration) -> [OutgoingDatagram] {
        take(gatekeeper.advance(now: now), now: now)
    }

    /// The radio has begun to call.
    mutating func call(now: Duration) -> [OutgoingDatagram] {
        calls = true
        return ask(now: now)
    }

    private mutating func ask(now: Duration) -> [OutgoingDatagram] {
        guard calls else { return [] }
        var outgoing: [OutgoingDatagram] = []
        for id in names.keys.sorted() where !asked.contains(id) && asked.count < Self.askedAtMost {
            asked.append(id)
            let unicast = UnicastMessage(other: id, body: Audition.Line.ask(name).bytes)
            outgoing += take(gatekeeper.unicast(unicast, now: now), now: now)
        }
        return outgoing
    }

    private mutating func take(_ outputs: [Gatekeeper.Output], now: Duration) -> [OutgoingDatagram] {
        var outgoing: [OutgoingDatagram] = []
        for output in outputs {
            switch output {
            case .transmit(let bytes, let destination):
                outgoing.append(OutgoingDatagram(bytes: bytes, destination: destination))
            case .message(let received):
                guard case .announcement(let said)? = try? Announcement.decode(received, now: now) else {
                    continue
                }
                // A station that plays has no ear for it.
                names[said.sender] = said.isPlaying ? nil : said.name
                outgoing += ask(now: now)
            case .unicast(let unicast):
                guard case .answer(let answer)? = try? Audition.Line.decode(unicast.body),
                    asked.contains(unicast.other)
                else { continue }
                answers[unicast.other] = answer
            case .trust, .log, .settled: break
            }
        }
        return outgoing
    }

    /// What those who answered say, behind what the radio itself says; ill if one of them is heard here and
    /// does not hear this one.
    ///
    /// - Parameter heard: whose beacons this radio hears.
    func diagnosis(_ own: String, hearing heard: [StationName]) -> Diagnosis {
        var sentence = own
        var deaf: [StationName] = []
        for (id, answer) in answers.sorted(by: { $0.key < $1.key }) {
            guard let name = names[id] else { continue }
            if let level = answer.level {
                sentence +=
                    "; \(name) hears it, \(answer.packets) times in \(Audition.lasts.inSeconds.tenths) s "
                    + "at \(level) dBm"
            } else if heard.contains(name) {
                deaf.append(name)
            } else {
                sentence += "; \(name) is on the network and too far to hear it"
            }
        }
        guard let name = deaf.first, !answers.values.contains(where: { $0.level != nil }) else {
            return Diagnosis(isWell: true, sentence: sentence + ".")
        }
        return Diagnosis(
            isWell: false,
            sentence: sentence
                + "; but \(name), which it hears, does not hear it: its calls do not come out. "
                + "Switch this machine off and on again; if it stays so, use another adapter.")
    }
}
