% Could the one who only recorded, if the ephemeral keys had been kept? It could: they are erased.
% Parts: guess guess-ephemeral
% Expect: attack
fof(question, conjecture, told).
