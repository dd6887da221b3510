package import Game
package import PeerNetwork

/// What a station is asked by a broker: `<prefix>/<station or "all">/set/<word>`, as plain text, so that a
/// button of Home Assistant and `mosquitto_pub -m` can say it.
package enum StationOrder: Equatable, Sendable {
    package enum Word: String, CaseIterable, Sendable {
        case round, role, name, volume, hush, say, press
    }

    /// Plays with these, itself among them.
    case start([StationID])
    case stop
    case role(Role)
    case name(StationName)
    /// 0…1; nil for what its settings file has.
    case volume(Double?)
    case hush(Bool)
    case say(Spoken)
    case press

    /// Longer than eight names.
    package static let bytesAtMost = 512

    /// Nil for what says nothing that can be done.
    ///
    /// - Parameter find: the identity of a station that goes by a name.
    package init?(_ word: Word, _ payload: [UInt8], find: (StationName) -> StationID?) {
        guard payload.count <= Self.bytesAtMost, let text = String(validating: payload, as: UTF8.self) else {
            return nil
        }
        switch word {
        case .round:
            guard let order = Self.round(text, find: find) else { return nil }
            self = order
        case .role:
            guard text == "hide" || text == "seek" else { return nil }
            self = .role(text == "hide" ? .hide : .seek)
        case .name:
            guard let name = StationName(text) else { return nil }
            self = .name(name)
        case .volume:
            if text == "usual" {
                self = .volume(nil)
                return
            }
            guard let volume = Double(text), (0...1).contains(volume) else { return nil }
            self = .volume(volume)
        case .hush:
            guard text == "ON" || text == "OFF" else { return nil }
            self = .hush(text == "ON")
        case .say:
            guard let spoken = Self.spoken(text) else { return nil }
            self = .say(spoken)
        case .press: self = .press
        }
    }

    /// "stop", or "start" and two to eight stations, by name or by number, with commas between them.
    private static func round(_ text: String, find: (StationName) -> StationID?) -> StationOrder? {
        if text == "stop" { return .stop }
        guard text.hasPrefix("start ") else { return nil }
        let words = text.dropFirst("start ".count).split(separator: ",", maxSplits: Session.membersAtMost)
        var party: [StationID] = []
        for word in words {
            let word = String(word.drop { $0 == " " })
            guard let id = StationID(digits: word) ?? StationName(word).flatMap(find), !party.contains(id)
            else { return nil }
            party.append(id)
        }
        return (2...Session.membersAtMost).contains(party.count) ? .start(party) : nil
    }

    /// The sentences that can be asked for, by the words that ask for them.
    package static let sentences: KeyValuePairs<String, Spoken> = [
        "hello": .hello, "who": .whereIStand, "hold": .nowHold, "again": .holdAgain, "over": .gameOver,
        "goodbye": .goodbye,
    ]

    private static func spoken(_ text: String) -> Spoken? {
        if let found = sentences.first(where: { $0.key == text }) { return found.value }
        guard text.hasPrefix("taunt "), let number = UInt8(text.dropFirst("taunt ".count)) else { return nil }
        return Quip(tauntNumber: number).map { .taunt($0) }
    }

    /// What the station wants then.
    package var wish: Wish {
        switch self {
        case .start(let party): .gather(party)
        case .stop: .leave
        case .role(let role): .role(role)
        case .name(let name): .adjust(.name(name))
        case .volume(let volume): .adjust(volume.map { .volume($0) } ?? .loudness)
        case .hush(let isHushed): .adjust(.mute(isHushed))
        case .say(let spoken): .say(spoken)
        case .press: .press
        }
    }
}
