/// A long file that is read as it is sent.
package struct PageFile: Sendable {
    let byteCount: Int
    /// The part from a place on that can be read at once, of so many bytes at most.
    let part: @Sendable (_ place: Int, _ atMost: Int) -> Range<Int>
    /// Nil where it cannot be read; blocks.
    let read: @Sendable (Range<Int>) -> [UInt8]?

    package init(
        byteCount: Int, part: @escaping @Sendable (_ place: Int, _ atMost: Int) -> Range<Int>,
        read: @escaping @Sendable (Range<Int>) -> [UInt8]?
    ) {
        self.byteCount = byteCount
        self.part = part
        self.read = read
    }
}
