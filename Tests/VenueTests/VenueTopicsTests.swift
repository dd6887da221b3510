import MQTT
import PeerNetwork
import Testing

@testable import Venue

struct VenueTopicsTests {
    private let fox = StationID(value: 0x12)

    @Test func topicsAreWhereTheDocumentHasThem() throws {
        let topics = try #require(VenueTopics(prefix: "fete/2026"))
        #expect(topics.of(fox, .state) == "fete/2026/\(fox)/state")
        #expect(topics.order(.volume, to: nil) == "fete/2026/all/set/volume")
        for kind in VenueTopics.Kind.allCases {
            let found = topics.station(topics.of(fox, kind))
            #expect(found?.id == fox && found?.kind == kind)
            #expect(Topic.matches(topics.of(fox, kind), topics.ofEverybody(kind)))
        }
        for word in StationOrder.Word.allCases {
            for id in [fox, nil] {
                let topic = topics.order(word, to: id)
                #expect(topics.word(topic, for: fox) == word)
                #expect(topics.orders(to: fox).contains { Topic.matches(topic, $0) })
            }
            #expect(topics.word(topics.order(word, to: StationID(value: 3)), for: fox) == nil)
        }
    }

    @Test(arguments: [
        "", "fete", "fete/", "other/0000000000000012/state", "fete/0000000000000012", "fete/12/state",
        "fete/0000000000000012/state/more", "fete/0000000000000012/nothing", "fete//state",
    ])
    func otherTopicsAreNobodys(_ topic: String) throws {
        let topics = try #require(VenueTopics(prefix: "fete"))
        #expect(topics.station(topic) == nil)
        #expect(topics.word(topic, for: fox) == nil)
    }

    @Test func aPrefixIsANameOfATopic() {
        for prefix in ["hotcold", "a/b"] { #expect(VenueTopics(prefix: prefix) != nil) }
        for prefix in ["", "a+", "#", "$SYS", String(repeating: "x", count: 65)] {
            #expect(VenueTopics(prefix: prefix) == nil)
        }
    }
}
