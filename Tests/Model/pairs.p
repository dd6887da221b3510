% Keys of two. docs/security.md, "Pairwise keys".
%
% pairkey(Y, T, E, Z, U, F, C) seals what Y, in its start T with the ephemeral key E, says to Z, in U with F; C is the
% crew key that salts it. The program derives it from X25519(E, g(F)) = X25519(F, g(E)) and from all of Y, Z, g(E),
% g(F), T, U, so it is a function of these, and whoever has one of the two secrets and the other's public key has it:
% that is the whole theory of Diffie and Hellman here. markkey is another part of the same output; it marks what is
% said to a session.

fof(pair_key_of_sender, axiom, ![P, Y, T, E, Z, U, F, C]:
    ((knows(P, E) & knows(P, g(F)) & knows(P, C)) => knows(P, pairkey(Y, T, E, Z, U, F, C)))).
fof(pair_key_of_receiver, axiom, ![P, Y, T, E, Z, U, F, C]:
    ((knows(P, g(E)) & knows(P, F) & knows(P, C)) => knows(P, pairkey(Y, T, E, Z, U, F, C)))).

% An honest station whispers to whom it believes, and hears whom it believes.
%   whispers(P, X, T, Y, M)   X, in T, has M for Y
%   hears(P, X, T, Y, U, M)   X, in T, takes M as whispered by the start U of Y
fof(whispers, axiom, ![P, X, T, E, Y, U, D, F, M]:
    ((whispers(P, X, T, Y, M) & newest(P, T, E) & believes(P, X, T, Y, U, D, F))
     => knows(P, seal(pairkey(pub(idkey(X)), T, eph(X, T, E), Y, U, F, crew), M)))).
fof(hears, axiom, ![P, X, T, E, Y, U, D, F, M]:
    ((knows(P, seal(pairkey(Y, U, F, pub(idkey(X)), T, eph(X, T, E), crew), M))
      & newest(P, T, E) & believes(P, X, T, Y, U, D, F))
     => hears(P, X, T, Y, U, M))).
