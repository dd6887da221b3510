% Left out on purpose: no marks, as in wire version 2. Who has the session's key has every member's sending key.
fof(accepts, axiom, ![P, X, T, B, D, M, Y, U]:
    ((knows(P, seal(sendingkey(sessionkey(D, B), Y, U), M)) & has(P, X, T, B, D) & member(Y, B))
     => accepts(P, X, T, Y, U, B, M))).
