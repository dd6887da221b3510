% For the model itself: where a member is the attacker's, it knows the key.
% Parts: attacker cards presence pairs crew-public keys
% Expect: attack
fof(question, conjecture, ?[P, W, T, S, X, Y, N, A, D]:
    (has(P, W, T, subject(S, pub(idkey(X)), pub(idkey(Y)), pub(own(N)), A), D) & knows(P, D) & has(P, Y, T,
    subject(S, pub(idkey(X)), pub(idkey(Y)), pub(own(N)), A), drawn(P, X, T, subject(S, pub(idkey(X)),
    pub(idkey(Y)), pub(own(N)), A))))).
