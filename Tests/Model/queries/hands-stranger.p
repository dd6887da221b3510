% The crew word is secret. Does anybody hold the hand of a stranger who does not know it?
% Parts: attacker cards presence pairs hands
% Expect: holds
fof(question, conjecture, ?[P, X, T, S, U]: (joined(P, X, T, pub(S), U) & knows(P, S))).
