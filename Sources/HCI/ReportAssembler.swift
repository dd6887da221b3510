/// Joins the pieces of extended advertisements that did not fit into one report.
///
/// Pieces of different advertisers may come in any order. Bounded: four advertisements at a time, the one
/// begun first makes room; 1650 bytes each, which is the most there can be (Core 5.3 Vol 4 Part E 7.8.57).
/// What is given up is counted.
struct ReportAssembler: Sendable {
    private struct Key: Equatable {
        var address: DeviceAddress
        var isRandom: Bool
        var set: UInt8?
    }

    private struct Unfinished {
        var key: Key
        var data: [UInt8]
    }

    static let advertisementLimit = 4
    static let byteLimit = 1650

    /// Oldest first.
    private var unfinished: [Unfinished] = []
    /// Advertisements given up before their end.
    private(set) var dropped: UInt64 = 0

    /// The advertisement that ends with this report; nil if more is to come. A truncated one ends with what
    /// there is.
    mutating func add(_ report: Advertisement) -> Advertisement? {
        let key = Key(address: report.address, isRandom: report.addressIsRandom, set: report.set)
        let place = unfinished.firstIndex { $0.key == key }
        guard report.completeness == .moreToCome || place != nil else { return report }
        let data = (place.map { unfinished.remove(at: $0).data } ?? []) + report.data
        guard data.count <= Self.byteLimit else {
            dropped += 1
            return nil
        }
        if report.completeness == .moreToCome {
            keep(Unfinished(key: key, data: data))
            return nil
        }
        return Advertisement(
            address: report.address, addressIsRandom: report.addressIsRandom, kind: report.kind,
            rssi: report.rssi, data: data, completeness: report.completeness, set: report.set)
    }

    private mutating func keep(_ piece: Unfinished) {
        if unfinished.count == Self.advertisementLimit {
            unfinished.removeFirst()
            dropped += 1
        }
        unfinished.append(piece)
    }
}
