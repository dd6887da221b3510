import HCI
import Testing

@testable import Ranging

struct BeaconIdentityTests {
    @Test(arguments: ["/", ","])
    func peopleWriteItWithSlashesOrCommas(separator: String) throws {
        let uuid = ProximityUUID.hotCold.description
        let identity = try #require(BeaconIdentity([uuid, "7", "65535"].joined(separator: separator)))
        #expect(identity == BeaconIdentity(uuid: .hotCold, major: 7, minor: 65_535))
        #expect(identity.description == "\(uuid)/7/65535")
        #expect(BeaconIdentity(identity.description) == identity)
    }

    @Test(arguments: [
        "", "hotcold", "hotcold/1", "hotcold/1/2/3", "hotcold/1/65536", "hotcold/-1/2", "x/1/2",
        "hotcold//1/2", "hotcold/1/2/", "/hotcold/1/2",
    ])
    func anythingElseIsNone(text: String) {
        #expect(BeaconIdentity(text) == nil)
    }

    @Test func theyAreOrderedByUUIDThenMajorThenMinor() {
        let ordered = [(1, 9), (2, 1), (2, 2)].map { major, minor in
            BeaconIdentity(uuid: .hotCold, major: UInt16(major), minor: UInt16(minor))
        }
        for (place, one) in ordered.enumerated() {
            for (other, two) in ordered.enumerated() { #expect((one < two) == (place < other)) }
        }
    }
}
