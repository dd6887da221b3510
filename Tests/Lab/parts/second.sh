# A second station, Tests/Station, on the computer `three`. UNTRIED: written before there was a program of version 3.

second=$LAB_ROOT/Tests/Station/station
export PYTHONDONTWRITEBYTECODE=1

# The second station's computer: `three` of the network; a network namespace of its own would do as well.
# second_start LOG OPTIONS…: runs it in the network of three, from three's own address.
second_start() {
    log=$1
    shift
    ip vrf exec vrf-three "$second" --interface three --json "$@" >"$log.json" 2>>second.err 8>&- &
    second_process=$!
    note "second $log $*"
}
# A liar ends when it has said what it can; what it leaves in the background is a few seconds at most.
second_end() {
    kill -TERM "$second_process" 2>/dev/null
    wait "$second_process" 2>/dev/null
    note "second ended"
}
# It said so: event LOG NAME [MORE], where MORE is part of the same line.
event() { grep "\"event\": \"$2\"" "$1.json" 2>/dev/null | grep -q -- "${3:-}"; }
event_count() { grep -c "\"event\": \"$2\"" "$1.json" 2>/dev/null; }
# number LOG WHAT: the newest major or minor that it was told.
number() { grep '"event": "numbers"' "$1.json" | tail -n 1 | sed "s/.*\"$2\": \([0-9]*\).*/\1/"; }

# call LOG: it has no radio; ours calls in its place with its numbers, on the third controller.
call() {
    stamped call.log "$hotcold" hide --adapter hci2 --major "$(number "$1" major)" --minor "$(number "$1" minor)"
    calling=$started
    note "call $(number "$1" major) $(number "$1" minor)"
}
call_end() { kill -TERM "$calling" 2>/dev/null; wait "$calling" 2>/dev/null; }

# What says that a lie was believed.
spoilt='caption: .*(has left|copy of me|Cancelled|time is up|game is over|[Ff]ound in|found you|Found!)'

# three_up: the lab of these scenarios: 3 m apart while they meet, then side by side, for every pair of them.
three_up() {
    printf '0,3\n30,3\n34,0.3\n400,0.3\n' >walk.csv
    network_up one two three
    gpio_chip one
    gpio_chip two
    ether_start "$PWD/walk.csv" --controllers 3 && wait_for 10 test -e /sys/class/bluetooth/hci2
    promise $? "three controllers appear on /dev/vhci" "$waited s"
}

# two_meet: two of ours, in the lobby.
two_meet() {
    station_start one hide 5
    station_start two seek 5
    wait_for 20 says one "$said_met" && wait_for 20 says two "$said_met"
    promise $? "two of ours meet" "$waited s"
    sleep 2
}

# both_end: with exit code 0.
both_end() {
    for station in one two; do
        station_end $station
        promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
    done
}
