% Does anybody hold the hand of an honest station that did not want it to? (The crew word is public.)
% Parts: attacker cards presence pairs crew-public hands
% Expect: holds
fof(question, conjecture, ?[P, X, T, Y, U]: joined(P, bold(X), T, pub(idkey(shy(Y))), U)).
