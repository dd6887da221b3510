package import Game
package import PeerNetwork
package import Things

/// A request, as far as it decides anything.
package struct PageRequest: Equatable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case other
    }

    package var method: Method
    /// Without the query.
    package var path: String
    package var host: String?
    package var origin: String?
    package var pin: String?
    /// Whether the browser says that it has this version of an asset.
    package var known: String?
    /// Which part of a file it asks for, as `Range` says it.
    package var range: String?
    package var body: [UInt8] = []
    /// Whose: an address without its port.
    package var source = ""
    /// To which of our addresses.
    package var destination = ""
}

/// What a station is asked to do by its page.
package enum PageAction: Equatable, Sendable {
    case hold(Bool)
    case press
    case role
    case invite(StationID)
    case accept
    case decline
    /// The PIN is to be spoken at the next press.
    case pin
    /// The words of the next taunt; nil leaves them to the seekers' stations.
    case taunt(Quip?)
    /// Every beacon is to be heard for a while.
    case listen
    /// Answers whether the beacon that is asked about is a landmark.
    case landmark(Bool)
    case adjust(Adjustment)
    /// A crew word, as it was typed; empty for none. Nowhere kept, and not written down.
    case crew(String)
    /// Listens to a station that is one metre away.
    case calibrate(StationID)
    /// Takes the update that follows.
    case update
    /// What somebody wants of their things, in this order.
    case things([ThingsOrder])
}

/// What a request is answered with.
package enum PageReply: Equatable, Sendable {
    case asset(PageAsset)
    /// The browser has it already.
    case notModified(PageAsset)
    case avatar(StationID)
    case state
    case events
    case metrics
    case health
    case log
    case rounds
    case doctor
    case taunts
    /// Of the journal of that name: its walk as a picture, or what others may read of it.
    case chart(String)
    case story(String)
    /// What was said in it, or the part that `PageRequest.range` asks for.
    case sound(String)
    /// What runs, for another station.
    case update
    /// People's things, for who may act.
    case things
    case act(PageAction)
    case refusal(status: Int, String)
}
