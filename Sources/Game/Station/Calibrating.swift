import PeerNetwork
import Ranging

/// Finding out by the page how this station's radio hears.
extension Station {
    /// Begins it, unless a round is on or that station is not here.
    mutating func calibrate(_ id: StationID, now: Duration) -> [Effect] {
        guard session == nil, let other = roster[id] else { return [] }
        sitting = CalibrationSitting(beside: other, now: now)
        return []
    }

    /// Goes on with it; says with a sound how it has ended.
    mutating func sit(now: Duration) -> [Effect] {
        guard let sitting, sitting.isListening else { return [] }
        if session != nil || !health.radioWorks || roster[sitting.station]?.name != sitting.name {
            self.sitting?.interrupt()
            return session == nil ? [.play(.trouble)] : []
        }
        if let found = self.sitting?.advance(now: now) {
            configuration.calibration = found
            configuration.hunt.ranging = configuration.calibration.ranging
            guide.range(with: configuration.hunt.ranging)
            survey.range(with: configuration.hunt.ranging)
            return [
                .save(name: Calibration.fileName, found.encoded()), .play(.chime),
                .log(
                    "calibrated beside \(sitting.name): \(found.offset.tenths) dB, give or take "
                        + "\(found.uncertainty.tenths)"),
            ]
        }
        return self.sitting?.isListening == true ? [] : [.play(.trouble)]
    }
}
