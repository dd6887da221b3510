/// How this station's radio hears, compared with what beacons say of themselves: found by `hotcold calibrate`
/// one metre from a beacon, and kept in the state directory.
package struct Calibration: Equatable, Codable, Sendable {
    package static let fileName = "calibration"
    /// What an ear and an antenna can make of a level, in dB; beyond that something else was measured.
    static let offsets = -30.0...30.0
    /// How well it can be known, in dB.
    static let uncertainties = 0.0...15.0
    /// What no calibration of one's own ear can tell, as one standard deviation in dB: every other station
    /// has an antenna and a case of its own, and is held some other way.
    static let otherEnd = 2.5

    /// How much louder beacons are heard from one metre than they say they are, in dB; weaker is negative.
    package var offset: Double
    /// One standard deviation of that, in dB.
    package var uncertainty: Double

    package init(offset: Double, uncertainty: Double) {
        self.offset = offset
        self.uncertainty = uncertainty
    }

    /// What the estimator should believe from now on: the offset is taken off every level, and the distance
    /// may be told a little more closely.
    func applied(to parameters: RangingParameters) -> RangingParameters {
        var parameters = parameters
        parameters.earOffset = offset
        let spread = (Self.otherEnd * Self.otherEnd + uncertainty * uncertainty).squareRoot()
        parameters.calibrationSpread = min(parameters.calibrationSpread, spread)
        return parameters
    }

    // MARK: - The file

    private static let title = "hotcold calibration 1"

    /// Three lines of text: a title with the version, and the two numbers in dB.
    package func encoded() -> [UInt8] {
        Array("\(Self.title)\noffset_db = \(offset)\nuncertainty_db = \(uncertainty)\n".utf8)
    }

    /// Nil when the bytes are anything but a file that `encoded` wrote, or the numbers are none a radio has.
    package init?(decoding bytes: [UInt8]) {
        guard bytes.count <= 200 else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.title, lines[3].isEmpty,
            let offset = Self.number(lines[1], after: "offset_db = ", in: Self.offsets),
            let uncertainty = Self.number(lines[2], after: "uncertainty_db = ", in: Self.uncertainties)
        else { return nil }
        self.init(offset: offset, uncertainty: uncertainty)
    }

    private static func number(
        _ line: Substring, after key: String, in range: ClosedRange<Double>
    ) -> Double? {
        guard line.hasPrefix(key), let number = Double(line.dropFirst(key.count)) else { return nil }
        // Neither NaN nor an infinity is in any range.
        return range.contains(number) ? number : nil
    }
}

extension Calibration? {
    /// What the estimator should believe with it, or without.
    package var ranging: RangingParameters { self?.applied(to: RangingParameters()) ?? RangingParameters() }
}
