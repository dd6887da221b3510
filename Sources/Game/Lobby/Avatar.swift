import Determinism
package import PeerNetwork

/// What a station looks like: a weird little alien, drawn from the bits of its identity and of its name. The
/// same bits are the same alien everywhere and for ever.
package struct Avatar: Sendable {
    /// The drawing in bytes; a datagram could hold it.
    static let bytesAtMost = 2_000

    /// A picture of 100 by 100 units, as SVG 1.1.
    package let svg: String

    /// One for each of `StationName.colours`, as people would paint it: body and darker limbs.
    private static let paints = [
        "E53935", "1E6FD9", "3FA34D", "FDD835", "FB8C00", "7B3FA0", "F48FB1", "7A5230", "3A3A3A", "F5F5F5",
        "B0B7BF", "E0AC1C", "FFA81E", "8F5BD6", "D7261E", "A1122F", "2EC4B6", "3F3D9E", "1F9D61", "0F52BA",
        "C2185B", "FF7F66", "EFE6CF", "B36A3C", "B9A3E3", "5D3A1A", "F7E733", "B0183A", "808A2B", "D81B8C",
        "F28500", "6EC6FF",
    ]
    private static let ink = "22223A"

    private var random: SeededGenerator
    private let paint: String
    /// What is dark on light colours and light on dark ones.
    private let mark: String

    package init(_ id: StationID, name: StationName) {
        // Another stream than the one that draws the name, so that neither gives the other away.
        random = SeededGenerator(seed: id.value ^ 0xA71E_4A11_E4A1_1E47 ^ Self.face(id, name))
        let index = Int(name.colour) % Self.paints.count
        paint = Self.paints[index]
        mark = [7, 8, 17, 15, 25].contains(index) ? "FFFFFF55" : "00000033"
        var parts: [String] = []
        let body = Self.bodies[Int.random(in: 0..<Self.bodies.count, using: &random)]
        parts += Self.limbs(body, paint, &random)
        parts += Self.feelers(body, paint, &random)
        parts.append(
            "<path d=\"\(body.path)\" fill=\"#\(paint)\" stroke=\"#\(Self.ink)\" stroke-width=\"2\"/>")
        parts += Self.spots(body, mark, &random)
        parts += Self.eyes(body, &random)
        parts.append(Self.mouth(body, &random))
        svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"
            + "<title>\(name)</title><g stroke-linecap=\"round\">" + parts.joined() + "</g></svg>"
    }

    /// Under a name that is not its identity's, a station is another alien.
    private static func face(_ id: StationID, _ name: StationName) -> UInt64 {
        if name == StationName(id) { return 0 }
        var mixed = SeededGenerator(seed: UInt64(name.colour) << 8 | UInt64(name.animal))
        return mixed.next()
    }

    /// The outline of a body, and where on it things grow.
    private struct Body {
        var path: String
        var top: Int
        var bottom: Int
        var left: Int
        var right: Int
        var eyes: Int
        var mouth: Int
    }

    private static let bodies = [
        Body(
            path: "M50 28C78 28 80 82 50 82S22 28 50 28Z", top: 30, bottom: 80, left: 29, right: 71, eyes: 48,
            mouth: 66),
        Body(
            path: "M26 50C26 18 74 18 74 50L78 82Q64 74 50 82Q36 74 22 82Z", top: 28, bottom: 78, left: 26,
            right: 74, eyes: 46, mouth: 64),
        Body(
            path: "M50 26L80 76Q50 90 20 76Z", top: 28, bottom: 80, left: 34, right: 66, eyes: 54, mouth: 69),
        Body(
            path: "M24 34H76V74Q76 82 68 82H32Q24 82 24 74Z", top: 34, bottom: 82, left: 24, right: 76,
            eyes: 50, mouth: 68),
        Body(
            path: "M50 82C10 82 12 46 36 48C22 22 78 22 64 48C88 46 90 82 50 82Z", top: 30, bottom: 80,
            left: 22, right: 78, eyes: 46, mouth: 66),
        Body(
            path: "M18 58C18 40 82 40 82 58S66 78 50 78S18 76 18 58Z", top: 46, bottom: 76, left: 20,
            right: 80, eyes: 56, mouth: 68),
    ]

    private static func line(_ path: String, _ colour: String, _ width: Int) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"#\(colour)\" stroke-width=\"\(width)\"/>"
    }

    private static func dot(_ x: Int, _ y: Int, _ radius: Int, _ colour: String) -> String {
        "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" fill=\"#\(colour)\"/>"
    }

    /// Legs or tentacles below, and arms.
    private static func limbs(_ body: Body, _ paint: String, _ random: inout SeededGenerator) -> [String] {
        let legs = Int.random(in: 2...5, using: &random)
        let sway = Int.random(in: -6...6, using: &random)
        let width = body.right - body.left - 16
        let below = (0..<legs).map { leg in
            let x = body.left + 8 + width * leg / max(1, legs - 1)
            return line("M\(x) \(body.bottom - 6)q\(sway) 8 \(leg % 2 == 0 ? -3 : 3) 18", paint, 6)
        }
        let lift = Int.random(in: -18...10, using: &random)
        let middle = (body.top + body.bottom) / 2 + 6
        let arms = [
            "M\(body.left + 4) \(middle)q-14 2 -16 \(lift)", "M\(body.right - 4) \(middle)q14 2 16 \(lift)",
        ]
        return below + arms.map { line($0, paint, 5) }
    }

    private static func feelers(_ body: Body, _ paint: String, _ random: inout SeededGenerator) -> [String] {
        let count = Int.random(in: 0...3, using: &random)
        let bend = Int.random(in: -8...8, using: &random)
        let height = Int.random(in: 12...20, using: &random)
        return (0..<count).flatMap { index in
            let x = count == 1 ? 50 : 40 + 20 * index / (count - 1)
            let lean = (x - 50) / 2
            return [
                line("M\(x) \(body.top + 6)q\(bend) -\(height / 2) \(lean) -\(height)", ink, 2),
                dot(x + lean, body.top + 6 - height, 4, paint),
            ]
        }
    }

    private static func spots(_ body: Body, _ mark: String, _ random: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
            dot(
                Int.random(in: (body.left + 12)...(body.right - 12), using: &random),
                Int.random(in: (body.mouth - 2)...(body.bottom - 5), using: &random),
                Int.random(in: 2...4, using: &random), mark)
        }
    }

    private static func eyes(_ body: Body, _ random: inout SeededGenerator) -> [String] {
        let count = Int.random(in: 1...4, using: &random)
        let radius = count == 1 ? 11 : count == 2 ? 8 : 6
        let (x, y) = (Int.random(in: -3...3, using: &random), Int.random(in: -2...3, using: &random))
        let gap = radius * 2 + 1
        return (0..<count).flatMap { index in
            let centre = 50 + (2 * index - count + 1) * gap / 2
            let height = body.eyes - (count == 3 && index == 1 ? 6 : 0)
            return [
                "<circle cx=\"\(centre)\" cy=\"\(height)\" r=\"\(radius)\" fill=\"#fff\" "
                    + "stroke=\"#\(ink)\"/>",
                dot(centre + x * radius / 8, height + y * radius / 8, radius / 2, ink),
            ]
        }
    }

    private static func mouth(_ body: Body, _ random: inout SeededGenerator) -> String {
        let y = body.mouth
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return line("M40 \(y)q10 9 20 0", ink, 2)
        case 1: return dot(50, y + 2, 5, ink)
        case 2: return line("M40 \(y + 2)l5 -4 5 4 5 -4 5 4", ink, 2)
        case 3: return "<path d=\"M39 \(y)h22q-2 10 -11 10t-11 -10\" fill=\"#\(ink)\"/>"
        default: return line("M42 \(y + 2)h16m-4 0v4", ink, 2)
        }
    }
}
