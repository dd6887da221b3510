/// Something that goes wrong in a simulated evening, or right again.
struct Breakdown: Equatable, Sendable {
    enum What: Equatable, Sendable {
        case adapterUnplugged, adapterPlugged
        case controllerFails(code: UInt8)
        case controllerMute(Bool)
        case powerOff, powerOn
        case networkOff, networkOn
    }

    var at: Duration
    var station: Int
    var what: What

    /// A handful of mishaps between two instants, each of them over within half a minute.
    static func some(
        stations: Int, between begin: Duration, and end: Duration, random: inout SeededGenerator
    ) -> [Breakdown] {
        let count = Int.random(in: 0...4, using: &random)
        return (0..<count).flatMap { _ -> [Breakdown] in
            let station = Int.random(in: 0..<stations, using: &random)
            let at = begin + (end - begin) * Double.random(in: 0...1, using: &random)
            let over = at + .milliseconds(Int.random(in: 500...25_000, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                return [
                    Breakdown(at: at, station: station, what: .adapterUnplugged),
                    Breakdown(at: over, station: station, what: .adapterPlugged),
                ]
            case 1:
                let code = UInt8.random(in: 0...255, using: &random)
                return [Breakdown(at: at, station: station, what: .controllerFails(code: code))]
            case 2:
                return [
                    Breakdown(at: at, station: station, what: .controllerMute(true)),
                    Breakdown(at: over, station: station, what: .controllerMute(false)),
                ]
            case 3:
                return [
                    Breakdown(at: at, station: station, what: .powerOff),
                    Breakdown(at: over, station: station, what: .powerOn),
                ]
            default:
                return [
                    Breakdown(at: at, station: station, what: .networkOff),
                    Breakdown(at: over, station: station, what: .networkOn),
                ]
            }
        }
    }
}
