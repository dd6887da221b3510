/// How far one beacon is and which way that is going, from sightings at any rate and in any rhythm.
///
/// A value of fixed size: it keeps what it has concluded, never the sightings. Sightings may be repeated,
/// late or absurd; what cannot be a level is dropped, and one that is older than the newest counts as if
/// received with it.
///
/// Both ends of a link may be heard of: what the other one receives says as much about the distance, through
/// fading of its own.
package struct RangeEstimator: Codable, Equatable, Sendable {
    /// One end of the link, and what is known of it.
    private struct End: Codable, Equatable, Sendable {
        var heardAt: Duration?
        /// How much more it loses than the end that was heard first, in decibels: radios differ.
        var offset = 0.0
        var offsetVariance: Double
    }

    private let parameters: RangingParameters
    private var filter: MotionFilter
    private var own: End
    private var other: End
    /// When the newest sighting was received; nil before the first.
    private var newest: Duration?
    /// What was last concluded, which it takes more to leave than to keep.
    private var trend = Trend.unknown
    private var zone = Zone.unknown

    package init(_ parameters: RangingParameters = .init()) {
        self.parameters = parameters
        filter = MotionFilter(parameters)
        own = End(offsetVariance: 0)
        other = own
    }

    /// Takes in one sighting.
    package mutating func sighted(_ sighting: Sighting) {
        // Also false for NaN. −127…20 dBm is what a controller can report.
        guard (-127...20).contains(sighting.rssi) else { return }
        if let newest {
            if sighting.at - newest > parameters.forgottenAfter {
                self = RangeEstimator(parameters)
            } else {
                filter.advance(seconds: (sighting.at - newest).inSeconds)
            }
        }
        newest = max(newest ?? sighting.at, sighting.at)
        // A measured power is a mean of packets, and the filter follows what they fade from.
        let measured = power(sighting.measuredPower) + parameters.usualFade - sighting.rssi
        switch sighting.ear {
        case .own: observe(measured + parameters.earOffset, by: \.own, beside: \.other, at: sighting.at)
        case .other: observe(measured, by: \.other, beside: \.own, at: sighting.at)
        }
        trend = trend(closing: filter.closing, standing: filter.standing)
        zone = zone(at: distance(of: filter).metres)
    }

    private mutating func observe(
        _ measured: Double, by end: WritableKeyPath<RangeEstimator, End>,
        beside another: WritableKeyPath<RangeEstimator, End>, at time: Duration
    ) {
        var listener = self[keyPath: end]
        var noise = parameters.packetSpread * parameters.packetSpread
        // Waves that fade on the way there fade on the way back, and both ends hear of them.
        noise *= max(
            1, repetition(of: listener.heardAt, within: parameters.fadingDuration, at: time),
            repetition(of: self[keyPath: another].heardAt, within: parameters.sharedFading, at: time))
        if listener.heardAt == nil, self[keyPath: another].heardAt != nil {
            // Two radios disagree as two set-ups do, and twice as much as each from what it says of itself.
            listener.offsetVariance = 2 * parameters.calibrationSpread * parameters.calibrationSpread
        }
        listener.heardAt = time
        if listener.offsetVariance > 0 {
            let expected = filter.expectation
            // What is expected is what packets fade from; an offset is between means.
            let surprise = measured - listener.offset - expected.loss - parameters.usualFade
            let gain = listener.offsetVariance / (listener.offsetVariance + expected.variance + noise)
            filter.observe(measured - listener.offset, noise: noise + listener.offsetVariance)
            listener.offset += gain * surprise
            listener.offsetVariance *= 1 - gain
        } else {
            filter.observe(measured, noise: noise)
        }
        self[keyPath: end] = listener
    }

    /// How many packets say what one would that came alone.
    private func repetition(of before: Duration?, within duration: Duration, at time: Duration) -> Double {
        before.map { duration.inSeconds / max(abs((time - $0).inSeconds), 0.001) } ?? 0
    }

    /// What can be said at `now`, which may be any time after the newest sighting.
    package func range(now: Duration) -> RangeEstimate {
        guard let newest else { return .unknown }
        let age = max(.zero, now - newest)
        guard age < parameters.lostAfter else {
            return RangeEstimate(distance: nil, closing: 0.5, trend: .unknown, zone: .lost, age: age)
        }
        var filter = filter
        filter.advance(seconds: age.inSeconds)
        let (distance, closing) = (distance(of: filter), filter.closing)
        return RangeEstimate(
            distance: distance, closing: closing, trend: trend(closing: closing, standing: filter.standing),
            zone: zone(at: distance.metres), age: age)
    }

    /// A beacon's own measured power, unless no radio could be heard like that.
    private func power(_ stated: Double?) -> Double {
        guard let stated, (-100 ... -20).contains(stated) else { return parameters.defaultMeasuredPower }
        return stated
    }

    /// Two things are known of a distance: where beacons usually are, and the path loss, as far as its scale
    /// can be trusted. Each counts as much as it is certain.
    private func distance(of filter: MotionFilter) -> RangeEstimate.Distance {
        let (loss, variance) = filter.loss
        let exponent = parameters.exponentSpread * max(0, loss) / parameters.pathLossExponent
        let scale = parameters.calibrationSpread * parameters.calibrationSpread + exponent * exponent
        let usual = parameters.priorLossSpread * parameters.priorLossSpread
        let trust = usual / (usual + scale)
        let middle = parameters.priorLoss + trust * (loss - parameters.priorLoss)
        // The tenth and the ninetieth percentile of a normal distribution are 1.2816 deviations out.
        let half = 1.2816 * (trust * (scale + variance)).squareRoot()
        return RangeEstimate.Distance(
            metres: parameters.metres(middle), low: parameters.metres(middle - half),
            high: parameters.metres(middle + half))
    }

    /// A trend is a movement worth mentioning. The odds to begin saying it are higher than those to go on.
    private func trend(closing: Double, standing: Double) -> Trend {
        let (begin, keep) = (parameters.calls, parameters.keepsCalling)
        if closing > (trend == .closing ? keep : begin) { return .closing }
        if 1 - closing > (trend == .opening ? keep : begin) { return .opening }
        // Steady is a finding, and takes more than not knowing.
        return standing > 0.5 ? .steady : .unknown
    }

    /// Within a metre or so is arm's reach, within four the same room; a zone is left a third beyond where it
    /// was entered.
    private func zone(at metres: Double) -> Zone {
        if metres < (zone == .immediate ? 1.6 : 1.2) { return .immediate }
        if metres < (zone == .near || zone == .immediate ? 5.3 : 4.0) { return .near }
        return .far
    }
}
