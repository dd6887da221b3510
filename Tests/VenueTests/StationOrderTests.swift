import Game
import PeerNetwork
import Testing

@testable import Venue

/// Orders as people and Home Assistant write them.
struct StationOrderTests {
    private let fox = StationID(value: 1)
    private let owl = StationID(value: 0xABCD)

    private func order(_ word: StationOrder.Word, _ text: String) -> StationOrder? {
        StationOrder(word, Array(text.utf8)) { $0.description == "Red Fox" ? fox : nil }
    }

    @Test func whatCanBeAskedForIsUnderstood() throws {
        let name = try #require(StationName("Golden Owl"))
        #expect(order(.role, "hide") == .role(.hide))
        #expect(order(.role, "seek") == .role(.seek))
        #expect(order(.name, "Golden Owl") == .name(name))
        #expect(order(.volume, "0.5") == .volume(0.5))
        #expect(order(.volume, "1") == .volume(1))
        #expect(order(.volume, "usual") == .volume(nil))
        #expect(order(.hush, "ON") == .hush(true))
        #expect(order(.hush, "OFF") == .hush(false))
        #expect(order(.press, "") == .press)
        #expect(order(.round, "stop") == .stop)
        #expect(order(.round, "start Red Fox,\(owl)") == .start([fox, owl]))
        #expect(order(.round, "start Red Fox, \(owl)") == .start([fox, owl]))
        #expect(order(.say, "taunt 7") == Quip(tauntNumber: 7).map { .say(.taunt($0)) })
        for (word, spoken) in StationOrder.sentences { #expect(order(.say, word) == .say(spoken)) }
    }

    @Test(
        arguments: [
            (.role, ""), (.role, "HIDE"), (.name, "Some Body"), (.volume, "1.01"), (.volume, "-0.1"),
            (.volume, "nan"), (.volume, "loud"), (.volume, "inf"), (.hush, "on"), (.say, "something rude"),
            (.say, "taunt 0"), (.say, "taunt 41"), (.say, "taunt 300"), (.round, "start"), (.round, "start "),
            (.round, "start Red Fox"), (.round, "start Red Fox,Red Fox"), (.round, "start Red Fox,Blue Bear"),
            (.round, "Stop"), (.round, ""),
            (.round, "start 1,2,3,4,5,6,7,8,9"),
        ] as [(StationOrder.Word, String)])
    func whatSaysNothingIsNothing(_ word: StationOrder.Word, _ text: String) {
        #expect(order(word, text) == nil)
    }

    @Test func bytesThatAreNoTextAreNothing() {
        for word in StationOrder.Word.allCases {
            #expect(StationOrder(word, [0xC3, 0x28]) { _ in nil } == nil)
            #expect(StationOrder(word, [UInt8](repeating: 0x41, count: 600)) { _ in nil } == nil)
        }
    }

    @Test func nineAreTooMany() {
        let ids = (1...9).map { StationID(value: $0).description }
        #expect(order(.round, "start " + ids.prefix(8).joined(separator: ",")) != nil)
        #expect(order(.round, "start " + ids.joined(separator: ",")) == nil)
    }
}
