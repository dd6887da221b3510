% Is something accepted, as an honest member's in this session, that it did not say in it? Any other member may be the
% attacker.
% Parts: attacker cards presence pairs crew-public keys packets marks
% Expect: holds
fof(question, conjecture, ?[P, X, T, Y, U, S, L, V, W, A, N]:
    accepts(P, X, T, pub(idkey(shy(Y))), U, subject(watched(S), L, V, W, A), own(N))).
