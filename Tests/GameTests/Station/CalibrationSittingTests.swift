import Rooms
import Testing

@testable import Game
@testable import HCI
@testable import PeerNetwork
@testable import Ranging

/// Calibrating by the page.
struct CalibrationSittingTests {
    /// A station that has met another one, and listens to it after `begin`.
    private struct Bench {
        var room = Playroom(roles: [.seek, .hide])

        init() { room.run(.seconds(3)) }

        var station: Station { room.stations[0] }

        mutating func begin() {
            room.forgetWhatWasDone()
            room.give(.wish(.calibrate(room.stations[1].configuration.id)), to: 0)
        }

        /// Hears the other's beacon ten times a second.
        mutating func listen(
            _ time: Duration, name: StationName? = nil, level: (Int) -> Int8 = { -62 + Int8($0 % 3) }
        ) {
            let beacon = Earshot.beacon(name ?? room.stations[1].configuration.name, measuredPower: -59)
            for step in 0..<Int(time / .milliseconds(100)) {
                room.give(.heard(beacon, rssi: level(step)), to: 0)
                room.run(.milliseconds(100))
            }
        }
    }

    @Test func whatIsHeardFromAMetreIsKeptAndReckonedWith() throws {
        var bench = Bench()
        #expect(bench.station.goals.radio.scans == false)
        bench.begin()
        bench.room.run(.milliseconds(1_100))
        #expect(bench.station.goals.radio.scans, "the lobby does not listen otherwise")
        #expect(bench.station.sitting?.isListening == true)
        bench.listen(.seconds(10))
        #expect(bench.station.sitting?.phase == .kept)
        let calibration = try #require(bench.station.configuration.calibration)
        #expect(abs(calibration.offset + 2) < 0.6, "\(calibration)")
        #expect(bench.station.configuration.hunt.ranging.earOffset == calibration.offset)
        let saved = bench.room.done[0].compactMap { effect -> [UInt8]? in
            if case .save(Calibration.fileName, let bytes) = effect.effect { bytes } else { nil }
        }
        #expect(saved == [calibration.encoded()])
        #expect(Calibration(decoding: saved[0]) == calibration)
        bench.room.run(.seconds(2))
        #expect(bench.station.goals.radio.scans == false)
        // Once more is measured from nothing, not on top of it.
        bench.begin()
        bench.listen(.seconds(11))
        #expect(bench.station.configuration.calibration?.offset == calibration.offset)
    }

    @Test func whatCannotBeSaysWhy() {
        func failure(_ live: (inout Bench) -> Void) -> CalibrationSitting.Phase? {
            var bench = Bench()
            bench.begin()
            live(&bench)
            #expect(bench.station.configuration.calibration == nil)
            #expect(bench.station.goals.radio.scans == false || bench.station.session != nil)
            return bench.station.sitting?.phase
        }
        #expect(failure { $0.room.run(.seconds(11)) } == .failed(.silent))
        #expect(
            failure { bench in
                bench.listen(.seconds(1))
                bench.room.run(.seconds(10))
            } == .failed(.few))
        #expect(failure { $0.listen(.seconds(11)) { $0 < 50 ? -50 : -75 } } == .failed(.moving))
        #expect(failure { $0.listen(.seconds(11)) { _ in -99 } } == .failed(.impossible))
        #expect(
            failure { bench in
                bench.listen(.seconds(3))
                bench.room.give(.radio(.failed(.unplugged)), to: 0)
                bench.room.run(.seconds(1))
            } == .failed(.interrupted))
        #expect(
            failure { bench in
                bench.listen(.seconds(3))
                bench.room.hold([0, 1])
                bench.room.run(.seconds(3))
            } == .failed(.interrupted))
    }

    /// Another station that is nearer, and one that nobody knows.
    @Test func onlyTheChosenOneCounts() {
        var bench = Bench()
        bench.begin()
        bench.listen(.seconds(11), name: StationName(colour: 30, animal: 60)) { _ in -40 }
        #expect(bench.station.sitting?.phase == .failed(.silent))
        bench.room.give(.wish(.calibrate(StationID(value: 99))), to: 0)
        #expect(bench.station.sitting?.isListening == false)
    }
}
