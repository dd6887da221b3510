import GPIO
import HCI
import PeerNetwork

/// What reaches a station, taken in: beacons, messages, unicast messages, trust, wishes, and the button.
extension Station {
    func greet() -> [Effect] {
        let greeting: [Effect] = [
            .play(.chime), .say(.hello(configuration.name, role)), .radio(goals.radio),
        ]
        guard configuration.settingsPuzzled else { return greeting }
        return greeting + [.say(.settingsWrong(line: configuration.puzzlingLine))]
    }

    mutating func hear(_ beacon: IBeacon, rssi: Int8, now: Duration) {
        guide.heard(beacon, rssi: rssi, now: now)
        survey.heard(beacon, rssi: rssi, now: now)
        landmarks.heard(beacon, rssi: rssi, ranging: configuration.hunt.ranging, now: now)
        sitting?.heard(beacon, rssi: rssi, now: now)
        audition?.heard(beacon, rssi: rssi)
        guard let session else { return gathering.heard(beacon, now: now) }
        guard let id = numbers.member(beacon, in: session, now: now) else { return }
        guard id == configuration.id else {
            play?.hunt.heard(id, beacon, rssi: rssi, in: session, now: now)
            return
        }
        let own = numbers.beacon(of: id, in: session, measuredPower: configuration.measuredPower)
        if session.outcome == nil, own?.minor == beacon.minor, own?.major == beacon.major,
            numbers.heardOwn(now: now)
        {
            self.session?.renewNumbers(beyond: numbers.current(session)?.generation ?? 0)
        }
    }

    /// Nil when the message changes nothing.
    mutating func take(_ received: Message.Received, now: Duration) -> [Effect]? {
        let heardAt = now - (received.arrivedOver ?? .zero)
        let content: Announcement.Content
        do {
            content = try Announcement.decode(received, now: heardAt)
        } catch {
            malformed += 1
            return nil
        }
        switch content {
        case .otherKind: return nil
        case .remoteReport(let report):
            if let session { play?.hunt.told(report, in: session, now: now) }
            return nil
        case .status(let status): return take(status, of: received, now: now)
        case .announcement(let announcement): return take(announcement, of: received, now: now)
        }
    }

    /// A member says how the round stands, and no more than that.
    private mutating func take(
        _ status: RoundStatus, of received: Message.Received, now: Duration
    ) -> [Effect]? {
        guard case .session(let id) = received.message.audience else {
            malformed += 1
            return nil
        }
        do {
            let whole = try status.announcement(
                after: roster[status.sender], in: id, played: session, agreed: gathering.agreed(now: now),
                binding: received.binding)
            return whole.flatMap { take($0, of: received, now: now) }
        } catch {
            malformed += 1
            return nil
        }
    }

    private mutating func take(
        _ announcement: Announcement, of received: Message.Received, now: Duration
    ) -> [Effect]? {
        let isSealed: Bool
        if case .session(let id) = received.message.audience {
            isSealed = true
            // What is sealed for one session says nothing of another.
            guard announcement.carried?.session.id == id else {
                malformed += 1
                return nil
            }
        } else {
            isSealed = false
            // Nobody is drawn into a session by what was said in public.
            guard announcement.carried?.stage != .locked else {
                malformed += 1
                return nil
            }
        }
        let announcement = announcement.held(
            to: received.binding, in: session, agreed: gathering.agreed(now: now), by: configuration.id)
        return gathering.take(announcement, isSealed: isSealed, listens: session == nil, now: now)
            .map { $0 + hear(announcement, over: received.arrivedOver, now: now) + keepApart(now: now) }
    }

    /// A member of our own session speaks.
    ///
    /// - Parameter over: how long it took, where it came in parts, by radio; clocks are compared by when it
    ///   was said.
    mutating func hear(_ announcement: Announcement, over: Duration?, now: Duration) -> [Effect] {
        guard var mine = session, let carried = announcement.carried, carried.session.id == mine.id,
            mine.member(announcement.sender) != nil
        else { return [] }
        let (isByRadio, saidAt) = (over != nil, now - (over ?? .zero))
        clocks.heard(announcement, isByRadio: isByRadio, now: saidAt)
        guard carried.stage == .locked else { return [] }
        let isMine = carried.session.round == mine.round && carried.session.members == mine.members
        if isMine, !carried.leavesOut {
            if carried.tellsStart {
                mine.adjustStart(
                    carried.session.startsAt, from: announcement.sender,
                    delay: clocks.delay(of: announcement, isByRadio: isByRadio, now: saidAt),
                    own: configuration.id, now: now)
            }
            let effects = play?.heard(announcement, in: &mine, now: now) ?? []
            session = mine
            return effects
        }
        // Those who are left play on without this station.
        let isLater = carried.session.round > mine.round && carried.session.member(configuration.id) == nil
        guard isLater || carried.leavesOut,
            play?.isPlayedWithout(by: announcement, in: mine, now: now) == true
        else { return [] }
        return leave(saying: .gameOver)
    }

    mutating func take(_ unicast: UnicastMessage, now: Duration) -> [Effect] {
        do {
            if case .ask(let name)? = try Audition.Line.decode(unicast.body) {
                guard session == nil else { return [] }
                audition = Audition(name, for: unicast.other, after: audition, now: now) ?? audition
                return []
            }
            return try gathering.heard(unicast, isFree: session == nil, now: now)
        } catch {
            malformed += 1
            return []
        }
    }

    mutating func trust(_ event: TrustEvent, now: Duration) -> [Effect] {
        switch event {
        case .authenticated(let id): gathering.authenticate(id, true)
        case .unauthenticated(let id): gathering.authenticate(id, false)
        case .keyed(let epoch):
            let before = session.flatMap { numbers.current($0) }
            numbers.take(epoch, now: now)
            let isRenewed = before.map {
                $0.session == epoch.session && $0.round == epoch.round && $0.generation < epoch.generation
            }
            return isRenewed == true ? [.say(.copied)] : []
        case .doubled:
            return [
                .say(.doubled),
                .log(
                    "another station has this one's identity: if a card was copied, delete the file "
                        + "\"identity.key\" in the state directory of one of them and start it again"),
            ]
        case .vanished(let id):
            return gathering.vanished(id, members: Set(session?.members.map(\.id) ?? []))
        case .otherVersion(let id):
            defer { saidOtherVersion = true }
            return (saidOtherVersion ? [] : [.say(.otherVersion)])
                + [.log("\(id) speaks another version of the lobby's language")]
        }
        return []
    }

    mutating func grant(_ wish: Wish, now: Duration) -> [Effect] {
        switch wish {
        case .hold(let isDown): return press(isDown ? .hold : .holdEnded, now: now)
        case .press:
            // As a finger does it, in this order.
            return press(.down, now: now) + press(.up, now: now) + press(.press, now: now)
        case .accept: return accept(now: now)
        case .decline:
            guard session == nil else { return press(.doublePress, now: now) }
            return acceptedUntil == nil ? gathering.decline() : takeBack(now: now)
        case .invite(let id): return session == nil ? gathering.invite(id, now: now) : []
        case .switchRole: return session == nil ? gathering.switchRole() : []
        case .taunt(let quip):
            play?.hunt.choose(quip)
            return []
        case .landmark(let isWanted): return answerLandmark(isWanted, now: now)
        case .listen:
            survey.listen(now: now)
            return []
        case .adjust(let adjustment): return adjust(adjustment)
        case .calibrate(let id): return calibrate(id, now: now)
        case .role(let role): return session == nil && role != self.role ? gathering.switchRole() : []
        case .gather(let party): return gather(party, now: now)
        case .leave: return giveUp(now: now)
        case .say(let spoken): return [.say(phrase(spoken, now: now))]
        }
    }

    /// Somebody accepts an invitation by the page: as if the button were held until the two play, and for
    /// half a minute at most. The one who has clicked may have gone.
    private mutating func accept(now: Duration) -> [Effect] {
        guard session == nil, gathering.invitation != nil, button.holdingSince == nil else { return [] }
        let effects = press(.hold, now: now)
        acceptedUntil = now + Invitations.promisedFor
        return effects
    }

    /// The page's "yes" becomes a "no", by the page or by a double press.
    private mutating func takeBack(now: Duration) -> [Effect] {
        gathering.forgetCall()
        return gathering.takeBack(now: now) + press(.holdEnded, now: now)
    }

    /// Lets go what `accept` and `gather` hold.
    mutating func letGoAccepted(now: Duration) -> [Effect] {
        guard let end = acceptedUntil, session != nil || now >= end else { return [] }
        gathering.forgetCall()
        return press(.holdEnded, now: now)
    }

    /// Somebody sets something by the page. What cannot be is not done: the page shows what is.
    mutating func adjust(_ adjustment: Adjustment) -> [Effect] {
        // Who plays together is agreed on before a round, and not in the middle of it.
        switch adjustment {
        case .capacity, .name: if session != nil || gathering.isAgreeing { return [] }
        case .volume, .mute, .loudness, .quiet, .voice, .area, .forget, .decline: break
        }
        guard configuration.adjustments.take(adjustment, beside: configuration.areas) else { return [] }
        switch adjustment {
        case .capacity(let capacity):
            configuration.formation.company.capacity = capacity
            gathering.limit(to: capacity)
        case .area, .forget: guide.watch(configuration.areas + configuration.adjustments.areas)
        case .name(let name):
            (configuration.name, configuration.nameIsChosen) = (name, true)
            return [.adjusted(configuration.adjustments), .say(.hello(name, role))]
        case .voice where session == nil:
            // If you choose a voice you want to hear it.
            return [.adjusted(configuration.adjustments), .say(.hello(configuration.name, role))]
        case .volume, .mute, .loudness, .quiet, .voice, .decline: break
        }
        return [.adjusted(configuration.adjustments)]
    }

    mutating func radio(_ state: RadioHealth, now: Duration) -> [Effect] {
        let worked = health.radioWorks
        let effects = health.radio(state, now: now)
        if !worked, health.radioWorks { play?.hunt.radioCameBack(now: now) }
        return effects
    }

    mutating func press(_ event: ButtonEvent, now: Duration) -> [Effect] {
        if let answer = answerUpdate(event, now: now) { return answer }
        let wasOffered = offeredSince != nil
        var effects = button.handle(event, now: now)
        // The hand on the button now decides; a short press takes nothing back.
        if event == .hold || event == .holdEnded || event == .stuck { acceptedUntil = nil }
        switch event {
        case .down where audioPolicy.pressed(now: now): effects.append(.say(.hello(configuration.name, role)))
        case .press where session == nil:
            if let answer = pressForLandmark(now: now) {
                effects += answer
                break
            }
            gathering.press()
            effects += introduction.pressed(now: now)
        case .hold where session == nil: effects += introduction.held()
        case .doublePress where acceptedUntil != nil: effects += takeBack(now: now)
        case .doublePress where session == nil && !wasOffered:
            if let answer = doublePressForLandmark(now: now) {
                effects += answer
                break
            }
            effects += gathering.doublePress(now: now)
        case .holdEnded where wasOffered && (session == nil || session?.outcome != nil):
            // Hands that let go at the first word of somebody else's station have held long enough: this one
            // may be a message behind.
            if introduction.letGo() {
                break
            } else if gathering.isAgreeing {
                verdictAt = now + Self.verdictAfter
            } else {
                effects += [.play(.falling), .say(.notReady)]
            }
        case .stuck: effects += health.button(isStuck: true, now: now)
        case .freed: effects += health.button(isStuck: false, now: now)
        case .down, .up, .press, .doublePress, .hold, .holdEnded: break
        }
        if var current = session {
            effects += play?.press(event, in: &current, radioWorks: health.radioWorks, now: now) ?? []
            session = current
        }
        return effects
    }
}
