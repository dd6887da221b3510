import Glibc

/// A chip of the kernel's gpio-sim: a real character device whose pins are moved by writing files. Needs root
/// and the module, so in practice the lab.
final class KernelChip {
    private static let registry = "/sys/kernel/config/gpio-sim"

    static var isAvailable: Bool {
        unsafe access(registry, W_OK) == 0
    }

    struct Failure: Error {
        var operation: String
        var path: String
        var code: Int32
    }

    let label: String
    private let folder: String
    private let device: String

    /// Makes a chip of 8 lines.
    /// - Parameter hogged: a line that the kernel itself holds, under the name "kettle".
    init(_ name: String, hogged: Int? = nil) throws {
        label = "hotcold-\(name)"
        folder = "\(Self.registry)/\(name)"
        var folders = [folder, "\(folder)/bank"]
        if let hogged { folders += ["\(folder)/bank/line\(hogged)", "\(folder)/bank/line\(hogged)/hog"] }
        for folder in folders where unsafe mkdir(folder, 0o755) != 0 {
            throw Failure(operation: "mkdir", path: folder, code: errno)
        }
        try Self.write("8", to: "\(folder)/bank/num_lines")
        try Self.write(label, to: "\(folder)/bank/label")
        if let hogged { try Self.write("kettle", to: "\(folder)/bank/line\(hogged)/hog/name") }
        try Self.write("1", to: "\(folder)/live")
        device = try Self.read("\(folder)/dev_name")
    }

    deinit {
        try? plug(false)
        for line in 0..<8 {
            unsafe rmdir("\(folder)/bank/line\(line)/hog")
            unsafe rmdir("\(folder)/bank/line\(line)")
        }
        unsafe rmdir("\(folder)/bank")
        unsafe rmdir(folder)
    }

    /// Takes the chip away, or plugs it back in.
    func plug(_ isPlugged: Bool) throws {
        try Self.write(isPlugged ? "1" : "0", to: "\(folder)/live")
    }

    /// Closes the contact of a button between the line and ground, or opens it.
    func press(_ line: Int, _ isPressed: Bool) throws {
        try Self.write(isPressed ? "pull-down" : "pull-up", to: try pin(line, "pull"))
    }

    /// The electrical level of a line.
    func isHigh(_ line: Int) throws -> Bool {
        try Self.read(try pin(line, "value")) == "1"
    }

    private func pin(_ line: Int, _ attribute: String) throws -> String {
        let chip = try Self.read("\(folder)/bank/chip_name")
        return "/sys/devices/platform/\(device)/\(chip)/sim_gpio\(line)/\(attribute)"
    }

    private static func write(_ text: String, to path: String) throws {
        let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(operation: "open", path: path, code: errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Failure(operation: "write \(text)", path: path, code: errno)
        }
    }

    private static func read(_ path: String) throws -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(operation: "open", path: path, code: errno) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw Failure(operation: "read", path: path, code: errno) }
        return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
