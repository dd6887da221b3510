import Foundation
import FoundationXML
import Rooms
import Support
import Testing

@testable import Determinism
@testable import GPIO
@testable import Game
@testable import PeerNetwork

struct NameTests {
    @Test func thereAreTwoThousandNames() {
        #expect(StationName.colours.count == 32 && Set(StationName.colours).count == 32)
        #expect(StationName.animals.count == 64 && Set(StationName.animals).count == 64)
        var seen: Set<StationName> = []
        for value in 0..<16_000 { seen.insert(StationName(StationID(value: UInt64(value)))) }
        #expect(seen.count == 2_048)
    }

    /// Whoever writes another station counts from that list.
    @Test func theDocumentHasTheWordsInOrder() throws {
        let text = try Document.text("docs/lobby.md").split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(text.contains("Colours: \(StationName.colours.joined(separator: ", "))."))
        #expect(text.contains("Animals: \(StationName.animals.joined(separator: ", "))."))
    }

    /// Two words that share their end, or their beginning, are taken for one another in the next room.
    @Test func noTwoWordsShareASound() {
        for words in [StationName.colours, StationName.animals] {
            for word in words {
                let others = words.filter { $0 != word }
                #expect(!others.contains { $0.hasSuffix(word.suffix(4)) && word.count > 3 }, "\(word)")
                #expect(!others.contains { $0.hasPrefix(word.prefix(4)) && word.count > 3 }, "\(word)")
            }
        }
    }

    // MARK: - A new face

    /// Back in the lobby it is somebody else, and says so; the others greet it anew, and its points are kept.
    @Test(arguments: Station.Face.allCases)
    func anotherPlayThroughIsAnotherFace(face: Station.Face) {
        var room = Playroom(roles: [.hide, .seek], face: face)
        let before = room.stations.map(\.configuration.name)
        let faces = room.stations.map { Avatar($0.configuration.id, name: $0.configuration.name).svg }
        room.lock()
        #expect(room.stations.map(\.configuration.name) == before, "not while they play")
        room.hold([])
        for index in room.stations.indices { room.give(.button(.doublePress), to: index) }
        room.run(.seconds(30))
        #expect(room.stations.allSatisfy { $0.session == nil })
        let after = room.stations.map(\.configuration.name)
        for index in 0..<2 {
            #expect((after[index] != before[index]) == (face == .round))
            let avatar = Avatar(room.stations[index].configuration.id, name: after[index])
            #expect((avatar.svg != faces[index]) == (face == .round))
            #expect(room.said(1 - index).contains(.met(after[index])), "\(face)")
        }
        #expect(Set(after).count == 2)
    }

    @Test func aNameThatSomebodyHasChosenIsKept() {
        let id = StationID(value: 9)
        var configuration = Station.Configuration(
            id: id, name: StationName(id), role: .seek, boot: 1, seed: 1, nameIsChosen: true)
        configuration.face = .round
        var station = Station(configuration)
        let effects = station.changeFace()
        #expect(effects.isEmpty && station.configuration.name == StationName(id))
    }

    // MARK: - Two with one name

    @Test func whoMovesDrawsANameThatIsFree() throws {
        let id = StationID(value: 9)
        let name = StationName(id)
        let moved = try #require(name.redrawn(id, others: [name]))
        #expect(moved != name)
        #expect(moved == name.redrawn(id, others: [name, StationName(StationID(value: 5))]))
        #expect(name.redrawn(id, others: [name, moved]) != moved)
    }

    /// However names fall, a lobby of any size comes to rest with all of them different.
    @Test(arguments: 1...8)
    func aLobbyComesToRest(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let ids = (0..<64).map { _ in StationID(value: random.next()) }.sorted()
        let common = StationName(ids[0])
        var names = ids.map { Bool.random(using: &random) ? common : StationName($0) }
        for _ in 0..<8 {
            let lobby = zip(ids, names).map { (id: $0, name: $1) }
            for index in ids.indices {
                let others = lobby[..<index] + lobby[(index + 1)...]
                guard others.contains(where: { $0.name == names[index] && $0.id < ids[index] }) else {
                    continue
                }
                if let moved = names[index].redrawn(ids[index], others: others.map(\.name)) {
                    names[index] = moved
                }
            }
        }
        #expect(Set(names).count == names.count)
    }

    /// Four that are all called the same: the smallest identity keeps the name, each of the others says once
    /// or twice what it is called from now on, and the others greet nobody anew.
    @Test func whoHasATakenNameSaysTheNextOne() throws {
        let name = try #require(StationName("Red Fox"))
        var room = Playroom(roles: [.hide, .seek, .seek, .seek], name: name)
        room.run(.seconds(10))
        let names = room.stations.map(\.configuration.name)
        #expect(names[0] == name && Set(names).count == 4)
        for index in names.indices {
            let told = room.done[index].compactMap { done in
                if case .say(.renamed(let name)) = done.effect { name } else { nil }
            }
            #expect(told.count <= 2 && told.last == (index == 0 ? nil : names[index]))
            for other in room.stations[index].roster.announcements {
                #expect(names.contains(other.name))
            }
        }
        room.run(.seconds(60))
        #expect(room.stations.map(\.configuration.name) == names)
    }

    /// Somebody who comes later takes the name of one that is here, with a smaller identity and for good: it
    /// keeps its name, everybody is told, and of the two the one that was here is played with.
    @Test(arguments: [1, UInt64.max])
    func anImpostorIsToldAndNotPreferred(id: UInt64) throws {
        var room = Playroom(roles: [.seek, .hide])
        room.run(.seconds(20))
        let (name, impostor) = (room.name(0), StationID(value: id))
        var holds = false
        func say() {
            var word = Announcement(sender: impostor, boot: 1, name: name, role: .hide)
            word.isHolding = holds
            let message = Message(audience: .lobby(isUrgent: holds), body: word.encoded(now: room.now))
            for index in 0..<2 {
                room.give(.message(.init(sender: impostor, boot: 1, message: message)), to: index)
                if holds { room.give(.trust(.authenticated(impostor)), to: index) }
            }
        }
        for _ in 0..<20 {
            say()
            room.run(.milliseconds(500))
        }
        #expect(room.name(0) == name)
        for index in 0..<2 { #expect(room.said(index).filter { $0 == .twoOfUs(name) }.count == 1) }
        holds = true
        room.hold([0, 1])
        for _ in 0..<30 {
            say()
            room.run(.milliseconds(100))
        }
        let session = try #require(room.stations[1].session)
        #expect(session.member(impostor) == nil && session.members.count == 2)
    }

    /// Who comes to one that is here with its name is the one to move, whatever its identity.
    @Test func whoComesLaterMoves() {
        var room = Playroom(roles: [.seek])
        room.run(.seconds(2))
        let (old, mine) = (StationID(value: .max), room.name(0))
        let word = Announcement(sender: old, boot: 1, name: mine, role: .seek)
        let message = Message(audience: .lobby(isUrgent: false), body: word.encoded(now: room.now))
        room.give(.message(.init(sender: old, boot: 1, message: message)), to: 0)
        room.run(.seconds(2))
        #expect(room.name(0) == mine)
        room.run(.seconds(2))
        #expect(room.name(0) != mine)
    }

    /// Somebody makes up identities to take every name that is drawn.
    @Test func whoIsPersecutedGivesUpMoving() throws {
        var room = Playroom(roles: [.seek])
        for index in 1...20 {
            var pest = Announcement(
                sender: StationID(value: UInt64(index)), boot: 1, name: room.name(0), role: .seek)
            pest.presses = UInt16(index)
            let message = Message(audience: .lobby(isUrgent: false), body: pest.encoded(now: room.now))
            room.give(.message(.init(sender: pest.sender, boot: 1, message: message)), to: 0)
        }
        #expect(room.stations[0].renames == Station.renamesAtMost)
    }

    // MARK: - Avatars

    @Test func avatarsAreSmallValidAndTheSameEveryTime() {
        for value in 0..<300 {
            let id = StationID(value: UInt64(value) &* 0x9E37_79B9_7F4A_7C15)
            let avatar = Avatar(id, name: StationName(id)).svg
            #expect(avatar == Avatar(id, name: StationName(id)).svg)
            #expect(avatar.utf8.count < Avatar.bytesAtMost, "\(avatar.utf8.count) bytes")
            if value % 10 == 0 { #expect(XMLParser(data: Data(avatar.utf8)).parse()) }
        }
    }

    @Test func avatarsDiffer() {
        let avatars = (0..<500).map { value in
            let id = StationID(value: UInt64(value))
            return Avatar(id, name: StationName(StationID(value: 1))).svg
        }
        #expect(Set(avatars).count == avatars.count)
    }

    /// Thirty-two of them, for people to look at. `make avatars` draws it anew.
    @Test func theSheetInTheDocumentsIsTheirLikeness() throws {
        let width = 120, height = 130, columns = 8
        let cells = (0..<32).map { index in
            let id = StationID(value: UInt64(index + 1))
            let name = StationName(id)
            let (x, y) = (index % columns * width, index / columns * height)
            let drawing = Avatar(id, name: name).svg.replacingOccurrences(
                of: "<svg ", with: "<svg x=\"\(x + 10)\" y=\"\(y)\" width=\"100\" height=\"100\" ")
            return drawing + "\n<text x=\"\(x + 60)\" y=\"\(y + 114)\">\(name)</text>"
        }
        let size = "width=\"\(columns * width)\" height=\"\(cells.count / columns * height)\""
        let sheet =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) font-family=\"sans-serif\" font-size=\"10\" "
            + "text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#DDE3EA\"/>\n"
            + cells.joined(separator: "\n") + "\n</svg>\n"
        let path = Checkout.path + "/docs/avatars.svg"
        if ProcessInfo.processInfo.environment["HOTCOLD_DRAW_AVATARS"] != nil {
            try Data(sheet.utf8).write(to: URL(fileURLWithPath: path))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == sheet)
    }
}
