import FoundationEssentials
import GPIO
import Game
import Glibc
import Runtime
import StationNode

/// How a board does, as its station notices by the way: kept for `hotcold doctor --first-pi`
/// (docs/first-pi.md). Times are of the machine's own clock, whose zero is the start of its kernel.
struct StationMeasures: Codable, Equatable {
    static let fileName = "measures.json"
    /// Longer than any that is true.
    static let bytesAtMost = 4_096
    /// The latest presses are kept.
    static let pressesAtMost = 32
    /// A shorter hunt tells little of what the program costs.
    private static let huntAtLeast = Duration.seconds(10)

    /// A first word after that is one of a program that was started again.
    private static let machineStartsWithin = Duration.seconds(300)

    /// What a hunt cost this program.
    struct Hunt: Codable, Equatable {
        var seconds: Double
        /// Of one processor, 0…100 and more where there are several.
        var processorPercent: Double
        /// The most that it has ever held, in MiB.
        var memoryMegabytes: Double
    }

    /// What the kernel counts of this program.
    struct Usage: Equatable {
        var processor: Duration
        var peakMemoryKilobytes: Int

        /// Of this process, from getrusage(2).
        static func now() -> Usage {
            var usage = rusage()
            _ = unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
            let times = [usage.ru_utime, usage.ru_stime]
            return Usage(
                processor: times.reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) },
                peakMemoryKilobytes: usage.ru_maxrss)
        }
    }

    /// From the start of the kernel to the first word; nil where that was not heard.
    var secondsToFirstWord: Double?
    /// From a press, by the kernel's stamp, to its sound, in milliseconds; oldest first.
    var pressToSound: [Double] = []
    /// The latest one.
    var hunt: Hunt?

    /// Nil for what is no such file.
    init?(bytes: [UInt8]) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = read
    }

    init() {}

    var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }

    private enum CodingKeys: String, CodingKey {
        case secondsToFirstWord, pressToSound, hunt
    }

    private var isHeard = false
    private var hasSpoken = false
    private var began: (at: Duration, usage: Usage)?

    static func == (one: Self, other: Self) -> Bool {
        one.secondsToFirstWord == other.secondsToFirstWord && one.pressToSound == other.pressToSound
            && one.hunt == other.hunt
    }

    /// The station has taken something in, and this came of it.
    ///
    /// - Parameters:
    ///   - at: when it happened.
    ///   - now: when what came of it was handed on.
    ///   - latency: from handing on a sound to hearing it.
    ///   - isHunting: whether this station is in a hunt now.
    /// - Returns: whether there is something new to keep: once for the first word and for each hunt.
    mutating func took(
        _ input: NodeInput, _ outputs: [NodeOutput], at: Duration, now: Duration, latency: Duration,
        isHunting: Bool, usage: () -> Usage = Usage.now
    ) -> Bool {
        if case .event(.speaker(let works)) = input { isHeard = works }
        if isHeard, case .event(.button(.down)) = input, outputs.contains(where: \.isSound) {
            pressToSound.append(Self.tenths(now + latency - at, of: .milliseconds(1)))
            pressToSound.removeFirst(max(0, pressToSound.count - Self.pressesAtMost))
        }
        var isNews = false
        if isHeard, !hasSpoken, outputs.contains(where: \.isWord) {
            hasSpoken = true
            // A program that is started again says its first word long after the machine was switched on.
            if now < Self.machineStartsWithin {
                secondsToFirstWord = Self.tenths(now + latency, of: .seconds(1))
                isNews = true
            }
        }
        if isHunting, began == nil { began = (now, usage()) }
        if !isHunting, let began {
            self.began = nil
            guard now - began.at >= Self.huntAtLeast else { return isNews }
            let usage = usage()
            hunt = Hunt(
                seconds: Self.tenths(now - began.at, of: .seconds(1)),
                processorPercent: Self.tenths(
                    (usage.processor - began.usage.processor) * 100, of: now - began.at),
                memoryMegabytes: Double(usage.peakMemoryKilobytes * 10 / 1_024) / 10)
            isNews = true
        }
        return isNews
    }

    private static func tenths(_ time: Duration, of unit: Duration) -> Double {
        (time / unit * 10).rounded() / 10
    }
}

extension NodeOutput {
    fileprivate var isSound: Bool { if case .play = self { true } else { false } }
    fileprivate var isWord: Bool { if case .say = self { true } else { false } }
}
