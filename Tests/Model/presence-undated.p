% Left out on purpose: the answer does not say which card is the newest, so it is not known how new a card is.
%
%   believes(P, X, U, Y, T, E, F)
%       X, in its start U, believes the card E of the start T of Y, with the ephemeral key g(F)
%
% X draws a number for a start of somebody and asks; a number that is drawn in `later` was not there before.

fof(asks, axiom, ![P, X, U, Y, T, I]: knows(P, number(P, X, U, Y, T, I))).

% Who is asked signs who asked, its own start, and the number it was asked with.
fof(answers, axiom, ![P, X, T, E, W, N]:
    ((newest(P, T, E) & knows(P, W) & knows(P, N)) => knows(P, sig(idkey(X), answer(W, T, undated, N))))).
fof(undated_is_public, axiom, ![P]: knows(P, undated)).

fof(believes, axiom, ![P, X, U, S, T, E, F, I]:
    ((knows(P, sig(S, card(T, E, g(F))))
      & knows(P, sig(S, answer(pub(idkey(X)), T, undated, number(P, X, U, pub(S), T, I)))))
     => believes(P, X, U, pub(S), T, E, F))).
