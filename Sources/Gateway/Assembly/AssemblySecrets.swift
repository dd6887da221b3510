import PeerNetwork
import Runtime

/// What a station keeps to itself: where its keys come from.
extension Assembly {
    /// The permanent identity: a key kept in the state directory. Where nothing can be kept, one made from
    /// the machine's own number stands in for it, so that the name stays the same from start to start all
    /// the same.
    static func identityKey(_ storage: Storage, complain: (String) -> Void = { _ in }) -> IdentityKey {
        if let bytes = storage.read(IdentityKey.fileName) {
            do throws(IdentityKey.Unusable) {
                return try IdentityKey(file: bytes)
            } catch {
                complain("\(IdentityKey.fileName) \(error)")
            }
        }
        let seed = kernelBytes(IdentityKey.seedBytes)
        storage.write(IdentityKey.fileName, seed)
        storage.flush()
        if !storage.isKeeping, let machine = MachineID.current(purpose: "identity") {
            return IdentityKey(machine: machine.bytes)
        }
        return IdentityKey(seed: seed)
    }

    static func identity(_ storage: Storage) -> StationID { identityKey(storage).id }

    /// The crew word's key: of the page, if one was chosen there; otherwise of the settings.
    static func crew(_ settings: Settings, _ storage: Storage, complain: (String) -> Void) -> CrewKey? {
        let written = settings.lobby.crewWord.flatMap(CrewKey.init)
        guard let bytes = storage.read(CrewKey.fileName) else { return written }
        if let kept = CrewKey.kept(bytes) { return kept }
        complain("the crew word that was chosen by the page cannot be read: choose it again")
        // If you shut others out you must not find the door open.
        return written ?? CrewKey(bytes: kernelBytes(CrewKey.bytes))
    }

    /// For somebody who is in the lobby for a moment, with an identity of its own.
    static func visitor(_ crew: CrewKey? = nil) -> Gatekeeper.Configuration {
        var random = SystemRandomNumberGenerator()
        return Gatekeeper.Configuration(
            identity: IdentityKey(seed: kernelBytes(IdentityKey.seedBytes)), boot: random.next(),
            seed: kernelBytes(SecretSource.seedBytes), crew: crew)
    }

    static func gatekeeper(_ crew: CrewKey?, identity: IdentityKey, boot: UInt32) -> Gatekeeper {
        Gatekeeper(
            Gatekeeper.Configuration(
                identity: identity, boot: boot, seed: kernelBytes(SecretSource.seedBytes), crew: crew))
    }

    /// From getrandom(2).
    static func kernelBytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}
