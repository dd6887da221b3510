import Glibc
import Synchronization

/// A program that runs beside this one, and no longer than it.
///
/// It gets nothing of ours: no descriptors, no signal settings (a program that ignores SIGTERM would hand
/// that on), no environment. What it says on either of its outputs is told line by line.
package final class Companion: Sendable {
    /// The longest line that is told; what is beyond is left out.
    static let lineAtMost = 200

    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It could not be started; an errno.
        case notStarted(Int32)
    }

    private enum State: Sendable {
        case idle, stopped
        case running(pid_t)
    }

    /// What it says is in English, whatever the locale.
    private static let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C"]

    private let words: [String]
    private let state = Mutex(State.idle)

    /// - Parameter words: the path of the program, then its arguments.
    package init(_ words: [String]) {
        self.words = words
    }

    /// Runs it to its end; blocks, so it belongs on a thread of its own. At once if `stop` was called before.
    package func run(tell: (String) -> Void) -> Ending {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return .notStarted(errno) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started: Result<pid_t, Refusal> = state.withLock { state in
            if case .stopped = state { return .failure(Refusal(code: ECANCELED)) }
            var identifier: pid_t = 0
            let code = spawn(&identifier, output: ends[1])
            guard code == 0 else { return .failure(Refusal(code: code)) }
            state = .running(identifier)
            return .success(identifier)
        }
        close(ends[1])
        switch started {
        case .failure(let refusal): return .notStarted(refusal.code)
        case .success(let identifier):
            read(ends[0], tell: tell)
            return wait(identifier)
        }
    }

    /// Ends it with SIGTERM, from any thread; `run` then returns soon.
    package func stop() {
        state.withLock { state in
            if case .running(let identifier) = state { kill(identifier, SIGTERM) }
            state = .stopped
        }
    }

    private struct Refusal: Error {
        let code: Int32
    }

    /// Returns 0 or an errno.
    private func spawn(_ identifier: inout pid_t, output: Int32) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)

        for descriptor in stride(from: STDERR_FILENO + 1, through: Self.lastDescriptor(), by: 1) {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var environment = unsafe Self.environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe environment.forEach { unsafe free($0) } }
        return unsafe posix_spawn(&identifier, words[0], &actions, &attributes, &arguments, &environment)
    }

    /// How many descriptors other threads may open while a program is started: each gets the lowest free
    /// number.
    private static let mostOpenedMeanwhile: Int32 = 64

    /// The highest number that a descriptor of this program may have when the other one starts. Closing one
    /// that is not open does no harm, and glibc passes over those beyond the limit.
    private static func lastDescriptor() -> Int32 {
        var last = STDERR_FILENO
        if let folder = unsafe opendir("/proc/self/fd") {
            defer { unsafe closedir(folder) }
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
                    unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
                }
                last = max(last, Int32(name) ?? 0)
            }
        }
        return last + mostOpenedMeanwhile
    }

    private func read(_ descriptor: Int32, tell: (String) -> Void) {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte != UInt8(ascii: "\n") {
                    if line.count < Self.lineAtMost { line.append(byte) }
                } else {
                    tell(String(decoding: line, as: UTF8.self))
                    line = []
                }
            }
        }
        if !line.isEmpty { tell(String(decoding: line, as: UTF8.self)) }
    }

    private func wait(_ identifier: pid_t) -> Ending {
        // Waits without taking its number back, so that `stop` can never hit another process with it.
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return state.withLock { state in
            if case .running = state { state = .idle }
            var status: Int32 = 0
            while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            // wait(2): the lower seven bits are the signal, the next byte the exit code.
            let signal = status & 0x7F
            return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
        }
    }
}
