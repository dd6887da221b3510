# Lab, both: the network goes and comes while two stations play: in the countdown, in the hunt, of one alone, and in the
# hold for the next round. Bluetooth carries on, and nobody is said to have left.
. "$LAB_ROOT/Tests/Lab/guest.sh"

printf '0,3\n60,3\n70,0.3\n400,0.3\n' >walk.csv
network_up
for station in one two; do gpio_chip $station; done
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
both_cables() { cable one "$1"; cable two "$1"; }
nobody_left() {
    count=$(($(count_said one "$said_left" $mark_one) + $(count_said two "$said_left" $mark_two)))
    [ "$count" = 0 ]
    promise $? "$1" "$count sentences"
}
crossed() { cat /sys/class/net/port-one/statistics/rx_packets; }

mark_one=0 mark_two=0
station_start one hide 5
station_start two seek 5
both_say 20 "$said_met"
promise $? "by network the stations meet" "$waited s"
hold one
hold two
both_say 15 "$said_role"
promise $? "and lock" "$waited s"
release one
release two
both_cables out
wait_for 30 says two "$said_hunt"
promise $? "in the countdown both cables are pulled, and the hunt begins" "$waited s"
sleep 22
nobody_left "for longer than anybody may be silent, nobody has left"
crossed=$(crossed)
both_cables in
sleep 12
[ "$(crossed)" -gt "$crossed" ]
promise $? "with the cables in, packets cross the network again" "$(($(crossed) - crossed)) packets"
cable two out
sleep 12
nobody_left "one station with a network and one without play on"
lab_clock 75
for attempt in 1 2 3; do
    hold two
    wait_for 12 says two "$said_found" && break
    release two
    sleep 1
done
both_say 10 "$said_found"
promise $? "and agree that it is found" "hold $attempt"
count=$(count_said two "$said_cue")
[ "$count" -gt 0 ]
promise $? "on the way there cues were said" "$count cues"
release two
cable two in
both_say 15 "$said_points"
sleep 3
mark_one=$(log_lines one) mark_two=$(log_lines two)
hold one
hold two
sleep 1.1
both_cables out
both_say 25 "$said_role"
promise $? "the cables are pulled in the hold for another round, and it locks" "$waited s"
# Who found hides.
wait_for 30 says one "$said_hunt" $mark_one
promise $? "and its hunt begins" "$waited s"
release one
release two
nobody_left "and nobody has left"
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop
