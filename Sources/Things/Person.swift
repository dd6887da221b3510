/// Somebody who has a list: known by name, so that two stations on which one name was typed mean the same
/// person. The one without a name has no need of one.
package struct Person: Equatable, Sendable {
    /// Of those who have a list at the same time.
    package static let atMost = 8
    package static let charactersAtMost = 20
    static let nameBytesAtMost = 40
    /// Names that are remembered, also of those who have gone; the first in the order of the alphabet.
    static let rememberedAtMost = 32
    package static let colours = 8

    package let name: String
    var colouring: Register<UInt8>
    var presence: Register<Bool>

    init(_ name: String, colour: UInt8, at stamp: LamportStamp) {
        self.name = name
        colouring = Register(colour, stamp)
        presence = Register(true, stamp)
    }

    /// Which of the page's eight colours, 0…7.
    package var colour: Int { Int(colouring.value) }
    package var isHere: Bool { presence.value }

    mutating func merge(_ other: Person) -> Bool {
        let isColour = colouring.merge(other.colouring)
        return presence.merge(other.presence) || isColour
    }

    var newest: UInt64 { max(colouring.stamp.counter, presence.stamp.counter) }

    /// What people type, as it is kept: nil where nothing is left of it.
    package static func tidied(_ name: String) -> String? {
        guard let text = TodoItem.tidied(name) else { return nil }
        var name = String(text.prefix(charactersAtMost))
        while name.utf8.count > nameBytesAtMost { name.removeLast() }
        while name.last == " " { name.removeLast() }
        return name.isEmpty ? nil : name
    }
}
