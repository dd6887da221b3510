import Ranging

/// Beacons that people come by are asked about, and become areas.
extension Station {
    /// Asks, where there is something to ask.
    mutating func offerLandmark(now: Duration) -> [Effect] {
        let isFree = session == nil && button.holdingSince == nil && !gathering.isAgreeing
        let (guide, adjustments) = (guide, configuration.adjustments)
        let hasRoom = guide.areas.count < Area.atMost && landmarks.hasName(besides: areaNames)
        let asks = landmarks.advance(
            isFree: isFree && hasRoom,
            mayAsk: { guide.area(of: $0) == nil && !adjustments.declined.contains($0) }, now: now)
        guard asks, let beacon = landmarks.question?.beacon else { return [] }
        return [.say(.askLandmark), .log("asks whether beacon \(beacon) is a landmark")]
    }

    /// Somebody answers by the page.
    mutating func answerLandmark(_ isWanted: Bool, now: Duration) -> [Effect] {
        guard isWanted else { return landmarks.decline().map { declineLandmark($0) } ?? [] }
        return landmarks.keep(taken: areaNames, now: now).map { makeLandmark($0) } ?? []
    }

    /// A short press; nil when it has nothing to do with a landmark.
    mutating func pressForLandmark(now: Duration) -> [Effect]? {
        landmarks.pressed(taken: areaNames, now: now).map { makeLandmark($0) }
    }

    /// A double press; nil when it has nothing to do with a landmark.
    mutating func doublePressForLandmark(now: Duration) -> [Effect]? {
        landmarks.doublePressed(now: now).map { declineLandmark($0) }
    }

    private var areaNames: [AreaName] { guide.areas.map(\.name) }

    private mutating func makeLandmark(_ answer: LandmarkOffer.Answer) -> [Effect] {
        let (beacon, name): (BeaconIdentity, AreaName)
        let phrase: Phrase
        switch answer {
        case .make(let identity, let chosen):
            (beacon, name, phrase) = (identity, chosen, .landmark(chosen, isAgain: false))
        case .rename(let old, let identity, let chosen):
            // Taken away by the page meanwhile: then there is nothing to rename.
            guard configuration.adjustments.take(.forget(old)) else { return [] }
            (beacon, name, phrase) = (identity, chosen, .landmark(chosen, isAgain: true))
        }
        guard let region = Region(uuid: beacon.uuid, major: beacon.major, minor: beacon.minor) else {
            return []
        }
        let area = Area(name: name, region: region, withinMetres: LandmarkOffer.withinMetres)
        return [.say(phrase)] + adjust(.area(area))
    }

    private mutating func declineLandmark(_ beacon: BeaconIdentity) -> [Effect] {
        [.say(.noLandmark)] + adjust(.decline(beacon))
    }
}
