% The crew word is secret. Does the attacker learn anything that an honest leader drew, whoever is on its list?
% Parts: attacker cards presence pairs keys
% Expect: holds
fof(question, conjecture, ?[P, Q, X, T, B]: knows(P, drawn(Q, X, T, B))).
