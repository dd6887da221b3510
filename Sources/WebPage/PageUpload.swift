/// A file that somebody sends by the page: where its bytes go, and what comes of it.
package struct PageUpload: Sendable {
    /// So many bytes are worth a step.
    static let pieceByteCount = 1 << 18

    /// The next bytes; false once no more are wanted. Throws where it has to be broken off.
    let take: @Sendable ([UInt8]) async throws -> Bool
    /// Nothing more comes. Nil if it was taken; otherwise why not, in a sentence.
    let end: @Sendable () async -> String?

    package init(
        take: @escaping @Sendable ([UInt8]) async throws -> Bool, end: @escaping @Sendable () async -> String?
    ) {
        self.take = take
        self.end = end
    }
}
