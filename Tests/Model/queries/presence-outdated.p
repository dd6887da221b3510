% Is a card believed of an honest station that has a newer one?
% Parts: attacker phases cards presence
% Expect: holds
fof(question, conjecture, ?[X, U, B, T, N, F]: believes(later, X, U, pub(idkey(B)), T, old(N), F)).
