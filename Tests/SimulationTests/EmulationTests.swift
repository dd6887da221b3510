import Testing

@testable import Determinism
@testable import HCI
@testable import Simulation

struct EmulationTests {
    @Test func aWalkIsStraightFromPointToPoint() throws {
        let walk = try Walk(csv: "# seconds,metres\n0,10\n10,10\n\n20,0.5\n")
        #expect(walk.metres(at: .zero) == 10)
        #expect(walk.metres(at: .seconds(15)) == 5.25)
        #expect(walk.metres(at: .seconds(99)) == 0.5)
    }

    @Test(arguments: [
        "", "#\n", "0\n", "0,a\n", "0,1,2\n", "5,1\n4,1\n", "-1,3\n", "0,-2\n", "0,nan\n", "inf,1\n",
    ])
    func whatIsNoWalkIsNamedByItsLine(text: String) {
        #expect(throws: WalkProblem.self) { try Walk(csv: text) }
    }

    @Test func theProblemNamesTheLine() {
        #expect(throws: WalkProblem(line: 3)) { try Walk(csv: "0,1\n1,1\nhere,1\n") }
    }

    @Test func aStepBeginsWhereTheWalkIs() throws {
        var emulation = Emulation(
            controllers: 2, profiles: [.cyw43455], walk: try Walk(csv: "0,20\n60,0.5\n"), flood: 0, seed: 1,
            now: .seconds(5))
        emulation.walk(to: 2, within: .seconds(10), now: .seconds(5))
        #expect(emulation.metres(at: .seconds(5)) == 20)
        #expect(emulation.metres(at: .seconds(10)) == 11)
        #expect(emulation.metres(at: .seconds(99)) == 2)
        emulation.walk(to: 9, within: .zero, now: .seconds(99))
        #expect(emulation.metres(at: .seconds(99)) == 9)
    }

    /// A controller that scans hears one that advertises, the louder the nearer.
    @Test func controllersHearEachOther() throws {
        let walk = try Walk(csv: "0,20\n60,0.5\n")
        var emulation = Emulation(
            controllers: 2, profiles: [.cyw43455], walk: walk, flood: 0, seed: 1, now: .seconds(5))
        let commands: [(Int, [UInt8])] = [
            (0, [0x01, 0x05, 0x20, 6, 1, 2, 3, 4, 5, 0xC6]),
            (0, [0x01, 0x06, 0x20, 15, 0xA0, 0, 0xA0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0]),
            (0, [0x01, 0x0A, 0x20, 1, 1]),
            (1, [0x01, 0x01, 0x0C, 8, 0x00, 0xE0, 0, 0, 0, 0, 0, 0x20]),
            (1, [0x01, 0x0B, 0x20, 7, 0, 0x60, 0, 0x60, 0, 0, 0]),
            (1, [0x01, 0x0C, 0x20, 2, 1, 0]),
        ]
        for (index, command) in commands {
            let replies = emulation.host(command, of: index, now: .seconds(5))
            #expect(replies.first?.packet.last == 0, "command \(command) was refused")
        }
        var levels: [(Duration, Int8)] = []
        for tenth in 51...650 {
            let now = Duration.milliseconds(100 * tenth)
            for delivery in emulation.advance(to: now) {
                #expect(delivery.controller == 1)
                if let last = delivery.packet.last { levels.append((now, Int8(bitPattern: last))) }
            }
        }
        func mean(_ range: ClosedRange<Duration>) -> Double {
            let chosen = levels.filter { range.contains($0.0) }.map { Double($0.1) }
            return chosen.reduce(0, +) / Double(max(chosen.count, 1))
        }
        #expect(levels.count > 300)
        #expect(mean(.seconds(55)...(.seconds(65))) > mean(.seconds(5)...(.seconds(15))) + 10)
    }

    @Test func aCrowdIsAsLoudAsAsked() {
        var crowd = Crowd(perSecond: 500, random: SeededGenerator(seed: 1), now: .zero)
        let count = (1...100).reduce(0) { $0 + crowd.transmissions(until: .milliseconds(100 * $1)).count }
        #expect((4_990...5_010).contains(count))
        #expect(crowd.transmissions(until: .seconds(3_600)).count <= 501)
    }

    @Test func indicesFromOutsideAreChecked() {
        var emulation = Emulation(
            controllers: 1, profiles: [.legacy42], walk: .still, flood: 0, seed: 1, now: .zero)
        emulation.mute(7, true)
        emulation.unplug(-1)
        #expect(emulation.fail(3, code: 1).isEmpty)
        #expect(emulation.host([1, 3, 0x0C, 0], of: 9, now: .zero).isEmpty)
    }
}
