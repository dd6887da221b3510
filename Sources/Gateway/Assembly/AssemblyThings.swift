import Glibc
import PeerNetwork
import Runtime
import Things

/// Where people's things are kept, and how more of them are brought in.
extension Assembly {
    /// A file that cannot be read costs what is in it; other stations may have it.
    static func things(
        _ settings: Settings, _ storage: Storage, of id: StationID, complain: (String) -> Void
    ) -> ThingsDesk {
        let (book, marks) = ThingsFiles.load({ storage.read($0) }) { name in
            complain(
                "things: not everything in \(name) can be read; what other stations have of it comes back")
        }
        return ThingsDesk(
            book, marks, author: id.value, hours: settings.things.hours ?? ThingsDesk.Hours())
    }

    /// What `hotcold things --import` has put into the state directory: taken out, and given to the station,
    /// which keeps it in its own files.
    static func broughtThings(
        _ settings: Settings, complain: @escaping @Sendable (String) -> Void
    ) -> @Sendable () -> [ThingsRecord]? {
        let path = "\(settings.station.stateDirectory)/\(ThingsFiles.importName)"
        return {
            guard unsafe access(path, R_OK) == 0 else { return nil }
            defer { unsafe unlink(path) }
            do {
                return try ThingsFiles.records(BoundedFile.read(path, atMost: StateStore.bytesAtMost))
            } catch {
                complain("things: what was brought in cannot be read and is left out: \(error)")
                return nil
            }
        }
    }
}
