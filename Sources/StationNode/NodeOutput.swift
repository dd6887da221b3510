package import GPIO
package import Game
package import HCI
package import PeerNetwork

/// What a station does to the world. Each is the business of one edge; an edge that is told the same again
/// has nothing to do.
package enum NodeOutput: Equatable, Sendable {
    /// The station has decided this. Nothing is to be done about it: what is, follows. For onlookers.
    case decided(Effect)
    /// Puts a datagram onto the network.
    case transmit([UInt8], to: Destination)
    /// What the radio should be doing from now on.
    case radio(RadioGoal)
    /// How a lamp is lit from now on.
    case lamp(Lamp, Rhythm)
    case say(Phrase)
    /// Words that nobody has recorded may have to be said soon.
    case rehearse([String])
    case play(Sound)
    case stop(Sound)
    case silence
    /// How loud the loudspeaker is from now on, 0…1.
    case volume(Double)
    /// In which voice it speaks from now on, by the name of its folder.
    case voice(String)
    /// When to tell that it is quiet, from now on; nil for never.
    case quietHours(QuietHours?)
    /// Keeps bytes under a name in the state directory.
    case save(name: String, [UInt8])
    /// Keeps what people have set by the page, as `Adjustments.fileName`.
    case keep(Adjustments)
    /// Switches the machine off; if it stays on, the station wants to know.
    case switchOff
    /// Has an update taken, or started.
    case update(UpdateOrder)
    /// One line for the log.
    case log(String)
}
