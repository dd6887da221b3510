import Runtime

/// A document of the repository, for tests that hold it to the code.
package enum Document {
    /// - Parameter path: from the root of the repository, such as "docs/lights.md".
    package static func text(_ path: String) throws -> String {
        let bytes = try BoundedFile.read(Checkout.path + "/" + path, atMost: 1 << 20)
        return String(decoding: bytes, as: UTF8.self)
    }
}
