import Determinism
package import Game
import HCI
import Wire

/// A journal's lines, one after the other, and none before the seal behind it was found to fit: what is
/// handed out is what was written. Only the lines behind the last seal, where a program was killed or a
/// plug pulled, have to be taken as they are.
package struct JournalReader: Sendable {
    package enum Line: Sendable {
        case event(Event, at: Duration)
        /// What the station did, as `JournalEffects` writes it.
        case effect(ArraySlice<UInt8>)
        /// The fingerprint of all effects up to here.
        case seal(UInt64)
        case end(String)
    }

    /// What stands in front of the first event.
    package struct Head: Sendable {
        var program = ""
        var station = ""
        fileprivate(set) var beginning = Journal.Beginning.configuration([])

        package init(
            program: String = "",
            station: String = "",
            beginning: Journal.Beginning = Journal.Beginning.configuration([])
        ) {
            self.program = program
            self.station = station
            self.beginning = beginning
        }
    }

    private(set) var head = Head()
    /// The number of the line that was handed out last, from 1.
    private(set) var number = 0
    /// Whether the text ends in the middle of a line; that piece is left out.
    let isCutOff: Bool

    private let bytes: [UInt8]
    /// Whole lines, without their line feeds.
    private let lines: [Range<Int>]
    /// Lines in front of this one belong to a stretch whose seal fits.
    private var checked = 0
    private var text = Digest()
    private var events = JournalEvents()

    /// Reads everything in front of the first event.
    ///
    /// - Parameter bytes: the whole file; how long it may be is for the caller to bound.
    package init(_ bytes: [UInt8]) throws(JournalTrouble) {
        self.bytes = bytes
        var lines: [Range<Int>] = []
        var start = 0
        for (place, byte) in bytes.enumerated() where byte == .lineFeed {
            lines.append(start..<place)
            start = place + 1
        }
        self.lines = lines
        isCutOff = start < bytes.count
        try readHead()
    }

    /// How many lines there are.
    var count: Int { lines.count }

    /// The next line; nil at the end.
    package mutating func next() throws(JournalTrouble) -> Line? {
        while number < lines.count {
            if number >= checked { try check() }
            let place = number
            number += 1
            do throws(Malformed) {
                if let line = try read(place) { return line }
            } catch {
                // The stretch is not sealed, or was sealed by a program that wrote what we do not read.
                var stretch = DamagedStretch(lines: number...number)
                stretch.add(number, "\(error)")
                throw .damaged(stretch, more: 0)
            }
        }
        return nil
    }

    // MARK: - The head

    private mutating func readHead() throws(JournalTrouble) {
        let magic = Array("\(Journal.magic) ".utf8)
        guard let first = lines.first, bytes[first].starts(with: magic) else { throw .noJournal }
        let version = String(decoding: bytes[first].dropFirst(magic.count), as: UTF8.self)
        guard version == "\(Journal.format)" else {
            throw version.utf8.count <= 9 && Int(version) != nil ? .otherFormat(version) : .noJournal
        }
        guard let seal = sealAfter(0), seal == 4, (try? check()) != nil else { throw .damagedHead }
        head.program = try headLine(1, "program ")
        head.station = try headLine(2, "station ")
        let beginning = bytes[lines[3]]
        if let json = Self.rest(of: beginning, after: "snapshot ") {
            head.beginning = .snapshot(Array(json))
        } else if let json = Self.rest(of: beginning, after: "start ") {
            head.beginning = .configuration(Array(json))
        } else {
            throw .damagedHead
        }
        number = seal + 1
    }

    private func headLine(_ place: Int, _ word: String) throws(JournalTrouble) -> String {
        guard let rest = Self.rest(of: bytes[lines[place]], after: word) else { throw .damagedHead }
        return String(decoding: rest, as: UTF8.self)
    }

    private static func rest(of line: ArraySlice<UInt8>, after word: String) -> ArraySlice<UInt8>? {
        line.starts(with: word.utf8) ? line.dropFirst(word.utf8.count) : nil
    }

    // MARK: - Seals

    /// The line of the next seal at or behind `place`.
    private func sealAfter(_ place: Int) -> Int? {
        lines[place...].firstIndex { bytes[$0].first == UInt8(ascii: "=") }
    }

    /// Checks the stretch that begins with the line `checked`; the last one, without a seal, is taken as
    /// it is.
    private mutating func check() throws(JournalTrouble) {
        let first = checked
        guard let seal = sealAfter(first) else {
            checked = lines.count
            return
        }
        guard fits(from: first, to: seal) else { throw damage(from: first, to: seal) }
        checked = seal + 1
    }

    /// Whether the seal fits what stands in front of it, from the line behind the last one. Afterwards
    /// the next stretch can be looked at, whatever this one was like.
    private mutating func fits(from first: Int, to seal: Int) -> Bool {
        var fields = JournalFields(bytes[lines[seal]].dropFirst(2))
        guard (try? fields.hexadecimal64()) != nil else { return false }
        let stated = fields.remainder()
        text.fold(bytes[lines[first].lowerBound..<stated.startIndex])
        var fingerprint: [UInt8] = []
        fingerprint.append(hexadecimal: text.value)
        return stated.elementsEqual(fingerprint)
    }

    /// What is wrong with a stretch whose seal does not fit, and with how many after it.
    private func damage(from first: Int, to seal: Int) -> JournalTrouble {
        var reader = self
        var stretch = DamagedStretch(lines: first + 1...seal + 1)
        for place in first...seal {
            do throws(Malformed) {
                _ = try reader.read(place)
            } catch {
                stretch.add(place + 1, "\(error)")
            }
        }
        var more = 0
        var place = seal + 1
        // The seal that did not fit says from where its successor goes on; a broken one spoils that as well.
        reader.resume(at: seal)
        while place < lines.count, let next = sealAfter(place) {
            if !reader.fits(from: place, to: next) {
                more += 1
                reader.resume(at: next)
            }
            place = next + 1
        }
        return .damaged(stretch, more: more)
    }

    private mutating func resume(at seal: Int) {
        var fields = JournalFields(bytes[lines[seal]].dropFirst(2))
        guard (try? fields.hexadecimal64()) != nil, let stated = try? fields.hexadecimal64() else { return }
        text = Digest(value: stated)
    }

    // MARK: - Lines

    /// One line; nil for one that only says what others mean.
    private mutating func read(_ place: Int) throws(Malformed) -> Line? {
        let line = bytes[lines[place]]
        var fields = JournalFields(line)
        switch line.first {
        case UInt8(ascii: ">"):
            guard let text = Self.rest(of: line, after: "> ") else { throw fields.malformed("nothing done") }
            return .effect(text)
        case UInt8(ascii: "="):
            _ = try fields.word()
            let effects = try fields.hexadecimal64()
            _ = try fields.hexadecimal64()
            try fields.end()
            return .seal(effects)
        case UInt8(ascii: "b"):
            guard Self.isWord(try fields.word(), "beacon") else { throw fields.malformed("no such line") }
            try events.readBeacon(&fields)
            return nil
        case UInt8(ascii: "e"):
            guard Self.isWord(try fields.word(), "end") else { throw fields.malformed("no such line") }
            let why = String(decoding: fields.remainder(), as: UTF8.self)
            guard Journal.Ending(rawValue: why) != nil || why.hasPrefix(Journal.incompleteMark) else {
                throw fields.malformed("no such end")
            }
            return .end(why)
        default:
            let time = try fields.time()
            return .event(try events.readEvent(&fields), at: time)
        }
    }

    private static func isWord(_ word: ArraySlice<UInt8>, _ expected: StaticString) -> Bool {
        var bytes: [UInt8] = []
        bytes.append(expected)
        return word.elementsEqual(bytes)
    }
}
