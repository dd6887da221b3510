import Glibc

/// A recording on its way in: an edge. Read once, from front to back, in pieces of bounded size, so that a
/// pipe will do.
struct RecordedFile: ~Copyable {
    private static let pieceSize = 1 << 18

    /// How it begins, to tell its format by.
    private(set) var head: [UInt8] = []
    private let file: OpenFile
    private var isHeadRead = false
    private var buffer = [UInt8](repeating: 0, count: pieceSize)

    /// - Parameter path: `-` for standard input.
    init(_ path: String) throws(FileTrouble) {
        let file = try OpenFile(path == "-" ? "/dev/stdin" : path, flags: O_RDONLY)
        // A pipe gives what it has, be it a single byte.
        var count = 1
        while head.count < RecordingFormat.headAtMost, count > 0 {
            count = try file.read(into: &buffer)
            head += buffer.prefix(count)
        }
        self.file = file
    }

    /// The next piece; nil at the end.
    mutating func next() throws(FileTrouble) -> ArraySlice<UInt8>? {
        if !isHeadRead {
            isHeadRead = true
            if !head.isEmpty { return head[...] }
        }
        let count = try file.read(into: &buffer)
        return count == 0 ? nil : buffer.prefix(count)
    }
}
