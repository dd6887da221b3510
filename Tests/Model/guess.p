% Guessing the crew word at leisure. docs/security.md, "Pairwise keys" and "What is not protected".
%
% The question of a weak secret: somebody has recorded what it could, and tries a word. Can it see whether the word is
% right? Two worlds are compared: in one the word that is tried is right (`crew`), in the other wrong (`wrong`).
%
%   can(X, Y)      one and the same computation gives X in the first world and Y in the second
%   differ(X, Y)   X and Y are different terms, because somewhere `crew` stands in one and `wrong` in the other
%   told           the worlds can be told apart: a computation fails in one only, or two give the same in one only
%
% Pair keys are as in pairs.p; pairtag is the part of the same output that is shown in front of each whisper.

fof(the_word_that_is_tried, axiom, can(crew, wrong)).
fof(own, axiom, ![N]: can(own(N), own(N))).

fof(ephemeral_public_key, axiom, ![E, F]: (can(E, F) => can(g(E), g(F)))).
fof(pair_key_of_sender, axiom, ![Y, T, E, Z, U, F, C, D, E2, F2]:
    ((can(E, E2) & can(g(F), g(F2)) & can(C, D)) => can(pairkey(Y, T, E, Z, U, F, C), pairkey(Y, T, E2, Z, U, F2,
    D)))).
fof(pair_key_of_receiver, axiom, ![Y, T, E, Z, U, F, C, D, E2, F2]:
    ((can(g(E), g(E2)) & can(F, F2) & can(C, D)) => can(pairkey(Y, T, E, Z, U, F, C), pairkey(Y, T, E2, Z, U, F2,
    D)))).
fof(tag_of_sender, axiom, ![Y, T, E, Z, U, F, C, D, E2, F2]:
    ((can(E, E2) & can(g(F), g(F2)) & can(C, D)) => can(pairtag(Y, T, E, Z, U, F, C), pairtag(Y, T, E2, Z, U, F2,
    D)))).
fof(tag_of_receiver, axiom, ![Y, T, E, Z, U, F, C, D, E2, F2]:
    ((can(g(E), g(E2)) & can(F, F2) & can(C, D)) => can(pairtag(Y, T, E, Z, U, F, C), pairtag(Y, T, E2, Z, U, F2,
    D)))).
fof(seal, axiom, ![K, L, M, N]: ((can(K, L) & can(M, N)) => can(seal(K, M), seal(L, N)))).
fof(open, axiom, ![K, L, M, N]: ((can(seal(K, M), seal(L, N)) & can(K, L)) => can(M, N))).

fof(words_differ, axiom, differ(crew, wrong)).
fof(keys_differ, axiom, ![Y, T, E, Z, U, F, C, D]:
    (differ(C, D) => differ(pairkey(Y, T, E, Z, U, F, C), pairkey(Y, T, E, Z, U, F, D)))).
fof(tags_differ, axiom, ![Y, T, E, Z, U, F, C, D]:
    (differ(C, D) => differ(pairtag(Y, T, E, Z, U, F, C), pairtag(Y, T, E, Z, U, F, D)))).
fof(sealed_differ_by_key, axiom, ![K, L, M, N]: (differ(K, L) => differ(seal(K, M), seal(L, N)))).
fof(sealed_differ_by_content, axiom, ![K, L, M, N]: (differ(M, N) => differ(seal(K, M), seal(L, N)))).

fof(told_by_opening, axiom, ![K, L, M, N, C]: ((can(seal(K, M), seal(L, N)) & can(K, C) & differ(L, C)) => told)).
fof(told_by_opening_wrongly, axiom, ![K, L, M, N, C]:
    ((can(seal(K, M), seal(L, N)) & can(C, L) & differ(C, K)) => told)).
fof(told_by_comparing, axiom, ![X, Y, Z]: ((can(X, Y) & can(X, Z) & differ(Y, Z)) => told)).
fof(told_by_comparing_the_other, axiom, ![X, Y, Z]: ((can(Y, X) & can(Z, X) & differ(Y, Z)) => told)).

% What everybody hears of honest stations X and Z: ephemeral keys, and tags and whispers between them, of which it may
% even know the content (a hand, say).
fof(hears_card, axiom, ![X, T]: can(g(eph(X, T)), g(eph(X, T)))).
fof(hears_tag, axiom, ![X, T, Z, U]:
    can(pairtag(pub(idkey(X)), T, eph(X, T), pub(idkey(Z)), U, eph(Z, U), crew),
        pairtag(pub(idkey(X)), T, eph(X, T), pub(idkey(Z)), U, eph(Z, U), crew))).
fof(hears_whisper, axiom, ![X, T, Z, U, N]:
    can(seal(pairkey(pub(idkey(X)), T, eph(X, T), pub(idkey(Z)), U, eph(Z, U), crew), own(N)),
        seal(pairkey(pub(idkey(X)), T, eph(X, T), pub(idkey(Z)), U, eph(Z, U), crew), own(N)))).
