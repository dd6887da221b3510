import Ranging
import Simulation

/// What `hotcold calibrate` says of what it found.
struct CalibrationReport: Sendable {
    let finding: CalibrationTrial.Finding
    /// Where it is kept; nil when it is not.
    let keptIn: String?

    /// Words for people: what was heard, what it means, what to do with it.
    var text: String {
        let calibration = finding.calibration
        let amount = "\(abs(calibration.offset).tenths) dB"
        let meaning =
            abs(calibration.offset) < 0.05
            ? "exactly as loud as they say they are"
            : "\(amount) \(calibration.offset < 0 ? "weaker" : "louder") than they say they are"
        let kept =
            keptIn.map { "Kept in \($0): run, seek and monitor reckon with it from now on." }
            ?? "Not kept."
        return """
            \(finding.packets) packets of \(finding.beacon), \(finding.level.tenths) dBm \
            (spread \(finding.spread.tenths) dB) from \(finding.distance.hundredths) m.
            It says that it is \(finding.measuredPower.tenths) dBm at one metre, and was \
            \(finding.atOneMetre.tenths) dBm: this station hears beacons \(meaning), \
            give or take \(calibration.uncertainty.tenths) dB.
            \(kept)
            If the beacon is a station like this one, and all of them are, let them say what is true \
            instead, and calibrate again:
                [radio]
                measured_power_dbm = \(advised)

            """
    }

    /// One object for programs.
    var json: String {
        JSONLine.object([
            ("type", JSONLine.text("calibration")), ("beacon", JSONLine.text(finding.beacon.description)),
            ("packets", "\(finding.packets)"), ("level", finding.level.hundredths),
            ("spread", finding.spread.hundredths), ("distance", finding.distance.hundredths),
            ("at_one_metre", finding.atOneMetre.hundredths),
            ("measured_power", finding.measuredPower.hundredths),
            ("offset", finding.calibration.offset.hundredths),
            ("uncertainty", finding.calibration.uncertainty.hundredths),
            ("kept", keptIn == nil ? "false" : "true"), ("measured_power_dbm", "\(advised)"),
        ]) + "\n"
    }

    /// The setting that would make the beacon's word true, within what the setting may be.
    private var advised: Int { Int(min(max(finding.atOneMetre, -100), -20).rounded()) }
}
