% For the model itself: a member has what the leader drew.
% Parts: attacker cards presence pairs crew-public keys
% Expect: reached
fof(question, conjecture, ?[T, U, S, A]:
    has(now, b, T, subject(S, pub(idkey(a)), pub(idkey(b)), pub(idkey(c)), A), drawn(now, a, U, subject(S,
    pub(idkey(a)), pub(idkey(b)), pub(idkey(c)), A)))).
