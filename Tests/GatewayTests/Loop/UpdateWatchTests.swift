import Cards
import Glibc
import Logging
import NIOCore
import Support
import Synchronization
import Testing
import WebClient

@testable import Game
@testable import Gateway
@testable import PeerNetwork
@testable import Runtime
@testable import Updates
@testable import WebPage

/// Updates by each way, with the installer and the scripts of a card behind them.
@Suite(.timeLimit(.minutes(10)))
struct UpdateWatchTests {
    private static func watch(_ fake: FakeCard) throws -> UpdateWatch {
        var watch = try #require(UpdateWatch(fake.card, logger: Logger(label: "test")))
        watch.drive = "\(fake.path)/drive"
        watch.sticks = "\(fake.path)/sticks"
        return watch
    }

    /// The next that it tells.
    private static func next(_ watch: UpdateWatch) async -> UpdateNews? {
        let news = AsyncStream.makeStream(of: UpdateNews.self)
        let running = Task { await watch.run { news.continuation.yield($0) } }
        defer { running.cancel() }
        for await one in news.stream { return one }
        return nil
    }

    private static func taken(_ watch: UpdateWatch, _ offer: UpdateOffer) async -> UpdateNews? {
        let news = AsyncStream.makeStream(of: UpdateNews.self)
        watch.run(.take(offer)) { news.continuation.yield($0) }
        for await one in news.stream { return one }
        return nil
    }

    /// What the second root holds: the update, and its header at the end.
    private static func expectTaken(_ update: SignedUpdate, _ fake: FakeCard) throws {
        let slot = try fake.read("parts/484f5443-03")
        #expect(Array(slot.prefix(update.root.count)) == update.root)
        #expect(Array(slot.suffix(UpdateHeader.byteCount)) == (try update.header()))
        let disk = String(decoding: try fake.read("disk").filter { $0 != 0 }, as: UTF8.self)
        #expect(disk.contains("primary b\n"))
        #expect(disk.contains("\nb trial 0 \(update.root.count) "))
    }

    @Test func oneOnTheDriveIsFoundAndTaken() async throws {
        let fake = try FakeCard()
        try fake.open()
        defer { fake.shut() }
        let update = SignedUpdate(kernel: fake.kernel)
        try fake.write(try update.bytes(), "drive/hotcold-0.2.0.update")
        let watch = try Self.watch(fake)
        let offer = UpdateOffer(origin: .card, version: "0.2.0")
        #expect(await Self.next(watch) == .found(offer))
        #expect(watch.progress.offer == "0.2.0")
        #expect(await Self.taken(watch, offer) == .taken)
        #expect(watch.progress.taken == "0.2.0")
        try Self.expectTaken(update, fake)
    }

    @Test func aStickIsOfferedAndForgottenWhenItIsPulledOut() async throws {
        let fake = try FakeCard()
        let stick = try TemporaryFolder()
        #expect(unsafe symlink(stick.path, "\(fake.path)/sticks/sda1") == 0)
        defer { fake.remove("sticks/sda1") }
        let bytes = try SignedUpdate(kernel: fake.kernel).bytes()
        try BoundedFile.write(bytes, as: "new.update", in: stick.path)
        let watch = try Self.watch(fake)
        #expect(await Self.next(watch) == .found(UpdateOffer(origin: .stick, version: "0.2.0")))
        unsafe unlink("\(stick.path)/new.update")
        #expect(await Self.next(watch) == .gone(UpdateOffer(origin: .stick, version: "0.2.0")))
    }

    /// Neither what somebody else has signed, nor what runs, nor what did not work.
    @Test func whatIsNotForThisCardIsNotOffered() async throws {
        let fake = try FakeCard()
        var bad = SignedUpdate(version: "0.3.0", kernel: fake.kernel)
        bad.root[0] ^= 1
        let header = try UpdateHeader(decoding: try bad.header())
        try fake.write(Array("\(header.rootDigits)\n".utf8), "run/slot/bad")
        try fake.write(try bad.bytes(), "drive/1.update")
        let stranger = SignedUpdate(version: "0.3.0", kernel: fake.kernel, signer: SignedUpdate.stranger)
        try fake.write(try stranger.bytes(), "drive/2.update")
        try fake.write(
            try SignedUpdate(version: "0.1.0", kernel: fake.kernel, built: 100).bytes(), "drive/3.update")
        try fake.write(try SignedUpdate(version: "0.9.0", kernel: "other").bytes(), "drive/4.update")
        try fake.write(Array("no update".utf8), "drive/5.update")
        try fake.write(try SignedUpdate(version: "0.2.0", kernel: fake.kernel).bytes(), "drive/6.update")
        let watch = try Self.watch(fake)
        #expect(await Self.next(watch) == .found(UpdateOffer(origin: .card, version: "0.2.0")))
        #expect(watch.progress.trouble != nil)
    }

    @Test func withoutACardThereAreNoUpdates() throws {
        let folder = try TemporaryFolder()
        #expect(UpdateWatch(Card(run: folder.path), logger: Logger(label: "test")) == nil)
    }

    @Test func whatTheInitrdFoundOutIsTold() async throws {
        let fake = try FakeCard()
        try fake.write(Array("fell-back\n".utf8), "run/slot/told")
        #expect(await Self.next(try Self.watch(fake)) == .fellBack)
        try fake.write(Array("trial\n".utf8), "run/slot/told")
        #expect(await Self.next(try Self.watch(fake)) == .renewed)
    }

    /// A page with what updates need of it, until `body` has come to its end.
    private static func serving(_ watch: UpdateWatch, _ body: (Int) async throws -> Void) async throws {
        let listening = AsyncStream.makeStream(of: Int.self)
        var shelf = PageShelf()
        shelf.running = { await watch.running() }
        shelf.updates = { await watch.upload { _ in } }
        let service = PageService(
            PageRouter(PageAssets([:]), lock: PageLock(.open, pin: [1, 2, 3, 4])), window: PageEventHub {},
            shelf: shelf
        ) { _ in }
        let server = PageServer(
            service: service, port: 0, logger: Logger(label: "test"), address: "127.0.0.1",
            listens: { listening.continuation.yield($0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.run() }
            for await port in listening.stream {
                try await body(port)
                break
            }
            group.cancelAll()
        }
    }

    @Test func anotherStationHandsOnWhatItRuns() async throws {
        let older = try FakeCard()
        try older.open()
        defer { older.shut() }
        let newer = try FakeCard(version: "0.2.0", built: 200)
        let other = StationID(value: 7)
        try await Self.serving(try Self.watch(newer)) { port in
            var watch = try Self.watch(older)
            watch.page = port
            watch.neighbours(
                [other: Endpoint(address: [127, 0, 0, 1], port: 1)], now: .seconds(20))
            let offer = UpdateOffer(origin: .station(other), version: "0.2.0")
            #expect(await Self.next(watch) == .found(offer))
            #expect(await Self.taken(watch, offer) == .taken)
        }
        try Self.expectTaken(SignedUpdate(version: "0.2.0", kernel: newer.kernel, built: 200), older)
    }

    /// As many as there are threads in the pool that a page reads with, and more: none waits for another.
    @Test func manyThatAskAtOnceAreAllTold() async throws {
        let newer = try FakeCard(version: "0.2.0", built: 200)
        let older = try FakeCard()
        let other = StationID(value: 7)
        try await Self.serving(try Self.watch(newer)) { port in
            try await withThrowingTaskGroup(of: UpdateNews?.self) { group in
                for _ in 0..<2 * System.coreCount {
                    var watch = try Self.watch(older)
                    watch.page = port
                    watch.neighbours(
                        [other: Endpoint(address: [127, 0, 0, 1], port: 1)], now: .seconds(20))
                    group.addTask { [watch] in await Self.next(watch) }
                }
                for try await news in group {
                    #expect(news == .found(UpdateOffer(origin: .station(other), version: "0.2.0")))
                }
            }
        }
    }

    @Test func whoIsNotNewerIsNotAskedAbout() async throws {
        let one = try FakeCard(version: "0.2.0", built: 200)
        let other = try FakeCard(version: "0.2.0", built: 200)
        try await Self.serving(try Self.watch(other)) { port in
            var watch = try Self.watch(one)
            watch.page = port
            watch.neighbours(
                [StationID(value: 7): Endpoint(address: [127, 0, 0, 1], port: 1)], now: .seconds(20))
            let update = SignedUpdate(version: "0.3.0", kernel: one.kernel)
            try one.write(try update.bytes(), "drive/later.update")
            #expect(await Self.next(watch) == .found(UpdateOffer(origin: .card, version: "0.3.0")))
        }
    }

    @Test func thePageTakesOneAndSaysWhyItDoesNot() async throws {
        let fake = try FakeCard()
        try fake.open()
        defer { fake.shut() }
        let watch = try Self.watch(fake)
        let good = SignedUpdate(kernel: fake.kernel)
        let forged = SignedUpdate(kernel: fake.kernel, signer: SignedUpdate.stranger)
        try await Self.serving(watch) { port in
            let refused = try await WebClient.send(port, "/api/update", try forged.bytes())
            #expect(refused.hasPrefix("HTTP/1.1 409"))
            #expect(refused.contains("not signed by the maker of this card"))
            let short = try await WebClient.send(port, "/api/update", Array(try good.bytes().dropLast(9)))
            #expect(short.contains("cut short"))
            #expect(try await WebClient.send(port, "/api/update", try good.bytes()).hasPrefix("HTTP/1.1 204"))
        }
        #expect(watch.progress.taken == "0.2.0")
        try Self.expectTaken(good, fake)
    }

    /// Somebody leaves the page in the middle: the way is free again at once.
    @Test(arguments: [70_000, 1_200_000])
    func whatIsBrokenOffIsForgotten(bytes: Int) async throws {
        let fake = try FakeCard()
        try fake.open()
        defer { fake.shut() }
        let watch = try Self.watch(fake)
        let update = try SignedUpdate(kernel: fake.kernel).bytes()
        try await Self.serving(watch) { port in
            try await WebClient.breakOff(
                port, "/api/update", Array(update.prefix(bytes)), of: update.count)
            #expect(try await WebClient.send(port, "/api/update", update).hasPrefix("HTTP/1.1 204"))
        }
        #expect(watch.progress.taken == "0.2.0")
    }

    /// What was asked about is taken, whatever was found since.
    @Test func whatWasAskedAboutIsTaken() async throws {
        let fake = try FakeCard()
        try fake.open()
        defer { fake.shut() }
        let asked = SignedUpdate(kernel: fake.kernel)
        try fake.write(try asked.bytes(), "drive/a.update")
        let watch = try Self.watch(fake)
        let offer = UpdateOffer(origin: .card, version: "0.2.0")
        #expect(await Self.next(watch) == .found(offer))
        var later = SignedUpdate(version: "0.3.0", kernel: fake.kernel)
        later.root[0] ^= 1
        try fake.write(try later.bytes(), "drive/b.update")
        #expect(await Self.next(watch) == .found(UpdateOffer(origin: .card, version: "0.3.0")))
        #expect(await Self.taken(watch, offer) == .taken)
        try Self.expectTaken(asked, fake)
    }

    /// Nobody's round is played over an upload.
    @Test func noUploadIsTakenInARound() async throws {
        let fake = try FakeCard()
        try fake.open()
        defer { fake.shut() }
        let watch = try Self.watch(fake)
        let update = SignedUpdate(kernel: fake.kernel)
        watch.isPlaying(true)
        try await Self.serving(watch) { port in
            #expect(try await WebClient.send(port, "/api/update", try update.bytes()) == "")
            #expect(watch.progress.trouble == "A round is on: send the update after it.")
            #expect(try await WebClient.talk(port, WebClient.get("/api/update")).hasPrefix("HTTP/1.1 404"))
            watch.isPlaying(false)
            let taken = try await WebClient.send(port, "/api/update", try update.bytes())
            #expect(taken.hasPrefix("HTTP/1.1 204"))
        }
        #expect(watch.progress.trouble == nil)
    }

    /// Without an installer nothing is lost but the update.
    @Test func aClosedDoorIsToldInASentence() async throws {
        let fake = try FakeCard()
        try fake.write(try SignedUpdate(kernel: fake.kernel).bytes(), "drive/new.update")
        let watch = try Self.watch(fake)
        let offer = UpdateOffer(origin: .card, version: "0.2.0")
        #expect(await Self.next(watch) == .found(offer))
        #expect(await Self.taken(watch, offer) == .failed)
        #expect(
            watch.progress.trouble?.hasSuffix(".") == true || watch.progress.trouble?.hasSuffix(")") == true)
    }
}
