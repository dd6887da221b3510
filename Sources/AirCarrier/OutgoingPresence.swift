/// The announcement that stands, whole and as a change of one that others have.
struct OutgoingPresence: Sendable {
    /// Its datagram without its tail.
    let beginning: [UInt8]
    let said: AirPresence
    var whole: OutgoingMessage
    var change: OutgoingMessage?
    /// It was said before, and is said again for somebody who may have missed it.
    private(set) var isRepeated = false
    /// Renewed once what was advertised of it has been counted.
    var isAskedAgain = false

    var next: OutgoingMessage { change ?? whole }
    /// Those who have heard the one before have heard this one.
    var isSaid: Bool { whole.left <= 0 || change.map { $0.left <= 0 } == true }

    /// Somebody comes: it is said once more as if it were new.
    mutating func renew() {
        guard isAskedAgain else { return }
        isAskedAgain = false
        isRepeated = true
        change = nil
        let next = whole.next
        whole = OutgoingMessage(.presence, .beginning, number: whole.number, blocks: whole.blocks)
        // A newcomer has heard some of it.
        whole.next = next
    }

    /// Something shorter says the same to those who are met.
    mutating func giveWay() {
        whole.urgent = 0
        change?.urgent = 0
    }
}
