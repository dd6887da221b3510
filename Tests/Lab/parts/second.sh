# A second station, Tests/Station, on the computer `three`: written from the documents alone, and the lab's liar.

second=$LAB_ROOT/Tests/Station/station
export PYTHONDONTWRITEBYTECODE=1

# second_start LOG OPTIONS…: runs it in the network of three, from three's own address unless told.
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
# events_at_least LOG NAME COUNT
events_at_least() { [ "$(event_count "$1" "$2")" -ge "$3" ]; }
# number LOG WHAT: the newest major or minor that it was told.
number() { grep '"event": "numbers"' "$1.json" | tail -n 1 | sed "s/.*\"$2\": \([0-9]*\).*/\1/"; }

# call LOG: it has no radio; ours calls in its place with its numbers, on the third controller.
call() {
    stamped call.log "$hotcold" hide --adapter hci2 --major "$(number "$1" major)" --minor "$(number "$1" minor)"
    calling=$started
    note "call $(number "$1" major) $(number "$1" minor)"
}
call_end() { kill -TERM "$calling" 2>/dev/null; wait "$calling" 2>/dev/null; }

# What says that a lie was believed. That the liar itself has left is its own doing: it is called Red Fox.
spoilt='caption: .*(has left|copy of me|Cancelled|time is up|game is over|[Ff]ound in|found you|Found!)'
believed_by() {
    tail -n +"$(($2 + 1))" "$1.log" | grep -E "$spoilt" | grep -v 'Red Fox has left' | sed "s/.*caption: /$1: /" | tr '\n' ';'
}

# three_up: the lab of these scenarios: 3 m apart while they meet, then side by side, for every pair of them.
three_up() {
    printf '0,3\n20,3\n24,0.3\n400,0.3\n' >walk.csv
    network_up one two three
    gpio_chip one
    gpio_chip two
    ether_start "$PWD/walk.csv" --controllers 3 && wait_for 10 test -e /sys/class/bluetooth/hci2
    promise $? "three controllers appear on /dev/vhci" "$waited s"
}

# two_meet: two of ours, in the lobby.
two_meet() {
    mark_one=0 mark_two=0
    [ ! -f one.log ] || { mark_one=$(log_lines one) mark_two=$(log_lines two); }
    station_start one hide 5
    station_start two seek 5
    wait_for 20 says one "$said_met" "$mark_one" && wait_for 20 says two "$said_met" "$mark_two"
    promise $? "two of ours meet" "$waited s"
}

# both_end: with exit code 0.
both_end() {
    for station in one two; do
        station_end $station
        promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
    done
}
