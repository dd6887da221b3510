import Testing

@testable import HCI

/// Controllers that answer every command and hear nobody, in virtual time.
struct DeafnessTests {
    /// One core on one controller, beside somebody who calls ten times a second.
    private struct Bench {
        var core: RadioCore
        var controller: SimulatedController
        var now = Duration.seconds(1_000)
        var heard: [Duration] = []
        var told: [(status: RadioStatus, at: Duration)] = []
        var openings = 0
        var cuts = 0
        /// The device is away for so long after its power was cut; nil where nobody can cut it.
        var powerTakes: Duration? = .seconds(3)
        var awayUntil = Duration.zero
        /// What the others are received at; nil when they are out of reach.
        var rssi: Int8? = -60
        private var caller: AirPacket
        /// A phone is there as well.
        var strangers = false

        init(_ profile: ControllerProfile = .cyw43455, others: RadioGoal.Others = .knownByNetwork) {
            core = RadioCore(
                configuration: RadioConfiguration(ownAddress: .randomStatic(seed: Array("deaf".utf8))))
            controller = SimulatedController(
                profile: profile, address: DeviceAddress(littleEndian: [9, 0, 0, 0, 0, 0]))
            caller = AirPacket(
                address: .randomStatic(seed: Array("caller".utf8)),
                data: IBeacon(proximityUUID: .hotCold, major: 7, minor: 1, measuredPower: -59)
                    .advertisingData, at: .zero)
            expect(others)
        }

        mutating func expect(_ others: RadioGoal.Others) {
            var goal = RadioGoal(
                beacon: IBeacon(proximityUUID: .hotCold, major: 7, minor: 2, measuredPower: -59), scans: true)
            goal.others = others
            give(.want(goal))
        }

        mutating func give(_ input: RadioCore.Input) {
            var inputs = [input]
            while !inputs.isEmpty {
                for output in core.handle(inputs.removeFirst(), now: now) {
                    switch output {
                    case .open:
                        openings += 1
                        controller.reopen()
                        inputs.append(now < awayUntil ? .failed(.missing) : .opened(adapter: "hci0"))
                    case .send(let packet):
                        inputs += controller.host(packet, now: now).map { .packet($0) }
                    case .heard: heard.append(now)
                    case .status(let status): told.append((status, now))
                    case .cutPower(let adapter):
                        #expect(adapter == "hci0")
                        cuts += 1
                        guard let powerTakes else { continue }
                        controller.cutPower()
                        awayUntil = now + powerTakes
                    case .close, .stopped: break
                    }
                }
            }
        }

        mutating func pass(_ time: Duration) {
            let end = now + time
            while now < end {
                now += .milliseconds(100)
                caller.at = now
                if let rssi {
                    for report in controller.hear(caller, rssi: rssi, now: now) { give(.packet(report)) }
                }
                if strangers {
                    let phone = AirPacket(address: caller.address, data: [0x02, 0x01, 0x06], at: now)
                    for report in controller.hear(phone, rssi: -70, now: now) { give(.packet(report)) }
                }
                give(.deadline)
            }
        }

        var tried: [RadioRemedy] {
            told.compactMap { if case .listensAnew(let remedy, false) = $0.status { remedy } else { nil } }
        }

        var helped: [RadioRemedy] {
            told.compactMap { if case .listensAnew(let remedy, true) = $0.status { remedy } else { nil } }
        }

        var troubles: [RadioTrouble] {
            told.compactMap { if case .trouble(let trouble) = $0.status { trouble } else { nil } }
        }
    }

    /// Noticed within 15 s, heard again within 30 s, and not a word of it.
    @Test(arguments: RadioRemedy.allCases, [ControllerProfile.cyw43455, .extended52, .legacy42])
    func eachRungHelpsAgainstItsDeafness(remedy: RadioRemedy, profile: ControllerProfile) throws {
        var bench = Bench(profile)
        bench.pass(.seconds(5))
        #expect(!bench.heard.isEmpty && bench.tried.isEmpty)
        bench.controller.faults.isDeafUntil = remedy
        let (deafAt, count) = (bench.now, bench.heard.count)
        bench.pass(.seconds(40))
        let climbed = try #require(RadioRemedy.allCases.firstIndex(of: remedy))
        #expect(bench.tried == Array(RadioRemedy.allCases[...climbed]))
        #expect(bench.helped == [remedy])
        let first = bench.told.first { $0.status == .listensAnew(.rescan, hasHelped: false) }
        let noticed = try #require(first)
        #expect(noticed.at - deafAt <= .seconds(15))
        let again = try #require(bench.heard.dropFirst(count).first)
        #expect(again - deafAt <= .seconds(30))
        #expect(bench.troubles.isEmpty)
    }

    /// A chip that answers and does nothing: only its power helps.
    @Test func aStaleOneIsHelpedByItsPower() throws {
        var bench = Bench()
        bench.pass(.seconds(5))
        bench.controller.faults.isStale = true
        let (staleAt, count) = (bench.now, bench.heard.count)
        bench.pass(.seconds(40))
        #expect(bench.helped == [.power] && bench.troubles.isEmpty)
        #expect(try #require(bench.heard.dropFirst(count).first) - staleAt <= .seconds(30))
    }

    /// Where nothing helps it is said, once, and that it is over as well. The ladder is climbed again, but
    /// seldom.
    @Test func whatNothingHelpsIsTold() throws {
        var bench = Bench()
        bench.powerTakes = nil
        bench.pass(.seconds(5))
        bench.controller.faults.isDeafUntil = .power
        bench.pass(.seconds(40))
        #expect(bench.troubles == [.deaf])
        bench.told.removeAll { if case .trouble = $0.status { false } else { true } }
        bench.pass(.seconds(3_600))
        #expect(bench.troubles == [.deaf])
        let isTakenBack = bench.told.contains { if case .ready = $0.status { true } else { false } }
        #expect(!isTakenBack, "it answers, and is still deaf")
        #expect((4...12).contains(bench.cuts), "\(bench.cuts)")
        bench.controller.faults.isDeafUntil = nil
        bench.told = []
        let count = bench.heard.count
        bench.pass(.seconds(1))
        let ready = bench.told.first { if case .ready = $0.status { true } else { false } }
        let again = try #require(bench.heard.dropFirst(count).first)
        #expect(ready?.at == again, "with the first that it hears")
    }

    /// Who was heard before a head start has walked away since: the ladder is climbed, and nobody is told to
    /// pull the plug.
    @Test func whoWalkedAwayInAHeadStartProvesNothing() {
        var bench = Bench()
        bench.pass(.seconds(5))
        bench.expect(.none)
        bench.rssi = nil
        bench.pass(.seconds(20))
        #expect(bench.tried.isEmpty)
        bench.expect(.knownByNetwork)
        bench.pass(.seconds(60))
        #expect(bench.tried == RadioRemedy.allCases && bench.troubles.isEmpty)
    }

    /// Nobody is there to be heard: a quiet house.
    @Test func aQuietHouseIsLeftAlone() {
        var alone = Bench(others: .none)
        alone.pass(.seconds(5))
        alone.rssi = nil
        alone.pass(.seconds(120))
        #expect(alone.tried.isEmpty && alone.openings == 1)
        // One that never heard anybody is tried, later, and nothing is said of it.
        var never = Bench()
        never.rssi = nil
        never.pass(.seconds(29))
        #expect(never.tried.isEmpty)
        never.pass(.seconds(120))
        #expect(never.tried.starts(with: RadioRemedy.allCases) && never.troubles.isEmpty)
    }

    /// Who walks away hears less and less, and then nothing: looked into, and nothing said.
    @Test func whoWalksOutOfReachIsNotCalledDeaf() {
        var bench = Bench()
        bench.pass(.seconds(5))
        bench.rssi = -88
        bench.pass(.seconds(5))
        bench.rssi = nil
        bench.pass(.seconds(300))
        #expect(!bench.tried.isEmpty && bench.troubles.isEmpty)
    }

    /// The others say that they do not call any more: then their silence is no news.
    @Test func whoIsNotToBeHeardIsNotMissed() {
        var bench = Bench()
        bench.pass(.seconds(5))
        bench.rssi = nil
        bench.pass(.seconds(14))
        #expect(bench.tried == [.rescan, .reset])
        bench.give(.want(RadioGoal(beacon: nil, scans: true)))
        bench.pass(.seconds(120))
        #expect(bench.tried == [.rescan, .reset] && bench.troubles.isEmpty)
    }

    /// A board that is gone is another trouble, told as ever.
    @Test func aDeviceThatStaysAwayIsMissing() {
        var bench = Bench()
        bench.powerTakes = .seconds(3_600)
        bench.pass(.seconds(5))
        bench.controller.faults.isDeafUntil = .power
        bench.pass(.seconds(60))
        #expect(bench.troubles.contains(.missing))
    }

    /// A hider whose plug was pulled is not heard any more either: by radio alone nobody knows which of the
    /// two it is, and the ladder is climbed without a word.
    @Test func whereOnlyTheRadioKnowsOfOthersNobodyIsToldToPullThePlug() {
        var bench = Bench(others: .heardByRadio)
        bench.pass(.seconds(5))
        bench.rssi = nil
        bench.pass(.seconds(600))
        #expect(bench.troubles.isEmpty && bench.cuts >= 1)
    }

    /// … unless strangers fell silent at the same moment.
    @Test func whoAllFallSilentAtOnceWereNotSwitchedOff() {
        var bench = Bench(others: .heardByRadio)
        bench.strangers = true
        bench.powerTakes = nil
        bench.pass(.seconds(5))
        bench.controller.faults.isDeafUntil = .power
        bench.pass(.seconds(60))
        #expect(bench.troubles == [.deaf])
        // Of one that was heard long before the others nothing follows.
        var quiet = Bench(others: .heardByRadio)
        quiet.strangers = true
        quiet.pass(.seconds(5))
        quiet.strangers = false
        quiet.pass(.seconds(5))
        quiet.rssi = nil
        quiet.pass(.seconds(60))
        #expect(quiet.troubles.isEmpty)
    }

    /// Others come and go; time in which nobody is expected is no silence.
    @Test func silenceIsCountedWhileSomebodyIsExpected() {
        var deafness = Deafness()
        var steps: [Deafness.Step?] = []
        let helped = deafness.heard(rssi: -60, now: .zero)
        deafness.listens(true, others: .knownByNetwork, now: .seconds(100))
        steps.append(deafness.advance(now: .seconds(109)))
        deafness.listens(true, others: .none, now: .seconds(109))
        deafness.listens(true, others: .knownByNetwork, now: .seconds(112))
        for second in [121, 122] { steps.append(deafness.advance(now: .seconds(second))) }
        let helps = deafness.heard(rssi: -60, now: .seconds(123))
        steps.append(deafness.advance(now: .seconds(132)))
        #expect(steps == [nil, nil, .climb(.rescan), nil])
        #expect(helped == nil && helps == .rescan)
    }
}
