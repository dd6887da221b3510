/// The announcement that stands, whole and as a change of one that others have.
struct OutgoingPresence: Sendable {
    /// Its datagram without its tail.
    let beginning: [UInt8]
    let said: AirPresence
    var whole: OutgoingMessage
    var change: OutgoingMessage?
    /// It was said before, and is said again for somebody who may have missed it.
    var isRepeated = false

    var next: OutgoingMessage { change ?? whole }
    /// Those who have heard the one before have heard this one.
    var isSaid: Bool { whole.left <= 0 || change.map { $0.left <= 0 } == true }

    /// Something shorter says the same to those who are met.
    mutating func giveWay() {
        whole.urgent = 0
        change?.urgent = 0
    }
}
