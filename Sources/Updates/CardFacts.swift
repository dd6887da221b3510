/// What an update has to fit.
package struct CardFacts: Equatable, Sendable {
    package var family: String
    package var layout: UInt8
    /// The release of the running kernel.
    package var kernel: String
    /// What runs.
    package var version: UpdateVersion
    /// When what runs was made, in seconds since 1970; nil where that is not known.
    package var built: UInt64?
    /// Of the slot that does not run.
    package var slotByteCount: Int

    package static let family = "raspberry-pi-arm64"
    package static let layout: UInt8 = 1

    package init(
        family: String = Self.family, layout: UInt8 = Self.layout, kernel: String, version: UpdateVersion,
        built: UInt64?, slotByteCount: Int
    ) {
        self.family = family
        self.layout = layout
        self.kernel = kernel
        self.version = version
        self.built = built
        self.slotByteCount = slotByteCount
    }

    /// Why an update is not for this card; nil if it is. Its signature has been checked.
    package func refusal(of header: UpdateHeader, allowsOlder: Bool = false) -> UpdateRefusal? {
        guard header.family == family else { return .otherBoards(header.family) }
        guard header.layout == layout else { return .otherLayout }
        guard header.kernel == kernel else { return .otherKernel(theirs: header.kernel, ours: kernel) }
        guard header.rootByteCount + UpdateHeader.byteCount <= slotByteCount else { return .tooLarge }
        guard !allowsOlder else { return nil }
        if header.version < version { return .older(header.version, than: version) }
        guard header.version == version, let built else { return nil }
        if header.built == built { return .sameAsNow(version) }
        return header.built < built ? .older(header.version, than: version) : nil
    }

    /// Whether it is worth to offer it to people: what does not fit or is not newer is not.
    package func isNewer(_ header: UpdateHeader) -> Bool { refusal(of: header) == nil }
}
