/// Who may ask: nobody by a name that is not ours, no other site's page, and to act only who has the PIN.
///
/// A site somewhere else that a browser of this network has open must not press the button, nor read who
/// plays (DNS rebinding).
package struct PageDoor: Sendable {
    package typealias Refusal = (status: Int, sentence: String)

    private let names: PageNames
    private let advice: String
    private(set) var lock: PageLock

    /// - Parameters:
    ///   - names: what the machine is called on its network.
    ///   - advice: where the PIN is to be had.
    package init(
        _ lock: PageLock, names: [String] = [], advice: String = "press the station's button, and it says it"
    ) {
        self.advice = advice
        self.lock = lock
        self.names = PageNames(names)
    }

    /// Whether somebody has come in from there.
    package func knows(_ source: String) -> Bool { lock.knows(source) }

    mutating func pressed(now: Duration) -> [UInt8]? { lock.pressed(now: now) }

    /// What the log should have about wrong PINs; nil if nothing, or if it had something a moment ago.
    package mutating func complaint(now: Duration) -> String? { lock.complaint(now: now) }

    /// Somebody at the page wants to hear the PIN.
    mutating func ask(now: Duration) { lock.ask(now: now) }

    /// Why somebody is not even listened to; nil if they are.
    package func stranger(_ request: PageRequest) -> Refusal? {
        guard let host = request.host, names.isOwn(host, at: request.destination) else {
            return (403, "This station does not go by that name: use its address, or its name and .local.")
        }
        if let origin = request.origin, !Self.isSame(origin, host) {
            return (403, "Another site's page may not ask this station.")
        }
        return nil
    }

    /// What somebody is told who does not know the PIN; nil for who does.
    package mutating func refusal(_ request: PageRequest, now: Duration) -> Refusal? {
        switch lock.knock(request.pin, source: request.source, now: now) {
        case .comeIn: nil
        case .wrong: (401, "Give the PIN: \(advice).")
        case .closed: (429, "Too many wrong PINs: wait a minute.")
        case .off: (403, "Nobody acts by this page: the setting page.acting is \"off\".")
        }
    }

    /// An origin is a scheme and a host.
    private static func isSame(_ origin: String, _ host: String) -> Bool {
        origin.lowercased() == "http://\(host.lowercased())"
    }
}
