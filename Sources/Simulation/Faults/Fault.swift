import Determinism
package import HCI

/// Something that is wrong during a part of a simulated evening, and right again afterwards.
package struct Fault: Equatable, Sendable {
    /// The kinds that can be asked for one by one.
    package enum Kind: String, CaseIterable, Sendable {
        case network, radio, button, speaker, power, memory, clock, people, attack, lie, deaf, wifi
    }

    /// Stations are given by their number in the world, homes likewise.
    package enum What: Equatable, Sendable {
        // network
        case quality(Network.Quality)
        /// These stations hear each other and nobody else.
        case apart([Int])
        /// The cable is out, and the station knows.
        case cableOut(Int)
        /// The Wi-Fi carries nothing for this station, and nobody tells it.
        case silentWiFi(Int)
        case withoutMulticast
        case isolated
        /// The address of the station changes, at the beginning.
        case newAddress(Int)
        // radio
        case adapterOut(Int)
        case controllerMute(Int)
        /// Once, at the beginning.
        case controllerFails(Int, code: UInt8)
        /// It answers and hears nobody, until that is done to it.
        case controllerDeaf(Int, until: RadioRemedy)
        /// It answers, and does nothing of what it is told, until its power is cut.
        case controllerStale(Int)
        // button, speaker
        case buttonStuck(Int)
        case speakerGone(Int)
        // power, memory
        case powerOff(Int)
        /// The state directory is lost while the power is off: a new station comes up.
        case memoryLost(Int)
        // clock
        case drift(Int, partsPerMillion: Double)
        // people
        case fidgets(Int)
        case walksOff(Int)
        /// Somebody uses the page of a station: asks, answers, holds and switches roles there.
        case wishes(Int)
        // attack
        case attack(Attacker.Style, home: Int)
        /// Wi-Fi at 2.4 GHz has the antenna as well: listening costs datagrams.
        case sharesAntenna(Int)
        /// A member of a session says what is not so.
        case lies(Int, Lie)
    }

    /// Since the beginning of the evening.
    var begin: Duration
    var end: Duration
    var what: What

    var kind: Kind {
        switch what {
        case .quality, .apart, .cableOut, .silentWiFi, .withoutMulticast, .isolated, .newAddress: .network
        case .adapterOut, .controllerMute, .controllerFails: .radio
        case .controllerDeaf, .controllerStale: .deaf
        case .buttonStuck: .button
        case .speakerGone: .speaker
        case .powerOff: .power
        case .memoryLost: .memory
        case .drift: .clock
        case .fidgets, .walksOff, .wishes: .people
        case .attack: .attack
        case .sharesAntenna: .wifi
        case .lies: .lie
        }
    }

    /// Whether a station cannot be expected to know what the others know while it lasts.
    func cutsOff(_ station: Int) -> Bool {
        switch what {
        case .apart, .withoutMulticast, .isolated: true
        case .cableOut(let whom), .silentWiFi(let whom), .newAddress(let whom), .powerOff(let whom),
            .memoryLost(let whom), .lies(let whom, _):
            whom == station
        case .quality, .adapterOut, .controllerMute, .controllerFails, .controllerDeaf, .controllerStale,
            .buttonStuck, .speakerGone, .drift, .fidgets, .walksOff, .wishes, .attack, .sharesAntenna:
            false
        }
    }

    /// Whether a station hears nobody by radio while it lasts, or says nothing new.
    func silencesRadio(of station: Int) -> Bool {
        switch what {
        case .adapterOut(let whom), .controllerMute(let whom), .controllerFails(let whom, _),
            .controllerDeaf(let whom, _), .controllerStale(let whom):
            whom == station
        case .apart, .withoutMulticast, .isolated, .cableOut, .silentWiFi, .newAddress, .powerOff,
            .memoryLost, .lies, .quality, .buttonStuck, .speakerGone, .drift, .fidgets, .walksOff, .wishes,
            .attack, .sharesAntenna:
            false
        }
    }

    /// Whether a part of a station may have something to say about it.
    func affects(_ station: Int) -> Bool {
        switch what {
        case .cableOut(let whom), .adapterOut(let whom), .controllerMute(let whom),
            .controllerFails(let whom, _), .controllerDeaf(let whom, _), .controllerStale(let whom),
            .buttonStuck(let whom), .speakerGone(let whom),
            .powerOff(let whom), .memoryLost(let whom), .silentWiFi(let whom), .fidgets(let whom),
            .wishes(let whom):
            whom == station
        case .apart, .withoutMulticast, .isolated: true
        case .quality, .newAddress, .drift, .walksOff, .attack, .lies, .sharesAntenna: false
        }
    }
}

extension Fault: CustomStringConvertible {
    /// As it is listed beside a failing seed, in one line.
    package var description: String {
        "\(begin.asSeconds)–\(end.asSeconds) s: \(story)"
    }

    private var story: String {
        switch what {
        case .quality(let quality):
            "the network loses \(Int(quality.loss * 100)) %, delays up to "
                + "\(quality.delay.upperBound.wholeMilliseconds) ms, doubles \(Int(quality.doubled * 100)) %"
        case .apart(let stations): "stations \(stations) hear only each other"
        case .cableOut(let station): "station \(station) has no network"
        case .silentWiFi(let station): "nothing passes between station \(station) and the network"
        case .withoutMulticast: "the network passes nothing that is for everybody"
        case .isolated: "the network passes nothing that is for one station"
        case .newAddress(let station): "station \(station) gets another address"
        case .adapterOut(let station): "station \(station) has no radio"
        case .controllerMute(let station): "the radio of station \(station) does not answer"
        case .controllerFails(let station, let code): "the radio of station \(station) fails with \(code)"
        case .controllerDeaf(let station, let remedy):
            "the radio of station \(station) hears nobody until \(remedy.rawValue)"
        case .controllerStale(let station): "the radio of station \(station) answers and does nothing"
        case .buttonStuck(let station): "the button of station \(station) is stuck"
        case .speakerGone(let station): "station \(station) has no loudspeaker"
        case .powerOff(let station): "station \(station) has no power"
        case .memoryLost(let station): "station \(station) has no power, and then no memory"
        case .drift(let station, let parts): "the clock of station \(station) is off by \(Int(parts)) ppm"
        case .fidgets(let station): "somebody plays with the button of station \(station)"
        case .walksOff(let station): "whoever had station \(station) has put it down"
        case .wishes(let station): "somebody plays with the page of station \(station)"
        case .attack(let style, let home): "in home \(home) somebody \(style.rawValue)"
        case .sharesAntenna(let station): "station \(station) has Wi-Fi at 2.4 GHz on its antenna"
        case .lies(let station, let lie): "station \(station) lies: \(lie.rawValue)"
        }
    }
}
