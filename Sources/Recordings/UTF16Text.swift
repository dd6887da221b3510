/// The beginning of a file tells whether it is UTF-16, as some systems save a table; then what comes out is
/// UTF-8, and else the bytes as they are.
struct UTF16Text: Sendable {
    private enum Encoding { case unknown, bytes, bigEndian, littleEndian }

    private var encoding = Encoding.unknown
    /// Bytes that are no whole character yet: at most three.
    private var left: [UInt8] = []

    /// The next bytes of the file, as many as there are.
    mutating func decode(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if encoding == .bytes { return bytes }
        var all = left + bytes
        left = []
        if encoding == .unknown {
            guard all.count >= 2 else {
                left = all
                return []
            }
            encoding =
                switch (all[0], all[1]) {
                case (0xFE, 0xFF): .bigEndian
                case (0xFF, 0xFE): .littleEndian
                default: .bytes
                }
            if encoding == .bytes { return all[...] }
            all.removeFirst(2)
        }
        let high = encoding == .bigEndian ? 0 : 1
        var units: [UInt16] = []
        for place in stride(from: 0, to: all.count - 1, by: 2) {
            units.append(UInt16(all[place + high]) << 8 | UInt16(all[place + 1 - high]))
        }
        // The first half of a character whose second one has not come yet.
        let isHalf = units.last.map { 0xD800...0xDBFF ~= $0 } ?? false
        if isHalf { units.removeLast() }
        left = Array(all.suffix(all.count % 2 + (isHalf ? 2 : 0)))
        return Array(String(decoding: units, as: UTF16.self).utf8)[...]
    }

    /// What is left at the end of the file.
    mutating func finish() -> ArraySlice<UInt8> {
        defer { left = [] }
        return encoding == .unknown ? left[...] : []
    }
}
