% Marks: who said it, shown to each member by the keys of the two (wire version 3).
%
% mark(K, C) is the HMAC with a mark key over the sealed packet C.
%   accepts(P, X, T, Y, U, B, M)   X, in T, takes M as said by the start U of Y in the session of the subject B

fof(mark_key_of_sender, axiom, ![P, Y, T, E, Z, U, F, C]:
    ((knows(P, E) & knows(P, g(F)) & knows(P, C)) => knows(P, markkey(Y, T, E, Z, U, F, C)))).
fof(mark_key_of_receiver, axiom, ![P, Y, T, E, Z, U, F, C]:
    ((knows(P, g(E)) & knows(P, F) & knows(P, C)) => knows(P, markkey(Y, T, E, Z, U, F, C)))).
fof(mark, axiom, ![P, K, C]: ((knows(P, K) & knows(P, C)) => knows(P, mark(K, C)))).

fof(marks, axiom, ![P, X, T, E, B, D, M, Y, U, F, N]:
    ((says(P, X, T, B, D, M) & member(Y, B) & newest(P, T, E) & believes(P, X, T, Y, U, N, F))
     => knows(P, mark(markkey(pub(idkey(X)), T, eph(X, T, E), Y, U, F, crew),
            seal(sendingkey(sessionkey(D, B), pub(idkey(X)), T), M))))).

fof(accepts, axiom, ![P, X, T, E, B, D, M, Y, U, F, N]:
    ((knows(P, seal(sendingkey(sessionkey(D, B), Y, U), M)) & has(P, X, T, B, D) & member(Y, B)
      & newest(P, T, E) & believes(P, X, T, Y, U, N, F)
      & knows(P, mark(markkey(Y, U, F, pub(idkey(X)), T, eph(X, T, E), crew),
            seal(sendingkey(sessionkey(D, B), Y, U), M))))
     => accepts(P, X, T, Y, U, B, M))).
