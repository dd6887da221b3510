/// What a station is about, in one word.
package enum Phase: String, CaseIterable, Codable, Sendable {
    case lobby, holding, agreeing, counting, hiding, hunting, over
}

extension Station {
    package func phase(now: Duration) -> Phase {
        if let session {
            if session.outcome != nil { return .over }
            if now < session.startsAt { return .counting }
            return now < session.huntAt ? .hiding : .hunting
        }
        if gathering.isAgreeing { return .agreeing }
        return offeredSince == nil ? .lobby : .holding
    }
}
