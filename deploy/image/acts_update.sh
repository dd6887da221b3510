# Sourced by boot --update: updates of a card by each way, and what happens to those that do not work.

# The key that the card was made with.
key=${KEY:-${XDG_CONFIG_HOME:-$HOME/.config}/hotcold/update-key.pem}

# unpack_root: the card's own root, for others to be made of.
unpack_root() {
    [ "$(id -u)" -eq 0 ] || complain "roots are taken apart and put together by root alone"
    [ -s "$key" ] || complain "there is no $key: name the key of this card by KEY"
    dd if="$work/card" of="$work/root" bs=1M skip=$ROOT_AT count=$ROOT_SIZE status=none
    unsquashfs -quiet -no-progress -d "$work/tree" "$work/root"
    rm "$work/root"
    kernel=$(mtype -i "$work/card@@$((BOOT_AT << 20))" ::config.txt | sed -nE 's/^kernel=vmlinuz-//p' | tr -d '\r')
    built=$(sed -n 2p "$work/tree/usr/lib/hotcold/made")
}

# update NAME VERSION [COMMAND…]: an update to that version in $work/NAME.update, whose root COMMAND has changed.
update() {
    built=$((built + 1))
    printf '%s\n%s\n' "$2" "$built" >"$work/tree/usr/lib/hotcold/made"
    cp "$work/tree/usr/bin/hotcold" "$work/hotcold.kept"
    "${@:3}"
    mksquashfs "$work/tree" "$work/root" -comp zstd -Xcompression-level 1 -b 256K -no-progress -quiet >/dev/null
    mv "$work/hotcold.kept" "$work/tree/usr/bin/hotcold"
    "$here/bundle" "$work/root" --key "$key" --version "$2" --built "$built" --kernel "$kernel" \
        --out "$work/$1.update" >"$work/said"
    rm "$work/root"
}

# What an update can do wrong.
hangs() { printf '#!/bin/sh\nexec sleep infinity\n' >"$work/tree/usr/bin/hotcold"; }
crashes() { printf '#!/bin/sh\nexit 1\n' >"$work/tree/usr/bin/hotcold"; }

# What runs, and from which root; and the next version.
now=0.1.0 root=a number=1
next() { number=$((number + 1)); version=0.$number.0; }
# turned: that version runs now, from the other root.
turned() {
    now=$version
    if [ "$root" = a ]; then root=b; else root=a; fi
}
as_new() {
    promise "as the new version, from the other root" within 600 runs "$now" "$root"
    promise "with all its scores" keeps_scores
}
stays() { promise "and stays" within 240 good "$root"; }

# begin_updates: the card as somebody has used it, with scores.
begin_updates() {
    cp --sparse=always "$work/card" "$work/renewed"
    ssh-keygen -q -t ed25519 -N '' -C test -f "$work/key"
    cat >"$work/settings" <<END
[page]
acting = "open"
[machine]
ssh_keys = ["$(cat "$work/key.pub")"]
END
    put_settings "$work/renewed" "$work/settings"
    seed_scores "$work/renewed"
}

turn_on() { start "$work/renewed" virt systemd.journald.forward_to_console=1 "$@"; }
# runs VERSION ROOT: that is what runs; there is no saying otherwise by a page of the machine before.
# What it says otherwise is printed: one line for each time that it is asked.
runs() {
    local words
    words=$(inside hotcold update) || true
    [ "$words" = "Version $1 runs from root $2." ] || { echo "not $1 from root $2, but: $words" && return 1; }
    asked /healthz >/dev/null
}
# until_ended SECONDS: the machine has begun anew by itself, for which QEMU ends (-no-reboot).
until_ended() {
    local until=$((SECONDS + $1))
    while kill -0 "$machine" 2>/dev/null; do
        [ "$SECONDS" -lt "$until" ] || return 1
        sleep 1
    done
    machine=
}
keeps_scores() { state | grep -qF "$seeded"; }
says() { grep -qF -- "$1" "$console"; }
says_again() { [ "$(grep -cF -- "$1" "$console")" -ge 2 ]; }
silent_about() { ! says "$1"; }
# posted PATH TYPE OPTIONS…: what the page answers; nothing if it did as it was told.
posted() {
    curl -sS --max-time 600 -H "Host: 10.0.2.15:8080" -H "Content-Type: $2" -X POST \
        "http://127.0.0.1:$page$1" "${@:3}"
}
sent() { posted /api/update application/octet-stream --data-binary "@$work/$1.update"; }
hands_on() { asked_long /api/update | cmp - "$work/$1.update"; }
asked_long() { curl -sS --max-time 300 -H "Host: 10.0.2.15:8080" "http://127.0.0.1:$page$1"; }
takes() { local said; said=$(sent "$1") && [ -z "$said" ] || { echo "$said"; return 1; }; }
refuses() { sent "$1" | grep -q -- "$2"; }
# good ROOT: the record has it as good.
good() {
    inside "sudo sh -c '. /usr/lib/hotcold/slots.sh; read_slots \$(cat /run/hotcold-slot/disk); [ \$${1}_state = good ]'"
}

# By the drive HOTCOLD: nobody has to do anything else.
by_the_drive() {
    next
    update good "$version" true
    mcopy -o -i "$work/renewed@@$((BOOT_AT << 20))" "$work/good.update" ::
    turn_on
    promise "a card with an update on its drive makes a station" within 600 asked /healthz
    promise "which says that it renews itself" within 90 says "I renew myself."
    promise "and starts again by itself" until_ended 600
    turned
    turn_on
    as_new
    promise "which says so" within 60 says "I am renewed."
    stays
    pull_the_plug
    turn_on
    promise "also at the next start" within 600 runs "$now" "$root"
    sleep 20
    promise "when it is not taken again" silent_about "I renew myself"
    pull_the_plug
}

# By a stick: it asks, and a hold takes it.
by_a_stick() {
    next
    update third "$version" true
    truncate -s 700M "$work/stick"
    mkfs.vfat -F 32 -n STICK "$work/stick" >/dev/null
    mcopy -i "$work/stick" "$work/third.update" ::
    devices=(-device qemu-xhci -drive "if=none,id=stick,format=raw,file=$work/stick"
        -device "usb-storage,drive=stick")
    turn_on
    devices=()
    promise "a station with a stick asks" within 600 says "I found an update. Hold to take it."
    posted /api/hold application/json -d '{"isDown": true}' >/dev/null
    promise "a hold takes it" within 30 says "I renew myself."
    posted /api/hold application/json -d '{"isDown": false}' >/dev/null
    promise "and it starts again by itself" until_ended 600
    turned
    turn_on
    as_new
    stays
    pull_the_plug
}

# By the page: forged ones are refused, broken-off ones forgotten.
by_the_page() {
    next
    update fourth "$version" true
    "$here/bundle" --public "$work/stranger.pem" >/dev/null 2>&1
    head -c 1000000 /dev/urandom >"$work/noise"
    "$here/bundle" "$work/noise" --key "$work/stranger.pem" --version 0.9.0 --built 9999999999 \
        --kernel "$kernel" --out "$work/forged.update" >/dev/null
    head -c 100000000 "$work/fourth.update" >"$work/short.update"
    turn_on
    promise "a station runs" within 600 runs "$now" "$root"
    promise "by its page it refuses what somebody else has signed" refuses forged "not signed"
    promise "and what is cut short" refuses short "cut short"
    posted /api/update application/octet-stream --limit-rate 8M --max-time 10 \
        --data-binary "@$work/fourth.update" >/dev/null 2>&1 || true
    # What was on its way is taken first, by a processor that is some ten times slower than a Pi's.
    promise "one that is broken off is forgotten" within 180 says_again "update: This update is cut short"
    promise "and leaves what runs" within 60 runs "$now" "$root"
    promise "a whole one is taken" takes fourth
    promise "and it starts again by itself" until_ended 120
    turned
    turn_on
    as_new
    promise "which it hands on to others as it came" hands_on fourth
    stays
    pull_the_plug
}

# falls_back NAME WHAT [DAMAGE]: by the command, and what comes of an update that does not work.
falls_back() {
    turn_on
    promise "a station is given one that $2" within 600 runs "$now" "$root"
    inside "sudo hotcold update -" <"$work/$1.update" >"$work/given" 2>&1 || true
    promise "by its command" grep -q "starts next" "$work/given"
    pull_the_plug
    [ -z "${3:-}" ] || "$3"
    turn_on
    if [ -z "${3:-}" ]; then
        promise "it gives up an update that $2" until_ended 700
        turn_on
    fi
    promise "the one before runs again" within 600 runs "$now" "$root"
    promise "and says so" within 60 says "The update did not work. I am as I was."
    promise "with all its scores" keeps_scores
    promise "once" within 240 good "$root"
    pull_the_plug
}

# A bit of the root that was just written is another one, at a random place.
damage_the_other_root() {
    local place=$ROOT_AT byte
    [ "$root" = b ] || place=$SPARE_AT
    place=$(((place << 20) + RANDOM * RANDOM % 200000000))
    byte=$(dd if="$work/renewed" bs=1 skip="$place" count=1 status=none | od -An -tu1)
    # shellcheck disable=SC2059  # the byte itself
    printf "\\x$(printf %x $((byte ^ 16)))" |
        dd of="$work/renewed" bs=1 seek="$place" conv=notrunc status=none
}

# pulled_while_renewing TIMES: at any moment of writing, switching and the first start; it always starts, whole.
pulled_while_renewing() {
    local cut what
    for ((cut = 1; cut <= $1; cut++)); do
        [ $((cut % 3)) -ne 1 ] || { next && update again "$version" true; }
        turn_on
        promise "it starts before pulled plug $cut" within 700 asked /healthz
        sent again >/dev/null 2>&1 &
        sleep $((1 + RANDOM % 45)).$((RANDOM % 10))
        pull_the_plug
        kill $! 2>/dev/null || true
        wait $! 2>/dev/null || true
        turn_on
        # In some the plug is pulled in that start, too.
        if [ $((RANDOM % 2)) = 0 ]; then
            sleep $((5 + RANDOM % 40))
            pull_the_plug
            turn_on
        fi
        promise "and after it" within 700 asked /healthz
        promise "with all its scores" within 30 keeps_scores
        promise "it can be asked what runs" within 60 inside true
        what=$(inside hotcold update || true)
        echo "        $what"
        promise "one of the two" grep -qE '^Version 0\.[0-9]+\.0 runs from root [ab]\.$' <<<"$what"
        pull_the_plug
    done
}

# A full memory does not keep it from being renewed, and is not lost.
full_state() {
    next
    update full "$version" true
    turn_on
    promise "it starts" within 700 inside true
    inside "sudo sh -c 'dd if=/dev/zero of=/state/full bs=1M; true'" >/dev/null 2>&1
    promise "with a full state it takes an update" takes full
    promise "and starts again" until_ended 120
    turn_on
    promise "as the new version" within 700 sh -c "grep -q 'I am renewed' '$console'"
    promise "with all its scores" within 60 keeps_scores
    pull_the_plug
}

# The shortest way.
one_update() {
    unpack_root
    begin_updates
    by_the_drive
}

# Each act with a card as the one before has left it; ACTS are others, such as "page hanging".
updates() {
    local act
    unpack_root
    begin_updates
    for act in ${ACTS:-drive stick page hanging crashing damaged pulled full}; do
        case $act in
            drive) by_the_drive ;;
            stick) by_a_stick ;;
            page) by_the_page ;;
            hanging)
                next
                update hanging "$version" hangs
                falls_back hanging "hangs"
                ;;
            crashing)
                next
                update crashing "$version" crashes
                falls_back crashing "crashes at once"
                ;;
            damaged)
                next
                update damaged "$version" true
                falls_back damaged "is damaged on the card" damage_the_other_root
                ;;
            pulled) pulled_while_renewing "${CUTS:-20}" ;;
            full) full_state ;;
            *) complain "there is no act \"$act\"" ;;
        esac
    done
}
