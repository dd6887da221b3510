import GPIO
import HCI

/// Everything that can happen to a station. What is not here does not happen to it.
enum Event: Equatable, Sendable {
    /// The program runs; the first event, once.
    case started
    /// Nothing happened but time; at least every `Station.heartbeat`.
    case tick
    case button(ButtonEvent)
    /// A beacon was received, with its strength in dBm.
    case heard(IBeacon, rssi: Int8)
    /// The device of a beacon told how full its battery is; now and then.
    case battery(IBeacon, BatteryLevel)
    case datagram([UInt8])
    /// How an edge is doing. Each is told when it changes.
    case radio(RadioHealth)
    case lines(works: Bool)
    case speaker(works: Bool)
    case network(works: Bool)
}

/// Everything a station can do to the world. What is not here cannot be done.
enum Effect: Equatable, Sendable {
    /// What the radio should be doing from now on.
    case radio(RadioGoal)
    case say(Phrase)
    case play(Sound)
    /// Stops a sound that is still playing.
    case stop(Sound)
    /// Stops everything that is being said and played.
    case silence
    /// Sends a datagram to everybody in the lobby.
    case send([UInt8])
    case led(Bool)
    /// Keeps bytes under a name in the state directory.
    case save(name: String, [UInt8])
    /// One line for the log, for who looks into it later.
    case log(String)
}
