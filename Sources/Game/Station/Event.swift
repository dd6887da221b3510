package import GPIO
package import HCI
package import PeerNetwork
package import Ranging

/// Everything that can happen to a station. What is not here does not happen to it.
package enum Event: Equatable, Sendable {
    /// The program runs; the first event, once.
    case started
    /// Nothing happened but time; at least every `Station.heartbeat`.
    case tick
    case button(ButtonEvent)
    /// A beacon was received, with its strength in dBm.
    case heard(IBeacon, rssi: Int8)
    /// The device of a beacon told how full its battery is; now and then.
    case battery(IBeacon, BatteryLevel)
    /// What another station says, after `Security` has let it pass.
    case message(Message.Received)
    /// What another station says to this one alone.
    case unicast(UnicastMessage)
    /// Whom this station may believe, and which keys it has.
    case trust(TrustEvent)
    /// Somebody asks for something by other means than the button: the page.
    case wish(Wish)
    /// How an edge is doing. Each is told when it changes.
    case radio(RadioHealth)
    case lines(works: Bool)
    case speaker(works: Bool)
    case network(works: Bool)
    /// The others are spoken to by radio from now on, or by a network alone: by radio words take longer, and
    /// a network that is missing is no trouble.
    case air(slowness: Int?)
    /// The power supply does not keep up: undervoltage, now or since the machine was switched on.
    case power(isWeak: Bool)
    /// Quiet hours begin, or are over.
    case quiet(Bool)
    /// The machine could not be switched off.
    case staysOn
    /// There is a newer version, or something became of one.
    case update(UpdateNews)
}

/// What a person can ask of a station besides pressing its button.
package enum Wish: Equatable, Sendable {
    /// Asks somebody to play.
    case invite(StationID)
    /// Answers the newest invitation.
    case accept, decline
    /// Presses, or lets go of, a button that is not of the hardware.
    case hold(Bool)
    /// Presses it shortly.
    case press
    /// Hide instead of seek, and the other way round.
    case switchRole
    /// The words of the next taunt; nil leaves them to the seekers' stations.
    case taunt(Quip?)
    /// Hear every beacon there is, for half a minute.
    case listen
    /// Answers whether a beacon is to be a landmark.
    case landmark(Bool)
    /// Something is to be different from now on.
    case adjust(Adjustment)
    /// Listen to a station of the lobby that is one metre away, and reckon with what that says of this one's
    /// ear.
    case calibrate(StationID)
    /// Hides, or seeks, from the next session on.
    case role(Role)
    /// Plays with these, this station among them, and with nobody else: as if its button were held until they
    /// play, and for half a minute at most.
    case gather([StationID])
    /// Gives up the round that is on, or goes back to the lobby after one.
    case leave
    /// Says something aloud.
    case say(Spoken)
}

/// What a station can be asked to say: sentences of its own, and nothing else.
package enum Spoken: Equatable, Sendable {
    case hello, whereIStand, nowHold, holdAgain, gameOver, goodbye
    /// A line of a hider's, as it was told in the last round.
    case taunt(Quip)
}

/// Everything a station can do to the world. What is not here cannot be done.
package enum Effect: Equatable, Sendable {
    /// What the radio should be doing from now on.
    case radio(RadioGoal)
    case say(Phrase)
    case play(Sound)
    /// Stops a sound that is still playing.
    case stop(Sound)
    /// Stops everything that is being said and played.
    case silence
    /// Says something to the others.
    case send(Message)
    case unicast(UnicastMessage)
    /// With whom this station wants to authenticate mutually from now on; lowest identity first.
    case authenticate([StationID])
    /// Which keys it wants from now on: that of the round that is played first.
    case keys([KeyRequest])
    /// What a lamp shows from now on.
    case light(Lamp, LightGoal)
    /// How loud everything is from now on.
    case volume(VolumeStep)
    /// What people have set by the page is this from now on; to be kept.
    case adjusted(Adjustments)
    /// Switches the machine off.
    case switchOff
    /// Has an update taken, or started.
    case update(UpdateOrder)
    /// Keeps bytes under a name in the state directory.
    case save(name: String, [UInt8])
    /// One line for the log, for who looks into it later.
    case log(String)
}

extension Array where Element == Effect {
    /// Most parts have nothing to do most of the time; appending nothing would look for room all the same, a
    /// hundred times for each second of an evening.
    static func += (effects: inout [Effect], more: [Effect]) {
        if !more.isEmpty { effects.append(contentsOf: more) }
    }
}
