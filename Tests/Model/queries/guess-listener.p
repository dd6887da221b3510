% Can somebody who has recorded everything, and took no part, see whether a crew word that it tries is right?
% Parts: guess
% Expect: holds
fof(question, conjecture, told).
