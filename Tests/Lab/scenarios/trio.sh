# Lab, trio: three stations and nothing but their radios, while BlueZ's own tools advertise and scan beside them and
# strangers fill the air. They meet, lock a round together, and two seek one; the hider is not heard for a while. This
# file only acts; trio.py beside it judges what was shown, and what was heard from the loudspeaker of one who seeks.
. "$LAB_ROOT/Tests/Lab/guest.sh"
all="one two three"
lobby_settings='capacity = 3'

# name, from, to (lab_clock seconds), distance of the hider from both others at either end in metres.
cat >phases <<'PLAN'
lobby     0   85 12  12
approach 85  105 12  1
close    105 109 1   1
retreat  109 124 1   10
far      124 128 10  10
off      128 143 10  10
return   143 163 10  0.3
claim    163 200 0.3 0.3
PLAN
awk '{ print $2 "," $4; print $3 - 0.01 "," $5 }' phases >walk.csv
from() { awk -v phase="$1" '$1 == phase { print $2 }' phases; }
all_say() { wait_for "$1" all_said "$2"; }

network_up $all
for station in $all; do
    gpio_chip $station
    cable $station out
done
record two two.wav
ether_start "$PWD/walk.csv" --controllers 4 --flood 50 && wait_for 10 test -e /sys/class/bluetooth/hci3
promise $? "four controllers appear on /dev/vhci" "$waited s"

# BlueZ has the fourth: a beacon of its own, ten times a second, and a scan that never ends.
hciconfig hci3 up
wait_for 5 is_up 3
{
    hcitool -i hci3 cmd 0x08 0x0006 a0 00 a0 00 03 00 00 00 00 00 00 00 00 07 00
    hcitool -i hci3 cmd 0x08 0x0008 1e 02 01 06 1a ff 4c 00 02 15 \
        d9 ee d4 98 bf db 43 c0 8b 55 d0 6b b7 4c 43 0b 12 34 56 78 c5 00
    hcitool -i hci3 cmd 0x08 0x000a 01
    hcitool -i hci3 cmd 0x08 0x000b 00 60 00 60 00 00 00
    hcitool -i hci3 cmd 0x08 0x000c 01 00
} >hcitool.log 2>&1
promise $? "BlueZ's tools advertise and scan beside them" "see hcitool.log"

marks
station_start one hide 15
station_start two seek 15
station_start three seek 15
everybody_met() {
    for station in $all; do [ "$(count_said $station "$said_met")" -ge 2 ] || return 1; done
}
wait_for 30 everybody_met
promise $? "three stations meet by radio alone" "$waited s"
sleep 2

for attempt in 1 2; do
    marks
    for station in $all; do hold $station; done
    all_say 20 "$said_role" && break
    for station in $all; do release $station; done
    sleep 2
done
all_said "$said_role"
promise $? "holding all three buttons makes a session" "$waited s, hold $attempt"
all_say 15 "$said_countdown"
promise $? "all three count down" "$waited s"
for station in $all; do release $station; done
wait_for 30 says two "$said_hunt" "$mark_two" && wait_for 5 says three "$said_hunt" "$mark_three"
promise $? "the hunt begins on both who seek" "$waited s"

lab_clock "$(from off)"
ether mute 0
lab_clock "$(from return)"
ether unmute 0

lab_clock "$(from claim)"
sleep 3
for attempt in 1 2 3; do
    hold two
    wait_for 10 says two "$said_found" "$mark_two" && break
    release two
    sleep 1
done
says two "$said_found" "$mark_two"
promise $? "holding within reach ends the round on who found" "hold $attempt"
release two
all_say 15 "$said_found"
promise $? "and on the two others" "$waited s"
left=0
for station in $all; do left=$((left + $(count_said $station "$said_left"))); done
promise $left "nobody was said to have left" "$left sentences"
sleep 4

for station in $all; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
record_stop two
ether_stop
