import Glibc

/// Sentences for people, on standard error.
enum Complaint {
    static func write(_ sentence: String) {
        Output.write("hotcold: \(sentence)\n", to: STDERR_FILENO)
    }
}

/// Text for people and programs, without a buffer: what is shown live has to be seen at once, also through a
/// pipe.
enum Output {
    /// - Returns: whether somebody still reads it.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> Bool {
        write(Array(text.utf8), to: descriptor)
    }

    /// - Returns: whether somebody still reads it.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard written > 0 else { return false }
            bytes = bytes.dropFirst(written)
        }
        return true
    }

    /// Writes a file that somebody asked for, readable as their other files are; false when it could not be
    /// written.
    static func save(_ contents: [UInt8], to path: String) -> Bool {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return write(contents, to: descriptor)
    }
}
