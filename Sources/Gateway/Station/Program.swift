/// The program itself.
enum Program {
    /// Also in `CHANGELOG.md`.
    static let version = "0.1.0"
}
