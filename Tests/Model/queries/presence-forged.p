% Is an ephemeral key that the attacker has believed as an honest station's?
% Parts: attacker cards presence
% Expect: holds
fof(question, conjecture, ?[P, X, U, B, T, E, F]: (believes(P, X, U, pub(idkey(B)), T, E, F) & knows(P, F))).
