import Audio
package import Game
import HCI
import PeerNetwork
import Speech

extension World {
    /// What an evening is made of.
    package struct Configuration: Sendable {
        var seed: UInt64
        /// How many stations each house has; at most eight share a radio room.
        var homes: [Int]
        /// How many houses share a network.
        var homesPerNetwork = 1
        /// Rounds after which people stop, one straight after another; without effect where there are
        /// `habits`.
        var rounds = 1
        /// What people do instead of playing so many rounds.
        var habits: Habits?
        /// How many of each house play together at most; where that is not said, all.
        var capacities: [Int] = []
        /// How many houses ever play; nil for all.
        var playingHomes: Int?
        var pairing = Announcement.Pairing.together
        /// The first two of each house have chosen each other, and play with nobody else.
        var hasCouples = false
        package var headStart = Duration.seconds(20)
        var limit = Duration.seconds(600)
        var network = Network.Quality()
        /// The share of advertisements that is lost beside those that the ether loses, 0…1.
        var airLoss = 0.0
        /// All houses are in one hall: everybody is within reach of everybody's radio, and what they
        /// advertise collides.
        var isOneHall = false
        /// By what stations speak to each other.
        var carrier = Carrier.udp
        /// What goes wrong, and when.
        var faults: [Fault] = []
        /// Within which time the stations are switched on.
        var switchingOn = Duration.zero
        /// The first so many are switched on so much later than the others.
        var late = (stations: 0, by: Duration.zero)
        /// Whether roles are drawn; otherwise the first of each house hides and the others seek.
        var drawsRoles = false
        /// One profile for each station, repeated as needed.
        var profiles: [ControllerProfile] = [.cyw43455, .extended52, .legacy42]
        /// The stations whose loudspeaker is recorded.
        var listenedTo: Set<Int> = []
        /// The stations that keep a journal from the moment they are switched on.
        package var journalled: Set<Int> = []
        var recording = PCMFormat()
        var voice = Voice.silent
        /// As their settings files have it.
        var levels = VolumeLevels.standard
        var quietHours: QuietHours?
        /// People walk and leave their buttons alone: somebody else presses, by the pages.
        var isByHand = false
        /// How long the world goes on after the last round.
        var epilogue = Duration.seconds(9)

        /// One house, in which one hides and the others seek.
        package init(seed: UInt64 = 1, seekers: Int = 1) {
            self.seed = seed
            homes = [seekers + 1]
        }

        /// How many seekers the first house has, 1 to 7.
        package var seekers: Int {
            get { homes[0] - 1 }
            set { homes[0] = newValue + 1 }
        }

        /// In which house each station is.
        var homeOfStation: [Int] {
            homes.enumerated().flatMap { home, count in Array(repeating: home, count: count) }
        }
    }

    /// What carries the lobby.
    package enum Carrier: String, CaseIterable, Sendable {
        case udp, air, both

        var hasAir: Bool { self != .udp }
        var hasNetwork: Bool { self != .air }
    }

    /// Something a station did, when.
    package struct Happening: Equatable, Sendable {
        /// In true time, whatever the station's own clock shows.
        package var at: Duration
        package var station: Int
        package var effect: Effect
    }
}
