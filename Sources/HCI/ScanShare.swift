/// How much of each scan interval the radio listens: the scan window (Core 5.4, Vol 4, Part E, 7.8.10).
package enum ScanShare: String, Sendable, Equatable, Codable, CaseIterable {
    case whole, half, quarter

    /// It listens in one of so many parts of the time.
    package var parts: Int {
        switch self {
        case .whole: 1
        case .half: 2
        case .quarter: 4
        }
    }

    /// Of an interval in slots.
    func window(of interval: UInt16) -> UInt16 {
        switch self {
        case .whole: interval
        case .half: max(Slots.scanning.lowerBound, interval / 2)
        case .quarter: max(Slots.scanning.lowerBound, interval / 4)
        }
    }
}
