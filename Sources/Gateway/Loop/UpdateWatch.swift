import Game
import Glibc
import Logging
import NIOPosix
import PeerNetwork
import Runtime
import Synchronization
import Updates
import WebPage

/// Looks for updates on the card and on sticks, and hands one to the installer when the station says so. An
/// edge: which of them is taken, and when, the station decides.
struct UpdateWatch: Sendable {
    /// Where a stick is mounted, each in a folder of its own: hotcold-stick@.service.
    static let sticks = "/run/hotcold-sticks"
    /// The boot partition, which any computer opens.
    static let drive = "/boot/firmware"
    private static let looksEvery = Duration.seconds(2)
    /// Files that were looked at, and updates that were found; then all are looked at anew.
    private static let looksAtMost = 64

    /// Somebody who runs something newer is asked again so much later.
    private static let asksAgainAfter = Duration.seconds(600)
    private static let answersWithin = Duration.seconds(30)
    private static let hearsOfOthersEvery = Duration.seconds(5)
    /// Stations that were asked; then all are asked anew.
    private static let asksAtMost = 256

    /// Where an update that is offered lies.
    private enum Source: Equatable {
        case file(UpdateFile)
        case station(address: String)
    }

    private struct State {
        /// Files that were looked at: what came of each is told once.
        var looked: Set<UpdateFile> = []
        /// Where each update lies that the station was told of.
        var offered: [UpdateOffer: Source] = [:]
        /// Other stations on the network, by their addresses there.
        var neighbours: [StationID: String] = [:]
        /// When each was asked, on the station's clock.
        var askedAt: [StationID: Duration] = [:]
        var progress = PageSetting.Update()
        /// The station's clock, when others were told of last.
        var now: Duration?
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
        let isPlaying = Atomic<Bool>(false)
    }

    let card: Card
    let facts: CardFacts
    let logger: Logger
    var drive = Self.drive
    var sticks = Self.sticks
    /// The port of the others' pages: as our own.
    var page = 8_080
    var restart = MachineSwitch(words: ["/usr/bin/systemctl", "reboot"])
    private let shared = Shared()

    /// Nil where this system was not started from a card with two roots.
    init?(_ card: Card = Card(), logger: Logger) {
        guard let facts = card.facts() else { return nil }
        self.card = card
        self.facts = facts
        self.logger = logger
    }

    /// How far it is, for the page.
    var progress: PageSetting.Update { shared.state.withLock { $0.progress } }

    /// An update waits for a round that is on.
    func isPlaying(_ isPlaying: Bool) { shared.isPlaying.store(isPlaying, ordering: .relaxed) }

    /// Until the task is cancelled.
    func run(tell: @escaping @Sendable (UpdateNews) -> Void) async {
        switch card.news {
        case .nothing: break
        case .trial: tell(.renewed)
        case .fellBack: tell(.fellBack)
        }
        while !Task.isCancelled {
            if let news = try? await NIOThreadPool.singleton.runIfActive({ look() }) {
                tell(news)
            } else if let news = await askNext() {
                tell(news)
            }
            try? await Task.sleep(for: Self.looksEvery, tolerance: .seconds(1))
        }
    }

    /// What has changed; nil for nothing.
    private func look() -> UpdateNews? {
        let folders =
            [(drive, UpdateOffer.Origin.card)] + Folder.names(sticks).map { ("\(sticks)/\($0)", .stick) }
        var there: [UpdateFile] = []
        for (folder, origin) in folders {
            for file in Card.files(in: folder).compactMap({ UpdateFile($0) }) {
                there.append(file)
                if let offer = offer(file, origin) {
                    self.offer(offer, at: .file(file))
                    return .found(offer)
                }
            }
        }
        return shared.state.withLock { state in
            for (offer, source) in state.offered {
                guard case .file(let file) = source, !there.contains(file) else { continue }
                state.offered[offer] = nil
                state.looked.remove(file)
                if state.progress.offer == offer.version { state.progress.offer = nil }
                return .gone(offer)
            }
            return nil
        }
    }

    private func offer(_ offer: UpdateOffer, at source: Source) {
        shared.state.withLock { state in
            if state.offered.count >= Self.looksAtMost { state.offered = [:] }
            state.offered[offer] = source
            state.progress.offer = offer.version
        }
    }

    /// Whether it is time to say again who else is on the network.
    func wantsNeighbours(now: Duration) -> Bool {
        shared.state.withLock { $0.now.map { now - $0 >= Self.hearsOfOthersEvery } ?? true }
    }

    /// Who else is on the network now.
    func neighbours(_ endpoints: [StationID: Endpoint], now: Duration) {
        shared.state.withLock { state in
            state.now = now
            state.neighbours = endpoints.compactMapValues(Self.address)
        }
    }

    private static func address(_ endpoint: Endpoint) -> String? {
        switch endpoint.address.count {
        case 4: endpoint.address.map(String.init).joined(separator: ".")
        // Of one interface alone (RFC 4291, 2.5.6): pages are not asked for by such.
        case 16 where endpoint.address.starts(with: [0xFE, 0x80]): nil
        case 16: IPv6Address(bytes: endpoint.address)?.description
        default: nil
        }
    }

    /// Asks one of the others what it runs, if it is time to. On a thread of its own: the pool has one thread
    /// on a board with one core, and two that ask each other would wait for each other's page.
    private func askNext() async -> UpdateNews? {
        guard let (id, address) = nextToAsk() else { return nil }
        guard case .success(let news) = await DedicatedThread.run({ ask(id, address) }) else { return nil }
        return news
    }

    private func nextToAsk() -> (id: StationID, address: String)? {
        shared.state.withLock { state in
            guard !shared.isPlaying.load(ordering: .relaxed), let now = state.now else { return nil }
            if state.askedAt.count >= Self.asksAtMost { state.askedAt = [:] }
            let due = state.neighbours.filter { id, _ in
                state.askedAt[id].map { now - $0 >= Self.asksAgainAfter } ?? true
            }
            guard let one = due.min(by: { $0.key < $1.key }) else { return nil }
            state.askedAt[one.key] = now
            return (one.key, one.value)
        }
    }

    /// Blocks.
    private func ask(_ id: StationID, _ address: String) -> UpdateNews? {
        var bytes: [UInt8] = []
        do throws(UpdateRefusal) {
            let fetch = try UpdateFetch(
                from: address, port: page, range: 0..<UpdateHeader.byteCount, limit: Self.answersWithin)
            _ = fetch.readAll { more in
                bytes += more
                return bytes.count <= UpdateHeader.byteCount
            }
            let header = try UpdateIntake.header(bytes, keys: card.keys)
            guard facts.isNewer(header), header.rootDigits != card.bad else { return nil }
            let offer = UpdateOffer(origin: .station(id), version: header.version.description)
            self.offer(offer, at: .station(address: address))
            return .found(offer)
        } catch {
            // One without a card, with another maker, or that is gone: nothing to tell people.
            logger.debug("update: \(address): \(error)")
            return nil
        }
    }

    /// What is new and may be taken; nil for a file that was looked at before, or is refused.
    private func offer(_ file: UpdateFile, _ origin: UpdateOffer.Origin) -> UpdateOffer? {
        let isNew = shared.state.withLock { state in
            if state.looked.count >= Self.looksAtMost { state.looked = [] }
            return state.looked.insert(file).inserted
        }
        guard isNew else { return nil }
        do throws(UpdateRefusal) {
            let header = try file.header(keys: card.keys, facts: facts)
            guard header.rootDigits != card.bad else {
                logger.warning("update: \(file.path) did not work on this card: it is not taken again")
                return nil
            }
            return UpdateOffer(origin: origin, version: header.version.description)
        } catch {
            // The file that made this card what it is may lie there for ever.
            let isOld = error.isOld
            logger.log(level: isOld ? .info : .warning, "update: \(file.path): \(error)")
            if !isOld { shared.state.withLock { $0.progress.trouble = "\(error)" } }
            return nil
        }
    }

    /// Does what the station has decided; what comes of it is told.
    func run(_ order: UpdateOrder, tell: @escaping @Sendable (UpdateNews) -> Void) {
        switch order {
        case .restart:
            logger.notice("update: starting again")
            restart.off { [logger] complaint in logger.error("update: \(complaint)") }
        case .take(let offer):
            guard let source = shared.state.withLock({ $0.offered[offer] }) else { return tell(.failed) }
            do {
                _ = try DedicatedThread { tell(send(source)) }
            } catch {
                tell(.failed)
            }
        }
    }

    private func send(_ source: Source) -> UpdateNews {
        do throws(UpdateRefusal) {
            let door = try UpdateDoor(card.door)
            switch source {
            case .file(let file):
                return end(
                    file.send(
                        to: door, pauses: { shared.isPlaying.load(ordering: .relaxed) },
                        tell: progressed))
            case .station(let address):
                let fetch = try UpdateFetch(from: address, port: page)
                _ = fetch.readAll { bytes in
                    waitForRound()
                    let isTaken = door.send(bytes)
                    door.listen(waits: false, tell: progressed)
                    return isTaken
                }
                door.finish()
                return end(
                    door.listen(waits: true, tell: progressed) ?? .refused(UpdateRefusal.busy.description))
            }
        } catch {
            return end(.refused("\(error)"))
        }
    }

    /// Blocks while a round is on.
    private func waitForRound() {
        while shared.isPlaying.load(ordering: .relaxed) { usleep(200_000) }
    }

    /// What runs, for another station; nil where it cannot be handed on, and in a round, which needs the air.
    func running() async -> PageFile? {
        guard !shared.isPlaying.load(ordering: .relaxed) else { return nil }
        let card = card
        let update = try? await NIOThreadPool.singleton.runIfActive { RunningUpdate(card) }
        guard let update = update ?? nil else { return nil }
        return PageFile(
            byteCount: update.byteCount, part: { update.part(from: $0, atMost: $1) },
            read: { update.bytes($0) })
    }

    private func end(_ report: UpdateReport) -> UpdateNews {
        shared.state.withLock { state in
            state.progress.percent = nil
            switch report {
            case .taken(let version):
                state.progress.taken = version.description
                logger.notice("update: version \(version) is on the card, and starts next")
                return .taken
            case .refused(let sentence):
                state.progress.trouble = sentence
                logger.warning("update: \(sentence)")
                return .failed
            case .percent: return .failed
            }
        }
    }

    /// Somebody is about to send one by the page.
    func upload(tell: @escaping @Sendable (UpdateNews) -> Void) async -> PageUpload {
        let door: UpdateDoor
        do {
            door = try await NIOThreadPool.singleton.runIfActive { try UpdateDoor(card.door) }
        } catch {
            let refusal = error as? UpdateRefusal ?? .busy
            return PageUpload(take: { _ in false }, end: { "\(refusal)" })
        }
        shared.state.withLock { ($0.progress.percent, $0.progress.trouble) = (0, nil) }
        return PageUpload(
            take: { bytes in
                // A browser cannot be made to wait for minutes: it is hung up on, and told by the state.
                guard !shared.isPlaying.load(ordering: .relaxed) else { throw UpdateRefusal.roundIsOn }
                return try await NIOThreadPool.singleton.runIfActive {
                    let isTaken = door.send(bytes)
                    door.listen(waits: false, tell: progressed)
                    return isTaken
                }
            },
            end: {
                let report = try? await NIOThreadPool.singleton.runIfActive {
                    door.finish()
                    return door.listen(waits: true, tell: progressed)
                }
                var ending = (report ?? nil) ?? .refused(UpdateRefusal.busy.description)
                if case .refused = ending, shared.isPlaying.load(ordering: .relaxed) {
                    ending = .refused(UpdateRefusal.roundIsOn.description)
                }
                let news = end(ending)
                if news == .taken { tell(.taken) }
                guard case .refused(let sentence) = ending else { return nil }
                return sentence
            })
    }

    private func progressed(_ percent: Int) { shared.state.withLock { $0.progress.percent = percent } }
}
