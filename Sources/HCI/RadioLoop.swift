import Runtime

/// The one owner of a ``RadioCore`` and its transport: hears the bell, empties the mailbox, does what the
/// core says.
///
/// Reports come in batches, so a busy street costs a few wake-ups per second and not a task per report.
struct RadioLoop: Sendable {
    private var core: RadioCore
    private let open: @Sendable (AdapterSelector) throws(RadioTrouble) -> any Transport
    private let cutPower: @Sendable (_ adapter: String) -> Void
    private let clock: RadioClock
    private let mailbox: RadioMailbox
    private let deliver: @Sendable (RadioEvent) -> Void

    private var transport: (any Transport)?
    /// Numbers the openings: what a transport says after it was closed is not for the next one.
    private var opening = 0
    private var now = Duration.zero
    /// When the alarms that are set will ring, earliest last. One is set only if it is to ring before all
    /// others, so there are never more than the core has kinds of deadlines.
    private var alarms: [Duration] = []
    private var isStopped = false

    init(
        core: RadioCore, open: @escaping @Sendable (AdapterSelector) throws(RadioTrouble) -> any Transport,
        cutPower: @escaping @Sendable (_ adapter: String) -> Void = { _ in },
        clock: RadioClock, mailbox: RadioMailbox, deliver: @escaping @Sendable (RadioEvent) -> Void
    ) {
        self.core = core
        self.open = open
        self.cutPower = cutPower
        self.clock = clock
        self.mailbox = mailbox
        self.deliver = deliver
    }

    /// Until the core has stopped.
    mutating func run(_ group: inout DiscardingTaskGroup) async {
        for await _ in mailbox.bell {
            // The time first: what had arrived by then is read before a deadline is said to be missed.
            now = clock.now()
            await read(mailbox.take(counting: core.counters))
            if let deadline = core.nextDeadline, deadline <= now { await handle(.deadline) }
            if isStopped { break }
            setAlarm(&group)
        }
        if case .success(let late) = mailbox.close().opened { await close(late) }
    }

    private mutating func read(_ mail: RadioMailbox.Mail) async {
        if let opened = mail.opened { await take(opened) }
        for batch in mail.batches where batch.opening == opening {
            for packet in batch.packets where transport != nil { await handle(.packet(packet), at: batch.at) }
        }
        if let ended = mail.ended, ended.opening == opening { await handle(.failed(ended.trouble)) }
        if let goal = mail.goal { await handle(.want(goal)) }
        if mail.stops { await handle(.stop) }
    }

    private mutating func setAlarm(_ group: inout DiscardingTaskGroup) {
        while let next = alarms.last, next <= now { alarms.removeLast() }
        guard let deadline = core.nextDeadline, alarms.last.map({ deadline < $0 }) ?? true else { return }
        alarms.append(deadline)
        group.addTask { [clock, mailbox] in
            await clock.sleep(deadline)
            mailbox.ring()
        }
    }

    /// Hands one input to the core, and does what it says, in order. What fails meanwhile is the next
    /// input.
    ///
    /// - Parameter time: When it was read from the controller, which is what matters.
    ///   The core gets the time it is now, because the commands it sends, it sends now.
    private mutating func handle(_ input: RadioCore.Input, at time: Duration? = nil) async {
        var trouble: RadioTrouble?
        for output in core.handle(input, now: now) {
            switch output {
            case .open: trouble = startOpening() ?? trouble
            case .close: await closeTransport()
            case .cutPower(let adapter): cutPower(adapter)
            case .send(let packet):
                do throws(RadioTrouble) {
                    try transport?.send(packet)
                } catch {
                    trouble = trouble ?? error
                }
            case .heard(let advertisement): deliver(.heard(advertisement, at: time ?? now))
            case .status(let status): deliver(.status(status))
            case .stopped: isStopped = true
            }
        }
        if let trouble { await handle(.failed(trouble)) }
    }

    /// Opening blocks, so it gets a thread. Should the radio be gone when it is done, the thread closes it
    /// again.
    private func startOpening() -> RadioTrouble? {
        do throws(DedicatedThread.Refusal) {
            _ = try DedicatedThread { [open, mailbox, selector = core.configuration.adapter] in
                do throws(RadioTrouble) {
                    let transport = try open(selector)
                    if !mailbox.opened(.success(transport)) { transport.close() }
                } catch {
                    _ = mailbox.opened(.failure(error))
                }
            }
            return nil
        } catch {
            return RadioTrouble(error)
        }
    }

    private mutating func take(_ opened: Result<any Transport, RadioTrouble>) async {
        switch opened {
        case .success(let transport):
            self.transport = transport
            let opening = opening
            transport.receive(
                { [mailbox] packets, time in
                    mailbox.received(RadioMailbox.Batch(opening: opening, packets: packets, at: time))
                },
                ended: { [mailbox] in mailbox.ended(opening: opening, $0) })
            await handle(.opened(adapter: transport.adapter))
        case .failure(let trouble):
            await handle(.failed(trouble))
        }
    }

    private mutating func closeTransport() async {
        opening += 1
        guard let closing = transport else { return }
        transport = nil
        await close(closing)
    }

    /// Closing joins a thread and may wait for a driver, so it happens on a thread too.
    private func close(_ transport: any Transport) async {
        guard case .failure = await DedicatedThread.run({ transport.close() }) else { return }
        // No thread to be had: better to hold this one up than to leave the adapter open.
        transport.close()
    }
}
