% Sealed packets. docs/security.md, "Session keys".
%
% Of the honest stations, the `shy` ones say in sessions called watched(N) only what has the form spoken(M), for any
% M; in others, and all other stations everywhere, they say whatever anybody wants them to say. So if one hears, as
% said by a shy one in a watched session, something that is not of this form, then it was not said: that is what is
% asked.
%
%   says(P, X, T, B, D, M)      X, in T, says M in the session of the subject B under the key that D gives

fof(sending_key, axiom, ![P, K, Y, U]: (knows(P, K) => knows(P, sendingkey(K, Y, U)))).
fof(spoken, axiom, ![P, M]: (knows(P, M) => knows(P, spoken(M)))).

fof(bold_says, axiom, ![P, N, T, B, D, M]:
    ((has(P, bold(N), T, B, D) & knows(P, M)) => says(P, bold(N), T, B, D, M))).
fof(shy_says, axiom, ![P, N, T, S, L, Y, Z, A, D, M]:
    ((has(P, shy(N), T, subject(other(S), L, Y, Z, A), D) & knows(P, M))
     => says(P, shy(N), T, subject(other(S), L, Y, Z, A), D, M))).
fof(shy_says_watched, axiom, ![P, N, T, S, L, Y, Z, A, D, M]:
    ((has(P, shy(N), T, subject(watched(S), L, Y, Z, A), D) & knows(P, M))
     => says(P, shy(N), T, subject(watched(S), L, Y, Z, A), D, spoken(M)))).

fof(said, axiom, ![P, X, T, B, D, M]:
    (says(P, X, T, B, D, M)
     => knows(P, seal(sendingkey(sessionkey(D, B), pub(idkey(X)), T), M)))).
