import Game
import Glibc
import Logging
import NIOPosix
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
    /// Files that were looked at; then all are looked at anew.
    private static let looksAtMost = 64

    private struct State {
        /// What was found out about each file: a refusal is told once.
        var looked: [UpdateFile: UpdateOffer?] = [:]
        var offered: UpdateFile?
        var progress = PageSetting.Update()
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
            if let news = try? await NIOThreadPool.singleton.runIfActive({ look() }) { tell(news) }
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
                    shared.state.withLock { state in
                        state.offered = file
                        state.progress.offer = offer.version
                    }
                    return .found(offer)
                }
            }
        }
        return shared.state.withLock { state in
            guard let offered = state.offered, !there.contains(offered) else { return nil }
            (state.offered, state.progress.offer) = (nil, nil)
            state.looked[offered] = nil
            return .gone
        }
    }

    /// What is new and may be taken; nil for a file that was looked at before, or is refused.
    private func offer(_ file: UpdateFile, _ origin: UpdateOffer.Origin) -> UpdateOffer? {
        let isNew = shared.state.withLock { state in
            if state.looked.count >= Self.looksAtMost { state.looked = [:] }
            guard state.looked[file] == nil else { return false }
            state.looked[file] = .some(nil)
            return true
        }
        guard isNew else { return nil }
        do throws(UpdateRefusal) {
            let header = try file.header(keys: card.keys, facts: facts)
            guard header.rootDigits != card.bad else {
                logger.warning("update: \(file.path) did not work on this card: it is not taken again")
                return nil
            }
            let offer = UpdateOffer(origin: origin, version: header.version.description)
            shared.state.withLock { $0.looked[file] = offer }
            return offer
        } catch {
            logger.warning("update: \(file.path): \(error)")
            shared.state.withLock { $0.progress.trouble = "\(error)" }
            return nil
        }
    }

    /// Does what the station has decided; what comes of it is told.
    func run(_ order: UpdateOrder, tell: @escaping @Sendable (UpdateNews) -> Void) {
        switch order {
        case .restart:
            logger.notice("update: starting again")
            restart.off { [logger] complaint in logger.error("update: \(complaint)") }
        case .take:
            guard let file = shared.state.withLock({ $0.offered }) else { return tell(.failed) }
            do {
                _ = try DedicatedThread { tell(send(file)) }
            } catch {
                tell(.failed)
            }
        }
    }

    private func send(_ file: UpdateFile) -> UpdateNews {
        do throws(UpdateRefusal) {
            let door = try UpdateDoor(card.door)
            return end(
                file.send(
                    to: door, pauses: { shared.isPlaying.load(ordering: .relaxed) },
                    tell: { percent in shared.state.withLock { $0.progress.percent = percent } }))
        } catch {
            return end(.refused("\(error)"))
        }
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
        shared.state.withLock { $0.progress = PageSetting.Update(percent: 0) }
        return PageUpload(
            take: { bytes in
                let isTaken = try? await NIOThreadPool.singleton.runIfActive {
                    while shared.isPlaying.load(ordering: .relaxed) { usleep(200_000) }
                    let isTaken = door.send(bytes)
                    listen(door, waits: false)
                    return isTaken
                }
                return isTaken ?? false
            },
            end: {
                let report = try? await NIOThreadPool.singleton.runIfActive {
                    door.finish()
                    return listen(door, waits: true)
                }
                let ending = (report ?? nil) ?? .refused(UpdateRefusal.busy.description)
                let news = end(ending)
                if news == .taken { tell(.taken) }
                guard case .refused(let sentence) = ending else { return nil }
                return sentence
            })
    }

    /// - Returns: the last report that says how it ended.
    @discardableResult private func listen(_ door: UpdateDoor, waits: Bool) -> UpdateReport? {
        var last: UpdateReport?
        while let report = door.report(waits: waits) {
            if case .percent(let percent) = report {
                shared.state.withLock { $0.progress.percent = percent }
            } else {
                last = report
            }
        }
        return last
    }
}
