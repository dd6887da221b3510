import Testing

@testable import Game
@testable import PeerNetwork

/// Who is played without for a while, as a value: docs/lobby.md, "Group formation".
struct PassingOverTests {
    private static let own = StationID(value: 1)
    private static let fox = StationID(value: 2)
    private static let owl = StationID(value: 3)

    private static func session(_ leader: StationID, with others: StationID...) -> Session {
        let members = ([leader] + others).map {
            Session.Member(id: $0, name: StationName($0), role: $0 == leader ? .hide : .seek, points: 0)
        }
        return Session(
            id: 7, round: 1, members: members, startsAt: .seconds(100), headStart: .seconds(20),
            limit: .seconds(300))
    }

    private static func word(_ id: StationID, _ proposal: Session? = nil) -> Announcement {
        var word = Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
        word.isHolding = true
        word.carried = proposal.map { Announcement.Carried(session: $0, stage: .proposed) }
        return word
    }

    /// Looks every quarter of a second.
    private struct Watch {
        var passing = PassingOver()
        var now = Duration.seconds(10)
        var own: Session?

        /// - Returns: after how long the first was passed over, if it was.
        mutating func look(
            at words: [Announcement], for time: Duration, isAgreed: Bool = false, expects: Bool = true
        ) -> Duration? {
            let began = now
            repeat {
                let since = expects ? began : nil
                passing.watch(
                    words, own: (PassingOverTests.own, own), isAgreed: { _ in isAgreed }, expectsSince: since,
                    now: now)
                if let word = words.first, passing.passesOver(word.sender, now: now) { return now - began }
                now += .milliseconds(250)
            } while now < began + time
            return nil
        }
    }

    /// Nothing is proposed: after a second, from when everybody should.
    @Test func whoIsIdle() {
        var watch = Watch()
        #expect(watch.look(at: [Self.word(Self.fox)], for: .seconds(5), expects: false) == nil)
        #expect(watch.look(at: [Self.word(Self.fox)], for: .seconds(5)) == .seconds(1))
    }

    /// One group for two seconds without a break; another group begins anew.
    @Test func whoProposesAndNeverLocks() {
        let pair = Self.word(Self.fox, Self.session(Self.fox, with: Self.owl))
        let all = Self.word(Self.fox, Self.session(Self.fox, with: Self.own, Self.owl))
        var watch = Watch()
        #expect(watch.look(at: [pair], for: .milliseconds(1_750)) == nil)
        #expect(watch.look(at: [all], for: .milliseconds(1_750)) == nil)
        #expect(watch.passing.proposes(Self.fox, now: watch.now - .milliseconds(250)) == .milliseconds(1_500))
        #expect(
            watch.passing.proposes(Self.fox, now: watch.now) == .zero
                && watch.passing.proposes(Self.owl, now: watch.now) == .zero)
        #expect(watch.look(at: [pair], for: .seconds(5)) == .seconds(2))
    }

    /// Seen to be agreed with by everybody for a second in all: pauses of up to three seconds do not help.
    @Test(arguments: [(Duration.milliseconds(2_500), true), (.milliseconds(3_500), false)])
    func whoIsAgreedWithAndDoesNotLock(pause: Duration, counts: Bool) {
        let proposal = Self.session(Self.fox, with: Self.owl)
        let leads = Self.word(Self.fox, proposal)
        // Shows another's in between, and so is not idle.
        let agrees = Self.word(Self.fox, Self.session(Self.owl, with: Self.fox))
        var watch = Watch()
        #expect(watch.look(at: [leads], for: .milliseconds(750), isAgreed: true) == nil)
        #expect(watch.look(at: [agrees], for: pause) == nil)
        let left: Duration = counts ? .milliseconds(250) : .seconds(1)
        #expect(watch.look(at: [leads], for: .milliseconds(1_500), isAgreed: true) == left)
    }

    /// This station has agreed for four and a half seconds in all, whatever groups there were.
    @Test func whomThisStationFollows() {
        var watch = Watch()
        let groups = [
            Self.session(Self.fox, with: Self.own), Self.session(Self.fox, with: Self.own, Self.owl),
            Self.session(Self.fox, with: Self.own),
        ]
        for (place, group) in groups.enumerated() {
            watch.own = group
            let passed = watch.look(at: [Self.word(Self.fox, group)], for: .milliseconds(1_750))
            #expect(passed == (place == 2 ? .seconds(1) : nil), "group \(place)")
        }
    }

    /// A minute, then twice as long each time, up to sixteen minutes.
    @Test func whoStallsAgainIsPassedOverForLonger() {
        var passing = PassingOver()
        var now = Duration.zero
        for minutes in [1, 2, 4, 8, 16, 16] {
            passing.passOver(Self.fox, because: .stalls, now: now)
            #expect(passing.takeNews().map(\.time) == [.seconds(60 * minutes)])
            now += .seconds(60 * minutes)
            #expect(passing.passesOver(Self.fox, now: now - .milliseconds(1)))
            #expect(!passing.passesOver(Self.fox, now: now))
        }
        // Who drops out is passed over for two seconds each time, which shortens nothing.
        passing.passOver(Self.fox, because: .isOut, now: now)
        #expect(
            !passing.passesOver(Self.fox, now: now + .seconds(2))
                && passing.passesOver(Self.fox, now: now + .seconds(1)))
        passing.passOver(Self.fox, because: .stalls, now: now)
        passing.passOver(Self.fox, because: .isOut, now: now)
        #expect(passing.passesOver(Self.fox, now: now + .seconds(900)))
    }

    /// While it is passed over nothing is added, whatever it does.
    @Test func whoIsPassedOverIsNotPassedOverAgain() {
        var watch = Watch()
        #expect(watch.look(at: [Self.word(Self.fox)], for: .seconds(5)) == .seconds(1))
        #expect(watch.passing.takeNews().map(\.time) == [.seconds(60)])
        let until = watch.now + .seconds(60)
        while watch.now + .milliseconds(250) < until {
            watch.now += .milliseconds(250)
            watch.passing.watch(
                [Self.word(Self.fox)], own: (Self.own, nil), isAgreed: { _ in true }, expectsSince: .zero,
                now: watch.now)
        }
        #expect(watch.passing.takeNews().isEmpty && !watch.passing.passesOver(Self.fox, now: until))
    }

    /// What it did in an attempt before does not count in the next one.
    @Test func lettingGoBeginsAnew() {
        var watch = Watch()
        #expect(watch.look(at: [Self.word(Self.fox)], for: .milliseconds(750)) == nil)
        watch.passing.letGo()
        #expect(watch.look(at: [Self.word(Self.fox)], for: .seconds(5)) == .seconds(1))
    }

    /// How much there is to expect of whom: a table of what it shows.
    @Test func standings() {
        var watch = Watch()
        func standing(_ word: Announcement, agrees: Bool = false) -> PassingOver.Standing {
            watch.passing.standing(of: word, own: Self.own, agreesWithOwn: agrees, now: watch.now)
        }
        let idle = Self.word(Self.fox)
        let elsewhere = Self.word(Self.fox, Self.session(Self.fox, with: Self.owl))
        let withMe = Self.word(Self.fox, Self.session(Self.fox, with: Self.own))
        let follows = Self.word(Self.fox, Self.session(Self.owl, with: Self.fox, Self.own))
        #expect(standing(idle) == .willing && standing(elsewhere) == .willing)
        // Shown in a proposal without this station for a second.
        func look(_ word: Announcement, for time: Duration) { _ = watch.look(at: [word], for: time) }
        look(elsewhere, for: .milliseconds(750))
        #expect(
            standing(elsewhere) == .willing
                && watch.passing.expects(Self.fox, now: watch.now - .milliseconds(1)))
        look(elsewhere, for: .milliseconds(250))
        #expect(standing(elsewhere) == .isElsewhere && !watch.passing.expects(Self.fox, now: watch.now))
        look(withMe, for: .milliseconds(250))
        #expect(standing(withMe) == .willing && watch.passing.expects(Self.fox, now: watch.now))
        for reason in [PassingOver.Reason.stalls, .isDeaf] {
            watch.passing.passOver(Self.fox, because: reason, now: watch.now)
            #expect(standing(idle) == .isPassedOver && standing(elsewhere) == .isLively)
            #expect(standing(follows) == .isLively && !watch.passing.expects(Self.fox, now: watch.now))
            #expect(standing(withMe) == .cameAround && standing(follows, agrees: true) == .cameAround)
        }
        // Who only did not agree has now done what it was passed over for.
        var deaf = PassingOver()
        deaf.passOver(Self.fox, because: .isDeaf, now: watch.now)
        #expect(deaf.standing(of: withMe, own: Self.own, agreesWithOwn: false, now: watch.now) == .willing)
        #expect(deaf.standing(of: idle, own: Self.own, agreesWithOwn: true, now: watch.now) == .isPassedOver)
        // A staller's time is over, and later it is only deaf.
        var former = PassingOver()
        former.passOver(Self.fox, because: .stalls, now: .zero)
        former.passOver(Self.fox, because: .isDeaf, now: .seconds(60))
        #expect(
            former.standing(of: withMe, own: Self.own, agreesWithOwn: false, now: .seconds(61)) == .willing)
    }

    /// As many as a roster has; who is passed over for the shortest time from now on makes room.
    @Test func recordsAreBounded() {
        var passing = PassingOver()
        let ids = (0...Roster.stationsAtMost).map { StationID(value: UInt64(100 + $0)) }
        for id in ids.dropLast() { passing.passOver(id, because: .stalls, now: .seconds(1)) }
        passing.passOver(ids[5], because: .isDeaf, now: .seconds(1))
        passing.passOver(Self.fox, because: .isDeaf, now: .seconds(2))
        #expect(!passing.passesOver(ids[0], now: .seconds(2)), "of equals the lowest identity goes")
        #expect(ids.dropLast().dropFirst().allSatisfy { passing.passesOver($0, now: .seconds(2)) })
        let last = ids[ids.count - 1]
        passing.passOver(last, because: .stalls, now: .seconds(2))
        #expect(!passing.passesOver(Self.fox, now: .seconds(2)) && passing.passesOver(last, now: .seconds(2)))
    }

    /// How many times as long everybody is waited for.
    @Test func patience() {
        var passing = PassingOver()
        var now = Duration.seconds(10)
        while now < .seconds(20), !passing.passesOver(Self.fox, now: now) {
            now += .milliseconds(250)
            passing.watch(
                [Self.word(Self.fox)], own: (Self.own, nil), isAgreed: { _ in false },
                expectsSince: .seconds(10), patience: 3, now: now)
        }
        #expect(now == .milliseconds(13_250))
    }
}
