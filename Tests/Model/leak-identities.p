% Later, all boards are stolen, and the crew word is known: `identity.key` and `crew`. What is erased is not in them.
fof(identities_leak, axiom, ![X]: knows(later, idkey(X))).
fof(crew_leaks, axiom, knows(later, crew)).
