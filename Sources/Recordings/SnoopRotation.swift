import HCI

/// Cuts an endless capture into files of bounded size: each a whole btsnoop file of its own, so that the
/// newest can be opened when the oldest is gone.
package struct SnoopRotation: Equatable, Sendable {
    /// What to do with the files, in order.
    package enum Step: Equatable, Sendable {
        /// Put the file away, if there is one, and begin a new one.
        case begin
        case write([UInt8])
    }

    private let bytesPerFile: Int
    /// Of the file that is being written; nil before the first.
    private var size: Int?

    /// - Parameter bytesPerFile: never exceeded, unless a single packet does.
    package init(bytesPerFile: Int) {
        self.bytesPerFile = bytesPerFile
    }

    /// Opens a file.
    private mutating func start() -> [Step] {
        size = SnoopWriter.header.count
        return [.begin, .write(SnoopWriter.header)]
    }

    /// Adds records, each whole in one file. The first of them opens the first file.
    mutating func add(_ records: [[UInt8]]) -> [Step] {
        guard !records.isEmpty else { return [] }
        var steps = size == nil ? start() : []
        var together: [UInt8] = []
        for record in records {
            if let size, size + record.count > bytesPerFile, size > SnoopWriter.header.count {
                if !together.isEmpty { steps.append(.write(together)) }
                together = []
                steps += start()
            }
            together += record
            size = (size ?? 0) + record.count
        }
        if !together.isEmpty { steps.append(.write(together)) }
        return steps
    }
}
