% Left out on purpose: nobody is asked, and a signed card is believed as it stands.
fof(believes, axiom, ![P, X, U, S, T, E, F]:
    (knows(P, sig(S, card(T, E, g(F)))) => believes(P, X, U, pub(S), T, E, F))).
