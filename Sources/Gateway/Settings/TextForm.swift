import Game
import PeerNetwork
import Runtime
import UDPCarrier
import Venue

/// What a text in the settings may look like.
struct TextForm: CustomStringConvertible, Sendable {
    /// To be read after "has to be".
    let description: String
    let accepts: @Sendable (String) -> Bool

    /// Something a person picks from what the computer lists: an adapter, a chip, a sound device.
    static func selector(_ description: String) -> TextForm {
        TextForm(description: description) { isPlain($0) && $0.utf8.count <= 256 }
    }

    static let folder = TextForm(description: "the full path of a folder, beginning with /") {
        $0.hasPrefix("/") && isPlain($0) && $0.utf8.count < 4_096
    }

    static let voiceName = TextForm(
        description: "the name of a folder of clips, such as \"en\"", accepts: VoiceName.isOne)

    /// IFNAMSIZ is 16 with the closing zero, and the kernel refuses "/" and white space (dev_valid_name).
    static let networkInterface = TextForm(description: "the name of a network interface, such as \"wlan0\"")
    {
        isPlain($0) && $0.utf8.count < 16 && !$0.contains("/") && !$0.contains(" ")
    }

    static let multicastGroup = TextForm(description: "an IPv4 multicast group, 224.0.0.0 to 239.255.255.255")
    {
        IPv4Address($0)?.isMulticast == true
    }

    static let timeOfDay = TextForm(description: "a time of the day, \"0:00\" to \"23:59\"") {
        QuietHours.minutes($0) != nil
    }

    /// A name of the tz database; it must not lead out of the folder in which it is looked for.
    static let timeZone = TextForm(description: "a place of the time zone list, such as \"Europe/Berlin\"") {
        (1...64).contains($0.utf8.count) && !$0.hasPrefix("/") && !$0.contains("..")
            && $0.utf8.allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Every member of a crew types it, perhaps on another keyboard, so that capitals and the number of
    /// blanks do not matter.
    static let crewWord = TextForm(
        description: "a word or a few, 3 to 64 characters", accepts: CrewKey.isWord)

    static let file = TextForm(description: "the full path of a file, beginning with /") {
        $0.hasPrefix("/") && isPlain($0) && $0.utf8.count < 4_096
    }

    /// RFC 1035 has names of at most 253 letters; addresses are shorter.
    static let host = TextForm(description: "the name or the address of a computer") {
        isPlain($0) && $0.utf8.count <= 253 && !$0.contains { " /\"".contains($0) }
    }

    static let credential = TextForm(description: "1 to 256 characters") {
        isPlain($0) && $0.utf8.count <= 256
    }

    static let topicPrefix = TextForm(
        description: "the beginning of a topic, such as \"hotcold\", without + and #"
    ) { isPlain($0) && VenueTopics(prefix: $0) != nil }

    static let room = TextForm(description: "a level of a topic, such as \"kitchen\"") {
        isPlain($0) && $0.utf8.count <= 64 && !$0.contains { "/+#".contains($0) }
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
