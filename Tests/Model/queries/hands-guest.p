% The same without a crew word: holding is the invitation (documented).
% Parts: attacker cards presence pairs crew-public hands
% Expect: attack
fof(question, conjecture, ?[P, X, T, S, U]: (joined(P, X, T, pub(S), U) & knows(P, S))).
