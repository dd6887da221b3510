import Glibc

/// Who started this program and wants to be told how it does: systemd, in the words of sd_notify(3).
///
/// Each piece of news is one datagram. It is not waited for, and one that cannot be told is no trouble of the
/// game's: it will do what it does with a program that says nothing.
struct Supervisor: Equatable, Sendable {
    enum News: String {
        /// The loop runs, whatever the parts do: they may come and go.
        case ready = "READY=1"
        case turning = "WATCHDOG=1"
        case stopping = "STOPPING=1"
    }

    /// A path, or a name of Linux' own, which begins with "@".
    let socket: String
    /// How long it waits for the next ``News/turning`` before it starts the program anew; nil for ever.
    let patience: Duration?

    /// - Parameters:
    ///   - variable: a variable of the environment.
    ///   - process: who we are: what is inherited from a parent whom somebody else watches is not meant for
    ///     us.
    /// - Returns: Nil when nobody wants to be told.
    init?(_ variable: (String) -> String?, process: pid_t) {
        guard let socket = variable("NOTIFY_SOCKET"), socket.hasPrefix("/") || socket.hasPrefix("@") else {
            return nil
        }
        self.socket = socket
        let isMeant = variable("WATCHDOG_PID").map { $0 == String(process) } ?? true
        let patience = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        self.patience = isMeant && patience > 0 ? .microseconds(patience) : nil
    }

    /// The one of this process.
    static func current() -> Supervisor? {
        Supervisor(
            { unsafe getenv($0).map { unsafe String(cString: $0) } }, process: getpid())
    }

    func tell(_ news: News) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(socket.utf8)
        // A name that is no path begins with a zero byte, and ends where the address does.
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = MemoryLayout.size(ofValue: address.sun_family) + name.count

        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let words = Array(news.rawValue.utf8)
        _ = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe sendto(
                    descriptor, words, words.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL),
                    pointer, socklen_t(length))
            }
        }
    }
}

/// What the supervisor is told, and when. Kept by the loop and by nobody else: when the loop stands still, so
/// does this, and that is noticed.
struct Pulse {
    private let tell: (Supervisor.News) -> Void
    /// Twice as often as it has to be.
    private let interval: Duration?
    private var isReady = false
    private var due = Duration.zero

    init(patience: Duration?, tell: @escaping (Supervisor.News) -> Void) {
        self.tell = tell
        interval = patience.map { $0 / 2 }
    }

    init(_ manager: Supervisor?) {
        self.init(patience: manager?.patience) { manager?.tell($0) }
    }

    /// The loop has turned once more.
    mutating func turned(now: Duration) {
        if !isReady {
            isReady = true
            due = now
            tell(.ready)
        }
        guard let interval, now >= due else { return }
        due = now + interval
        tell(.turning)
    }

    /// The loop has come to its end; what is left is tidying up.
    func ended() {
        if isReady { tell(.stopping) }
    }
}
