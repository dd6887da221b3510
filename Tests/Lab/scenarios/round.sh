# Lab 1, a round: two stations meet, lock a session by holding, the seeker walks up to the hider and away
# again, loses it, comes back and holds to claim. This file only acts; round.py beside it judges logs and
# recordings afterwards, on the host.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# name, from, to (lab_clock seconds), distance at either end in metres. The hunt has to be on before
# `approach`. How many words such a walk has is chance; that it has enough of them is tried 200 times over by
# WordsOnTheWayTests, which walks it, too.
cat >phases <<'PLAN'
lobby     0   50 12  12
approach 50   70 12  1
close    70   74 1   1
retreat  74   89 1   10
far      89   93 10  10
off      93  108 10  10
return  108  128 10  0.3
claim   128  150 0.3 0.3
PLAN
awk '{ print $2 "," $4; print $3 - 0.01 "," $5 }' phases >walk.csv
from() { awk -v phase="$1" '$1 == phase { print $2 }' phases; }

network_up
for station in one two; do gpio_chip $station; record $station $station.wav; done
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }

station_start one hide 15
station_start two seek 15
wait_for 20 says one "$said_met" && wait_for 20 says two "$said_met"
promise $? "the stations meet in the lobby" "$waited s"
sleep 2 # the greeting is over

# A short press makes the other station say our name.
before=$(log_lines one)
press two
wait_for 3 says one "$said_press" "$before"
promise $? "a press on two's button is called out by one" "$waited s"

# Press and hold on both: the session locks and both count down.
sleep 1
hold one
hold two
wait_for 10 says two "$said_countdown" && wait_for 3 says one "$said_countdown"
promise $? "holding both buttons starts the countdown on both" "$waited s"
sleep 0.5
release one
release two
wait_for 40 says two "$said_hunt"
promise $? "the hunt begins on the seeker" "$waited s"

# The hider's controller is pulled: no beacon at all.
lab_clock "$(from off)"
ether unplug 0
lab_clock "$(from return)"
ether plug 0

# Within reach: hold to claim. Who hears "Not close enough yet" steps closer and holds again, three times at
# most.
lab_clock "$(from claim)"
sleep 3
for attempt in 1 2 3; do
    hold two
    wait_for 5 says two "$said_found" && break
    release two
    sleep 1
done
says two "$said_found"
promise $? "holding within reach ends the round in the fanfare on the seeker" "hold $attempt"
release two
wait_for 5 says one "$said_found"
promise $? "and on the hider" "$waited s"
sleep 4 # the fanfare plays out and is recorded

for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
    promise "$([ "${waited%.*}" -lt 1 ]; echo $?)" "SIGTERM ends $station within a second" "$waited s"
    record_stop $station
done
ether_stop
