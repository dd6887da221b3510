% Left out on purpose: the erasing. The attacker has all ephemeral keys of honest stations, later.
fof(ephemeral_keys_leak, axiom, ![X, T]: can(eph(X, T), eph(X, T))).
