/// What a station's page is served with.
struct PageOffer: Sendable {
    var port: Int
    var desk: PageDesk
    var setting = PageSetting()
    var shelf = PageShelf()
    /// Told the port when it listens.
    var listens: @Sendable (Int) -> Void = { _ in }

    var acting: PageActing { desk.lock.acting }

    /// What the machine is called on its network; nothing where that cannot be read.
    static var machineNames: [String] {
        guard let bytes = try? BoundedFile.read("/proc/sys/kernel/hostname", atMost: 256) else { return [] }
        let name = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        return name.isEmpty ? [] : [name]
    }
}
