#!/bin/sh
# Runs in the machine that `boot` has started: does to the service what happens to services, and prints what
# was promised and whether it is kept. Ends by switching the machine off.
set -u
promises=0

# On a line of its own: the kernel and systemd write there, too.
say() { printf '\n%s\n' "$*" >/dev/console; }

# promise WHAT COMMAND…
promise() {
    what=$1
    promises=$((promises + 1))
    shift
    if "$@" >/tmp/said 2>&1; then say "ok      $what"; else
        say "FAILED  $what"
        sed 's/^/        /' /tmp/said >/dev/console
    fi
}

# within SECONDS COMMAND…: it succeeds before so many seconds have passed.
within() {
    left=$1
    shift
    until "$@"; do
        [ "$left" -gt 0 ] || return 1
        left=$((left - 1))
        sleep 1
    done
}

# act: from now on. told WORDS: the service has said them since. since_start WORDS: … since the machine was
# started.
act() { since=$(date +%s); sleep 1; }
told() { journalctl -q -u hotcold --since "@$since" -o cat | grep -q -- "$1"; }
since_start() { journalctl -q -u hotcold -b -o cat | grep -q -- "$1"; }
is() { [ "$(systemctl show -p "$1" --value hotcold)" = "$2" ]; }
restarts() { systemctl show -p NRestarts --value hotcold; }
restarted() { [ "$(restarts)" -gt "$before" ] && is ActiveState active; }
main_kill() { systemctl kill --kill-whom=main "--signal=$1" hotcold; }

promise "the service runs before there is any hardware, and without a network" within 30 is ActiveState active
promise "it says that it has no radio" within 90 since_start "find my radio"

# The hardware: a controller and a card. Debian's kernel for arm64 has no hci_vhci, but the driver of a Pi's own
# radio, which is on a serial line.
modprobe snd-aloop
by=--serial
! modprobe hci_vhci || by=
hotcold emulate --controllers 1 $by >/run/emulate.log 2>&1 &
promise "a radio that is plugged in is used" within 60 since_start "radio: hci0 ready"
promise "so is a sound card" within 60 since_start "speaker: ready"

act
before=$(restarts)
main_kill STOP
promise "a loop that stands still is noticed by the watchdog" within 60 restarted
promise "which says so" told "[Ww]atchdog"

act
before=$(restarts)
main_kill KILL
promise "a killed station is started again" within 30 restarted
promise "after its radio has been silenced" told "silent: hci0"
promise "and has its radio again" within 30 told "radio: hci0 ready"

act
promise "it stops when it is told to" systemctl stop hotcold
promise "with a silent radio" told "radio: silent and closed"
promise "and without having failed" is Result success

act
rfkill block bluetooth
systemctl start hotcold
promise "it unblocks Bluetooth" within 30 told "radio: hci0 ready"

act
systemctl start bluetooth
sleep 2
systemctl restart hotcold
promise "it takes the radio from bluetoothd" within 60 told "radio: hci0 ready"
promise "bluetoothd goes on" systemctl is-active bluetooth

promise "its identity belongs to its user" sh -c \
    '[ "$(stat -c %U:%a /var/lib/hotcold/identity.key)" = hotcold:600 ]'
promise "it has one capability and no more" sh -c \
    'grep -q "^CapBnd:.*0000000000001000$" "/proc/$(systemctl show -p MainPID --value hotcold)/status"'
journalctl -q -u hotcold -o cat | grep -i 'denied\|not permitted' >/dev/console

say "acts: done, $promises promises"
systemctl poweroff
