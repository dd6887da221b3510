/// The program itself.
package enum Program {
    /// Also in `CHANGELOG.md`.
    package static let version = "0.1.0"
}
