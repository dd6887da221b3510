import Game
import HCI
import PeerNetwork
import Wire

/// What other stations say, as lines of a journal: only what has passed the gatekeeper, and no key.
enum JournalMessages {
    // MARK: - Writing

    static func write(_ received: Message.Received, to bytes: inout [UInt8]) {
        bytes.append(" message ")
        bytes += "\(received.sender) ".utf8
        bytes.append(number: received.boot)
        switch received.message.audience {
        case .lobby(isUrgent: false): bytes.append(" lobby")
        case .lobby(isUrgent: true): bytes.append(" urgent")
        case .session(let session):
            bytes.append(.blank)
            bytes.append(number: session)
            if let binding = received.binding { bytes += "/\(binding)".utf8 }
        }
        write(received.message.body, to: &bytes)
        if let over = received.arrivedOver {
            bytes += " over \(over.components.seconds) \(over.components.attoseconds)".utf8
        }
    }

    static func write(_ unicast: UnicastMessage, to bytes: inout [UInt8]) {
        bytes += " whisper \(unicast.other)".utf8
        write(unicast.body, to: &bytes)
    }

    private static func write(_ body: [UInt8], to bytes: inout [UInt8]) {
        guard !body.isEmpty else { return }
        bytes.append(.blank)
        bytes.append(hexadecimal: body)
    }

    static func write(_ event: TrustEvent, to bytes: inout [UInt8]) {
        bytes.append(" trust ")
        switch event {
        case .authenticated(let id): bytes += "clasped \(id)".utf8
        case .unauthenticated(let id): bytes += "unclasped \(id)".utf8
        case .vanished(let id): bytes += "vanished \(id)".utf8
        case .otherVersion(let id): bytes += "version \(id)".utf8
        case .doubled: bytes.append("doubled")
        case .keyed(let epoch):
            bytes += "keyed \(epoch.session) \(epoch.round) \(epoch.generation) \(epoch.major)".utf8
            for (id, minor) in epoch.minors.sorted(by: { $0.key < $1.key }) {
                bytes += " \(id) \(minor)".utf8
            }
            if let binding = epoch.binding { bytes += " bound \(binding)".utf8 }
        }
    }

    static func write(_ wish: Wish, to bytes: inout [UInt8]) {
        bytes.append(" wish ")
        switch wish {
        case .invite(let id): bytes += "invite \(id)".utf8
        case .accept: bytes.append("accept")
        case .decline: bytes.append("decline")
        case .hold(true): bytes.append("hold")
        case .hold(false): bytes.append("let-go")
        case .press: bytes.append("press")
        case .switchRole: bytes.append("switch-role")
        case .listen: bytes.append("listen")
        case .taunt(let quip): bytes += "taunt \(quip?.tauntNumber ?? 0)".utf8
        case .landmark(let isWanted): bytes.append(isWanted ? "landmark" : "no-landmark")
        case .calibrate(let id): bytes += "calibrate \(id)".utf8
        case .role(let role): bytes.append(role == .hide ? "role hide" : "role seek")
        case .gather(let party): bytes += "gather \(party.map(\.description).joined(separator: " "))".utf8
        case .leave: bytes.append("leave")
        case .say(let spoken): bytes += "say \(word(spoken))".utf8
        case .adjust(let adjustment):
            bytes.append("adjust ")
            bytes.append(hexadecimal: StationSnapshot.encode(adjustment) ?? [])
        }
    }

    private static func word(_ spoken: Spoken) -> String {
        switch spoken {
        case .hello: "hello"
        case .whereIStand: "where-i-stand"
        case .nowHold: "now-hold"
        case .holdAgain: "hold-again"
        case .gameOver: "game-over"
        case .goodbye: "goodbye"
        case .taunt(let quip): "taunt \(quip.tauntNumber)"
        }
    }

    // MARK: - Reading

    /// The event of a line whose first word is one of these; nil for another.
    static func event(_ word: String, _ fields: inout JournalFields) throws(Malformed) -> Event? {
        switch word {
        case "message":
            let sender = try station(&fields)
            let boot = try fields.number(UInt32.self)
            let (audience, binding) = try audience(&fields)
            let message = Message(audience: audience, body: try body(&fields))
            return .message(
                Message.Received(
                    sender: sender, boot: boot, message: message, binding: binding,
                    arrivedOver: try over(&fields)))
        case "whisper": return .unicast(UnicastMessage(other: try station(&fields), body: try body(&fields)))
        case "trust": return .trust(try trust(&fields))
        case "wish": return .wish(try wish(&fields))
        case "update": return .update(try updateNews(&fields))
        default: return nil
        }
    }

    private static func text(_ fields: inout JournalFields) throws(Malformed) -> String {
        String(decoding: try fields.word(), as: UTF8.self)
    }

    private static func station(_ fields: inout JournalFields) throws(Malformed) -> StationID {
        guard let id = StationID(digits: try text(&fields)) else {
            throw fields.malformed("not the sixteen digits of a station")
        }
        return id
    }

    private static func body(_ fields: inout JournalFields) throws(Malformed) -> [UInt8] {
        (try? fields.end()) != nil ? [] : try fields.hexadecimal()
    }

    /// How long it took to arrive, in seconds and attoseconds; nothing where it came whole.
    private static func over(_ fields: inout JournalFields) throws(Malformed) -> Duration? {
        if (try? fields.end()) != nil { return nil }
        guard try text(&fields) == "over" else { throw fields.malformed("something behind a message") }
        return Duration(
            secondsComponent: try fields.number(Int64.self),
            attosecondsComponent: try fields.number(Int64.self))
    }

    /// Whom it is for; behind a session's number, what its key is bound to.
    private static func audience(
        _ fields: inout JournalFields
    ) throws(Malformed) -> (Message.Audience, binding: UInt64?) {
        let word = try text(&fields)
        switch word {
        case "lobby": return (.lobby(isUrgent: false), nil)
        case "urgent": return (.lobby(isUrgent: true), nil)
        default:
            let numbers = word.split(separator: "/", omittingEmptySubsequences: false).map { UInt64($0) }
            guard (1...2).contains(numbers.count), let session = numbers[0], let binding = numbers.last,
                binding != nil
            else { throw fields.malformed("no such audience") }
            return (.session(session), numbers.count == 2 ? binding : nil)
        }
    }

    private static func trust(_ fields: inout JournalFields) throws(Malformed) -> TrustEvent {
        switch try text(&fields) {
        case "clasped": return .authenticated(try station(&fields))
        case "unclasped": return .unauthenticated(try station(&fields))
        case "vanished": return .vanished(try station(&fields))
        case "version": return .otherVersion(try station(&fields))
        case "doubled": return .doubled
        case "keyed":
            var epoch = KeyEpoch(
                session: try fields.number(), round: try fields.number(), generation: try fields.number(),
                major: try fields.number(), minors: [:])
            while (try? fields.end()) == nil {
                let word = try text(&fields)
                if word == "bound" {
                    epoch.binding = try fields.number(UInt64.self)
                    break
                }
                guard epoch.minors.count < Session.membersAtMost else {
                    throw fields.malformed("too many members")
                }
                guard let id = StationID(digits: word) else {
                    throw fields.malformed("not the sixteen digits of a station")
                }
                epoch.minors[id] = try fields.number(UInt16.self)
            }
            return .keyed(epoch)
        default: throw fields.malformed("no such event")
        }
    }

    private static func wish(_ fields: inout JournalFields) throws(Malformed) -> Wish {
        switch try text(&fields) {
        case "invite": return .invite(try station(&fields))
        case "accept": return .accept
        case "decline": return .decline
        case "hold": return .hold(true)
        case "let-go": return .hold(false)
        case "press": return .press
        case "switch-role": return .switchRole
        case "listen": return .listen
        case "taunt":
            let number = try fields.number(UInt8.self)
            guard number > 0 else { return .taunt(nil) }
            guard let quip = Quip(tauntNumber: number) else { throw fields.malformed("no such taunt") }
            return .taunt(quip)
        case "landmark": return .landmark(true)
        case "no-landmark": return .landmark(false)
        case "calibrate": return .calibrate(try station(&fields))
        case "role":
            switch try text(&fields) {
            case "hide": return .role(.hide)
            case "seek": return .role(.seek)
            default: throw fields.malformed("no such role")
            }
        case "gather": return .gather(try party(&fields))
        case "leave": return .leave
        case "say": return .say(try spoken(&fields))
        case "adjust":
            let json = try fields.hexadecimal()
            guard let adjustment = StationSnapshot.adjustment(json), adjustment.isPossible else {
                throw fields.malformed("nothing that can be set")
            }
            return .adjust(adjustment)
        default: throw fields.malformed("no such wish")
        }
    }

    private static func party(_ fields: inout JournalFields) throws(Malformed) -> [StationID] {
        var party: [StationID] = []
        while (try? fields.end()) == nil {
            guard party.count < Session.membersAtMost else { throw fields.malformed("too many stations") }
            party.append(try station(&fields))
        }
        return party
    }

    private static func spoken(_ fields: inout JournalFields) throws(Malformed) -> Spoken {
        switch try text(&fields) {
        case "hello": return .hello
        case "where-i-stand": return .whereIStand
        case "now-hold": return .nowHold
        case "hold-again": return .holdAgain
        case "game-over": return .gameOver
        case "goodbye": return .goodbye
        case "taunt":
            guard let quip = Quip(tauntNumber: try fields.number(UInt8.self)) else {
                throw fields.malformed("no such taunt")
            }
            return .taunt(quip)
        default: throw fields.malformed("nothing that can be said")
        }
    }
}
