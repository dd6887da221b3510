import Testing

@testable import Game
@testable import HCI
@testable import Ranging

/// What people may write: names, regions, areas.
struct AreaTests {
    private static let uuid = "B9407F30-F5F8-466E-AFF9-25556B57FE6D"

    @Test(arguments: [
        ("estimote", Region(uuid: .estimote)), ("HotCold", Region(uuid: .hotCold)),
        (uuid, Region(uuid: .estimote)),
        ("\(uuid),7", Region(uuid: .estimote, major: 7, minor: nil)),
        ("estimote,7,0", Region(uuid: .estimote, major: 7, minor: 0)),
        ("estimote,65535,65535", Region(uuid: .estimote, major: 65_535, minor: 65_535)),
        ("estimote,", nil), ("estimote,7,", nil), ("estimote,7,8,9", nil), ("estimote,65536", nil),
        ("estimote,-1", nil), ("", nil), ("kitchen", nil), ("estimote,,3", nil),
    ])
    func aRegionIsUUIDMajorMinor(text: String, region: Region?) {
        #expect(Region(text) == region)
        if let region { #expect(Region(region.description) == region) }
    }

    @Test func aRegionContainsWhatItNames() throws {
        let one = BeaconIdentity(uuid: .estimote, major: 7, minor: 12)
        for text in ["estimote", "estimote,7", "estimote,7,12"] {
            #expect(try #require(Region(text)).contains(one))
        }
        for text in ["hotcold", "hotcold,7,12", "estimote,8", "estimote,7,13", "estimote,12,7"] {
            #expect(try !#require(Region(text)).contains(one))
        }
        #expect(Region(uuid: .estimote, major: nil, minor: 12) == nil)
    }

    @Test func aNameIsReadableAndShort() {
        #expect(AreaName(" Living room ")?.description == "Living room")
        #expect(AreaName("Küche 2")?.description == "Küche 2")
        #expect(AreaName("KITCHEN") == AreaName("kitchen"))
        let long = String(repeating: "x", count: AreaName.charactersAtMost)
        #expect(AreaName(long) != nil)
        for bad in ["", "  ", long + "x", "a\u{7}b", "a\nb", "\u{2028}", "a\u{E000}"] {
            #expect(AreaName(bad) == nil, "\(bad.debugDescription)")
        }
        // One character of five hundred scalars.
        #expect(AreaName("e" + String(repeating: "\u{301}", count: 500)) == nil)
    }

    @Test func anAreaOfTheCommandLineIsANameAndARegion() {
        #expect(Area("kitchen=estimote,7,12")?.region == Region("estimote,7,12"))
        #expect(Area("the big hall=\(Self.uuid)")?.name.description == "the big hall")
        for bad in ["kitchen", "=estimote", "kitchen=", "kitchen=estimote=7", "kitchen=estimote,x"] {
            #expect(Area(bad) == nil, "\(bad)")
        }
    }
}
