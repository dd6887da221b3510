import Glibc

/// A thread of our own for calls that block (`poll`, a `bind` that waits for firmware). The cooperative
/// pool has as many threads as there are cores, and two blocked ones would stop a small Pi.
struct BlockingThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let identity: pthread_t

    /// Starts `body` at once. It must be joined or detached, exactly once.
    init(_ body: @escaping @Sendable () -> Void) throws(RadioTrouble) {
        var identity = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let code = unsafe pthread_create(
            &identity, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                }
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw .failed(operation: "starting a thread", code: code)
        }
        self.identity = identity
    }

    /// Waits until the body has returned. The thread itself must not call this.
    func join() {
        precondition(pthread_equal(pthread_self(), identity) == 0, "a thread cannot wait for itself")
        _ = pthread_join(identity, nil)
    }

    /// Lets the thread end by itself.
    func detach() {
        pthread_detach(identity)
    }
}
