import Glibc

/// A thread of its own for calls that block (`poll`, a `bind` that waits for firmware, a sound card). The
/// cooperative pool has as many threads as there are cores, and two blocked ones would stop a small Pi.
///
/// One that is let go of without `join` ends by itself.
package struct DedicatedThread: ~Copyable, Sendable {
    package enum Priority: Sendable {
        case usual
        /// SCHED_RR, for who may be late by a few milliseconds only; without the privilege (RLIMIT_RTPRIO) it
        /// runs like any other.
        case realTime
    }

    /// No thread was to be had, and the body did not run.
    package struct Refusal: Error, Equatable, Sendable {
        /// An errno.
        package let code: Int32
    }

    private final class Body: Sendable {
        let priority: Priority
        let run: @Sendable () -> Void

        init(_ priority: Priority, _ run: @escaping @Sendable () -> Void) {
            (self.priority, self.run) = (priority, run)
        }
    }

    private let identity: pthread_t

    /// Starts `body` at once.
    package init(priority: Priority = .usual, _ body: @escaping @Sendable () -> Void) throws(Refusal) {
        var identity = pthread_t()
        let context = unsafe Unmanaged.passRetained(Body(priority, body))
        let code = unsafe pthread_create(
            &identity, nil,
            { context in
                guard let context = unsafe context else { return nil }
                let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                DedicatedThread.raise(to: body.priority)
                body.run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw Refusal(code: code)
        }
        self.identity = identity
    }

    deinit {
        pthread_detach(identity)
    }

    /// Waits until the body has returned. The thread itself must not call this.
    package consuming func join() {
        precondition(pthread_equal(pthread_self(), identity) == 0, "a thread cannot wait for itself")
        _ = pthread_join(identity, nil)
        discard self
    }

    /// Runs `body` on a thread of its own and waits for what it returns, without holding up any other.
    package static func run<Value: Sendable>(
        priority: Priority = .usual, _ body: @escaping @Sendable () -> Value
    ) async -> Result<Value, Refusal> {
        await withCheckedContinuation { continuation in
            do throws(Refusal) {
                _ = try DedicatedThread(priority: priority) {
                    continuation.resume(returning: .success(body()))
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }

    /// Of the calling thread.
    private static func raise(to priority: Priority) {
        switch priority {
        case .usual: break
        case .realTime:
            var parameters = sched_param(sched_priority: 10)
            _ = unsafe pthread_setschedparam(pthread_self(), Int32(SCHED_RR), &parameters)
        }
    }
}
