import HCI
import Ranging
import Testing

@testable import Game

/// What people set by the page: what can be, what is kept, and what counts.
struct AdjustmentsTests {
    private static func area(_ name: String, within: Double? = nil) throws -> Area {
        let made = try #require(Area("\(name)=estimote,7"))
        return Area(name: made.name, region: made.region, withinMetres: within)
    }

    @Test func whatCannotBeIsNotTaken() throws {
        let capacities = Adjustments.capacities
        let impossible: [Adjustment] = [
            .volume(-0.01), .volume(1.01), .volume(.nan), .capacity(capacities.lowerBound - 1),
            .capacity(capacities.upperBound + 1), .quiet(Adjustments.Quiet(from: "20:00", until: "")),
            .quiet(Adjustments.Quiet(from: "", until: "7:00")),
            .quiet(Adjustments.Quiet(from: "25:00", until: "7:00")),
            .voice(""), .voice("../en"),
            .area(try Self.area("kitchen", within: Area.distances.lowerBound / 2)),
            .area(try Self.area("kitchen", within: Area.distances.upperBound * 2)),
        ]
        for adjustment in impossible {
            var adjustments = Adjustments()
            #expect(!adjustment.isPossible, "\(adjustment)")
            let isTaken1 = adjustments.take(adjustment)
            #expect(!isTaken1, "\(adjustment)")
            #expect(adjustments == Adjustments(), "\(adjustment)")
        }
    }

    @Test func eachIsTakenAndNothingElse() throws {
        let beacon = BeaconIdentity(uuid: .hotCold, major: 7, minor: 1)
        let kitchen = try Self.area("kitchen", within: Area.distances.lowerBound)
        let possible: [(Adjustment, Adjustments)] = [
            (.volume(0), Adjustments(volume: 0)), (.volume(1), Adjustments(volume: 1)),
            (.mute(true), Adjustments(isMuted: true)),
            (
                .capacity(Adjustments.capacities.upperBound),
                Adjustments(capacity: Adjustments.capacities.upperBound)
            ),
            (
                .quiet(Adjustments.Quiet(from: "", until: "")),
                Adjustments(quiet: Adjustments.Quiet(from: "", until: ""))
            ),
            (.voice("en-deep"), Adjustments(voice: "en-deep")),
            (.area(kitchen), Adjustments(areas: [kitchen])),
            (.decline(beacon), Adjustments(declined: [beacon])),
        ]
        var lines: Set<String> = [Adjustments().line]
        for (adjustment, expected) in possible {
            var adjustments = Adjustments()
            let isTaken2 = adjustments.take(adjustment)
            #expect(isTaken2, "\(adjustment)")
            #expect(adjustments == expected, "\(adjustment)")
            #expect(expected.checked(beside: []) == expected)
            // A journal tells one from another.
            #expect(lines.insert(adjustments.line).inserted, "\(adjustments.line)")
        }
    }

    @Test func anAreaHasANameOfItsOwnAndCanBeForgotten() throws {
        let (kitchen, hall) = (try Self.area("kitchen"), try Self.area("hall"))
        var adjustments = Adjustments()
        let isTaken3 = adjustments.take(.area(kitchen), beside: [hall])
        #expect(isTaken3)
        let isTaken4 = adjustments.take(.area(kitchen), beside: [])
        #expect(!isTaken4, "there already")
        let isTaken5 = adjustments.take(.area(hall), beside: [hall])
        #expect(!isTaken5, "in the settings file already")
        let isTaken6 = adjustments.take(.forget(hall.name))
        #expect(!isTaken6, "of the settings file")
        let isForgotten = adjustments.take(.forget(kitchen.name))
        #expect(isForgotten && adjustments.areas.isEmpty)
        let isTaken7 = adjustments.take(.forget(kitchen.name))
        #expect(!isTaken7, "gone already")
    }

    @Test func areasAreBoundedTogetherWithThoseOfTheSettingsFile() throws {
        let names = (0..<Area.atMost).map { "place \($0)" }
        let others = try names.dropLast().map { try Self.area($0) }
        var adjustments = Adjustments()
        let isTaken8 = adjustments.take(.area(try Self.area("kitchen")), beside: others)
        #expect(isTaken8)
        let isTaken9 = adjustments.take(.area(try Self.area("hall")), beside: others)
        #expect(!isTaken9)
        #expect(adjustments.areas.count == 1)
    }

    @Test func levelsAreTheseUntilSomebodySaysOtherwise() {
        let levels = VolumeLevels.standard
        #expect((levels.usual, levels.startUp, levels.quiet) == (0.8, 0.6, 0.3))
        #expect((levels.floor, levels.ceiling, levels.isMuted) == (0, 1, false))
        var low = levels
        low.ceiling = 0.5
        #expect(Adjustments(volume: 0.9).applied(to: low).usual == 0.5, "the ceiling holds")
        #expect(Adjustments(volume: 0.4).applied(to: low).usual == 0.4)
        #expect(Adjustments(isMuted: true).applied(to: levels).isMuted)
        #expect(Adjustments().applied(to: levels) == levels)
    }

    @Test func hoursOfThePageStandForThoseOfTheFile() {
        let hours = QuietHours(from: "20:00", until: "7:00")
        #expect(Adjustments().applied(to: hours) == hours)
        #expect(Adjustments(quiet: Adjustments.Quiet(from: "", until: "")).applied(to: hours) == nil)
        let others = Adjustments(quiet: Adjustments.Quiet(from: "21:00", until: "6:00")).applied(to: hours)
        #expect(others != nil && others != hours)
    }
}
