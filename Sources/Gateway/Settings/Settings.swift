import GPIO
import Game
import HCI
import PeerNetwork
import Things
import UDPCarrier
import Venue
import WebPage

/// Everything a person can set, with the values that hold when nobody has set anything.
///
/// The file is optional, every key in it is optional, and a key that cannot be used keeps its default: a
/// station always starts. `SettingsTable.keys` says what each key may be, and `deploy/hotcold.toml` shows
/// them all to people.
struct Settings: Equatable, Sendable {
    var wifi = WiFi()
    var machine = Machine()
    var station = Station()
    var radio = Radio()
    var button = Button()
    var audio = Audio()
    var lobby = Lobby()
    var round = Round()
    var page = Page()
    var mqtt = MQTT()
    var things = Things()
    /// Places that are announced when somebody enters or leaves them; each is a table [[area]] of the file.
    var areas: [Area] = []

    /// Networks to join. Only the SD card's image does this, by `hotcold provision`; a station itself leaves
    /// the network of its machine alone.
    struct WiFi: Equatable, Sendable {
        var country: CountryCode?
        /// The one network that most homes have; nil when there is none. Without a password it is open.
        var name: NetworkName?
        var password: WiFiPassword?
        var isHidden = false
        /// Further ones; each is a table [[wifi.network]] of the file.
        var more: [WiFiNetwork] = []

        /// All of them, in the order in which they are tried.
        var networks: [WiFiNetwork] {
            let first = name.map { WiFiNetwork(name: $0, password: password, isHidden: isHidden) }
            return (first.map { [$0] } ?? []) + more
        }
    }

    /// The machine around the station; as above, only for the image.
    struct Machine: Equatable, Sendable {
        var hostName: HostName?
        /// Public keys that may log in: lines that `SSHKey` accepts, once the file has been read.
        var sshKeys: [String] = []
    }

    struct Station: Equatable, Sendable {
        /// What the station does in the first round; players swap afterwards.
        var role = Role.seek
        /// What it is called; nil for the name that its identity gives it.
        var name: StationName?
        /// How long it keeps its name and its alien, where nobody has chosen the name.
        var identity = Game.Station.Face.kept
        /// Where the identity, the scores and the journals are kept.
        var stateDirectory = "/var/lib/hotcold"
        /// At its very first start it asks whether it is heard, and shows what its button is for.
        var introduces = true
        /// Keep a journal of the last rounds (`docs/journal.md`).
        var journal = true
        /// Where times of the day hold, such as "Europe/Berlin"; nil for the machine's own zone.
        var timeZone: String?
    }

    struct Radio: Equatable, Sendable {
        /// Which Bluetooth adapter: "any", an address, or a part of its path below /sys such as "usb" or
        /// "serial0".
        var adapter = "any"
        /// Use the commands of Bluetooth 4 even where the controller offers those of 5.
        var forceLegacy = false
        /// Time between two advertisements; nil for as fast as the controller's version allows.
        var advertisingInterval: Duration?
        var scanInterval = Duration.milliseconds(60)
        /// How much of every scan interval is listened; never more than the interval.
        /// Nil for as much as Wi-Fi allows.
        var scanWindow: Duration?
        /// The strength, in dBm, at which this station's beacon is received from one metre away.
        var measuredPower: Int8 = -59
    }

    struct Button: Equatable, Sendable {
        /// Which GPIO chip: "auto" for the one behind the 40-pin header, or a label, a name or a path.
        var chip = "auto"
        /// The line of the button, in the chip's own numbering (BCM numbers on a Raspberry Pi).
        var line: UInt32 = 5
        /// The button connects the line to ground.
        var activeLow = true
        /// Ask the chip for its pull-up resistor.
        var pullUp = true
        /// How long a press takes to become a hold.
        var hold = Duration.seconds(1)
        /// The line of a light; nil when there is none.
        var ledLine: UInt32?
        /// Holding on and on, outside a round, switches the machine off.
        var switchesOff = true
    }

    struct Audio: Equatable, Sendable {
        /// An ALSA device, or "auto": USB before a DAC before the headphone jack before HDMI.
        var device = "auto"
        /// How much sound is kept ready in the card: less is prompter, more survives a busier computer.
        var latency = Duration.milliseconds(30)
        /// Loudness, 0…1, and what it is never allowed to exceed.
        var volume = VolumeLevels.standard.usual
        var ceiling = VolumeLevels.standard.ceiling
        /// What it is never below, unless it is muted.
        var floor = VolumeLevels.standard.floor
        /// Until somebody has pressed the button, and in quiet hours; never louder than `volume`.
        var startUpVolume = VolumeLevels.standard.startUp
        var quietVolume = VolumeLevels.standard.quiet
        /// Nothing is heard at all; captions and the light go on.
        var isMuted = VolumeLevels.standard.isMuted
        /// When the station keeps quiet unless somebody presses its button, as times of the day; nil for
        /// never.
        var quietFrom: String?
        var quietUntil: String?
        /// The sound card's own volume is turned, where it has one.
        var usesCardVolume = true
        /// The folder of clips, by name, and where such folders are; nil for the ones that come with the
        /// program.
        var voice = "en"
        var voicesDirectory: String?

        /// Nil when one of the times is missing, or both are the same.
        var quietHours: QuietHours? {
            guard let quietFrom, let quietUntil else { return nil }
            return QuietHours(from: quietFrom, until: quietUntil)
        }
    }

    struct Lobby: Equatable, Sendable {
        /// The UDP port of every station in the house.
        var port = 41_475
        /// RFC 2365 keeps 239.255.0.0/16, the "local scope", for uses that end at a site's edge: no router of
        /// the outside passes it on, and nobody else has to be asked. The last two bytes are the letters H
        /// and C.
        var group = Datagrams.usualGroup
        /// The only network interface to use, such as "wlan0"; nil for all of them.
        var interface: String?
        /// Show the station to people's network browsers, where avahi runs.
        var announce = true
        /// Where there is no network, the lobby goes by Bluetooth.
        var air = true
        /// How many play together at most, the one who hides included: 2…8.
        var capacity = 2
        /// Which of those who hold at the same moment end up together.
        var pairing = Announcement.Pairing.together
        /// A group of more than two waits for everybody who is here.
        var everybody = true
        /// The only one to play with, by name; nil for anybody. Needed by the pairing "chosen".
        var partner: StationName?
        /// Stations with another crew word, or none, do not play with this one. Nil: no crew word.
        var crewWord: String?
    }

    struct Round: Equatable, Sendable {
        var headStart = Duration.seconds(60)
        var limit = Duration.seconds(600)
        /// When, after the head start, the hider's station begins to give itself away.
        var tauntsAfter = Duration.seconds(180)
        var chirpsAfter = Duration.seconds(300)
        /// How near, in metres, the radios have to be for "found".
        var reach = 1.5
        /// A seeker's station makes remarks.
        var remarks = true
    }

    /// Where the file is looked for when no other is named.
    static let defaultPath = "/etc/hotcold.toml"

    struct Page: Equatable, Sendable {
        /// The TCP port of the station's page; nil for no page.
        var port: Int? = 8_080
        /// Who may act by it; everybody on the network may read.
        var acting = PageActing.pin
    }

    /// People's things of the day.
    struct Things: Equatable, Sendable {
        /// They are asked for before anybody has written the first.
        var isOn = false
        /// Times of the day: from when a press is asked, when people are reminded, when a day is over.
        var morning = "6:00"
        var reminder = "17:00"
        var evening = "21:00"

        /// Nil where they do not follow each other.
        var hours: ThingsDesk.Hours? {
            guard let morning = QuietHours.minutes(morning), let reminder = QuietHours.minutes(reminder),
                let evening = QuietHours.minutes(evening), morning < reminder, reminder < evening
            else { return nil }
            var hours = ThingsDesk.Hours()
            (hours.morning, hours.reminder, hours.evening) = (morning, reminder, evening)
            hours.isWanted = isOn
            return hours
        }
    }

    /// A broker that is told what the station does, and may ask things of it.
    struct MQTT: Equatable, Sendable {
        /// Its name or address; nil for no broker.
        var host: String?
        /// Nil for the port that MQTT has, with TLS another one than without.
        var port: Int?
        var usesTLS = false
        /// PEM of who has signed the broker's certificate; nil for whom this machine trusts anyway.
        var authority: String?
        /// The SHA-256 of the only certificate that is taken; nil for any that is signed.
        var certificate: CertificateDigest?
        var user: String?
        var password: String?
        /// A file whose first line is the password.
        var passwordFile: String?
        var prefix = VenueTopics.usual
        /// The words that it says are told, too.
        var words = true
        /// Home Assistant is told of it.
        var discovery = true
        /// The beacons that it hears are told as ESPresense tells of them.
        var presence = false
        /// The room that it stands in; nil for its name.
        var room: String?
        /// It does what the broker brings.
        var orders = false
    }
}
