"""Lots, ranks and who plays together: docs/lobby.md, "The draw" and "Group formation"."""
from bodies import CALLED, CHOSEN, DEAF, HIDE
from identity import sha


def commitment(sender, start, lot):
    return sha(b"hotcold lot v3", sender, start.to_bytes(4, "big"), lot)[:8]


def ranks(lots):
    """{id: rank} of a set of stations that hold, from {id: lot}. The lowest leads."""
    salt = sha(b"hotcold draw v3", *(id + lots[id] for id in sorted(lots)))
    return {id: sha(salt, id)[:8] for id in lots}


def leader(lots):
    found = ranks(lots)
    return min(found, key=found.get)


def hider(lots, roles, deaf=()):
    """By rank: of those whose role is `hide`, or of all; whoever is deaf does not hide."""
    found = ranks(lots)
    able = [id for id in lots if id not in deaf]
    return min([id for id in able if roles[id] == HIDE] or able, key=found.get)


def suits(one, other):
    """Whether two announcements, with their ids, may play together: (id, Announcement)."""
    pairings = [a.pairing for _, a in (one, other)]
    if CALLED in pairings:
        return pairings == [CALLED, CALLED] and one[1].partner == other[1].partner
    return all(a.pairing != CHOSEN or a.partner == b_id
               for (_, a), (b_id, _) in ((one, other), (other, one)))


def groups(lots, said):
    """In the order of ranks over all who hold, each joins the first group with room that it suits."""
    found = ranks(lots)
    made = []
    hears = lambda id: not said[id].has(DEAF)
    for id in sorted(lots, key=lambda id: (not hears(id), found[id])):
        for group in made:
            if not hears(id) and sum(map(hears, group)) < 2:
                continue
            room = min(said[each].capacity for each in group + [id])
            if len(group) < room and all(suits((id, said[id]), (each, said[each])) for each in group):
                group.append(id)
                break
        else:
            made.append([id])
    return made
