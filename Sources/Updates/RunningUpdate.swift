import Glibc
import Runtime

/// What runs, as the update that it came as: its header ends its slot. For another station, which checks it
/// as any other.
package struct RunningUpdate: Equatable, Sendable {
    private let path: String
    private let headerPlace: Int
    private let rootByteCount: Int

    /// Of the header and the root.
    package var byteCount: Int { UpdateHeader.byteCount + rootByteCount }

    /// Nil where nothing can be handed on: no card, or a slot without a header.
    package init?(_ card: Card) {
        guard let running = card.running else { return nil }
        path = card.path(of: running)
        headerPlace = card.slotByteCount - UpdateHeader.byteCount
        guard let bytes = Self.read(path, at: headerPlace, UpdateHeader.byteCount),
            let header = try? UpdateHeader(decoding: bytes)
        else { return nil }
        rootByteCount = header.rootByteCount
    }

    /// A part of it; nil where the card cannot be read. Blocks.
    ///
    /// - Parameter range: within `byteCount`; not over the end of the header.
    package func bytes(_ range: Range<Int>) -> [UInt8]? {
        range.upperBound <= UpdateHeader.byteCount
            ? Self.read(path, at: headerPlace + range.lowerBound, range.count)
            : Self.read(path, at: range.lowerBound - UpdateHeader.byteCount, range.count)
    }

    /// The next part from a place on that can be read at once.
    package func part(from place: Int, atMost count: Int) -> Range<Int> {
        let end = place < UpdateHeader.byteCount ? UpdateHeader.byteCount : byteCount
        return place..<min(place + count, end)
    }

    private static func read(_ path: String, at place: Int, _ count: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let more = unsafe bytes.withUnsafeMutableBytes { raw in
                unsafe pread(descriptor, raw.baseAddress?.advanced(by: done), count - done, place + done)
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return nil }
            done += more
        }
        return bytes
    }
}
