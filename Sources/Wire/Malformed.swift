/// Bytes from outside that do not say what their format promises.
///
/// Thrown by every parser, caught in one place, counted and dropped: damage on a UART is weather, not a bug.
package struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was expected, in a few fixed words; never bytes of the packet itself.
    var what: String
    /// Where in the packet, in bytes from its beginning.
    var offset: Int

    package init(_ what: String, at offset: Int) {
        self.what = what
        self.offset = offset
    }

    package var description: String { "\(what) at byte \(offset)" }
}
