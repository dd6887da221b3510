/// How often is advertised, and by which kind of packet.
///
/// Before Bluetooth 5.0 a packet that nobody can connect to may not come more often than every 100 ms, and
/// one that says "connect to me" may come every 20 ms (Core 4.2, Vol 2, Part E, 7.8.5). So where there is
/// much to say such a controller sends those, with a filter that lets nobody in: connections and questions
/// only from the white list, which is empty after a Reset (Vol 6, Part B, 4.3).
struct AdvertisingParameters: Sendable, Equatable {
    /// Between two advertisements, in slots of 0.625 ms.
    var interval: UInt16
    /// ADV_IND that lets nobody in; otherwise ADV_NONCONN_IND.
    var isClosed = false

    /// The advertising filter policy: 3 is scan and connection requests from the white list only.
    var filter: UInt8 { isClosed ? 0x03 : 0x00 }
}
