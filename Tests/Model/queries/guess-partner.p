% Can somebody who once held, with its own keys, against one of the crew? It can (documented).
% Parts: guess guess-partner
% Expect: attack
fof(question, conjecture, told).
