# Lab, airattack: two stations without a network play a round by radio, while somebody with a third adapter replays, changes
# and makes up frames, also in their names. BlueZ's tools advertise and scan with a fourth.
. "$LAB_ROOT/Tests/Lab/guest.sh"

printf '0,3\n60,3\n70,0.3\n400,0.3\n' >walk.csv
network_up
for station in one two; do
    gpio_chip $station
    cable $station out
done
ether_start "$PWD/walk.csv" --controllers 4 &&
    wait_for 10 test -e /sys/class/bluetooth/hci3
promise $? "four controllers appear on /dev/vhci" "$waited s"
hciconfig hci2 up
hciconfig hci3 up
hciconfig hci3 leadv 3 >>bluez.log 2>&1
hcitool -i hci3 lescan --passive --duplicates >lescan.log 2>>bluez.log 8>&- &
lescan=$!
air=$lab/airattack.py

mark_one=0 mark_two=0
station_start one hide 5
station_start two seek 5
both_say 20 "$said_met"
promise $? "without a network the stations meet" "$waited s"
sleep 2

# attack_start ACT…; attack_end: with its adapter silent.
attack_start() {
    /usr/bin/python3 "$air" --adapter 2 "$@" >>attack.json 2>>attack.err 8>&- &
    attack=$!
    note "attack $*"
}
attack_end() {
    kill $attack 2>/dev/null
    wait $attack 2>/dev/null
    hcitool -i hci2 cmd 0x08 0x000a 00 >>bluez.log 2>&1
    note "attack ends"
}
attack_start replay:8 contest:10 flip:4 contest:60
sleep 2
before=$(log_lines one)
press two
wait_for 10 says one "$said_press" "$before"
promise $? "under attack a press is called out" "$waited s"
mark_one=$(log_lines one) mark_two=$(log_lines two)
sleep 1
hold one
hold two
both_say 20 "$said_role"
promise $? "under attack holding both buttons makes a session" "$waited s"
both_say 15 "$said_countdown"
promise $? "and both count down" "$waited s"
release one
release two
wait_for 30 says two "$said_hunt"
promise $? "and the hunt begins" "$waited s"

# What anybody sees of the two who hunt: a fifth of the advertisements at most are not the beacon's.
attack_end
kill -INT $lescan
wait $lescan 2>/dev/null
/usr/bin/python3 "$air" --adapter 3 watch:15 >watch.json 2>>attack.err 8>&-
shares=$(/usr/bin/python3 - <<'PYTHON'
import json
heard = json.load(open("watch.json"))["heard"]
stations = [seen for seen in heard.values() if seen.get("beacons", 0) > 30]
print(len(stations), min((s["beacons"] / (s["beacons"] + s.get("frames", 0)) for s in stations), default=0))
PYTHON
)
echo "$shares" | awk '{ exit !($1 == 2 && $2 >= 0.75) }'
promise $? "in the hunt a scanner sees both beacons, in four advertisements of five" "$shares"
attack_start forge:6 contest:10 replay:6 flip:6 contest:60
grep -q 'LE Scan' lescan.log && [ "$(sort -u lescan.log | wc -l)" -ge 3 ]
promise $? "BlueZ's scan goes on beside it" "$(sort -u lescan.log | wc -l) lines"

lab_clock 75
for attempt in 1 2 3; do
    hold two
    wait_for 12 says two "$said_found" $mark_two && break
    release two
    sleep 1
done
both_say 15 "$said_found"
promise $? "under attack they agree that it is found" "hold $attempt"
release two
count=$(($(count_said one "$said_left") + $(count_said two "$said_left")))
[ "$count" = 0 ]
promise $? "nobody was said to have left" "$count sentences"
others=$(($(count_said one "$said_met") + $(count_said two "$said_met")))
[ "$others" = 2 ]
promise $? "and nobody was met who is not there" "$others greetings"
attack_end
for act in replay contest flip forge; do
    said=$(grep "\"act\": \"$act\"" attack.json | head -n 1 | sed 's/.*"said": \([0-9]*\).*/\1/')
    [ "${said:-0}" -gt 100 ]
    promise $? "the attacker has tried to $act" "${said:-0} advertisements"
done
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop
