/// Whose turn it is among what is being said.
struct TurnOrder: Sendable {
    /// Who is heard.
    struct Company: Equatable, Sendable {
        /// Somebody whose announcement is not known yet, and who may not know ours either.
        var hearsStranger = false
        /// All of them have shown that they know this station's announcement.
        var isKnown = false
        /// There is only one.
        var isOne = false
        /// The only one is saying a response, and to whom else than this station?
        var isResponding = false
    }

    /// Where there is something to say, one in so many turns is for those who missed the last announcement.
    private static let wholeEvery = 8
    /// While the state of a round is being said, one turn in so many is for whatever else there is.
    private static let reportsEvery = 3

    private let sending: [OutgoingMessage]
    private let presence: OutgoingPresence?
    private let company: Company
    private let hastens: Bool
    private let isTagged: Bool

    /// - Parameter hastens: challenges and responses may go before all else.
    init(_ sending: [OutgoingMessage], _ presence: OutgoingPresence?, _ company: Company, hastens: Bool) {
        self.sending = sending
        self.presence = presence
        self.company = company
        self.hastens = hastens
        isTagged = sending.contains { $0.stream == .tagged }
    }

    static func isForLate(_ turn: Int) -> Bool { turn % wholeEvery == wholeEvery - 1 }

    static func count(_ message: Int, in frames: [AirFrame]) -> Int {
        frames.count { $0.message == message && !$0.kind.isPresence && $0.kind != .tail }
    }

    /// Which of the messages has this turn; nil for the announcement.
    ///
    /// - Parameter frames: of the list so far.
    func message(_ turn: Int, in frames: [AirFrame]) -> Int? {
        let isNew = presence?.isSaid == false
        // It is one frame, and three come back.
        if hastens, let first = newChallenge(in: frames) { return first }
        let urgent = sending.firstIndex {
            !isAnswered($0, in: frames) && $0.urgent > Self.count($0.number, in: frames)
        }
        if let urgent, sending[urgent].stream == .tagged { return urgent }
        // One that is asked needs the announcement as well; one that has asked knows it.
        if hastens, company.isKnown || presence?.isRepeated == true {
            let isAlone = company.isKnown || !isNew
            if let proof = proof(turn, isAlone: isAlone, in: frames) { return proof }
            if !isAlone, turn % 2 == 1, !isTagged { return nil }
        }
        if isNew, let next = presence?.next {
            let aired = frames.count { $0.kind == next.kind }
            if next.urgent > aired { return urgent.flatMap { sending[$0].stream.isSession ? $0 : nil } }
            // Nobody can be spoken with whose announcement is not known; those who are met are told by what
            // is tagged, as long as that is said.
            if !isTagged, turn % (next.kind == .beginning ? 3 : 4) == 0 { return nil }
        }
        if let urgent { return urgent }
        if Self.isForLate(turn), let presence, presence.change != nil, presence.whole.left > 0 { return nil }
        // That a station is still there is worth more than how it hears the others.
        let states = sending.indices.filter { sending[$0].stream.isSession }
        if turn % Self.reportsEvery != 0, !states.isEmpty { return states[turn % states.count] }
        let waiting = sending.indices.filter { !isAnswered(sending[$0], in: frames) }
        let turns = waiting.count + (isNew ? 1 : 0)
        if turns == 0 { return nil }
        return turn % turns < waiting.count ? waiting[turn % turns] : nil
    }

    /// Of which nothing was said so far.
    private func newChallenge(in frames: [AirFrame]) -> Int? {
        sending.firstIndex {
            $0.isChallenge && $0.isUnheard && Self.count($0.number, in: frames) == 0
        }
    }

    /// What it asks for is being said: it would say nothing new.
    private func isAnswered(_ message: OutgoingMessage, in frames: [AirFrame]) -> Bool {
        guard company.isResponding, message.isChallenge else { return false }
        return !message.isUnheard || Self.count(message.number, in: frames) > 0
    }

    /// Which challenge or response has this turn. A response takes three frames, and a challenge one: said in
    /// turns, neither waits for the other's answer. Responses are said one after the other.
    private func proof(_ turn: Int, isAlone: Bool, in frames: [AirFrame]) -> Int? {
        let proofs = sending.indices.filter {
            sending[$0].isProof && !isAnswered(sending[$0], in: frames)
                && sending[$0].left > Self.count(sending[$0].number, in: frames)
        }
        let isUrgent = proofs.contains {
            sending[$0].urgent > Self.count(sending[$0].number, in: frames)
        }
        guard isAlone && isUrgent || turn % 2 == 0 else { return nil }
        let challenges = proofs.filter { sending[$0].isChallenge }
        let response = proofs.first { !sending[$0].isChallenge }
        guard !challenges.isEmpty, response == nil || turn % 3 == 0 else { return response }
        let every = (response == nil ? 1 : 3) * (isAlone && isUrgent ? 1 : 2)
        return challenges[turn / every % challenges.count]
    }
}
