package import Game

@testable import Determinism
@testable import PeerNetwork

/// What stands between the stations of a `Playroom` in place of gatekeepers and a network: it believes
/// everybody, and does what `Security` promises to those who may be believed. Lobby messages are repeated
/// until they have arrived, keys are agreed on when both want to, keys reach whoever they are for, unicast
/// messages always arrive.
package struct PlayroomPost {
    package struct Delivery {
        package var to: Int
        package var event: Event
        package var canBeLost: Bool
    }

    private struct Poster {
        var message: Message
        var number = 0
        var seen: [Int: Int] = [:]
    }

    /// Nobody gets to know anybody.
    package var isEstranged = false
    private let configurations: [Station.Configuration]
    private var boots: [UInt32]
    private var posters: [Int: Poster] = [:]
    private var wanted: [Int: Set<StationID>] = [:]
    private var authenticated: Set<[Int]> = []
    private var goals: [Int: [KeyRequest]] = [:]
    private var keyrings: [Int: [KeyEpoch]] = [:]
    private var unheardSince: [Int: Int] = [:]
    private var vanished: Set<Int> = []
    private var mail: [Delivery] = []
    private var steps = 0

    package init(_ configurations: [Station.Configuration]) {
        self.configurations = configurations
        boots = configurations.map(\.boot)
    }

    private func index(_ id: StationID) -> Int? { configurations.firstIndex { $0.id == id } }

    package mutating func rebooted(_ index: Int, boot: UInt32) {
        boots[index] = boot
        posters[index] = nil
        wanted[index] = nil
        goals[index] = nil
        keyrings[index] = nil
        for other in posters.keys { posters[other]?.seen[index] = nil }
        for pair in authenticated where pair.contains(index) { part(pair) }
    }

    private mutating func part(_ pair: [Int]) {
        authenticated.remove(pair)
        mail.append(
            Delivery(
                to: pair[0], event: .trust(.unauthenticated(configurations[pair[1]].id)), canBeLost: false))
        mail.append(
            Delivery(
                to: pair[1], event: .trust(.unauthenticated(configurations[pair[0]].id)), canBeLost: false))
    }

    package mutating func take(_ effect: Effect, from sender: Int, isCutOff: Bool) {
        switch effect {
        case .send(let message):
            switch message.audience {
            case .lobby:
                let number = (posters[sender]?.number ?? 0) + 1
                posters[sender] = Poster(message: message, number: number)
            case .session(let session):
                if !isCutOff { seal(message, for: session, from: sender) }
            }
        case .unicast(let unicast):
            guard let to = index(unicast.other) else { return }
            let arrived = UnicastMessage(other: configurations[sender].id, body: unicast.body)
            mail.append(Delivery(to: to, event: .unicast(arrived), canBeLost: false))
        case .authenticate(let others): wanted[sender] = Set(others)
        case .keys(let wanted): keep(wanted, by: sender)
        default: break
        }
    }

    private mutating func seal(_ message: Message, for session: UInt64, from sender: Int) {
        // With the newest key that is wanted.
        let goal = goals[sender]?.filter { $0.session == session && has(sender, $0) }.max {
            ($0.round, $0.generation) < ($1.round, $1.generation)
        }
        let received = Message.Received(
            sender: configurations[sender].id, boot: boots[sender], message: message,
            binding: goal.map { KeyEpoch.binding(of: $0.agreement) })
        for other in configurations.indices where other != sender {
            guard keyrings[other]?.contains(where: { $0.session == session }) == true else { continue }
            mail.append(Delivery(to: other, event: .message(received), canBeLost: true))
        }
    }

    private mutating func keep(_ wanted: [KeyRequest], by index: Int) {
        goals[index] = wanted
        keyrings[index]?.removeAll { held in !wanted.contains { $0.session == held.session } }
        for goal in wanted where goal.leads && !has(index, goal) {
            var mixer = SeededGenerator(
                seed: goal.session ^ UInt64(goal.round) << 8 ^ UInt64(goal.generation))
            let major = UInt16.random(in: 1...UInt16.max, using: &mixer)
            var epoch = KeyEpoch(
                session: goal.session, round: goal.round, generation: goal.generation, major: major,
                minors: [:], binding: KeyEpoch.binding(of: goal.agreement))
            for (place, member) in goal.members.enumerated() { epoch.minors[member] = UInt16(place + 11) }
            give(epoch, to: index)
        }
    }

    private func has(_ index: Int, _ goal: KeyRequest) -> Bool {
        keyrings[index]?.contains {
            $0.session == goal.session && $0.round == goal.round && $0.generation == goal.generation
                && $0.binding == KeyEpoch.binding(of: goal.agreement)
        } ?? false
    }

    private mutating func give(_ epoch: KeyEpoch, to index: Int) {
        keyrings[index, default: []].append(epoch)
        mail.append(Delivery(to: index, event: .trust(.keyed(epoch)), canBeLost: false))
    }

    /// Everything that arrives with this step.
    package mutating func arrivals(absent: Set<Int>) -> [Delivery] {
        steps += 1
        watch(absent)
        shareKeys(absent)
        authenticate(absent)
        for (sender, poster) in posters.sorted(by: { $0.key < $1.key }) where !absent.contains(sender) {
            let isUrgent = poster.message.audience == .lobby(isUrgent: true) && steps % 2 == 0
            for other in configurations.indices where other != sender && !absent.contains(other) {
                guard poster.seen[other] != poster.number || isUrgent else { continue }
                let received = Message.Received(
                    sender: configurations[sender].id, boot: boots[sender], message: poster.message)
                mail.append(Delivery(to: other, event: .message(received), canBeLost: true))
            }
        }
        defer { mail = [] }
        return mail.filter { !absent.contains($0.to) }
    }

    /// A delivery was not lost.
    package mutating func arrived(_ delivery: Delivery) {
        guard case .message(let received) = delivery.event, let sender = index(received.sender),
            let poster = posters[sender], poster.message == received.message
        else { return }
        posters[sender]?.seen[delivery.to] = poster.number
    }

    /// Who is silent for ten seconds has vanished, for the others and the others for it.
    private mutating func watch(_ absent: Set<Int>) {
        for index in configurations.indices {
            guard absent.contains(index) else {
                unheardSince[index] = nil
                if vanished.remove(index) != nil {
                    for other in posters.keys { posters[other]?.seen[index] = nil }
                    posters[index]?.seen = [:]
                }
                continue
            }
            let since = unheardSince[index] ?? steps
            unheardSince[index] = since
            guard steps - since > 200, vanished.insert(index).inserted else { continue }
            for other in configurations.indices where other != index {
                let gone = TrustEvent.vanished(configurations[index].id)
                mail.append(Delivery(to: other, event: .trust(gone), canBeLost: false))
            }
        }
    }

    private mutating func shareKeys(_ absent: Set<Int>) {
        for (holder, wanted) in goals.sorted(by: { $0.key < $1.key }) where !absent.contains(holder) {
            for goal in wanted where has(holder, goal) {
                guard
                    let epoch = keyrings[holder]?.first(where: {
                        $0.session == goal.session
                            && $0.round == goal.round && $0.generation == goal.generation
                            && $0.binding == KeyEpoch.binding(of: goal.agreement)
                    })
                else { continue }
                for member in goal.members {
                    guard let other = index(member), other != holder, !absent.contains(other),
                        !has(other, goal)
                    else { continue }
                    give(epoch, to: other)
                }
            }
        }
    }

    private mutating func authenticate(_ absent: Set<Int>) {
        for one in configurations.indices {
            for other in configurations.indices where other > one {
                let pair = [one, other]
                let both =
                    wanted[one]?.contains(configurations[other].id) == true
                    && wanted[other]?.contains(configurations[one].id) == true
                if both, !isEstranged, absent.isDisjoint(with: pair), authenticated.insert(pair).inserted {
                    let hands = [(one, configurations[other].id), (other, configurations[one].id)]
                    for (index, id) in hands {
                        mail.append(Delivery(to: index, event: .trust(.authenticated(id)), canBeLost: false))
                    }
                } else if !both, authenticated.contains(pair) {
                    part(pair)
                }
            }
        }
    }
}
