import Dispatch
import Synchronization

/// The state directory for a loop that must not wait: a card that takes half a second to write is somebody
/// else's half second. Writes happen on a queue of their own; of several under one name only the newest
/// waits.
package final class Storage: Sendable {
    private let store: Mutex<StateStore>
    private let waiting = Mutex<[String: [UInt8]]>([:])
    private let queue = DispatchQueue(label: "hotcold.storage")
    private let complain: @Sendable (String) -> Void

    /// - Parameter complain: is told, once, that nothing can be kept.
    package init(_ store: StateStore, complain: @escaping @Sendable (String) -> Void) {
        self.store = Mutex(store)
        self.complain = complain
        if let trouble = store.trouble { complain(trouble) }
    }

    package func read(_ name: String) -> [UInt8]? {
        store.withLock { $0.read(name) }
    }

    package func write(_ name: String, _ bytes: [UInt8]) {
        let isFirst = waiting.withLock { waiting in
            waiting.updateValue(bytes, forKey: name) == nil
        }
        guard isFirst else { return }
        queue.async { [self] in
            guard let newest = waiting.withLock({ $0.removeValue(forKey: name) }) else { return }
            let trouble: String? = store.withLock { store in
                let before = store.trouble
                store.write(name, newest)
                return before == nil ? store.trouble : nil
            }
            if let trouble { complain(trouble) }
        }
    }

    /// Whether what is written is on disk, as far as the last attempt told.
    package var isKeeping: Bool { store.withLock { $0.trouble == nil } }

    /// Waits until everything asked for is written: before the program ends.
    package func flush() {
        queue.sync {}
    }
}
