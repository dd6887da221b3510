/// What a hunt is like at the moment, as far as a joke about it goes.
package enum HuntMoment: String, Codable, Sendable, CaseIterable {
    case far, near
    /// The seeker was near, and goes away again.
    case passedBy
    /// Within arm's reach.
    case nearlyFound
    /// Little time is left.
    case late
    /// Three seekers or more.
    case many
}

/// A line that is said for fun. The words stand in the phrase file, each as a clip of its own.
package struct Quip: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// The hider's, said by the seekers' stations.
        case taunt
        /// The seeker's own station's.
        case remark
    }

    package let kind: Kind
    /// When it fits; nil for whenever.
    package let moment: HuntMoment?
    /// From one.
    package let number: Int

    package init(_ kind: Kind, _ moment: HuntMoment?, _ number: Int) {
        (self.kind, self.moment, self.number) = (kind, moment, number)
    }

    /// Every one there is: forty taunts and thirty remarks.
    package static let all: [Quip] = Kind.allCases.flatMap { kind in
        ([nil] + HuntMoment.allCases.map(Optional.some)).flatMap { moment in
            (0..<count(kind, moment)).map { Quip(kind, moment, $0 + 1) }
        }
    }

    /// The taunts, in the order of their numbers in the lobby and on the page (`docs/lobby.md`).
    package static let taunts = all.filter { $0.kind == .taunt }

    /// From one; 0 for what is no taunt.
    package var tauntNumber: UInt8 { UInt8(clamping: (Self.taunts.firstIndex(of: self) ?? -1) + 1) }

    /// Nil for a number that no taunt has.
    package init?(tauntNumber: UInt8) {
        guard (1...Self.taunts.count).contains(Int(tauntNumber)) else { return nil }
        self = Self.taunts[Int(tauntNumber) - 1]
    }

    private static func count(_ kind: Kind, _ moment: HuntMoment?) -> Int {
        switch (kind, moment) {
        case (.taunt, nil): 14
        case (.taunt, .far), (.taunt, .near): 6
        case (.taunt, .passedBy): 5
        case (.taunt, .nearlyFound): 4
        case (.taunt, .late): 3
        case (.taunt, .many): 2
        case (.remark, nil): 0
        case (.remark, .far), (.remark, .near), (.remark, .passedBy), (.remark, .nearlyFound): 6
        case (.remark, .late): 4
        case (.remark, .many): 2
        }
    }
}
