import Glibc

/// Sentences for people, on standard error.
enum Complaint {
    static func write(_ sentence: String) {
        let line = Array("hotcold: \(sentence)\n".utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, line, line.count)
    }
}
