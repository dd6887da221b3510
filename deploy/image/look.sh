# Runs in a machine that was started from a card, as root: looks at what the image promises of itself, and
# prints what of it is kept.
set -u

promise() {
    what=$1
    shift
    if said=$("$@" 2>&1); then echo "ok      $what"; else
        echo "FAILED  $what"
        echo "$said" | sed 's/^/        /'
    fi
}

none() { [ -z "$("$@")" ] || { "$@"; return 1; }; }
is() { [ "$("${@:2}")" = "$1" ] || { "${@:2}"; return 1; }; }
unwritable() { ! touch /usr/touched /etc/touched /var/lib/touched; }
mode_of_settings() { stat -c '%a %U %G' /boot/firmware/hotcold.toml; }
passwords() { awk -F: '$2 !~ /^[!*]/ { print $1 }' /etc/shadow; }
listeners() { ss -Hltn | awk '{ print $4 }' | grep -v -E ':(22|8080)$'; }
written_in() { awk '$3 == "vda" { print $10 }' /proc/diskstats; }
# Neither by udev, when a card appears, nor by a unit.
sound_is_left_alone() {
    is /dev/null readlink /etc/udev/rules.d/90-alsa-restore.rules &&
        is masked systemctl show -P LoadState alsa-restore.service &&
        is masked systemctl show -P LoadState alsa-state.service
}
# moment UNIT PATTERN: when its log has such a line first, in seconds since the machine was started.
moment() {
    journalctl -b -o short-monotonic -u "$1" --no-pager |
        awk -F '[][]' -v pattern="$2" '$0 ~ pattern { print $2 + 0; exit }'
}
words_first() {
    local words=$(moment hotcold ' caption: ') network=$(moment NetworkManager 'state is now CONNECTED')
    echo "first words ${words:-never}, network ${network:-never}"
    awk "BEGIN { exit !(${words:-1e9} < ${network:-0}) }"
}
# since_init PATTERN: when the kernel's log has such a line first, in seconds after the first program of all,
# the initrd's.
since_init() {
    dmesg | awk -F '[][]' -v pattern="$1" '/Run \/init as/ { init = $2 }
        $0 ~ pattern && init { print $2 - init; exit }'
}
# A real board is many times faster than an emulated one: what is looked at is the order.
light_beats() {
    local light=$(since_init 'probe of leds returned 0') systemd=$(since_init 'systemd[[]1[]]: systemd ')
    echo "light ${light:-never}, systemd ${systemd:-never}, in s after the first program"
    grep -q '\[heartbeat\]' /sys/class/leds/ACT/trigger &&
        awk "BEGIN { exit !(${light:-1e9} < ${systemd:-0}) }"
}
# station_says WORDS: since $since.
station_says() { journalctl -u hotcold --since "$since" -o cat | grep -q -- "$1"; }
# within SECONDS COMMAND…: it succeeds before so many seconds have passed.
within() {
    local until=$((SECONDS + $1))
    until "${@:2}"; do [ "$SECONDS" -lt "$until" ] && sleep 1 || return; done
}
# Of a Wi-Fi card that appears now: what was said to all of them counts for it, a moment later.
soft_state() { grep -l wlan /sys/class/rfkill/*/type | sed 's/type$/soft/' | xargs cat; }
wifi_is_off() {
    modprobe mac80211_hwsim radios=1
    sleep 5
    local states=$(soft_state | sort -u)
    modprobe -r mac80211_hwsim
    echo "switched off: ${states:-no card}, NetworkManager says $(nmcli radio wifi)"
    [ "$states" = 1 ]
}
quiet_card() { sync; local before=$(written_in); sleep 20; [ "$(written_in)" = "$before" ]; }

promise "no unit has failed" none systemctl --failed --plain --no-legend
promise "the root cannot be written to" unwritable
promise "it is a squashfs" is squashfs findmnt -no FSTYPE /
promise "there is no swap" none swapon --show --noheadings
promise "the journal is in memory" test -d /run/log/journal -a ! -d /var/log/journal
promise "settings are read by root and the station alone" is "640 root hotcold" mode_of_settings
promise "nobody has a password" none passwords
promise "nothing listens but ssh and the page" none listeners
promise "the card's settings are the station's" is /boot/firmware/hotcold.toml readlink /etc/hotcold.toml
promise "the state is on its partition" is ext4 findmnt -no FSTYPE /var/lib/hotcold
promise "the identity belongs to the station" is "hotcold 600" stat -c '%U %a' /var/lib/hotcold/identity.key
promise "the host's key has been made here" test -s /state/ssh/ssh_host_ed25519_key
promise "the watchdog is armed" is active cat /sys/class/watchdog/watchdog0/state
promise "for 15 s, if nobody says otherwise" sh -c \
    "systemd-analyze cat-config systemd/system.conf | grep -x 'RuntimeWatchdogSec=15s'"
promise "timesyncd runs" systemctl is-active systemd-timesyncd
promise "the name is told to the network" sh -c 'avahi-resolve -4 -n "$(hostname).local"'
promise "and so is the station" sh -c "avahi-browse -pt _hotcold._udp | grep 'Red'"
promise "what is left alone does not write to the card" quiet_card
promise "the radio's drivers and firmware are there" modprobe -n -a hci_uart brcmfmac btbcm
promise "nobody but the station turns a sound card" sound_is_left_alone
promise "Wi-Fi is set up as Raspberry Pi OS does it" sh -c \
    "modprobe --show-depends brcmfmac | grep 'roamoff=1 feature_disable=0x282000'"
promise "and off, for nobody has named a network" wifi_is_off
promise "the machine has the name that was given" is redfox hostname
promise "the light beats before systemd is there" light_beats
echo "        $(light_beats)"
promise "the first words come before the network" words_first
echo "        $(words_first)"
echo "        $(systemd-analyze | head -n 1)"
systemd-analyze critical-chain hotcold.service --no-pager | sed 's/^/        /'
journalctl -b -o short-monotonic -u hotcold -u NetworkManager -u hotcold-provision --no-pager |
    head -n 20 | cut -c -110 | sed 's/^/        /'
# Of our own making, at the other end of a serial line, which is where a Pi has its own.
systemd-run --quiet --unit emulate hotcold emulate --serial --controllers 1
since="@$(date +%s)"
promise "a radio on a serial line is used" within 120 station_says 'radio: hci0 ready'
systemctl stop hotcold
promise "and given back when the station is stopped" station_says 'radio: silent and closed'
since="@$(date +%s)"
systemctl start hotcold
promise "for the next start" within 120 station_says 'radio: hci0 ready'
echo looked
