import GPIO
package import PeerNetwork

/// A newer version that this station could become.
package struct UpdateOffer: Equatable, Hashable, Codable, Sendable {
    package enum Origin: Equatable, Hashable, Codable, Sendable {
        /// Somebody has copied it onto the card: that was the wish.
        case card
        case stick
        /// Another station has it already.
        case station(StationID)
    }

    static let versionAtMost = 32

    package let origin: Origin
    /// For the log and the page; no longer than 32 characters.
    package let version: String

    package init(origin: Origin, version: String) {
        self.origin = origin
        self.version = String(version.prefix(Self.versionAtMost))
    }
}

/// What is told to a station of updates.
package enum UpdateNews: Equatable, Sendable {
    case found(UpdateOffer)
    /// What was found is not there any more; when it is again, it is asked about again.
    case gone(UpdateOffer)
    /// It is on the card, and starts at the next start.
    case taken
    /// It could not be taken; the log says why.
    case failed
    /// This is the first start of an update.
    case renewed
    /// An update did not work, and the version before it runs.
    case fellBack
}

/// What a station wants of updates.
package enum UpdateOrder: Equatable, Sendable {
    case take(UpdateOffer)
    case restart
}

/// What is said and asked of updates: between rounds, each once.
package struct UpdateDialogue: Equatable, Codable, Sendable {
    /// How long a hold answers.
    static let answeredWithin = Duration.seconds(20)
    /// Time for the last words.
    static let restartsAfter = Duration.seconds(5)
    /// Offers that nobody took, since the start; the oldest is offered again.
    static let declinedAtMost = 8

    private enum Stage: Equatable, Codable, Sendable {
        case idle
        case found(UpdateOffer)
        case asked(UpdateOffer, at: Duration)
        case taking(UpdateOffer)
        case taken
        case restarting(at: Duration)
        case restarted
    }

    private var stage = Stage.idle
    private var declined: [UpdateOffer] = []

    /// It is being taken, or waits for its start.
    package var isTaking: Bool {
        switch stage {
        case .taking, .taken, .restarting, .restarted: true
        case .idle, .found, .asked: false
        }
    }

    /// A hold or a double press answers it now.
    package var isAsking: Bool {
        if case .asked = stage { true } else { false }
    }

    /// What could be taken now.
    package var offer: UpdateOffer? {
        switch stage {
        case .found(let offer), .asked(let offer, _), .taking(let offer): offer
        case .idle, .taken, .restarting, .restarted: nil
        }
    }

    mutating func hear(_ news: UpdateNews) -> [Effect] {
        switch news {
        case .found(let offer):
            guard !isTaking, self.offer != offer, !declined.contains(offer) else { return [] }
            stage = .found(offer)
            return [.log("update \(offer.version) was found")]
        case .gone(let offer):
            declined.removeAll { $0 == offer }
            if !isTaking, self.offer == offer { stage = .idle }
            return []
        case .taken:
            stage = .taken
            return []
        case .failed:
            if let offer { decline(offer) }
            stage = .idle
            return [.say(.updateFailed)]
        case .renewed: return [.say(.renewed)]
        case .fellBack: return [.say(.updateUndone)]
        }
    }

    /// - Parameters:
    ///   - isFree: no round is played or being agreed on, and the button is up.
    ///   - isHeard: a question would be heard: it waits until the morning otherwise.
    mutating func advance(
        isFree: Bool, isHeard: Bool, name: (StationID) -> StationName?, now: Duration
    ) -> [Effect] {
        switch stage {
        case .found(let offer):
            guard isFree, isHeard || offer.origin == .card else { return [] }
            switch offer.origin {
            case .card: return take(offer)
            case .stick:
                stage = .asked(offer, at: now)
                return [.say(.askUpdate(from: nil))]
            case .station(let id):
                guard let name = name(id) else {
                    stage = .idle
                    return []
                }
                stage = .asked(offer, at: now)
                return [.say(.askUpdate(from: name))]
            }
        case .asked(let offer, let at):
            guard now - at >= Self.answeredWithin else { return [] }
            decline(offer)
            return []
        case .taken:
            guard isFree else { return [] }
            stage = .restarting(at: now)
            return [.say(.updateTaken)]
        case .restarting(let at):
            guard isFree, now - at >= Self.restartsAfter else { return [] }
            stage = .restarted
            return [.update(.restart)]
        case .idle, .taking, .restarted: return []
        }
    }

    /// Yes; nil when nothing is asked.
    mutating func agree(now: Duration) -> [Effect]? {
        guard case .asked(let offer, let at) = stage, now - at < Self.answeredWithin else { return nil }
        return take(offer)
    }

    /// No; nil when nothing is asked.
    mutating func refuse(now: Duration) -> [Effect]? {
        guard case .asked(let offer, let at) = stage, now - at < Self.answeredWithin else { return nil }
        decline(offer)
        return [.say(.updateDeclined)]
    }

    private mutating func take(_ offer: UpdateOffer) -> [Effect] {
        stage = .taking(offer)
        return [.say(.updateBegins), .update(.take(offer)), .log("takes update \(offer.version)")]
    }

    private mutating func decline(_ offer: UpdateOffer) {
        stage = .idle
        declined.append(offer)
        declined.removeFirst(max(0, declined.count - Self.declinedAtMost))
    }
}

extension Station {
    mutating func hear(_ news: UpdateNews) -> [Effect] {
        // Stations that were never offered one have none: their snapshots stay as they were.
        var dialogue = updates ?? UpdateDialogue()
        defer { updates = dialogue }
        return dialogue.hear(news)
    }

    mutating func talkOfUpdates(now: Duration) -> [Effect] {
        // Nobody holds, or is about to: what follows would be taken for an answer.
        let isFree = session == nil && button.downSince == nil && !gathering.isAgreeing
        let (roster, isHeard) = (roster, audioPolicy.isHeard(isPlaying: false, now: now))
        return updates?.advance(isFree: isFree, isHeard: isHeard, name: { roster[$0]?.name }, now: now) ?? []
    }

    /// What a hand answers to an update that is asked about; nil for what is meant for the game.
    mutating func answerUpdate(_ event: ButtonEvent, now: Duration) -> [Effect]? {
        guard session == nil else { return nil }
        switch event {
        case .hold:
            guard let effects = updates?.agree(now: now) else { return nil }
            // The hold has done what it was for: it is none of the game's.
            let sounds = button.handle(.hold, now: now)
            button.letGo()
            return sounds + effects
        case .doublePress: return updates?.refuse(now: now)
        case .down, .up, .press, .holdEnded, .stuck, .freed: return nil
        }
    }
}
