% No crew word (the salt is zeros), or one that everybody knows: nothing below may rest on it.
fof(crew_is_public, axiom, ![P]: knows(P, crew)).
