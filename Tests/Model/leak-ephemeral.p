% Left out on purpose: the erasing. Later the attacker has the ephemeral keys, too.
fof(ephemeral_keys_leak, axiom, ![X, T, E]: knows(later, eph(X, T, E))).
