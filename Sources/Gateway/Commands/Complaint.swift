import Glibc

/// Sentences for people, on standard error.
enum Complaint {
    static func write(_ sentence: String) {
        Output.write("hotcold: \(sentence)\n", to: STDERR_FILENO)
    }
}
