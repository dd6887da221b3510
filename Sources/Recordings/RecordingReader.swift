/// Makes sightings of the bytes of a file, whatever it is written in.
package enum RecordingReader: Sendable {
    case csv(CSVRecording)
    case btsnoop(SnoopRecording)

    /// Takes in the next bytes, as many as there are.
    package mutating func feed(
        _ bytes: ArraySlice<UInt8>, into recording: inout Recording
    ) throws(RecordingTrouble) {
        switch self {
        case .csv(var reader):
            try reader.feed(bytes, into: &recording)
            self = .csv(reader)
        case .btsnoop(var reader):
            try reader.feed(bytes, into: &recording)
            self = .btsnoop(reader)
        }
    }

    /// The file is over.
    package mutating func finish(into recording: inout Recording) throws(RecordingTrouble) {
        switch self {
        case .csv(var reader):
            try reader.finish(into: &recording)
            self = .csv(reader)
        case .btsnoop(let reader): try reader.finish(into: &recording)
        }
    }
}
