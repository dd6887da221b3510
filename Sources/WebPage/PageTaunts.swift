import Game
import Speech

/// The lines that a hider may choose, as the station's voice says them.
struct PageTaunts: Encodable {
    struct Line: Encodable {
        /// What `/api/taunt` calls it.
        var number: UInt8
        /// When it fits; null for whenever.
        @OrNull var moment: String?
        var text: String
    }

    var language: String
    var taunts: [Line]

    init(in language: Language) {
        self.language = language.code
        taunts = Quip.taunts.map { quip in
            Line(
                number: quip.tauntNumber, moment: quip.moment?.rawValue,
                text: Sentence(.taunt(1, quip), in: language).text)
        }
    }
}
