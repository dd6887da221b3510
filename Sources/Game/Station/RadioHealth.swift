package import HCI

/// How the radio is doing, as far as people do something different about it.
package enum RadioHealth: Equatable, Sendable {
    case starting
    case works
    case failed(Phrase.RadioFailure)

    /// What a person needs to hear about the state of the radio; nil for what is no news to them.
    package init?(_ status: RadioStatus) {
        switch status {
        case .starting: self = .starting
        case .ready: self = .works
        case .stopped, .listensAnew: return nil
        case .trouble(let trouble): self = .failed(Self.failure(trouble))
        }
    }

    private static func failure(_ trouble: RadioTrouble) -> Phrase.RadioFailure {
        switch trouble {
        case .missing, .unsupported: .missing
        case .notPermitted: .notPermitted
        case .blocked: .blocked
        case .owned: .owned
        case .setupStuck: .stuck
        case .unplugged: .unplugged
        case .deaf: .deaf
        case .notAnswering, .hardwareError, .refused, .failed: .silent
        }
    }
}
