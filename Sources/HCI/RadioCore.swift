/// The heart of the radio: brings the controller up, keeps it doing what is wanted, and brings it back when
/// it fails.
///
/// A value without a clock: inputs and times go in, outputs come out. `Radio` runs it on a real device, a
/// simulation in virtual time. It never throws anything out because of what a controller sends, and it
/// never stops trying until told to.
package struct RadioCore: Sendable {
    /// What happened.
    package enum Input: Sendable {
        /// From now on do this. The first one starts the radio.
        case want(RadioGoal)
        /// The device is open.
        case opened(adapter: String)
        /// One packet from the controller, with its H4 type byte.
        case packet([UInt8])
        /// The device could not be opened, or died.
        case failed(RadioTrouble)
        /// `nextDeadline` has come. Harmless if it has not.
        case deadline
        /// Silence the controller and close.
        case stop
    }

    /// What is to be done about it, in order.
    package enum Output: Sendable, Equatable {
        /// Open the device and answer with `.opened` or `.failed`.
        case open
        /// Close it.
        case close
        /// Cut the power of the device that was just closed, if there is a way to.
        case cutPower(adapter: String)
        /// Write one packet, with its H4 type byte.
        case send([UInt8])
        case heard(Advertisement)
        case status(RadioStatus)
        /// The end: nothing follows.
        case stopped
    }

    private enum Phase {
        case idle
        case opening
        /// The device is closed until it is tried again.
        case closed(until: Duration)
        case open
        case stopped
    }

    /// What it was made with.
    package let configuration: RadioConfiguration
    private var phase = Phase.idle
    private var session: ControllerSession
    private var recovery = Recovery()
    private var deafness = Deafness()
    private var power = PowerCuts()
    private var adapter = ""
    private var openings: UInt64 = 0
    /// What `.ready` was last told with; nil once a trouble was told.
    private var told: ControllerDescription?

    /// A radio that has not been opened.
    package init(configuration: RadioConfiguration) {
        self.configuration = configuration
        session = ControllerSession(configuration: configuration)
    }

    /// What was counted since the start, over all openings.
    package var counters: RadioCounters {
        var counters = session.counters
        counters.openings = openings
        return counters
    }

    /// When to call with `.deadline`; nil if there is nothing to wait for.
    package var nextDeadline: Duration? {
        let due: Duration? =
            switch phase {
            case .idle, .opening, .stopped: nil
            case .closed(let until): until
            case .open: session.nextDeadline
            }
        if case .stopped = phase { return nil }
        return [due, deafness.nextDeadline].compactMap(\.self).min()
    }

    /// Takes in one thing that happened and says what to do about it.
    ///
    /// - Parameter now: time since boot; never less than in the call before.
    package mutating func handle(_ input: Input, now: Duration) -> [Output] {
        var outputs: [Output] = []
        switch input {
        case .want(let goal): want(goal, now: now, &outputs)
        case .opened(let adapter): opened(adapter, now: now, &outputs)
        case .packet(let packet): follow(session.receive(packet, now: now), now: now, &outputs)
        case .failed(let trouble): failed(trouble, now: now, &outputs)
        case .deadline: deadline(now: now, &outputs)
        case .stop: stop(now: now, &outputs)
        }
        listen(now: now, &outputs)
        return outputs
    }

    /// Notices that nothing is heard any more, and does something about it.
    private mutating func listen(now: Duration, _ outputs: inout [Output]) {
        if let heard = session.takeHeard() {
            let wasTold = deafness.isTold
            if let remedy = deafness.heard(rssi: heard.level, isStranger: heard.isStranger, now: now) {
                outputs.append(.status(.listensAnew(remedy, hasHelped: true)))
            }
            if wasTold { follow([.settled(session.description)], now: now, &outputs) }
        }
        deafness.listens(
            session.listens, others: configuration.helpsDeafness ? session.goal.others : .none, now: now)
        switch deafness.advance(now: now) {
        case .climb(let remedy):
            outputs.append(.status(.listensAnew(remedy, hasHelped: false)))
            climb(remedy, now: now, &outputs)
        case .tell: tell(.deaf, &outputs)
        case nil: break
        }
    }

    private mutating func climb(_ remedy: RadioRemedy, now: Duration, _ outputs: inout [Output]) {
        switch remedy {
        case .rescan: follow(session.rescan(now: now), now: now, &outputs)
        case .reset:
            session.abandon()
            follow(session.bringUp(now: now), now: now, &outputs)
        case .reopen:
            session.abandon()
            outputs.append(.close)
            phase = .closed(until: now + Self.reopensAfter)
        case .power:
            session.abandon()
            outputs.append(.close)
            cutPower(now: now, &outputs)
        }
    }

    private mutating func cutPower(now: Duration, _ outputs: inout [Output]) {
        outputs.append(.cutPower(adapter: adapter))
        phase = .closed(until: now + Self.powerTakes)
    }

    private static let reopensAfter = Duration.milliseconds(200)
    /// Until the kernel has noticed that the device is gone. It takes longer to come back, and is tried for.
    private static let powerTakes = Duration.milliseconds(1_500)

    private mutating func want(_ goal: RadioGoal, now: Duration, _ outputs: inout [Output]) {
        follow(session.pursue(goal, now: now), now: now, &outputs)
        if case .idle = phase {
            outputs.append(.status(.starting))
            open(&outputs)
        }
    }

    private mutating func open(_ outputs: inout [Output]) {
        phase = .opening
        openings += 1
        outputs.append(.open)
    }

    private mutating func opened(_ adapter: String, now: Duration, _ outputs: inout [Output]) {
        self.adapter = adapter
        power.noteNotStuck()
        switch phase {
        case .opening:
            phase = .open
            follow(session.bringUp(adapter: adapter, now: now), now: now, &outputs)
        case .stopped:
            // It was being opened when the radio was stopped.
            outputs.append(.close)
        case .idle, .closed, .open:
            break
        }
    }

    /// A dying device may say so more than once, so only the first time counts.
    private mutating func failed(_ trouble: RadioTrouble, now: Duration, _ outputs: inout [Output]) {
        switch phase {
        case .opening:
            break
        case .open where session.isEnding:
            finish(&outputs)
            return
        case .open:
            outputs.append(.close)
        case .idle, .closed, .stopped:
            return
        }
        session.abandon()
        if case .setupStuck(let stuck) = trouble, configuration.cutsPower {
            adapter = stuck
            switch power.noteStuck(now: now) {
            case .wait:
                phase = .closed(until: recovery.reopening(now: now))
                return
            case .cut:
                cutPower(now: now, &outputs)
                return
            case .tell: break
            }
        } else {
            power.noteNotStuck()
        }
        // While its power is cut, it is away: that is no news.
        if !deafness.isClimbing, !power.isAway(now: now) {
            tell(recovery.deviceFailed(with: trouble, now: now), &outputs)
        }
        phase = .closed(until: recovery.reopening(now: now))
    }

    private mutating func deadline(now: Duration, _ outputs: inout [Output]) {
        switch phase {
        case .closed(let until) where now >= until: open(&outputs)
        case .open: follow(session.expire(now: now), now: now, &outputs)
        case .idle, .opening, .closed, .stopped: break
        }
    }

    private mutating func stop(now: Duration, _ outputs: inout [Output]) {
        switch phase {
        case .open: follow(session.end(now: now), now: now, &outputs)
        case .idle, .opening, .closed: finish(&outputs)
        case .stopped: break
        }
    }

    private mutating func finish(_ outputs: inout [Output]) {
        if case .open = phase { outputs.append(.close) }
        session.abandon()
        phase = .stopped
        outputs += [.status(.stopped), .stopped]
    }

    private mutating func follow(
        _ steps: [ControllerSession.Output], now: Duration, _ outputs: inout [Output]
    ) {
        for step in steps {
            switch step {
            case .send(let packet): outputs.append(.send(packet))
            case .heard(let advertisement): outputs.append(.heard(advertisement))
            case .settled(let description): settled(description, now: now, &outputs)
            case .failed(let trouble): recover(from: trouble, now: now, &outputs)
            case .ended: finish(&outputs)
            }
        }
    }

    private mutating func settled(
        _ description: ControllerDescription, now: Duration, _ outputs: inout [Output]
    ) {
        recovery.recovered(now: now)
        // A controller that answers is not cured yet.
        guard told != description, !deafness.isTold else { return }
        told = description
        outputs.append(.status(.ready(description)))
    }

    private mutating func recover(from trouble: RadioTrouble, now: Duration, _ outputs: inout [Output]) {
        let (trouble, reopens) = recovery.controllerFailed(with: trouble, now: now)
        tell(trouble, &outputs)
        if reopens {
            outputs.append(.close)
            if configuration.cutsPower, recovery.hasReopened, power.claimCut(now: now) {
                cutPower(now: now, &outputs)
            } else {
                phase = .closed(until: recovery.reopening(now: now))
            }
        } else {
            follow(session.bringUp(now: now), now: now, &outputs)
        }
    }

    private mutating func tell(_ trouble: RadioTrouble?, _ outputs: inout [Output]) {
        guard let trouble else { return }
        told = nil
        outputs.append(.status(.trouble(trouble)))
    }
}
