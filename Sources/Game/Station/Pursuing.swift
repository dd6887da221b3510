import HCI
import PeerNetwork

/// What follows from everything that a station knows, whenever something has happened or time has passed.
extension Station {
    mutating func advance(now: Duration) -> [Effect] {
        var effects = goals.want(audioPolicy.volume)
        effects += button.advance(now: now)
        // A press, or a time of day, may just have changed it.
        health.hearing(audioPolicy.isHeard(isPlaying: isPlaying, now: now))
        effects += health.advance(now: now)
        effects += introduction.advance(isPlaying: session != nil, now: now)
        effects += gathering.advance(
            configuration.name, listens: session == nil, networkWorks: health.networkWorks, now: now)
        effects += keepApart(now: now)
        effects += gather(now: now)
        effects += letGoAccepted(now: now)
        effects += judge(now: now)
        effects += playOn(now: now)
        effects += guide.advance(isPlaying: isPlaying, listens: health.radioWorks, now: now)
        survey.advance(now: now)
        effects += offerLandmark(now: now)
        effects += talkOfUpdates(now: now)
        effects += sit(now: now)
        effects += audition?.advance(isFree: session == nil, now: now) ?? []
        effects += holdOn(now: now)
        effects += tune(now: now)
        effects += shine(now: now)
        effects += trustGoals(now: now)
        return effects + announce(now: now)
    }

    mutating func announce(now: Duration) -> [Effect] {
        let portrait = Portrait(
            configuration, role: role, presses: gathering.presses, isPressing: button.isPressing,
            isHolding: offeredSince != nil, lot: gathering.lot, isDeaf: health.isDeaf,
            declines: gathering.declines(now: now), proposal: gathering.proposal)
        let toLobby = portrait.lobby(session == nil ? me(now: now) : nil, now: now)
        var effects: [Effect] = announcer.lobby(toLobby, now: now).map { [.send($0)] } ?? []
        // Nothing of a session is said before it can be sealed.
        guard let session, numbers.has(session) else { return effects }
        let toSession = portrait.session(
            session, isClaiming: isClaiming, taunts: play?.hunt.taunts ?? 0, line: play?.hunt.line)
        if let message = announcer.session(toSession, id: session.id, clocks: clocks, now: now) {
            effects.append(.send(message))
        }
        return effects
    }

    /// This station as group formation sees it.
    func me(now: Duration) -> GroupFormation.Me {
        let isReturning = startedAt.map { now - $0 <= Self.returnsWithin } ?? false
        return gathering.me(
            configuration, isHolding: offeredSince != nil, isDeaf: health.isDeaf,
            isReturning: isReturning, session: session, now: now)
    }

    /// In the lobby and after a round: does holding together make a session?
    mutating func gather(now: Duration) -> [Effect] {
        if let session, session.outcome == nil || session.outcome?.isAbandoned == true { return [] }
        let (locked, effects) = gathering.gather(
            me(now: now), heldSince: offeredSince, numbers: numbers, now: now, random: &random)
        guard let locked else { return effects }
        let begun = locked.session
        // The others know it by the name that it had.
        if locked.isReturn, let me = begun.member(configuration.id) { configuration.name = me.name }
        session = begun
        deck = play?.hunt.deck ?? deck
        play = Play(
            begun, configuration: configuration, preferred: preferred(in: begun), isReturned: locked.isReturn,
            missed: locked.isOver, deck: deck, now: now)
        return effects + [
            .log("session \(begun.id) round \(begun.round) locked with \(begun.members.map(\.name))")
        ]
    }

    /// The role it would have. That it cannot hide because its radio does not work has been said.
    private func preferred(in session: Session) -> Role {
        let isUnable = health.isDeaf && session.member(configuration.id)?.role == .seek
        return isUnable ? .seek : role
    }

    /// Says that a hold came to nothing, once that is certain.
    mutating func judge(now: Duration) -> [Effect] {
        guard let verdictAt else { return [] }
        guard !isPlaying, button.holdingSince == nil else {
            self.verdictAt = nil
            return []
        }
        guard now >= verdictAt else { return [] }
        self.verdictAt = nil
        return [.play(.falling), .say(.notReady)]
    }

    /// Since when this station holds to play: the hold that found the hider is not yet one for the next
    /// round.
    package var offeredSince: Duration? {
        guard let since = button.holdingSince else { return nil }
        guard let session else { return since }
        guard session.outcome != nil, let endedAt = play?.endedAt, since > endedAt else { return nil }
        return since
    }

    mutating func playOn(now: Duration) -> [Effect] {
        // Taken out, so that nothing in it is copied when it changes.
        guard var current = session, var playing = play.take() else { return [] }
        var effects: [Effect] = []
        if health.networkWorks, configuration.formation.slowness == nil || health.radioWorks {
            effects += playing.keepTogether(&current, isInLobby: gathering.isHeard, now: now)
        } else {
            playing.membership.pause(now: now)
        }
        effects += playing.advance(
            &current, roster: roster, radioWorks: health.radioWorks, networkWorks: health.networkWorks,
            now: now)
        session = current
        play = playing
        if current.outcome != nil, scores.count(current) {
            effects.append(.save(name: Scores.fileName, scores.encoded()))
        }
        if playing.isOver(current, now: now) {
            effects += leave(saying: nil)
        }
        return effects
    }

    /// Others are waited for so many times as long from now on; nil for once.
    mutating func slow(by slowness: Int?) {
        configuration.formation.slowness = slowness
        gathering.slow(by: slowness)
        play?.slow(by: slowness)
    }

    mutating func leave(saying phrase: Phrase?) -> [Effect] {
        guard let session else { return [] }
        let forgotten = gathering.leave(session)
        self.session = nil
        deck = play?.hunt.deck ?? deck
        play = nil
        clocks = ClockOffsets(own: configuration.id)
        announcer.leave()
        return (phrase.map { [.say($0)] } ?? []) + [.log("left session \(session.id)")] + forgotten
            + changeFace()
    }

    /// This seeker says that it stands beside the hider.
    package var isClaiming: Bool { play?.isClaiming ?? false }

    /// A round is being prepared or hunted, and not over yet.
    var isPlaying: Bool { session.map { $0.outcome == nil } ?? false }

    /// In a hunt, which nobody has ended yet.
    package func isHunting(now: Duration) -> Bool {
        session.map { $0.outcome == nil && now >= $0.huntAt } ?? false
    }

    /// Others are known to advertise: whose radio hears nothing at all then may be deaf. Not in a head start,
    /// in which people walk out of reach on purpose.
    package func expectsToHear(now: Duration) -> Bool {
        guard let session, session.outcome == nil else {
            return roster.peers.contains { !$0.latest.isDeaf }
        }
        guard isHunting(now: now) else { return false }
        return session.members.contains {
            $0.id != configuration.id && play?.membership.isPresent($0) == true
                && roster[$0.id]?.isDeaf != true
        }
    }

    /// Keeps the radio doing what the game needs: both directions in a round; in the lobby this station's
    /// name is told, and who hears nobody on the network listens for others'.
    mutating func tune(now: Duration) -> [Effect] {
        var goal = RadioGoal(beacon: nil, scans: guide.isNeeded || survey.isListening(now: now))
        if let session {
            if isPlaying {
                goal.scans = true
                goal.beacon = numbers.beacon(
                    of: configuration.id, in: session, measuredPower: configuration.measuredPower)
            }
        } else {
            goal.beacon = Earshot.beacon(configuration.name, measuredPower: configuration.measuredPower)
            let isAsked = sitting?.isListening == true || audition?.isListening == true
            goal.scans = goal.scans || roster.isEmpty || isAsked
        }
        if health.hearsNobody { goal.scans = true }
        return goals.want(radio: goal)
    }

    /// Whom to authenticate with, and which keys to have.
    mutating func trustGoals(now: Duration) -> [Effect] {
        var keys: [KeyRequest] = []
        if let session, let play {
            let first = play.membership.first(session, own: configuration.id)
            keys.append(goals.key(of: session, leads: first == configuration.id))
        }
        if let goal = gathering.keyGoal { keys.append(goal) }
        // A station that neither plays nor holds authenticates with nobody, and that is most of the time.
        let isAlone = session == nil && offeredSince == nil && configuration.formation.slowness == nil
        let authenticate = isAlone ? [] : gathering.toAuthenticate(me(now: now), session: session, now: now)
        return goals.want(authenticate: authenticate) + goals.want(keys: keys)
    }
}
