# Cards with two roots: what a station finds of the card that it was started from (Sources/Updates/Card.swift), in memory.
# The roots are no systems; the record, the script that keeps it and what takes updates are those of a card.

# card_make STATION VERSION BUILT: a card whose root a is that version, made then. All cards take the same key's updates.
card_make() {
    card=/run/cards/$1
    mkdir -p "$card/run" "$card/lib" "$card/partitions" /run/hotcold-slot /dev/disk/by-partuuid
    cp "$LAB_ROOT"/deploy/image/root/usr/lib/hotcold/slot "$LAB_ROOT"/deploy/image/early/usr/lib/hotcold/slots.sh "$card/lib/"
    python3 "$LAB_ROOT/deploy/image/bundle" --public /run/cards/key.pem >"$card/lib/update-keys" 2>/dev/null
    printf '%s\n%s\n' "$2" "$3" >"$card/lib/made"
    head -c 3000000 /dev/urandom >"$card/root"
    # Its size, and its SHA-256.
    put=$(python3 "$LAB_ROOT/deploy/image/bundle" "$card/root" --key /run/cards/key.pem --version "$2" --built "$3" \
        --kernel "$(uname -r)" --out "$card/update" --header "$card/header")
    # A slot has 640 MiB (deploy/image/layout.sh), and a header at its end.
    for number in 2 3; do truncate -s 640M "$card/partitions/484f5443-0$number"; done
    dd if="$card/root" of="$card/partitions/484f5443-02" conv=notrunc bs=64K status=none
    dd if="$card/header" of="$card/partitions/484f5443-02" conv=notrunc bs=64K seek=$((640 * 16 - 1)) status=none
    truncate -s 4M "$card/disk"
    # shellcheck disable=SC2086  # two words
    python3 "$LAB_ROOT/deploy/image/bundle" --record $put | dd of="$card/disk" bs=512 seek=2048 conv=notrunc status=none
    echo "$card/disk" >"$card/run/disk"
    echo a >"$card/run/running"
    echo nothing >"$card/run/told"
    # The host's files cannot be written to: a folder of its own beside the others.
    mkdir -p "$card/beside"
    for entry in /usr/lib/*; do ln -sfn "/run/host$entry" "$card/beside/$(basename "$entry")"; done
    rm -rf "$card/beside/hotcold"
    mkdir "$card/beside/hotcold"
}

# with_card STATION COMMAND…: as a system that was started from its card. Nobody else sees it. Takes the place of the
# shell that it is called in: in the background, or in a pipe.
with_card() {
    name=$1
    shift
    exec unshare --mount sh -c '
        card=$1
        shift
        mount --bind "$card/lib" "$card/beside/hotcold"
        mount --rbind "$card/beside" /usr/lib
        mount --bind "$card/run" /run/hotcold-slot
        mount --bind "$card/partitions" /dev/disk/by-partuuid
        exec "$@"' sh "/run/cards/$name" "$@"
}

# card_door STATION: what root does for that station (hotcold-update.socket, hotcold-update@.service), for one at a time.
card_door() {
    with_card "$1" python3 -c '
import os, socket, subprocess, sys
door = socket.socket(socket.AF_UNIX)
door.bind("/run/hotcold-update")
door.listen(1)
while True:
    visitor, _ = door.accept()
    with visitor:
        subprocess.run([sys.argv[1], "update", "--install"], stdin=visitor, stdout=visitor)' "$hotcold" >>door.log 2>&1 8>&- &
    card_door=$!
    wait_for 10 test -S /run/hotcold-update
}

# card_record STATION: what is known of its roots, in a line.
card_record() { with_card "$1" sh -c '. /usr/lib/hotcold/slots.sh; read_slots "$(cat /run/hotcold-slot/disk)" && record' | tr '\n' ' '; }

# card_turned STATION VERSION BUILT: what the initrd does at the next start: the other root runs.
card_turned() {
    card=/run/cards/$1
    echo b >"$card/run/running"
    echo trial >"$card/run/told"
    printf '%s\n%s\n' "$2" "$3" >"$card/lib/made"
}
