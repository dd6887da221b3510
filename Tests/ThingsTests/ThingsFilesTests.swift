import Testing

@testable import Things

struct ThingsFilesTests {
    /// A disk, after what a desk has done.
    private static func disk() -> ([String: [UInt8]], ThingsDesk) {
        let desk = ThingsDeskTests.desk()
        var files: [String: [UInt8]] = [:]
        let orders: [ThingsOrder] = [
            .person("Anna", colour: 3), .write("oil change", of: ""), .write("read", of: "Anna"),
        ]
        let outputs =
            orders.flatMap { desk.order($0, ThingsDeskTests.free, now: .zero) } + desk.joined([7, 8])
        for case .save(let name, let bytes) in outputs { files[name] = bytes }
        return (files, desk.value)
    }

    @Test func whatIsKeptIsReadAgain() {
        let (files, desk) = Self.disk()
        #expect(files.keys.sorted() == ["things", "things-2026-11"])
        let (book, marks) = ThingsFiles.load({ files[$0] }) { Issue.record("\($0)") }
        #expect(book == desk.book)
        #expect(marks == desk.marks)
        #expect(marks.partners == [7, 8])
    }

    /// Cut or flipped wherever it may be: what can be read is used, and it is told.
    @Test func aDamagedFileCostsItself() {
        let (files, desk) = Self.disk()
        for name in files.keys.sorted() {
            guard let bytes = files[name] else { continue }
            for count in 0..<bytes.count {
                var damaged = files
                damaged[name] = Array(bytes.prefix(count))
                var told: [String] = []
                let (book, _) = ThingsFiles.load({ damaged[$0] }) { told.append($0) }
                if told.isEmpty, name != ThingsFiles.headName {
                    // Cut between two records, it is a shorter book.
                    #expect(book.records.count < desk.book.records.count)
                }
            }
            for bit in 0..<bytes.count * 8 {
                var damaged = files
                damaged[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
                _ = ThingsFiles.load({ damaged[$0] }) { _ in }
            }
        }
        var lost = files
        lost["things-2026-11"] = nil
        var told: [String] = []
        let (book, _) = ThingsFiles.load({ lost[$0] }) { told.append($0) }
        #expect(told == ["things-2026-11"])
        #expect(book.persons(on: ThingsBookTests.day).map(\.name) == ["Anna"])
    }

    @Test func noFileIsAnEmptyBook() {
        let (book, marks) = ThingsFiles.load({ _ in nil }) { Issue.record("\($0)") }
        #expect(book.isEmpty)
        #expect(marks == ThingsMarks())
    }
}
