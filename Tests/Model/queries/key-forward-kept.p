% The same, if the ephemeral keys had been kept: then what was recorded opens. That is why they are erased.
% Parts: attacker phases cards presence pairs leak-identities leak-ephemeral keys
% Expect: attack
fof(question, conjecture, ?[T, S, X, Y, Z, A]:
    knows(later, drawn(now, X, T, subject(S, pub(idkey(X)), pub(idkey(Y)), pub(idkey(Z)), A)))).
