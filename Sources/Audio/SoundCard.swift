import CDrivers

/// A sound card of this machine.
package struct SoundCard: Sendable, Hashable {
    /// In the order in which we like to speak through them.
    package enum Kind: Int, Sendable, Comparable, CaseIterable {
        /// Somebody plugged it in to be heard.
        case usb
        /// A sound HAT, or the built-in sound of something that is not a Pi.
        case dac
        /// The headphone jack, which is there whether anything is plugged in or not.
        case jack
        /// A monitor, which may have no loudspeaker.
        case hdmi
        /// A card that only exists in the kernel (snd-aloop, snd-dummy): the lab's.
        case virtual

        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// "Headphones", "vc4hdmi0": names the card whatever its number is today.
    package let id: String
    /// The kernel driver, cut to 15 characters.
    package let driver: String
    /// For people.
    package let name: String

    /// A card as `list` tells of it.
    package init(id: String, driver: String, name: String) {
        self.id = id
        self.driver = driver
        self.name = name
    }

    /// Judged by its driver and its name.
    package var kind: Kind {
        // The driver's name is what the kernel says of itself; the id is what a person may have changed.
        switch driver {
        case "USB-Audio": .usb
        case let driver where driver.hasPrefix("vc4-hdmi") || driver.hasPrefix("vc4_hdmi"): .hdmi
        case let driver where driver.hasPrefix("bcm2835_h"):
            driver.hasPrefix("bcm2835_hdmi") ? .hdmi : .jack
        case "Loopback", "Dummy": .virtual
        default: id.hasPrefix("vc4hdmi") ? .hdmi : .dac
        }
    }

    /// The PCMs to try, best first. vc4-hdmi speaks only IEC 958 subframes, which `plughw` cannot make and
    /// the `default` of that card can; everywhere else `plughw` is the shortest way to the hardware.
    package var devices: [String] {
        kind == .hdmi ? ["default:CARD=\(id)", "sysdefault:CARD=\(id)"] : ["plughw:CARD=\(id)"]
    }
}

/// What alsa-lib offers here.
package enum ALSA {
    /// The sound cards in the order in which we try them: USB, DAC, jack, HDMI, virtual. Empty when there
    /// are none; `.notPermitted` when there are some but this user may open none.
    package static func cards() throws(SpeakerTrouble) -> [SoundCard] {
        var found = [cd_pcm_card](repeating: cd_pcm_card(), count: Int(CD_PCM_MAXIMUM_CARDS))
        let count = unsafe cd_pcm_list(&found, CD_PCM_MAXIMUM_CARDS)
        guard count >= 0 else { throw SpeakerTrouble(opening: count) }
        let cards = found.prefix(Int(count)).map { card in
            SoundCard(id: text(card.id), driver: text(card.driver), name: text(card.name))
        }
        return ordered(cards)
    }

    /// `cards` by kind; within a kind as the kernel numbers them.
    static func ordered(_ cards: [SoundCard]) -> [SoundCard] {
        SoundCard.Kind.allCases.flatMap { kind in cards.filter { $0.kind == kind } }
    }

    /// PCMs in the order in which they are tried: each card's, then what the system calls its default. Who
    /// names a device in the settings means that one; two stations on one computer must not share a card.
    static func candidates(preferred: String?, cards: [SoundCard]) -> [String] {
        preferred.map { [$0] } ?? ordered(cards).flatMap(\.devices) + ["default"]
    }

    /// Opens the first device that plays. When none does, throws the reason worth telling.
    package static func open(_ configuration: SpeakerConfiguration) throws(SpeakerTrouble)
        -> any PCMSink
    {
        var reasons: [SpeakerTrouble] = []
        var cards: [SoundCard] = []
        do throws(SpeakerTrouble) { cards = try ALSA.cards() } catch { reasons.append(error) }
        for name in candidates(preferred: configuration.device, cards: cards) {
            do throws(SpeakerTrouble) {
                return try ALSASink(device: name, configuration: configuration)
            } catch {
                reasons.append(error)
            }
        }
        throw .mostTelling(of: reasons)
    }

    /// The text of a zero-terminated C array.
    private static func text<Characters>(_ characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
