% Without the marks, if all members are honest and none said it: nobody outside can say it, as the version before had
% it.
% Parts: attacker cards presence pairs crew-public keys packets marks-none
% Expect: holds
fof(question, conjecture, ?[P, X, T, Y, U, S, A, B, C, G, N]:
    accepts(P, X, T, pub(idkey(shy(Y))), U, subject(watched(S), pub(idkey(shy(A))), pub(idkey(shy(B))),
    pub(idkey(shy(C))), G), own(N))).
