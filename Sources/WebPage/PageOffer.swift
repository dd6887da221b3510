import Runtime

/// What a station's page is served with.
package struct PageOffer: Sendable {
    package var port: Int
    package var desk: PageRouter
    package var setting = PageSetting()
    package var shelf = PageShelf()
    /// Told the port when it listens.
    package var listens: @Sendable (Int) -> Void = { _ in }

    package init(
        port: Int,
        desk: PageRouter,
        setting: PageSetting = PageSetting(),
        shelf: PageShelf = PageShelf(),
        listens: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.port = port
        self.desk = desk
        self.setting = setting
        self.shelf = shelf
        self.listens = listens
    }

    /// What the machine is called on its network; nothing where that cannot be read.
    package static var machineNames: [String] {
        guard let bytes = try? BoundedFile.read("/proc/sys/kernel/hostname", atMost: 256) else { return [] }
        let name = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        return name.isEmpty ? [] : [name]
    }
}
