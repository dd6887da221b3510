% Honest stations: what they sign. docs/security.md, "Identity" and "Presence announcements".
%
% There are as many as there are terms: the one with the name X has the seed idkey(X). Each has as many starts of the
% program as it likes. A card has a sequence number E, and says the ephemeral key that belongs to it: eph(X, T, E).
%
%   newest(P, T, E)   in the phase P a start T may be running, with E as the number of its newest card

fof(everything_runs_now, axiom, ![T, N]: newest(now, T, old(N))).

fof(identities_are_public, axiom, ![P, X]: knows(P, pub(idkey(X)))).
fof(says_its_card, axiom, ![P, X, T, E]:
    (newest(P, T, E) => knows(P, sig(idkey(X), card(T, E, g(eph(X, T, E))))))).
