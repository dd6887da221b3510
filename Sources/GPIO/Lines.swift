import Glibc
import Runtime
import Synchronization

/// The button and the lamps, supervised: opened again after whatever befell them, and no reason to stop while
/// they are missing. One thread of its own waits for edges; deciding is the business of `LinesCore`.
package struct Lines: Sendable {
    /// Opens the lines; called on the thread that will use them.
    package typealias Opening = @Sendable (LinesConfiguration) throws(LineTrouble) -> any LineSource

    private let configuration: LinesConfiguration
    private let source: Opening

    /// - Parameter source: `GPIOChip.open`, or the `open` of a `SimulatedLines`.
    package init(configuration: LinesConfiguration, source: @escaping Opening) {
        self.configuration = configuration
        self.source = source
    }

    /// Lives until cancelled; then the lamps are off and the lines are given back.
    /// - Parameters:
    ///   - light: how the lamps are to be lit, all of them each time. The latest counts; those in between may
    ///     never be seen.
    ///   - deliver: called on the lines' thread, at once; it must not block.
    package func run(light: AsyncStream<[Lamp: Rhythm]>, deliver: @escaping @Sendable (LinesEvent) -> Void)
        async
    {
        do throws(LineTrouble) {
            let mailbox = LinesMailbox(wake: try WakeSignal.forLines())
            let (configuration, source) = (configuration, source)
            async let wishes: Void = {
                for await rhythms in light { mailbox.put(rhythms) }
            }()
            let ending = await withTaskCancellationHandler {
                await DedicatedThread.run {
                    var loop = LinesLoop(
                        configuration: configuration, open: source, mailbox: mailbox, deliver: deliver)
                    loop.run()
                }
            } onCancel: {
                mailbox.stop()
            }
            if case .failure(let refusal) = ending { throw LineTrouble(refusal) }
            await wishes
        } catch {
            // Neither a pipe nor a thread to be had: the whole process is in trouble, and there is nothing to
            // supervise.
            deliver(.trouble(error))
        }
    }
}

/// What the rest of the program wants of the lines' thread. Holds one wish, however many are put.
/// No stream, as others are: its reader is no task, but waits in `poll`.
private final class LinesMailbox: Sendable {
    struct Wishes: Sendable {
        var light: [Lamp: Rhythm] = [:]
        var isStopped = false
    }

    let wake: WakeSignal
    private let wishes = Mutex(Wishes())

    init(wake: WakeSignal) {
        self.wake = wake
    }

    func put(_ light: [Lamp: Rhythm]) {
        wishes.withLock { $0.light = light }
        wake.raise()
    }

    func stop() {
        wishes.withLock { $0.isStopped = true }
        wake.raise()
    }

    func take() -> Wishes {
        wake.lower()
        return wishes.withLock { wishes in
            defer { wishes.light = [:] }
            return wishes
        }
    }
}

/// The one loop of the lines' thread: it owns the core and the source, waits, and carries messages between
/// them.
private struct LinesLoop {
    /// The most batches of edges read before anything else gets its turn: a line that chatters without end
    /// must not keep the thread from stopping.
    private static let mostBatches = 8
    /// As many edges as the kernel keeps; a batch of this size may have lost some.
    private static let fullBatch = 16

    private var core: LinesCore
    private var source: (any LineSource)?
    private let configuration: LinesConfiguration
    private let open: Lines.Opening
    private let mailbox: LinesMailbox
    private let deliver: @Sendable (LinesEvent) -> Void

    init(
        configuration: LinesConfiguration, open: @escaping Lines.Opening, mailbox: LinesMailbox,
        deliver: @escaping @Sendable (LinesEvent) -> Void
    ) {
        core = LinesCore(configuration: configuration)
        self.configuration = configuration
        self.open = open
        self.mailbox = mailbox
        self.deliver = deliver
    }

    private var now: Duration {
        MonotonicClock.now()
    }

    mutating func run() {
        put(.start)
        while true {
            let isBroken = wait()
            let wishes = mailbox.take()
            if wishes.isStopped { break }
            for lamp in Lamp.allCases {
                if let rhythm = wishes.light[lamp] { put(.light(lamp, rhythm)) }
            }
            if let source { read(source, isBroken: isBroken) }
            if let deadline = core.nextDeadline, deadline <= now { meetDeadline() }
        }
        // The line goes back to the kernel in a moment, and what it does then differs between chips.
        for lamp in Lamp.allCases { try? source?.set(lamp, isOn: false) }
    }

    /// Waits for an edge, a wish or the core's deadline.
    /// - Returns: whether the line is in error.
    private func wait() -> Bool {
        var waiting = [pollfd(fd: mailbox.wake.descriptor, events: Int16(POLLIN), revents: 0)]
        if let source { waiting.append(pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)) }
        let timeout = core.nextDeadline.map { ($0 - now).millisecondsRoundedUp } ?? -1
        guard unsafe poll(&waiting, nfds_t(waiting.count), timeout) > 0, waiting.count > 1 else {
            return false
        }
        return waiting[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }

    private mutating func read(_ source: any LineSource, isBroken: Bool) {
        do throws(LineTrouble) {
            var isIncomplete = false
            for round in 0..<Self.mostBatches {
                let edges = try source.edges()
                // The kernel says that the line is in error, but nothing comes of it: waiting again would
                // spin.
                if edges.isEmpty, round == 0, isBroken { throw .unplugged }
                if edges.isEmpty { break }
                put(.edges(edges))
                isIncomplete = isIncomplete || edges.count >= Self.fullBatch
            }
            if isIncomplete { put(.deadline(isActive: try source.level())) }
        } catch {
            put(.failed(error))
        }
    }

    private mutating func meetDeadline() {
        do throws(LineTrouble) {
            put(.deadline(isActive: try source?.level()))
        } catch {
            put(.failed(error))
        }
    }

    /// Puts an input into the core and carries out what comes of it, in order.
    private mutating func put(_ input: LinesCore.Input) {
        for output in core.handle(input, now: now) {
            switch output {
            case .open: openLines()
            case .close: source = nil
            case .lamp(let lamp, let isOn): set(lamp, isOn: isOn)
            case .event(let event): deliver(event)
            }
        }
    }

    private mutating func openLines() {
        do throws(LineTrouble) {
            let opened = try open(configuration)
            let isActive = try opened.level()
            source = opened
            let lamps = Set(configuration.lampLines.keys).subtracting(opened.lampTroubles.keys)
            put(.opened(chip: opened.chip, lamps: lamps, isActive: isActive))
        } catch {
            put(.failed(error))
        }
    }

    private mutating func set(_ lamp: Lamp, isOn: Bool) {
        do throws(LineTrouble) {
            try source?.set(lamp, isOn: isOn)
        } catch {
            put(.failed(error))
        }
    }
}

extension Duration {
    /// For `poll`: at least 0, at most an hour, and never too short, which would turn waiting into spinning.
    var millisecondsRoundedUp: Int32 {
        let (seconds, attoseconds) = components
        if seconds >= 3600 { return 3_600_000 }
        let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(max(0, milliseconds))
    }
}
