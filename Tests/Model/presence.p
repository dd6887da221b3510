% Proof of presence, as it is. docs/security.md, "Presence announcements".
%
%   believes(P, X, U, Y, T, E, F)
%       X, in its start U, believes the card E of the start T of Y, with the ephemeral key g(F)
%
% X draws a number for a start of somebody and asks; a number that is drawn in `later` was not there before.

fof(asks, axiom, ![P, X, U, Y, T, I]: knows(P, number(P, X, U, Y, T, I))).

% Whoever is asked, by whomever, signs who asked, its own start, its newest card's number, and the number it was asked
% with.
fof(answers, axiom, ![P, X, T, E, W, N]:
    ((newest(P, T, E) & knows(P, W) & knows(P, N)) => knows(P, sig(idkey(X), answer(W, T, E, N))))).

fof(believes, axiom, ![P, X, U, S, T, E, F, I]:
    ((knows(P, sig(S, card(T, E, g(F))))
      & knows(P, sig(S, answer(pub(idkey(X)), T, E, number(P, X, U, pub(S), T, I)))))
     => believes(P, X, U, pub(S), T, E, F))).
