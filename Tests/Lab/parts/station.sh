# A station: one `hotcold run` with its settings, and what it said.

# settings_of STATION ROLE [HEAD_START_SECONDS]: prints the settings file. The one place where the lab knows
# their names. $lobby_settings, if there is one, is a further line of [lobby]; $lobby_announce=true announces by DNS-SD.
# $lab_mqtt, if there is one, is a whole section.
settings_of() {
    case $1 in one) adapter=hci0 ;; two) adapter=hci1 ;; three) adapter=hci2 ;; esac
    cat <<TOML
[station]
role = "$2"
state_directory = "/run/state-$1"
introduces = ${lab_introduces:-false}

[radio]
adapter = "$adapter"

[button]
chip = "button-$1"
line = $button_line
led_line = $led_line

[audio]
device = "plughw:CARD=$(card_id "$1"),DEV=0"

[lobby]
interface = "$1"
announce = ${lobby_announce:-false}
${lobby_settings:-}

[round]
head_start_seconds = ${3:-60}

[page]
acting = "${page_acting:-pin}"
${lab_mqtt:-}
TOML
}

# stamped LOG COMMAND…: runs it as $started; every line it prints goes to LOG with the time since boot before
# it, so that the log keeps the lab's clock whatever the program's own time stamps mean.
stamped() {
    log=$1
    shift
    pipe=/run/pipe-$$-$(cut -d' ' -f1 /proc/uptime)
    mkfifo "$pipe"
    while IFS= read -r line; do
        read -r uptime _ </proc/uptime
        printf '%s %s\n' "$uptime" "$line"
    done <"$pipe" >>"$log" 8>&- &
    "$@" >"$pipe" 2>&1 8>&- &
    started=$!
}

# station_start STATION ROLE [HEAD_START_SECONDS]: in its own network, and with a machine identifier of its
# own, since the radio's address is made from that; with lab_card=yes from its own card (card.sh). When the program
# itself starts, behind all wrappers, is in
# STATION.began, one line for each start, on a clock of 10 ms.
station_start() {
    mkdir -p "/run/state-$1"
    settings_of "$@" >"$1.toml"
    echo "$1" | md5sum | cut -c1-32 >"/run/machine-id-$1"
    case ${lab_card:-} in yes) card="with_card $1" ;; *) card= ;; esac
    stamped "$1.log" $card ip vrf exec "vrf-$1" unshare --mount sh -c '
        [ ! -f /etc/machine-id ] || mount --bind "$1" /etc/machine-id
        began=$2
        shift 2
        read -r uptime _ </proc/uptime
        echo "$uptime" >>"$began"
        exec "$@"' sh "/run/machine-id-$1" "$PWD/$1.began" "$hotcold" run --settings "$PWD/$1.toml"
    eval "station_$1=$started"
    note "start $1 as $2"
}

# station_end STATION [SIGNAL]: TERM unless told; leaves its exit code in $ended and the seconds it took in
# $waited, and the journals of its rounds in journals/STATION.
station_end() {
    eval "process=\$station_$1"
    signal=${2:-TERM}
    note "kill -$signal $1"
    kill "-$signal" "$process" 2>/dev/null
    wait_for 10 sh -c "! kill -0 $process" || kill -KILL "$process"
    ended=0
    wait "$process" || ended=$?
    note "$1 ended with $ended after $waited s"
    mkdir -p "journals/$1"
    cp "/run/state-$1/journals/"*.journal "journals/$1/" 2>/dev/null || true
}

is_running() { eval "kill -0 \$station_$1"; }

# both_say SECONDS PATTERN: one and two, each after line $mark_one and $mark_two of its log.
both_said() { says one "$1" $mark_one && says two "$1" $mark_two; }
both_say() { wait_for "$1" both_said "$2"; }

# marks, all_said PATTERN: each of $all says it, after its mark.
marks() { for station in $all; do eval "mark_$station=\$(log_lines $station)"; done; }
all_said() {
    for station in $all; do
        eval "says $station '$1' \$mark_$station" || return 1
    done
}

# hold_until_roles: both hold until they are told their roles, a second time if they do not agree at once. Which time it
# was is in $attempt; they still hold then.
hold_until_roles() {
    mark_one=$(log_lines one) mark_two=$(log_lines two)
    for attempt in 1 2; do
        hold one
        hold two
        both_say 14 "$said_role" && return
        release one
        release two
        sleep 2
    done
    return 1
}

# hold_and_hunt SECONDS: both hold, are told their roles and count down, and two, which seeks, hunts within SECONDS.
hold_and_hunt() {
    head_start_within=$1
    hold_until_roles
    promise $? "holding both buttons makes a session" "hold $attempt"
    both_say 15 "$said_countdown"
    promise $? "both count down" "$waited s"
    release one
    release two
    wait_for "$head_start_within" says two "$said_hunt"
    promise $? "the hunt begins" "$waited s"
}
