% Later the attacker has all identity keys and the crew word, after the keys of a round were erased. Does it know one
% of that round?
% Parts: attacker phases cards presence pairs leak-identities keys
% Expect: holds
fof(question, conjecture, ?[T, S, X, Y, Z, A]:
    knows(later, drawn(now, X, T, subject(S, pub(idkey(X)), pub(idkey(Y)), pub(idkey(Z)), A)))).
