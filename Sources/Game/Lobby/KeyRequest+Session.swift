package import PeerNetwork

extension KeyRequest {
    /// The key of a round.
    package init(_ session: Session, leads: Bool) {
        self.init(
            session: session.id, round: session.round, generation: session.generation,
            members: session.members.map(\.id).sorted(), leads: leads, agreement: session.agreement)
    }
}
