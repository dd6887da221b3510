% Is a start of an honest station believed that was over before it was asked? (Cards that are played back.)
% Parts: attacker phases cards presence
% Expect: holds
fof(question, conjecture, ?[X, U, B, N, E, F]: believes(later, X, U, pub(idkey(B)), over(N), E, F)).
