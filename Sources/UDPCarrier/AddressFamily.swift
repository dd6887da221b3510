/// The two ways of addressing that the lobby uses side by side.
package enum AddressFamily: String, CaseIterable, Codable, Sendable {
    case ipv4, ipv6
}
