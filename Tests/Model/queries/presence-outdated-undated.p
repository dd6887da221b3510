% The same, where the answer does not say which card is the newest: an older one of the same start is believed.
% Parts: attacker phases cards presence-undated
% Expect: attack
fof(question, conjecture, ?[X, U, B, T, N, F]: believes(later, X, U, pub(idkey(B)), T, old(N), F)).
