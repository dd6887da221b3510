# Lab, attacker: somebody on the same network records and replays, forges, reflects, truncates and flips every byte
# of what is said, and floods, in the lobby and then in the hunt. The round goes on, and memory stays flat. What the
# attacker can do: Tests/Lab/attacker.py.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# A computer of its own, on a network that is a hub: it hears what is for others.
attacker_up() {
    ip link set dev wire type bridge ageing_time 0
    ip netns add attacker
    ip link add name attacker type veth peer name port-attacker
    ip link set dev port-attacker master wire up
    ip link set dev attacker netns attacker
    ip netns exec attacker ip link set dev lo up
    ip netns exec attacker ip link set dev attacker up
    ip netns exec attacker ip address add 10.11.0.66/24 dev attacker brd +
    ip netns exec attacker ip route add 224.0.0.0/4 dev attacker
    note "attacker_up"
}

# attack ACT…: runs it to its end, and notes what it did.
attack() {
    note "attack $*"
    # In the background of a terminal it would be nice; here it takes as much of the processor as it can get.
    timeout 120 ip netns exec attacker "$lab/attacker.py" --interface attacker --tape /run/tape "$@" >attack.json 2>>attack.log 8>&-
    attacked=$?
    cat attack.json >>attacks.json
    note "attack over, code $attacked"
}
# did ACT: how many it sent, and how fast.
did() { sed -n "s/.*\"act\": \"$1\".*\"sent\": \([0-9]*\).*\"a_second\": \([0-9]*\).*/\1 sent, \2 a second/p" attack.json | tail -n 1; }

memory() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }

spoilt='caption: .*(has left|copy of me|is back|Cancelled|let go|no network|does not|time is up|game is over)'

# To and fro at 0.8 m/s; at the end side by side.
awk 'BEGIN { for (i = 0; i <= 17; i++) print 7.5 * i "," (i % 2 ? 2 : 8) }' >walk.csv
printf '143,0.3\n500,0.4\n' >>walk.csv
network_up
attacker_up
gpio_chip one
gpio_chip two
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
station_start one hide 5
station_start two seek 5
wait_for 20 says one "$said_met" && wait_for 20 says two "$said_met"
promise $? "the stations meet" "$waited s"

# In the lobby.
before_one=$(log_lines one)
before_two=$(log_lines two)
attack watch:3 replay:3 forge:3 reflect:3 mangle:5
promise $attacked "the lobby is attacked" "$(did replay) replayed, $(did forge) forged, $(did mangle) damaged"
met=$(($(count_said one "$said_met" "$before_one") + $(count_said two "$said_met" "$before_two")))
[ "$met" = 0 ]
promise $? "nobody is met who is not there" "$met"
sleep 1

# Into the hunt, while what was recorded is replayed.
timeout 60 ip netns exec attacker "$lab/attacker.py" --interface attacker --tape /run/tape replay:18 >>attacks.json 2>>attack.log 8>&- &
replaying=$!
hold one
hold two
wait_for 12 says two "$said_countdown" "$before_two"
promise $? "a round starts all the same" "$waited s"
release one
release two
wait_for 40 says two "$said_hunt" "$before_two"
promise $? "the hunt begins" "$waited s"
wait "$replaying"
began_one=$(log_lines one)
began_two=$(log_lines two)
attack watch:3
memory_one=$(memory "$station_one")
memory_two=$(memory "$station_two")

# under ACT WHAT: the hunt goes on meanwhile.
under() {
    from=$(log_lines two)
    attack "watch:1" "$1"
    wait_for 15 says two "$said_cue" "$from"
    promise $? "the seeker is led on while traffic is $2" "$(did "${1%:*}"); $(count_said two "$said_cue" "$from") cues"
}
under replay:6 "replayed"
under forge:6 "forged"
under reflect:6 "reflected"
under mangle:12 "cut short and flipped byte by byte"
whole=$(sed -n 's/.*"act": "mangle".*"whole": \([0-9]*\).*/\1/p' attacks.json | tail -n 1)
[ "$whole" -gt 0 ]
promise $? "every byte of real datagrams was flipped and each was cut everywhere" "$whole datagrams"
under flood:10 "flooded"

grown_one=$(($(memory "$station_one") - memory_one))
grown_two=$(($(memory "$station_two") - memory_two))
[ "$memory_one" -gt 0 ] && [ "$grown_one" -lt 4096 ] && [ "$grown_two" -lt 4096 ]
promise $? "memory stays flat" "$memory_one kB and $grown_one more, $memory_two kB and $grown_two more"
count=$(($(count_said one "$spoilt" "$began_one") + $(count_said two "$spoilt" "$began_two")))
[ "$count" = 0 ]
promise $? "no station says that anything is wrong" "$count sentences"

# The round ends as it would have.
lab_clock 145
for attempt in 1 2 3; do
    hold two
    wait_for 5 says two "$said_found" && break
    release two
    sleep 1
done
says two "$said_found" && wait_for 5 says one "$said_found"
promise $? "the round ends in the fanfare on both" "hold $attempt"
release two
wait_for 10 says two "$said_points" "$began_two"
points=$(grep -Eo "$said_points" two.log | head -n 1 | grep -Eo '[0-9]+')
[ "$points" = 1 ]
promise $? "the finder has one point" "${points:-none}"

for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop
