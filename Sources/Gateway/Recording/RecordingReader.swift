/// Makes sightings of the bytes of a file, whatever it is written in.
enum RecordingReader: Sendable {
    case csv(CSVRecording)

    init(_ format: RecordingFormat) throws(RecordingTrouble) {
        switch format {
        case .csv: self = .csv(CSVRecording())
        case .btsnoop, .journal: throw .unreadable("\(format.rawValue) is not read here")
        }
    }

    mutating func feed(
        _ bytes: ArraySlice<UInt8>, into recording: inout Recording
    ) throws(RecordingTrouble) {
        switch self {
        case .csv(var reader):
            // Taken out and put back, so that it is changed in place and not copied.
            try reader.feed(bytes, into: &recording)
            self = .csv(reader)
        }
    }

    /// The file is over.
    mutating func finish(into recording: inout Recording) throws(RecordingTrouble) {
        switch self {
        case .csv(var reader):
            try reader.finish(into: &recording)
            self = .csv(reader)
        }
    }
}
