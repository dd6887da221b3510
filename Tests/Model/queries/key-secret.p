% Three honest members, and the crew word is public. Does the attacker know a key that one of them has?
% Parts: attacker cards presence pairs crew-public keys
% Expect: holds
fof(question, conjecture, ?[P, W, T, S, X, Y, Z, A, D]:
    (has(P, W, T, subject(S, pub(idkey(X)), pub(idkey(Y)), pub(idkey(Z)), A), D) & knows(P, D))).
