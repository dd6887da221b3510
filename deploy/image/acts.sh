# Sourced by boot: what happens to a card, and what is promised then.

# A card that held something else before: bmaptool leaves out what is a hole in the image, and what is left
# out must not matter.
write_card() {
    local device
    promise "its checksums are right" \
        sh -c "cd '${image%/*}' && sha256sum --quiet -c 'hotcold-$program.sha256'"
    head -c "$((CARD_SIZE << 20))" /dev/zero | tr '\0' '\377' >"$work/card"
    if [ "$(id -u)" -eq 0 ] && device=$(losetup --find --show "$work/card" 2>/dev/null); then
        promise "bmaptool writes it over another one" bmaptool --quiet copy "$image" "$device"
        losetup --detach "$device"
    else
        promise "it is written" sh -c "xz -dc '$image' >'$work/card'"
    fi
    promise "its settings can be read" \
        sh -c "mtype -i '$work/card@@$((BOOT_AT << 20))' ::hotcold.toml | grep -q station"
    promise "its state partition is whole" e2fsck -fn "$work/card?offset=$((STATE_AT << 20))"
}

# The card as it is, without a network, without anybody's settings.
first_start() {
    local begun=$SECONDS
    cp "$work/card" "$work/first"
    start "$work/first" virt systemd.journald.forward_to_console=1
    promise "a new card makes a station" within 600 asked /healthz
    echo "        after $((SECONDS - begun)) s of emulation"
    promise "which says that it has no radio" within 60 tells "find my radio"
    promise "nobody comes in: there is no key on the card" within 60 closed
    pull_the_plug
}

closed() {
    grep -q "ssh.service.*skipped" "$console" &&
        ! ssh-keyscan -T 5 -p "$door" 127.0.0.1 2>/dev/null | grep -q .
}

# What somebody writes into hotcold.toml, with a mistake in the third line.
settled_start() {
    ssh-keygen -q -t ed25519 -N '' -C test -f "$work/key"
    cat >"$work/settings" <<END
[station]
name = "Red Fox"
role = "sek"
[page]
acting = "open"
[machine]
hostname = "redfox"
ssh_keys = ["$(cat "$work/key.pub")"]
END
    cp "$work/card" "$work/settled"
    put_settings "$work/settled" "$work/settings"
    # An emulated processor that has to share the computer is slower than any board: 15 s are too few for it.
    # The kernel notes when each driver has its device: how soon the light has its own.
    devices=(-device i6300esb -dtb "$(board_with_light)")
    start "$work/settled" virt systemd.watchdog_sec=180 initcall_debug log_buf_len=4M
    devices=()
    promise "a card with settings makes a station" within 600 asked /healthz
    promise "it has the name that it was given" within 30 named "Red Fox"
    promise "it says in which line the mistake is" within 60 tells "ine 3"
    promise "who has the key comes in" within 120 inside true
    inside sudo bash -s <"$here/look.sh" >"$work/looked" || true
    cat "$work/looked"
    if grep -q '^FAILED' "$work/looked" || ! grep -q '^looked' "$work/looked"; then
        complain "the machine is not as promised: see the lines above that begin with FAILED"
    fi
    pull_the_plug
}

# What Raspberry Pi Imager makes of a card that it takes for Raspberry Pi OS bookworm: a script for another
# system, and a command line that runs it in place of this one. It does not take ours for that, but a card's
# files are copied.
customised_start() {
    [ -f "$work/key" ] || ssh-keygen -q -t ed25519 -N '' -C test -f "$work/key"
    cat >"$work/firstrun.sh" <<END
#!/bin/sh
set +e
/usr/lib/raspberrypi-sys-mods/imager_custom set_hostname kitchen
/usr/lib/raspberrypi-sys-mods/imager_custom enable_ssh -k '$(cat "$work/key.pub")'
touch /state/ran
rm -f /boot/firstrun.sh
exit 0
END
    cp "$work/card" "$work/customised"
    mcopy -o -i "$work/customised@@$((BOOT_AT << 20))" "$work/firstrun.sh" ::firstrun.sh
    start "$work/customised" virt systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot \
        systemd.unit=kernel-command-line.target
    promise "a card with the script of another system makes a station" within 600 asked /healthz
    promise "who has Imager's key comes in" within 120 inside true
    promise "the machine has Imager's name" inside sh -c "'[ \"\$(hostname)\" = kitchen ]'"
    promise "and Imager's script has not been run" inside test ! -e /state/ran
    pull_the_plug
}

# Two of them, without any settings, and nothing but their radios between them.
two_cards() {
    local hotcold=${HOTCOLD:-}
    [ -x "$hotcold" ] || complain "there is no program \"$hotcold\" for this computer: HOTCOLD names one"
    "$checkout/Tests/Lab/need-ear"
    cp --sparse=always "$work/card" "$work/card.one"
    mv "$work/card" "$work/card.two"
    board_with_chip "$work/board.dtb"
    local ended=0
    setpriv --pdeathsig TERM python3 "$here/two_cards.py" "$work" "$hotcold" "$command_line" || ended=$?
    # What there is to read, listen to and send.
    rm -rf "${image%/*}/round"
    mkdir "${image%/*}/round"
    cp "$work"/*.log "$work"/console.* "$work"/sound.*.wav "$work"/first-pi.json "${image%/*}/round/" 2>/dev/null || true
    return "$ended"
}

# What the station's page tells: who it is, how loud, and the scores.
state() {
    asked /api/state | python3 -c 'import json, sys; s = json.load(sys.stdin)
print(s["station"]["id"], s["sound"]["volume"], [(o["id"], o["points"]) for o in s["scores"]])'
}
named() { asked /api/state | grep -Eq "\"name\": ?\"$1\""; }

# seed_scores CARD: points of two stations, in the form of Scores.swift, as an evening has left them.
seed_scores() {
    local partition="$1?offset=$((STATE_AT << 20))"
    python3 -c 'import struct, sys
sys.stdout.buffer.write(struct.pack(">BQHQBQIQI", 1, 7, 3, 0x1111, 2, 0x1111, 41, 0x2222, 40))' >"$work/scores"
    debugfs -w -R "mkdir hotcold" "$partition" 2>/dev/null
    debugfs -w -R "write $work/scores hotcold/scores" "$partition" 2>/dev/null >&2
}
seeded="[('0000000000001111', 41), ('0000000000002222', 40)]"

# pulled_plugs TIMES: scores lie on the card, and the volume is turned many times a second, which is written
# in the same way as a score (BoundedFile), when the plug is pulled. At the next start scores and identity
# are the same, and the volume is one of those that were set last.
pulled_plugs() {
    local card=$work/pulled cut id='' now volume scores
    cp "$work/card" "$card"
    printf '[page]\nacting = "open"\n' >"$work/settings"
    put_settings "$card" "$work/settings"
    seed_scores "$card"
    for ((cut = 0; cut <= $1; cut++)); do
        start "$card" virt systemd.journald.forward_to_console=1
        promise "it starts after $cut pulled plugs" within 600 asked /healthz
        read -r now volume scores <<<"$(state)"
        promise "with all its scores" [ "$scores" = "$seeded" ]
        promise "as who it was" [ "$now" = "${id:-$now}" ]
        [ "$cut" -eq 0 ] ||
            promise "with a volume that was set last, $volume" grep -qxF "$volume" "$work/last"
        id=$now
        [ "$cut" -eq "$1" ] ||
            promise "the plug is pulled while it writes" turned_and_pulled
        pull_the_plug
    done
    promise "the state partition needs no repair but its journal's" state_is_whole "$card"
}

turned_and_pulled() {
    "$here/pull" "$page" "$machine" "$((1 + RANDOM % 5)).$((RANDOM % 10))" >"$work/last"
}
# 1 is what the journal mends; after that nothing may be wrong. In a file of its own, for e2fsck forgets the
# offset when it opens a file system anew behind its journal.
state_is_whole() {
    dd if="$1" of="$work/state" bs=1M skip=$STATE_AT count=$STATE_SIZE status=none
    e2fsck -p "$work/state" || [ $? -eq 1 ] || return 1
    e2fsck -fn "$work/state"
}

# A card whose state has lost its beginning is repaired, as far as that goes; one whose state is gone makes a
# station that forgets, and says so.
damaged_state() {
    damaged 64
    promise "a card with a damaged state makes a station" within 600 asked /healthz
    promise "whose memory has been repaired" grep -q "FILE SYSTEM WAS MODIFIED" "$console"
    pull_the_plug
    damaged "$STATE_SIZE"
    promise "a card without any state makes a station" within 600 asked /healthz
    promise "which says what is the matter with it" \
        within 30 grep -q "state partition cannot be used" "$console"
    pull_the_plug
}

# damaged MIB: so much of the state partition is overwritten, and the machine started.
damaged() {
    cp "$work/card" "$work/damaged"
    head -c $(($1 << 20)) /dev/zero | tr '\0' '\377' |
        dd of="$work/damaged" bs=1M seek=$STATE_AT conv=notrunc iflag=fullblock status=none
    start "$work/damaged" virt systemd.journald.forward_to_console=1
}

# The chip of a Pi 3 with the real header's driver. QEMU 7.2 takes the watchdog's being armed for a reset,
# which is why it is left out here.
real_board() {
    cp "$work/card" "$work/board"
    start "$work/board" raspi3b systemd.journald.forward_to_console=1 module_blacklist=bcm2835_wdt
    promise "an emulated Pi 3 makes a station" within 900 grep -q "find my radio" "$console"
    promise "with the button of the real header" grep -q "button: ready" "$console"
    pull_the_plug
}
