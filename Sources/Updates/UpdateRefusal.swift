/// Why an update is not taken. Each is one sentence that says what to do.
package enum UpdateRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case notAnUpdate
    case forged
    case otherBoards(String)
    case otherLayout
    case otherKernel(theirs: String, ours: String)
    case tooLarge
    case older(UpdateVersion, than: UpdateVersion)
    case sameAsNow(UpdateVersion)
    case cutShort
    case damaged
    case notACard
    case noKeys
    case busy
    case roundIsOn
    /// The card could not be written, and why.
    case unwritable(String)
    /// The file cannot be read, and why.
    case unreadable(String)

    package var description: String {
        switch self {
        case .notAnUpdate: "This file is no update for a station: take hotcold-VERSION.update."
        case .forged:
            "This update was not signed by the maker of this card: take one from who made the card."
        case .otherBoards(let boards): "This update is for other boards (\(boards)): take the one for yours."
        case .otherLayout: "This update is for cards that are divided in another way: write a new card."
        case .otherKernel(let theirs, let ours):
            "This update needs another kernel (\(theirs), here is \(ours)): write a new card."
        case .tooLarge: "This update is too large for this card: write a new card."
        case .older(let version, let than):
            "This update is older (\(version)) than what runs (\(than)): with --allow-older it is taken."
        case .sameAsNow(let version): "Version \(version) runs already: there is nothing to do."
        case .cutShort: "This update is cut short: copy the whole file again."
        case .damaged: "This update is damaged: copy it again."
        case .notACard:
            "This system was not started from a card with two roots: with the package, apt brings updates "
                + "(sudo apt install ./hotcold_VERSION_arm64.deb)."
        case .noKeys: "This card knows nobody who may sign updates: write a new card."
        case .busy: "Another update is being taken: wait for it."
        case .roundIsOn: "A round is on: send the update after it."
        case .unreadable(let why): "The update cannot be read (\(why)): copy it again."
        case .unwritable(let why): "The card cannot be written (\(why)): try again, or write a new card."
        }
    }
}

extension UpdateRefusal {
    /// It is what runs, or what ran before.
    package var isOld: Bool {
        switch self {
        case .older, .sameAsNow: true
        case .notAnUpdate, .forged, .otherBoards, .otherLayout, .otherKernel, .tooLarge, .cutShort, .damaged,
            .notACard, .noKeys, .busy, .roundIsOn, .unwritable, .unreadable:
            false
        }
    }

    /// Of a file that ends before its header does.
    static func short(_ bytes: [UInt8]) -> UpdateRefusal {
        !bytes.isEmpty && Array("HOTCUPDT".utf8).starts(with: bytes.prefix(8)) ? .cutShort : .notAnUpdate
    }
}
