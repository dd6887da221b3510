import Glibc
package import Runtime

/// A recording on its way in: an edge. Read once, from front to back, in pieces of bounded size, so that a
/// pipe will do.
package struct RecordedFile: ~Copyable {
    private static let pieceSize = 1 << 18

    /// How it begins, to tell its format by.
    package let head: [UInt8]
    private let file: OpenFile
    private var isHeadRead: Bool
    private var buffer: [UInt8]

    /// - Parameter path: `-` for standard input.
    package init(_ path: String) throws(FileTrouble) {
        // Nothing of `self` is set before nothing can fail any more: Swift 6.2 as Debian builds it does not
        // compile a half-made value that cannot be copied.
        let file = try OpenFile(path == "-" ? "/dev/stdin" : path, flags: O_RDONLY)
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        // A pipe gives what it has, be it a single byte.
        var count = 1
        while head.count < RecordingFormat.headAtMost, count > 0 {
            count = try file.read(into: &buffer)
            head += buffer.prefix(count)
        }
        self.head = head
        self.file = file
        self.buffer = buffer
        isHeadRead = false
    }

    /// The next piece; nil at the end.
    package mutating func next() throws(FileTrouble) -> ArraySlice<UInt8>? {
        if !isHeadRead {
            isHeadRead = true
            if !head.isEmpty { return head[...] }
        }
        let count = try file.read(into: &buffer)
        return count == 0 ? nil : buffer.prefix(count)
    }
}
