import Glibc

/// How far one beacon is and which way that is going, from sightings at any rate and in any rhythm.
///
/// A value of fixed size: it keeps what it has concluded, never the sightings. Sightings may be repeated,
/// late or absurd; what cannot be a level is dropped, and one that is older than the newest counts as if
/// received with it.
struct RangeEstimator: Equatable, Codable, Sendable {
    private let parameters: RangingParameters
    private var filter: PathLossFilter
    /// When the newest sighting was received; nil before the first.
    private var newest: Duration?
    /// What was last concluded, which it takes more to leave than to keep.
    private var trend = Trend.unknown
    private var zone = Zone.unknown

    init(_ parameters: RangingParameters = .init()) {
        self.parameters = parameters
        filter = PathLossFilter(parameters)
    }

    /// Takes in one sighting.
    mutating func sighted(_ sighting: Sighting) {
        // Also false for NaN. −127…20 dBm is what a controller can report.
        guard (-127...20).contains(sighting.rssi) else { return }
        if let newest {
            if sighting.at - newest > parameters.forgottenAfter {
                self = RangeEstimator(parameters)
            } else {
                filter.advance(by: sighting.at - newest)
            }
        }
        newest = max(newest ?? sighting.at, sighting.at)
        filter.observe(power(sighting.measuredPower) - sighting.rssi)
        trend = trend(of: filter)
        zone = zone(at: filter.distance(filter.loss))
    }

    /// What can be said at `now`, which may be any time after the newest sighting.
    func range(now: Duration) -> Range {
        guard let newest else { return .unknown }
        let age = max(.zero, now - newest)
        guard age < parameters.lostAfter else {
            return Range(distance: nil, closing: 0.5, trend: .unknown, zone: .lost, age: age)
        }
        var filter = filter
        filter.advance(by: age)
        // The tenth and the ninetieth percentile of a normal distribution are 1.2816 deviations out.
        let calibration = parameters.calibrationSpread * parameters.calibrationSpread
        let half = 1.2816 * (filter.lossVariance + calibration).squareRoot()
        let metres = filter.distance(filter.loss)
        let distance = Range.Distance(
            metres: metres, low: filter.distance(filter.loss - half),
            high: filter.distance(filter.loss + half))
        return Range(
            distance: distance, closing: closing(filter), trend: trend(of: filter), zone: zone(at: metres),
            age: age)
    }

    /// A beacon's own measured power, unless no radio could be heard like that.
    private func power(_ stated: Double?) -> Double {
        guard let stated, (-100 ... -20).contains(stated) else { return parameters.defaultMeasuredPower }
        return stated
    }

    /// The probability of walking towards the beacon faster than `speed` metres a second.
    private func closing(_ filter: PathLossFilter, faster speed: Double = 0) -> Double {
        0.5 * erfc((filter.speed + speed) / (2 * max(filter.speedVariance, 1e-12)).squareRoot())
    }

    /// A trend is a speed worth mentioning. The odds to begin saying it are higher than those to go on.
    private func trend(of filter: PathLossFilter) -> Trend {
        let worth = parameters.stillness
        let (begin, keep) = (parameters.calls, parameters.keepsCalling)
        if closing(filter, faster: worth) > (trend == .closing ? keep : begin) { return .closing }
        if 1 - closing(filter, faster: -worth) > (trend == .opening ? keep : begin) { return .opening }
        // Steady is a finding. When the sightings have hardly narrowed down what people usually do, there is
        // none.
        let usual = parameters.radialSpeed * parameters.radialSpeed
        return filter.speedVariance < 0.75 * usual ? .steady : .unknown
    }

    /// Within 0.8 m is arm's reach, within 4 m the same room; a zone is left a quarter beyond where it was
    /// entered.
    private func zone(at metres: Double) -> Zone {
        if metres < (zone == .immediate ? 1.0 : 0.8) { return .immediate }
        if metres < (zone == .near || zone == .immediate ? 5.0 : 4.0) { return .near }
        return .far
    }
}
