import Runtime

/// Asks for the power of a Bluetooth controller to be cut. The station may not do it: a unit of the package
/// watches this folder, and does it once a minute at most (deploy/deb/lib/radio-power).
enum PowerSwitch {
    /// Of the service (`RuntimeDirectory`).
    static let folder = "/run/hotcold"
    static let name = "radio-power"

    /// - Returns: why it could not be asked for; nil if it was.
    static func cut(_ adapter: String, in folder: String = folder) -> String? {
        do throws(FileTrouble) {
            try BoundedFile.write(Array(adapter.utf8), as: name, in: folder)
            return nil
        } catch {
            return "nobody here can cut the power of \(adapter) (\(folder)/\(name): \(error)): pull its plug"
        }
    }
}
