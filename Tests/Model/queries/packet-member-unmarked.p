% The same without the marks: a member speaks in another's name. It has to be found, or the model would be blind.
% Parts: attacker cards presence pairs crew-public keys packets marks-none
% Expect: attack
fof(question, conjecture, ?[P, X, T, Y, U, S, L, V, W, A, N]:
    accepts(P, X, T, pub(idkey(shy(Y))), U, subject(watched(S), L, V, W, A), own(N))).
