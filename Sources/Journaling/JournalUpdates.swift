import Game
import PeerNetwork
import Wire

/// What is told of updates, as lines of a journal.
extension JournalMessages {
    static func write(_ news: UpdateNews, to bytes: inout [UInt8]) {
        bytes.append(" update ")
        switch news {
        case .found(let offer): bytes += "found \(describe(offer))".utf8
        case .gone(let offer): bytes += "gone \(describe(offer))".utf8
        case .taken: bytes.append("taken")
        case .failed: bytes.append("failed")
        case .renewed: bytes.append("renewed")
        case .fellBack: bytes.append("fell-back")
        }
    }

    /// Where it is, and its version, whose blanks are no end of a word.
    static func describe(_ offer: UpdateOffer) -> String {
        let origin =
            switch offer.origin {
            case .card: "card"
            case .stick: "stick"
            case .station(let id): "\(id)"
            }
        let version = offer.version.utf8.map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }
        return "\(origin) \(String(decoding: version, as: UTF8.self))"
    }

    static func updateNews(_ fields: inout JournalFields) throws(Malformed) -> UpdateNews {
        switch String(decoding: try fields.word(), as: UTF8.self) {
        case "found": return .found(try offer(&fields))
        case "gone": return .gone(try offer(&fields))
        case "taken": return .taken
        case "failed": return .failed
        case "renewed": return .renewed
        case "fell-back": return .fellBack
        default: throw fields.malformed("no such news of an update")
        }
    }

    private static func offer(_ fields: inout JournalFields) throws(Malformed) -> UpdateOffer {
        let origin: UpdateOffer.Origin
        switch String(decoding: try fields.word(), as: UTF8.self) {
        case "card": origin = .card
        case "stick": origin = .stick
        case let digits:
            guard let id = StationID(digits: digits) else {
                throw fields.malformed("nowhere that an update comes from")
            }
            origin = .station(id)
        }
        let version = String(decoding: try fields.word(), as: UTF8.self)
        return UpdateOffer(origin: origin, version: version)
    }
}
