% For the model itself: what a member says in a watched session is accepted, with an insider among the members.
% Parts: attacker cards presence pairs crew-public keys packets marks
% Expect: reached
fof(question, conjecture, ?[T, U, A, M]:
    accepts(now, bold(a), T, pub(idkey(shy(b))), U, subject(watched(s), pub(idkey(bold(a))), pub(idkey(shy(b))),
    pub(own(c)), A), spoken(M))).
