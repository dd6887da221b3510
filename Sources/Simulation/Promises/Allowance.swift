import Game
import HCI

/// How long what is promised may take: words take longer by radio than on a network.
struct Allowance: Sendable {
    /// Members that can hear each other agree on the phase after so long; who they are, what they are and
    /// which numbers they have, at once.
    var agreesWithin: Duration
    /// Whoever is waited for is waited for so long: a member may have gone, as it may, in the moment in which
    /// the last other one came back.
    var waitsFor: Duration
    /// A station that has been connected for so long is not said to have left.
    var isHeardWithin: Duration
    /// How far apart members count: at most one count in a hundred, of many evenings together, may be later.
    var inStep: Duration
    /// How far apart any of them may be. Offsets are measured by the shortest ways there and back; where a
    /// network delays by up to 200 ms, half of what these two differ by can be most of this.
    var everInStep: Duration

    static let network = Allowance(
        agreesWithin: .seconds(5), waitsFor: Membership.awayAfter + Membership.waitsFor + .seconds(5),
        isHeardWithin: .seconds(15), inStep: .milliseconds(50), everInStep: .milliseconds(150))
    static let air = Allowance(
        agreesWithin: .seconds(20),
        waitsFor: Membership.awayAfterInLobby + Membership.waitsFor + .seconds(20),
        isHeardWithin: .seconds(40), inStep: .milliseconds(100), everInStep: .milliseconds(300))
    /// With a controller that advertises every 100 ms.
    static let slowAir = Allowance(
        agreesWithin: .seconds(60),
        waitsFor: Membership.awayAfterInLobby * 3 + Membership.waitsFor + .seconds(60),
        isHeardWithin: .seconds(120), inStep: .milliseconds(100), everInStep: .milliseconds(700))
}

extension Allowance {
    /// What an evening is held to.
    init(_ configuration: World.Configuration) {
        let count = configuration.homes.reduce(0, +)
        let profiles = (0..<count).map { configuration.profiles[$0 % configuration.profiles.count] }
        guard configuration.carrier.hasAir else {
            self = .network
            return
        }
        // Before Bluetooth 5.0 (`ControllerProfile.hciVersion`), or changed off the air.
        self = profiles.contains { $0.hciVersion < 9 || $0.liveData != .sent } ? .slowAir : .air
    }
}
