# Lab, a family's first round: from the plug to the fanfare, with nothing but two buttons, and the legs of whoever
# carries the stations. Two boards as they come, without a settings file of anybody's: both want to seek. This file
# only acts; family.py beside it judges, and joins what both loudspeakers said into one recording.
. "$LAB_ROOT/Tests/Lab/guest.sh"
lab_introduces=true

# lab_clock seconds, metres: the children stand together, one runs off, the other comes after the head start.
cat >walk.csv <<'WALK'
0,1
60,1
75,12
125,12
165,1
170,0.5
300,0.5
WALK

network_up
for station in one two; do gpio_chip $station; record $station $station.wav; done
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }

# teach STATION: does what it asks for, when it asks for it.
teach() {
    wait_for 30 says "$1" "$said_hear_me" || return 1
    sleep 2
    before=$(log_lines "$1")
    press "$1"
    wait_for 3 says "$1" "$said_now_hold" "$before" || return 1
    sleep 3
    hold "$1"
    wait_for 4 says "$1" "$said_introduced" "$before" || return 1
    release "$1"
}
# How quick this kernel is now: what the start of a station is held to.
for _ in 1 2 3; do
    read -r before _ </proc/uptime
    "$hotcold" --version >/dev/null
    read -r after _ </proc/uptime
    echo "$before $after" >>version.took
done
station_start one seek
teach one
promise $? "the first board asks whether it is heard, and is taught by its button alone" "in $(log_lines one) lines"
sleep 5
station_start two seek
teach two
promise $? "so does the second" "in $(log_lines two) lines"
wait_for 20 says one "$said_met" && wait_for 20 says two "$said_met"
promise $? "they say each other's name" "$waited s"
sleep 5

hold one
hold two
wait_for 10 says two "$said_countdown" && wait_for 3 says one "$said_countdown"
promise $? "both held, both count" "$waited s"
sleep 0.5
release one
release two
wait_for 10 says one "$said_role" && wait_for 3 says two "$said_role"
seeker=two
says one 'You seek!' && seeker=one
wait_for 80 says $seeker "$said_hunt"
promise $? "after the head start the hunt begins" "$waited s"
wait_for 60 says $seeker "$said_cue"
promise $? "HOT or COLD is heard on the way" "$waited s"

lab_clock 172
for attempt in 1 2 3 4; do
    hold $seeker
    wait_for 5 says $seeker "$said_found" && break
    release $seeker
    sleep 1
done
says $seeker "$said_found"
promise $? "a hold beside the hider ends it in the fanfare" "hold $attempt"
release $seeker
wait_for 15 says $seeker "$said_points"
promise $? "and the points are told" "$waited s"
sleep 4
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
    record_stop $station
done
ether_stop

# The second start of the same board: nothing is explained again.
before=$(log_lines one)
station_start one seek
wait_for 10 says one 'caption: .*Hello, I am' "$before" && sleep 8
[ "$(count_said one "$said_hear_me" "$before")" = 0 ]
promise $? "at its second start it explains nothing" "$(count_said one 'caption:' "$before") captions"
station_end one
