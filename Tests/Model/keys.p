% Keys of sessions. docs/security.md, "Session keys".
%
% subject(S, L, Y, Z, A) is what a key is for: the session with round and generation, its members (L leads; three of
% them, for three are enough to have a leader, a member and an insider), and what was agreed. From the drawn bytes D
% and the subject comes the session's key.
%
%   has(P, X, T, B, D)   X, in its start T, has the drawn bytes D for the subject B
%
% A station here wants every key that names it, and takes a second one for the same subject: both are more than the
% program does, and what is proved holds all the same.

fof(leader_is_member, axiom, ![S, L, Y, Z, A]: member(L, subject(S, L, Y, Z, A))).
fof(second_is_member, axiom, ![S, L, Y, Z, A]: member(Y, subject(S, L, Y, Z, A))).
fof(third_is_member, axiom, ![S, L, Y, Z, A]: member(Z, subject(S, L, Y, Z, A))).

fof(session_key, axiom, ![P, D, B]: (knows(P, D) => knows(P, sessionkey(D, B)))).
fof(note, axiom, ![P, B, D]: (knows(P, D) => knows(P, note(B, D)))).
fof(note_shows, axiom, ![P, B, D]: (knows(P, note(B, D)) => knows(P, D))).

fof(leader_draws, axiom, ![P, X, T, E, S, Y, Z, A]:
    (newest(P, T, E) => has(P, X, T, subject(S, pub(idkey(X)), Y, Z, A),
        drawn(P, X, T, subject(S, pub(idkey(X)), Y, Z, A))))).

% Every holder gives it to each member (also to one that starts anew); it is taken from a member only.
fof(holder_gives, axiom, ![P, X, T, Y, B, D]:
    ((has(P, X, T, B, D) & member(Y, B)) => whispers(P, X, T, Y, note(B, D)))).
fof(member_takes, axiom, ![P, X, T, Y, U, B, D]:
    ((hears(P, X, T, Y, U, note(B, D)) & member(Y, B) & member(pub(idkey(X)), B)) => has(P, X, T, B, D))).
