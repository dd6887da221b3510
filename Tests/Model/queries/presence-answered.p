% For the model itself: a start that goes on is believed, with its newest card.
% Parts: attacker phases cards presence
% Expect: reached
fof(question, conjecture, ?[X, U, N, M]:
    believes(later, X, U, pub(idkey(b)), lasting(N), fresh(M), eph(b, lasting(N), fresh(M)))).
