import Glibc
import Support
import Synchronization
import Testing

@testable import PeerNetwork
@testable import Runtime
@testable import UDPCarrier

/// The program that announces us by DNS-SD, played by scripts.
@Suite(.timeLimit(.minutes(10)))
struct PublicationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func script(_ lines: String) throws -> String {
        let path = folder.path + "/publish"
        try BoundedFile.write(Array("#!/bin/sh\n\(lines)\n".utf8), as: "publish", in: folder.path)
        try #require(unsafe chmod(path, 0o755) == 0)
        return path
    }

    private func publication(_ program: String) -> Publication {
        var publication = Publication(name: "Red Fox", id: StationID(value: 0xA1B2), port: 41_475)
        publication.candidates = ["/nonexistent/avahi", program]
        return publication
    }

    /// Lines that a publication tells, in a stream.
    private func lines(of publication: Publication) -> (lines: AsyncStream<String>, task: Task<Void, Never>) {
        let (lines, tell) = AsyncStream.makeStream(of: String.self)
        let task = Task {
            await publication.run { tell.yield($0) }
            tell.finish()
        }
        return (lines, task)
    }

    @Test func theProgramIsToldWhoAndWhere() throws {
        var publication = publication(try script(""))
        #expect(publication.words()?.first == publication.keeper)
        publication.keeper = nil
        #expect(publication.words()?.first == publication.candidates.last)
        publication.keeper = "/nonexistent/setpriv"
        #expect(
            publication.words()?.dropFirst() == [
                "--no-fail", "--service", "Red Fox", "_hotcold._udp", "41475", "txtvers=1",
                "v=2", "id=000000000000a1b2",
            ])
        publication.candidates = []
        #expect(publication.words() == nil)
    }

    @Test func itEndsWithUs() async throws {
        // Says who it is, like the real one; never ends by itself.
        let program = try script("echo \"Established under name '$3'\" >&2; exec tail -f /dev/null")
        let (lines, task) = lines(of: publication(program))
        var iterator = lines.makeAsyncIterator()
        #expect(await iterator.next() == "announced by DNS-SD as \"Red Fox\"")
        task.cancel()
        await task.value
        #expect(await iterator.next() == nil)
    }

    @Test func whatFailsIsToldOnceAndTriedAgainLessAndLess() async throws {
        var publication = publication(
            try script("echo 'Failed to create client object: Daemon not running'; exit 1"))
        let pauses = Mutex<[Duration]>([])
        publication.pause = { pause in
            let count = pauses.withLock {
                $0.append(pause)
                return $0.count
            }
            if count == 9 { throw CancellationError() }
        }
        let (lines, _) = lines(of: publication)
        var told: [String] = []
        for await line in lines { told.append(line) }
        #expect(told == ["not announced by DNS-SD: Failed to create client object: Daemon not running"])
        #expect(pauses.withLock { $0 } == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
    }

    @Test func withoutTheProgramItSaysSoAndEnds() async {
        let (lines, _) = lines(of: publication("/nonexistent/too"))
        var told: [String] = []
        for await line in lines { told.append(line) }
        #expect(told == ["not announced by DNS-SD: avahi-publish-service is not installed"])
    }

    @Test func whoLivesLongIsTriedAgainSoon() {
        var attempts = PublicationAttempts()
        _ = attempts.ended(.exited(1), last: "no", after: .seconds(1))
        #expect(attempts.ended(.exited(1), last: "no", after: .seconds(59)) == (.seconds(10), nil))
        #expect(attempts.heard("Established under name 'a'") == "announced by DNS-SD as \"a\"")
        #expect(attempts.heard("Established under name 'a'") == nil)
        #expect(attempts.heard("Name collision") == nil)
        let (rest, news) = attempts.ended(.killed(signal: 9), last: "", after: .seconds(60))
        #expect(rest == .seconds(5))
        #expect(news == "not announced by DNS-SD: avahi-publish-service was ended by signal 9")
    }
}

/// Programs beside ours.
@Suite(.timeLimit(.minutes(10)))
struct CompanionTests {
    @Test func itsLinesAreToldAndCutAndItsEndingIsKnown() {
        var lines: [String] = []
        let long = "head -c 5000 /dev/zero | tr '\\0' x; echo; printf last; exit 3"
        let ending = Companion(["/bin/sh", "-c", "echo one; echo two >&2; \(long)"]).run { lines.append($0) }
        #expect(ending == .exited(3))
        #expect(lines == ["one", "two", String(repeating: "x", count: Companion.lineAtMost), "last"])
    }

    @Test func itInheritsNothing() {
        var lines: [String] = []
        let look = "echo $0; env | sort; grep SigIgn /proc/self/status; ls /proc/self/fd | wc -l"
        #expect(Companion(["/bin/sh", "-c", look]).run { lines.append($0) } == .exited(0))
        let environment = lines.filter { $0.contains("=") && !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") }
        #expect(
            environment.filter { !$0.hasPrefix("SHLVL=") && !$0.hasPrefix("OLDPWD=") } == [
                "LC_ALL=C", "PATH=/usr/bin:/bin",
            ])
        // glibc keeps two signals, 32 and 33, for its threads.
        #expect(lines.contains { $0.hasPrefix("SigIgn") && $0.hasSuffix("80000000") })
        // Its three, and the one by which ls reads the folder.
        #expect(lines.last?.filter(\.isNumber) == "4")
    }

    /// A descriptor may be the last that the limit allows.
    @Test func itInheritsNothingFromTheEndOfTheTable() {
        let last = fcntl(STDIN_FILENO, F_DUPFD, min(Int32(sysconf(Int32(_SC_OPEN_MAX))), 4_096) - 1)
        defer { close(last) }
        var lines: [String] = []
        let look = "ls /proc/self/fd | wc -l"
        #expect(Companion(["/bin/sh", "-c", look]).run { lines.append($0) } == .exited(0))
        #expect(lines.last?.filter(\.isNumber) == "4")
    }

    @Test func whatIsStoppedBeforeItsStartNeverStarts() {
        let companion = Companion(["/bin/echo"])
        companion.stop()
        #expect(companion.run { _ in } == .notStarted(ECANCELED))
    }

    @Test func whatCannotBeRunSaysWhy() {
        #expect(Companion(["/nonexistent/program"]).run { _ in } == .notStarted(ENOENT))
        #expect(Companion(["/bin/sh", "-c", "kill -9 $$"]).run { _ in } == .killed(signal: SIGKILL))
    }
}
