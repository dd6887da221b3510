% For the model itself: two that want to have joined hands.
% Parts: attacker cards presence pairs crew-public hands
% Expect: reached
fof(question, conjecture, ?[T, U]: joined(now, bold(a), T, pub(idkey(bold(b))), U)).
