% Hands. docs/security.md, "Mutual authentication": when you want to, the other wants to, and it has
% heard your newest serial number.
%
% A frame hand(A, B) says "I want to", with its own serial number and the newest heard of the other; numbers are
% counted, so they are nobody's secret. Of the honest stations, the `shy` ones want to with strangers and with each
% other only.
%
%   joined(P, X, T, Y, U)   X, in T, holds the hand of the start U of Y

fof(hand, axiom, ![P, A, B]: ((knows(P, A) & knows(P, B)) => knows(P, hand(A, B)))).
fof(bold_wants, axiom, ![P, N, T, Y, A, B]: (knows(P, B) => whispers(P, bold(N), T, Y, hand(serial(A), B)))).
fof(shy_wants_shy, axiom, ![P, N, T, Y, A, B]:
    (knows(P, B) => whispers(P, shy(N), T, pub(idkey(shy(Y))), hand(serial(A), B)))).
fof(shy_wants_stranger, axiom, ![P, N, T, S, A, B]:
    ((knows(P, S) & knows(P, B)) => whispers(P, shy(N), T, pub(S), hand(serial(A), B)))).

fof(joined, axiom, ![P, X, T, Y, U, A, B]:
    (hears(P, X, T, Y, U, hand(A, serial(B))) => joined(P, X, T, Y, U))).
