/// Parameters by name: how `hotcold replay --set` tries other ones (Tests/Ranging/fit).
extension RangingParameters {
    private enum Place: Sendable {
        case number(any WritableKeyPath<RangingParameters, Double> & Sendable)
        /// In seconds.
        case duration(any WritableKeyPath<RangingParameters, Duration> & Sendable)
    }

    private static let places: [(name: String, place: Place)] = [
        ("pathLossExponent", .number(\.pathLossExponent)),
        ("clutterDistance", .number(\.clutterDistance)),
        ("calibrationSpread", .number(\.calibrationSpread)),
        ("exponentSpread", .number(\.exponentSpread)),
        ("packetSpread", .number(\.packetSpread)),
        ("fadeSkew", .number(\.fadeSkew)),
        ("fadingDuration", .duration(\.fadingDuration)),
        ("sharedFading", .duration(\.sharedFading)),
        ("shadowSpread", .number(\.shadowSpread)),
        ("shadowLength", .number(\.shadowLength)),
        ("shadowDuration", .duration(\.shadowDuration)),
        ("turningSpread", .number(\.turningSpread)),
        ("swaying", .number(\.swaying)),
        ("strolling", .number(\.strolling)),
        ("walking", .number(\.walking)),
        ("legLength", .number(\.legLength)),
        ("standingDuration", .duration(\.standingDuration)),
        ("standingShare", .number(\.standingShare)),
        ("paceKept", .number(\.paceKept)),
        ("priorDistance", .number(\.priorDistance)),
        ("priorFactor", .number(\.priorFactor)),
        ("homing", .number(\.homing)),
        ("priorDuration", .duration(\.priorDuration)),
        ("passing", .number(\.passing)),
        ("memory", .duration(\.memory)),
        ("stillness", .number(\.stillness)),
        ("calibrationSlope", .number(\.calibrationSlope)),
        ("calls", .number(\.calls)),
        ("keepsCalling", .number(\.keepsCalling)),
        ("lostAfter", .duration(\.lostAfter)),
        ("forgottenAfter", .duration(\.forgottenAfter)),
    ]

    /// Of all that are about radios and people; what a beacon or an ear says of itself is none of them.
    package static var names: [String] { places.map(\.name) }

    /// Above this no parameter means anything.
    private static let largest = 10_000.0

    /// Sets one: in its own unit, a duration in seconds.
    ///
    /// - Returns: false if none has this name, or it cannot be that.
    package mutating func set(_ name: String, to value: Double) -> Bool {
        guard value.isFinite, (0...Self.largest).contains(value),
            let place = Self.places.first(where: { $0.name == name })?.place
        else { return false }
        switch place {
        case .number(let path): self[keyPath: path] = value
        case .duration(let path): self[keyPath: path] = .microseconds(Int64((value * 1e6).rounded()))
        }
        return true
    }
}
