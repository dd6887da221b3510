import Glibc
import Runtime
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct DedicatedThreadTests {
    private final class Note: Sendable {
        private let thread = Atomic<UInt>(0)

        var writer: pthread_t { thread.load(ordering: .acquiring) }
        func sign() { thread.store(pthread_self(), ordering: .releasing) }
    }

    @Test func joiningWaitsForItsEnd() throws {
        let note = Note()
        try DedicatedThread { note.sign() }.join()
        #expect(note.writer != 0)
        #expect(pthread_equal(note.writer, pthread_self()) == 0)
    }

    @Test func whatItReturnsComesBack() async {
        #expect(await DedicatedThread.run { 42 } == .success(42))
        // Also where nobody may have the priority.
        #expect(await DedicatedThread.run(priority: .realTime) { 43 } == .success(43))
    }

    @Test func manyEndByThemselves() async {
        // More than there may be at a time if each stayed to be joined.
        for number in 0..<2_000 {
            #expect(await DedicatedThread.run { number } == .success(number))
        }
    }
}
