% Three honest members. Has one of them, for this session, a key that was drawn for another session, whoever is in
% that?
% Parts: attacker cards presence pairs crew-public keys
% Expect: holds
fof(question, conjecture, ?[P, Q, V, W, T, U, S, R, X, Y, Z, A, L, M, N, B]:
    has(P, W, T, subject(watched(S), pub(idkey(X)), pub(idkey(Y)), pub(idkey(Z)), A), drawn(Q, V, U,
    subject(other(R), L, M, N, B)))).
