import Testing

@testable import Game
@testable import Simulation

@Suite struct PictureTests {
    private func round(names: [String] = ["Red Fox", "Blue Otter"], foundBy finder: UInt64? = 1) -> Picture {
        var picture = Picture(house: .family)
        for (index, name) in names.enumerated() {
            picture.joins(UInt64(index), name: name, part: index == 0 ? .hider : .seeker)
        }
        picture.moved(0, to: Position(x: 9, y: 8), at: .zero)
        picture.hunt(begins: .seconds(60))
        for step in 0...700 {
            let place = Position(x: 1 + Double(step) / 100, y: 4.6)
            picture.moved(1, to: place, at: .seconds(60) + .milliseconds(step * 100))
        }
        picture.said(.hot(heat: 2), by: 1)
        picture.said(.lost, by: 1)
        picture.round(ends: .seconds(130), foundBy: finder)
        return picture
    }

    private func count(_ part: String, in text: String) -> Int {
        text.split(separator: "\n").count { $0.contains(part) }
    }

    @Test func theRoundIsTold() {
        let svg = round().svg
        #expect(svg.contains(">Blue Otter found the hider after 1:10<"))
        #expect(svg.contains(">Red Fox hides<") && svg.contains(">Blue Otter seeks<"))
        for room in House.family.rooms {
            #expect(svg.contains(room.name))
        }
        // Where the seeker was after half a minute and after a minute.
        #expect(
            count(">0:30<", in: svg) == 1 && count(">1:00<", in: svg) == 1 && count(">1:30<", in: svg) == 0)
    }

    @Test func whatWasHeardIsMarkedBesideTheLegend() {
        let svg = round().svg
        #expect(count(">HOT<", in: svg) == 2)
        #expect(count(">LOST<", in: svg) == 2)
        #expect(count(">COLD<", in: svg) == 1)
        #expect(count("<polygon", in: svg) == 1)
    }

    @Test func aRoundWithoutAFinderHasNoStar() {
        let svg = round(foundBy: nil).svg
        #expect(svg.contains(">nobody found the hider in 1:10<"))
        #expect(count("<polygon", in: svg) == 0)
    }

    @Test func namesCannotBreakTheDocument() {
        let svg = round(names: ["<script>&\"", "B"]).svg
        #expect(!svg.contains("<script"))
        #expect(svg.contains("&lt;script&gt;&amp;&quot; hides"))
    }

    @Test func strangersAndEmptyRoundsDrawOnlyTheHouse() {
        var picture = Picture(house: .family)
        picture.moved(9, to: Position(x: 1, y: 1), at: .zero)
        picture.said(.lost, by: 9)
        let svg = picture.svg
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("the round is not over"))
        #expect(count(">LOST<", in: svg) == 1)
        #expect(svg == Picture(house: .family).svg)
    }

    @Test func standingStillCostsNothing() {
        var picture = Picture(house: .family)
        picture.joins(0, name: "Red Fox", part: .hider)
        picture.moved(0, to: Position(x: 1, y: 1), at: .zero)
        picture.moved(0, to: Position(x: 3, y: 1), at: .seconds(1))
        let before = picture.svg
        for step in 0..<5000 {
            picture.moved(0, to: Position(x: 3.01, y: 1), at: .seconds(step + 2))
        }
        #expect(picture.svg == before)
    }

    @Test func everyNumberIsFinite() {
        let svg = round().svg
        #expect(!svg.contains("nan") && !svg.contains("inf\""))
    }
}
