import Glibc

/// A thread for calls that block, which have no place on the few threads of the cooperative pool.
enum DedicatedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` on a thread of its own and waits for its end.
    /// - Returns: 0, or the errno for which there was no thread to be had; then `body` did not run.
    static func run(_ body: @escaping @Sendable () -> Void) async -> Int32 {
        await withCheckedContinuation { continuation in
            let code = start {
                body()
                continuation.resume(returning: 0)
            }
            if code != 0 { continuation.resume(returning: code) }
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let context = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            unsafe context.release()
        }
        return code
    }
}
