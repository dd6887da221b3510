% Two phases, `now` and then `later`: what is known stays known. Starts over(N) have ended in between, starts
% lasting(N) go on. The numbers of cards go up, so those of `later`, fresh(N), were not said before; and in between a
% session was left, so the ephemeral keys are others.
fof(known_stays_known, axiom, ![X]: (knows(now, X) => knows(later, X))).
fof(some_run_later, axiom, ![T, N]: newest(later, lasting(T), fresh(N))).
