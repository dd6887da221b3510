% Somebody who once held: an honest station has whispered to a station of the attacker's, whose ephemeral key is
% own(F).
fof(was_whispered_to, axiom, ![X, T, S, U, F, N]:
    can(seal(pairkey(pub(idkey(X)), T, eph(X, T), pub(own(S)), U, own(F), crew), own(N)),
        seal(pairkey(pub(idkey(X)), T, eph(X, T), pub(own(S)), U, own(F), crew), own(N)))).
