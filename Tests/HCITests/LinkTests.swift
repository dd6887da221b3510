import Support
import Testing

@testable import HCI

@Suite struct LinkTests {
    private var link = Link()
    private let start = Duration.seconds(10)

    /// As the owner of a link does it.
    private mutating func receive(_ packet: [UInt8], now: Duration) -> [Link.Output] {
        link.receive(packet, now: now) + link.pump(now: now)
    }

    @Test mutating func oneCommandIsOutstanding() {
        #expect(link.submit(.reset, now: start) == [.send(.reset)])
        #expect(link.submit(.readAddress, now: start) == [])
        #expect(link.submit(.readLocalVersion, now: start) == [])
        #expect(
            receive(Samples.resetComplete, now: start) == [
                .completed(.reset, .success, returned: []), .send(.readAddress),
            ])
        #expect(
            receive(Samples.addressComplete, now: start) == [
                .completed(.readAddress, .success, returned: [6, 5, 4, 3, 2, 1]), .send(.readLocalVersion),
            ])
        #expect(!link.isIdle)
        #expect(
            receive(Samples.complete(.readLocalVersion, .unknownCommand), now: start) == [
                .completed(.readLocalVersion, .unknownCommand, returned: [])
            ])
        #expect(link.isIdle)
        #expect(link.nextDeadline == nil)
    }

    @Test mutating func withoutCreditsItWaitsForOne() {
        _ = link.submit(.reset, now: start)
        _ = link.submit(.readAddress, now: start)
        let noCredits = Samples.complete(.reset, credits: 0)
        #expect(receive(noCredits, now: start) == [.completed(.reset, .success, returned: [])])
        #expect(link.nextDeadline == start + .seconds(2))
        #expect(link.expire(now: start + .seconds(1)) == [])
        #expect(receive(Samples.credits, now: start + .seconds(1)) == [.send(.readAddress)])
        #expect(link.nextDeadline == start + .seconds(3))
    }

    @Test mutating func aLostCreditIsTakenAfterTwoSeconds() {
        _ = link.submit(.reset, now: start)
        _ = receive(Samples.complete(.reset, credits: 0), now: start)
        #expect(link.submit(.readAddress, now: start) == [])
        #expect(link.expire(now: start + .milliseconds(1999)) == [])
        #expect(link.expire(now: start + .seconds(2)) == [.send(.readAddress)])
    }

    @Test mutating func commandStatusBringsCreditsAndRefusals() {
        _ = link.submit(CommandDialect.legacy.scan(true), now: start)
        #expect(
            receive(Samples.commandStatus, now: start) == [
                .completed(CommandDialect.legacy.scan(true), .commandDisallowed, returned: [])
            ])
        #expect(receive(bytes("04 0F 04 00 00 00 00"), now: start) == [])
        #expect(link.submit(.readAddress, now: start) == [])
        #expect(receive(bytes("04 0F 04 00 01 00 00"), now: start) == [.send(.readAddress)])
        #expect(link.counters.strangers == 0)
    }

    @Test mutating func aCommandThatHasOnlyBegunIsStillOutstanding() {
        _ = link.submit(.readAddress, now: start)
        #expect(receive(bytes("04 0F 04 00 01 09 10"), now: start) == [])
        #expect(!link.isIdle)
        #expect(!receive(Samples.addressComplete, now: start).isEmpty)
        #expect(link.isIdle)
    }

    @Test mutating func repliesToStrangersAreNotTakenForOurs() {
        _ = link.submit(.readAddress, now: start)
        #expect(receive(Samples.resetComplete, now: start) == [.stranger(.reset)])
        #expect(receive(Samples.commandStatus, now: start) == [])
        #expect(link.isAwaiting(.readAddress))
        #expect(link.counters.strangers == 2)
        #expect(receive(Samples.addressComplete, now: start).count == 1)
        #expect(receive(Samples.addressComplete, now: start) == [.stranger(.readAddress)])
    }

    @Test mutating func aSilentControllerIsGivenUpAfterTwoSeconds() {
        _ = link.submit(.readAddress, now: start)
        _ = link.submit(.readLocalVersion, now: start)
        #expect(link.expire(now: start + .milliseconds(1999)) == [])
        #expect(link.expire(now: start + .seconds(2)) == [.unanswered(.readAddress)])
        #expect(link.isIdle)
        #expect(link.counters.timeouts == 1)
        #expect(link.expire(now: start + .seconds(9)) == [])
    }

    @Test mutating func aReplyLostAmongReportsIsAskedForOnce() {
        _ = link.submit(.readAddress, now: start)
        #expect(receive(Samples.legacyReport, now: start + .seconds(1)).count == 1)
        #expect(link.expire(now: start + .seconds(2)) == [.send(.readAddress)])
        #expect(receive(Samples.legacyReport, now: start + .seconds(3)).count == 1)
        #expect(link.expire(now: start + .seconds(3)) == [])
        #expect(link.expire(now: start + .seconds(4)) == [.unanswered(.readAddress)])
        #expect(link.counters.timeouts == 2)
    }

    @Test mutating func theSecondReplyToARepeatedCommandIsNoStrangers() {
        _ = link.submit(.readAddress, now: start)
        _ = receive(Samples.legacyReport, now: start)
        _ = link.expire(now: start + .seconds(2))
        #expect(receive(Samples.addressComplete, now: start + .seconds(2)).count == 1)
        #expect(receive(Samples.addressComplete, now: start + .seconds(2)) == [])
        #expect(link.counters.strangers == 0)
        #expect(receive(Samples.addressComplete, now: start + .seconds(2)) == [.stranger(.readAddress)])
    }

    @Test mutating func aResetIsNeverRepeated() {
        _ = link.submit(.reset, now: start)
        _ = receive(Samples.legacyReport, now: start)
        #expect(link.expire(now: start + .seconds(2)) == [.unanswered(.reset)])
    }

    @Test mutating func garbageIsCountedAndIsNoSignOfLife() {
        _ = link.submit(.readAddress, now: start)
        #expect(receive(bytes("04 00 07 00"), now: start) == [])
        #expect(receive(bytes("04 0E 03 01 09 10"), now: start) == [])
        #expect(receive([], now: start) == [])
        #expect(receive(bytes("02 40 00 00 00"), now: start) == [])
        #expect(receive(bytes("04 3E 02 02 00"), now: start) == [])
        #expect(link.counters.malformed == 3)
        #expect(link.counters.dropped == 2)
        #expect(link.lastEvent == nil)
        #expect(link.expire(now: start + .seconds(2)) == [.unanswered(.readAddress)])
    }

    @Test mutating func reportsAndHardwareErrorsPass() {
        #expect(receive(Samples.hardwareError, now: start) == [.hardwareError(0x42)])
        guard case .reports(let reports)? = receive(Samples.twoLegacyReports, now: start).first else {
            Issue.record("no reports")
            return
        }
        #expect(reports.count == 2)
        #expect(link.counters.reports == 2)
        #expect(link.counters.hardwareErrors == 1)
    }

    /// A command that is forgotten was sent all the same: the next one waits until it is answered.
    @Test mutating func aForgottenCommandHasUsedItsCredit() {
        #expect(link.submit(.readAddress, now: start) == [.send(.readAddress)])
        link.forgetCommands()
        #expect(link.submit(.readLocalVersion, now: start) == [])
        #expect(receive(Samples.addressComplete, now: start) == [.send(.readLocalVersion)])
        #expect(link.counters.strangers == 0, "it was ours")
    }

    @Test mutating func aBrokenControllerMustTakeAReset() {
        _ = link.submit(.readAddress, now: start)
        _ = receive(Samples.complete(.readAddress, credits: 0), now: start)
        #expect(link.submit(.reset, now: start) == [])
        #expect(receive(Samples.hardwareError, now: start) == [.hardwareError(0x42), .send(.reset)])
        link.forgetCommands()
        #expect(link.submit(.readAddress, now: start) == [], "one command, and no more")
    }

    /// A Reset that is done late undoes what came after it: whoever sent it, that has to be known.
    @Test mutating func aLateResetIsNotTakenForHarmless() {
        _ = link.submit(.reset, now: start)
        link.forgetCommands()
        #expect(receive(Samples.resetComplete, now: start) == [.stranger(.reset)])
    }

    @Test mutating func whatNobodyKnowsIsCounted() {
        #expect(receive(bytes("04 FF 01 00"), now: start) == [])
        #expect(link.counters.dropped == 1 && link.counters.malformed == 0)
    }

    @Test mutating func aNewBeginningForgetsAllButTheCounters() {
        _ = link.submit(.readAddress, now: start)
        _ = receive(Samples.complete(.reset, credits: 0), now: start)
        link.restart()
        #expect(link.isIdle)
        #expect(link.nextDeadline == nil)
        #expect(link.submit(.reset, now: start) == [.send(.reset)])
        #expect(link.counters.strangers == 1)
    }
}
