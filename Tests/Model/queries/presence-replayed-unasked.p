% The same, where nobody is asked: a recording is believed.
% Parts: attacker phases cards presence-unasked
% Expect: attack
fof(question, conjecture, ?[X, U, B, N, E, F]: believes(later, X, U, pub(idkey(B)), over(N), E, F)).
