import Wire

/// The advertisements in a btsnoop file: its records, taken through the same parser as what a controller
/// sends.
package struct SnoopReports: Sendable {
    /// How many adapters a monitor may show at once; reports of any others are refused.
    static let adaptersAtMost = 16

    private let link: SnoopLink
    /// Each adapter's own, because the pieces of an advertisement come through one.
    private var assemblers: [UInt16: ReportAssembler] = [:]

    /// For the records of a file with that link.
    package init(_ link: SnoopLink) {
        self.link = link
    }

    /// The advertisements that end with this record, good ones only, and what is wrong with the record if
    /// anything is. Everything that is no advertising report gives nothing.
    package mutating func read(_ record: SnoopRecord) -> (good: [Advertisement], damage: SnoopDamage?) {
        guard let packet = record.event(link) else { return ([], nil) }
        do throws(Malformed) {
            guard case .reports(let reports, let malformed) = try HCIEvent(packet: packet) else {
                return ([], nil)
            }
            let adapter = record.adapter(link)
            guard var assembler = assemblers[adapter] ?? newAssembler() else {
                return ([], damage(record, "it came through adapter \(adapter), one of too many"))
            }
            let whole = reports.compactMap { assembler.add($0) }
            assemblers[adapter] = assembler
            return (whole, malformed == 0 ? nil : damage(record, "\(malformed) of its reports are damaged"))
        } catch {
            let why = record.isCut ? "only the beginning of the event was kept" : "\(error) of the event"
            return ([], damage(record, why))
        }
    }

    private func newAssembler() -> ReportAssembler? {
        assemblers.count < Self.adaptersAtMost ? ReportAssembler() : nil
    }

    private func damage(_ record: SnoopRecord, _ why: String) -> SnoopDamage {
        SnoopDamage(number: record.number, offset: record.offset, why: why)
    }
}
