% The network, which is the attacker (Dolev and Yao). It hears everything, keeps everything, and says to anybody
% whatever it can make. It breaks no cipher: it opens what it has the key to, and it has stations of its own, as many
% as it likes. docs/security.md, "Against whom".
%
%   knows(P, X)   in the phase P it can have the term X
%
% Without phases.p there is one phase, and in it everything happens as often as one likes, in any order. Terms: g(E)
% is the X25519 public key of E, pub(S) the Ed25519 public key of the seed S, sig(S, M) the signature with S over M,
% and M with it; seal(K, M) is ChaCha20-Poly1305.

% Secrets of its own, as many as it likes; and labels, which are nobody's secret whatever stands in them.
fof(own, axiom, ![P, N]: knows(P, own(N))).
fof(start_that_ends, axiom, ![P, N]: knows(P, over(N))).
fof(start_that_lasts, axiom, ![P, N]: knows(P, lasting(N))).
fof(old_number, axiom, ![P, N]: knows(P, old(N))).
fof(fresh_number, axiom, ![P, N]: knows(P, fresh(N))).
fof(serial_number, axiom, ![P, N]: knows(P, serial(N))).

% Keys and signatures.
fof(public_key, axiom, ![P, S]: (knows(P, S) => knows(P, pub(S)))).
fof(ephemeral_public_key, axiom, ![P, E]: (knows(P, E) => knows(P, g(E)))).
fof(sign, axiom, ![P, S, M]: ((knows(P, S) & knows(P, M)) => knows(P, sig(S, M)))).
fof(read_signed, axiom, ![P, S, M]: (knows(P, sig(S, M)) => knows(P, M))).
fof(seal, axiom, ![P, K, M]: ((knows(P, K) & knows(P, M)) => knows(P, seal(K, M)))).
fof(open, axiom, ![P, K, M]: ((knows(P, seal(K, M)) & knows(P, K)) => knows(P, M))).

% Cards and answers are put together, and taken apart.
fof(card, axiom, ![P, T, E, G]: ((knows(P, T) & knows(P, E) & knows(P, G)) => knows(P, card(T, E, G)))).
fof(card_shows, axiom, ![P, T, E, G]: (knows(P, card(T, E, G)) => knows(P, G))).
fof(answer, axiom, ![P, W, T, E, N]:
    ((knows(P, W) & knows(P, T) & knows(P, E) & knows(P, N)) => knows(P, answer(W, T, E, N)))).
fof(answer_shows, axiom, ![P, W, T, E, N]: (knows(P, answer(W, T, E, N)) => knows(P, N))).
