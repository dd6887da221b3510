import Rooms
import Support
import Testing
import Yard

@testable import GPIO
@testable import Game
@testable import Gateway
@testable import PeerNetwork
@testable import Runtime
@testable import StationNode

/// Another crew word while the station runs.
struct CrewChangeTests {
    private static func crew(_ number: UInt8) -> CrewKey { CrewKey(bytes: Courtyard.seed(number)) }

    private static func met(loss: Double = 0) -> Courtyard {
        var yard = Courtyard(seed: 7)
        yard.loss = loss
        yard.delays = 1...40
        for key in 1...3 { yard.add(UInt8(key)) }
        for index in 0..<3 { yard.say(index, "here \(index)") }
        yard.run(for: .seconds(5))
        return yard
    }

    private static func authenticate(_ yard: inout Courtyard, _ pair: [Int], for time: Duration = .seconds(4))
        -> Bool
    {
        for index in yard.residents.indices { yard.residents[index].told = [] }
        let ids = pair.map { yard.id($0) }
        yard.act(pair[0]) { $0.authenticate([ids[1]], now: $1) }
        yard.act(pair[1]) { $0.authenticate([ids[0]], now: $1) }
        yard.run(for: time)
        let isAuthenticated =
            yard.residents[pair[0]].trust.contains(.authenticated(ids[1]))
            && yard.residents[pair[1]].trust.contains(.authenticated(ids[0]))
        for index in pair { yard.act(index) { $0.authenticate([], now: $1) } }
        yard.run(for: time)
        return isAuthenticated
    }

    @Test(arguments: [0, 0.2])
    func whoHasTheNewWordPlaysAndNobodyElse(loss: Double) {
        var yard = Self.met(loss: loss)
        #expect(Self.authenticate(&yard, [0, 1]))
        yard.act(0) { $0.use(Self.crew(9), now: $1) }
        #expect(!Self.authenticate(&yard, [0, 1]), "only one of them has the word")
        yard.act(1) { $0.use(Self.crew(9), now: $1) }
        yard.run(for: .seconds(1))
        #expect(Self.authenticate(&yard, [0, 1]))
        #expect(!Self.authenticate(&yard, [0, 2]), "the third has no word")
        yard.act(0) { $0.use(nil, now: $1) }
        #expect(!Self.authenticate(&yard, [0, 1]))
        #expect(Self.authenticate(&yard, [0, 2]))
    }

    /// What waited with the former word is not said with the new one, and the line begins anew.
    @Test func whispersGoOnAfterwards() {
        var yard = Self.met()
        for index in 0..<2 {
            let other = yard.id(1 - index)
            yard.act(index) { $0.unicast(UnicastMessage(other: other, body: [1]), now: $1) }
        }
        yard.run(for: .seconds(1))
        for index in 0..<2 { yard.act(index) { $0.use(Self.crew(4), now: $1) } }
        yard.run(for: .seconds(1))
        for number in 2...6 {
            for index in 0..<2 {
                let other = yard.id(1 - index)
                yard.act(index) { $0.unicast(UnicastMessage(other: other, body: [UInt8(number)]), now: $1) }
            }
            yard.run(for: .milliseconds(300))
        }
        yard.run(for: .seconds(3))
        for index in 0..<2 {
            #expect(yard.residents[index].unicasts.map(\.body) == [[1], [2], [3], [4], [5], [6]])
        }
    }

    /// Two hold, the third is waited for, and somebody changes the word of both by the page: their hands are
    /// joined again under the new one.
    @Test func whoHoldsMeanwhilePlaysWithTheNewWord() {
        var table = GuardedTable(3, seed: 3)
        table.run(for: .seconds(4))
        for event in [ButtonEvent.down, .hold] {
            for index in 0..<2 { table.give(.event(.button(event)), to: index) }
            table.run(for: .milliseconds(300))
        }
        for index in 0..<2 {
            #expect(table.stations[index].station.session == nil)
            #expect(!table.stations[index].station.goals.authenticate.isEmpty)
            table.give(.crew(Self.crew(5)), to: index)
        }
        table.run(for: .seconds(5))
        let session = table.stations[0].station.session
        #expect(session != nil && session?.id == table.stations[1].station.session?.id)
    }

    /// Who holds hands in this very moment is told that it is over.
    @Test func aHandIsLetGo() {
        var yard = Self.met()
        let (one, two) = (yard.id(0), yard.id(1))
        yard.act(0) { $0.authenticate([two], now: $1) }
        yard.act(1) { $0.authenticate([one], now: $1) }
        yard.run(for: .seconds(2))
        #expect(yard.residents[0].trust.contains(.authenticated(two)))
        yard.act(0) { $0.use(Self.crew(1), now: $1) }
        #expect(yard.residents[0].trust.last == .unauthenticated(two))
    }

    @Test func itIsKeptAndNeverInAStation() throws {
        var configuration = Station.Configuration(
            id: StationID(value: 7), name: StationName(StationID(value: 7)), role: .hide, boot: 1, seed: 1)
        configuration.formation = GroupFormation.Rules()
        var node = StationNode(
            Station(configuration), Courtyard.gatekeeper(1, boot: 1, drawing: 2))
        var told: [Event] = []
        let outputs = node.handle(.crew(Self.crew(9)), now: .seconds(1)) { event, _, _ in told.append(event) }
        #expect(outputs.contains(.save(name: CrewKey.fileName, Courtyard.seed(9))))
        #expect(node.peers.crew == Self.crew(9))
        #expect(told.isEmpty, "no key gets into a station or its journal")
        let none = node.handle(.crew(nil), now: .seconds(2))
        #expect(none.contains(.save(name: CrewKey.fileName, [])))
        #expect(node.peers.crew == nil)
    }

    @Test func whatWasKeptIsReadAgain() throws {
        #expect(CrewKey.kept(CrewKey.file(Self.crew(3))) == .some(Self.crew(3)))
        #expect(CrewKey.kept(CrewKey.file(nil)) == .some(nil))
        for damaged in [[1], [UInt8](repeating: 1, count: 31), [UInt8](repeating: 1, count: 33)] {
            #expect(CrewKey.kept(damaged) == nil)
        }
        let folder = try TemporaryFolder()
        let storage = Storage(StateStore(directory: folder.path)) { _ in }
        var settings = Settings()
        settings.lobby.crewWord = "green pancake"
        let written = CrewKey(word: "green pancake")
        var complaints: [String] = []
        func crew() -> CrewKey? { Assembly.crew(settings, storage) { complaints.append($0) } }
        #expect(crew() == written)
        storage.write(CrewKey.fileName, CrewKey.file(Self.crew(3)))
        #expect(crew() == Self.crew(3), "the page goes above the settings")
        storage.write(CrewKey.fileName, [])
        #expect(crew() == nil, "none was chosen")
        storage.write(CrewKey.fileName, [1, 2, 3])
        #expect(crew() == written)
        settings.lobby.crewWord = nil
        #expect(crew() != nil, "who shut others out must not find the door open")
        #expect(complaints.count == 2)
    }
}
