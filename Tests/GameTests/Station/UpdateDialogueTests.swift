import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork

/// What a station says and asks of updates.
struct UpdateDialogueTests {
    private struct Alone {
        var station: Station
        var now = Duration.seconds(1)
        var said: [Phrase] = []
        var orders: [UpdateOrder] = []

        init() {
            let id = StationID(value: 5)
            station = Station(
                Station.Configuration(id: id, name: StationName(id), role: .seek, boot: 1, seed: 1))
            give(.started)
            give(.radio(.works))
        }

        mutating func give(_ event: Event) {
            for effect in station.handle(event, now: now) {
                if case .say(let phrase) = effect { said.append(phrase) }
                if case .update(let order) = effect { orders.append(order) }
            }
        }

        mutating func wait(_ time: Duration) {
            let end = now + time
            while now < end {
                now += .milliseconds(250)
                give(.tick)
            }
        }

        mutating func hold(for time: Duration = .seconds(2)) {
            give(.button(.down))
            wait(.seconds(1))
            give(.button(.hold))
            wait(time)
            give(.button(.up))
            give(.button(.holdEnded))
        }
    }

    private static let onStick = UpdateOffer(origin: .stick, version: "0.2.0")

    @Test func aStickIsAskedAboutAndAHoldTakesIt() {
        var alone = Alone()
        alone.give(.update(.found(Self.onStick)))
        #expect(alone.said.count { $0 == .askUpdate(from: nil) } == 1)
        #expect(alone.orders.isEmpty)
        alone.wait(.seconds(5))
        alone.hold()
        #expect(alone.orders == [.take(Self.onStick)])
        #expect(alone.said.contains(.updateBegins))
        // The hold was an answer, not a wish to play.
        #expect(!alone.said.contains(.notReady))
        #expect(alone.station.offeredSince == nil)
        alone.wait(.seconds(60))
        alone.give(.update(.taken))
        #expect(alone.said.last == .updateTaken)
        #expect(alone.orders.count == 1)
        alone.wait(.seconds(10))
        #expect(alone.orders == [.take(Self.onStick), .restart])
        alone.wait(.seconds(60))
        #expect(alone.orders.count == 2)
    }

    @Test func whoSaysNothingOrNoKeepsWhatRuns() {
        var alone = Alone()
        alone.give(.update(.found(Self.onStick)))
        alone.wait(.seconds(21))
        alone.hold()
        #expect(alone.orders.isEmpty, "twenty seconds are over: the hold is meant for the game")
        alone.give(.update(.found(Self.onStick)))
        alone.wait(.seconds(1))
        #expect(alone.said.count { $0 == .askUpdate(from: nil) } == 1, "it is asked once")
        let other = UpdateOffer(origin: .stick, version: "0.3.0")
        alone.give(.update(.found(other)))
        alone.wait(.seconds(1))
        alone.give(.button(.doublePress))
        #expect(alone.said.last == .updateDeclined)
        alone.wait(.seconds(30))
        #expect(alone.orders.isEmpty)
    }

    /// Who has copied it onto the card has said yes.
    @Test func oneOnTheCardIsTakenWithoutAQuestion() {
        var alone = Alone()
        let offer = UpdateOffer(origin: .card, version: "0.2.0")
        alone.give(.update(.found(offer)))
        #expect(alone.orders == [.take(offer)])
        #expect(!alone.said.contains(.askUpdate(from: nil)))
        alone.give(.update(.failed))
        #expect(alone.said.last == .updateFailed)
        alone.give(.update(.found(offer)))
        #expect(alone.orders.count == 1, "it is not tried again before the next start")
    }

    @Test func aStickThatIsPulledOutIsForgotten() {
        var alone = Alone()
        alone.give(.update(.found(Self.onStick)))
        let other = UpdateOffer(origin: .card, version: "0.1.9")
        alone.give(.update(.gone(other)))
        #expect(alone.station.updates?.offer == Self.onStick, "another one is gone")
        alone.give(.update(.gone(Self.onStick)))
        alone.hold()
        #expect(alone.orders.isEmpty)
        // Who puts it in again wants to be asked again, whatever was answered before.
        alone.give(.update(.found(Self.onStick)))
        alone.wait(.seconds(21))
        alone.give(.update(.gone(Self.onStick)))
        alone.give(.update(.found(Self.onStick)))
        #expect(alone.said.count { $0 == .askUpdate(from: nil) } == 3)
    }

    /// Somebody holds the button for a round: the question waits, and so does the new start.
    @Test func nothingComesBetweenAHandAndTheGame() {
        var alone = Alone()
        alone.give(.button(.down))
        alone.wait(.seconds(1))
        alone.give(.button(.hold))
        alone.give(.update(.found(Self.onStick)))
        alone.wait(.seconds(3))
        #expect(!alone.said.contains(.askUpdate(from: nil)))
        alone.give(.button(.up))
        alone.give(.button(.holdEnded))
        alone.wait(.seconds(1))
        #expect(alone.said.contains(.askUpdate(from: nil)))
    }

    /// A finger that is down already is no answer to a question that it could not hear.
    @Test func aHoldThatHasBegunIsNoAnswer() {
        var alone = Alone()
        alone.give(.button(.down))
        alone.wait(.milliseconds(750))
        alone.give(.update(.found(Self.onStick)))
        alone.wait(.milliseconds(250))
        alone.give(.button(.hold))
        alone.wait(.seconds(2))
        #expect(alone.orders.isEmpty)
        #expect(!alone.said.contains(.askUpdate(from: nil)))
    }

    /// At night nobody is asked; what lies on the card is taken without a word.
    @Test func atNightNobodyIsAsked() {
        var alone = Alone()
        alone.give(.quiet(true))
        alone.wait(.seconds(600))
        alone.give(.update(.found(Self.onStick)))
        alone.wait(.seconds(60))
        alone.give(.quiet(false))
        alone.wait(.seconds(1))
        #expect(alone.said.count { $0 == .askUpdate(from: nil) } == 1)
        alone.hold()
        #expect(alone.orders == [.take(Self.onStick)])
    }

    @Test func whatBecameOfAnUpdateIsSaid() {
        var alone = Alone()
        alone.give(.update(.renewed))
        #expect(alone.said.last == .renewed)
        alone.give(.update(.fellBack))
        #expect(alone.said.last == .updateUndone)
    }

    /// A station that nobody has told of updates is written down as ever.
    @Test func stationsWithoutUpdatesHaveNoTalkOfThem() {
        var alone = Alone()
        alone.wait(.seconds(60))
        #expect(alone.station.updates == nil)
    }

    /// As a value: what it does at the edges of its times, and how much of the past it keeps.
    @Test func aQuestionStandsForTwentySecondsAndTheLastWordsTakeFive() throws {
        func ask(_ dialogue: inout UpdateDialogue, now: Duration = .zero, isFree: Bool = true) -> [Effect] {
            dialogue.advance(isFree: isFree, isHeard: true, name: { StationName($0) }, now: now)
        }
        var asked = UpdateDialogue()
        _ = asked.hear(.found(Self.onStick))
        #expect(asked.offer == Self.onStick && !asked.isAsking && asked.agree(now: .zero) == nil)
        #expect(ask(&asked, isFree: false).isEmpty && ask(&asked) == [.say(.askUpdate(from: nil))])
        #expect(asked.isAsking && !asked.isTaking)
        var late = asked
        #expect(ask(&late, now: .milliseconds(19_999)).isEmpty && late.isAsking)
        #expect(late.agree(now: .seconds(20)) == nil && late.refuse(now: .seconds(20)) == nil)
        _ = ask(&late, now: .seconds(20))
        #expect(!late.isAsking && late.offer == nil)
        var refused = asked
        #expect(refused.refuse(now: .milliseconds(19_999)) != nil && !refused.isAsking)
        _ = refused.hear(.found(Self.onStick))
        #expect(refused.offer == nil, "a no is kept")

        #expect(asked.agree(now: .milliseconds(19_999))?.isEmpty == false)
        #expect(asked.isTaking && asked.offer == Self.onStick)
        _ = asked.hear(.gone(Self.onStick))
        #expect(asked.isTaking, "it is on its way")
        _ = asked.hear(.taken)
        #expect(asked.isTaking && asked.offer == nil && ask(&asked, now: .seconds(30), isFree: false).isEmpty)
        #expect(ask(&asked, now: .seconds(30)) == [.say(.updateTaken)])
        #expect(ask(&asked, now: .milliseconds(34_999)).isEmpty)
        #expect(ask(&asked, now: .seconds(35), isFree: false).isEmpty)
        #expect(ask(&asked, now: .seconds(35)) == [.update(.restart)])
        #expect(ask(&asked, now: .seconds(60)).isEmpty && asked.isTaking)
    }

    @Test func eightThatNobodyTookAreRemembered() {
        var dialogue = UpdateDialogue()
        func offer(_ number: Int) -> UpdateOffer { UpdateOffer(origin: .stick, version: "0.\(number)") }
        for number in 1...9 {
            _ = dialogue.hear(.found(offer(number)))
            _ = dialogue.hear(.failed)
            #expect(dialogue.offer == nil)
        }
        for number in 2...9 {
            #expect(dialogue.hear(.found(offer(number))).isEmpty && dialogue.offer == nil)
        }
        #expect(!dialogue.hear(.found(offer(1))).isEmpty && dialogue.offer == offer(1))
        #expect(UpdateOffer(origin: .card, version: String(repeating: "9", count: 40)).version.count == 32)
    }
}
