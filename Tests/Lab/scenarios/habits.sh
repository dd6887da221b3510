# Lab, habits: two stations without a network, whose controllers treat data that change while they advertise as none should:
# one refuses new ones, the other takes them and goes on with the old ones. They find that out, meet, lock and hunt.
. "$LAB_ROOT/Tests/Lab/guest.sh"

printf '0,2\n35,2\n45,8\n60,0.5\n400,0.5\n' >walk.csv
network_up
for station in one two; do
    gpio_chip $station
    cable $station out
done
ether_start "$PWD/walk.csv" --profile refusesNewData,keepsOldData ||
    { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }

mark_one=0 mark_two=0
station_start one hide 5
station_start two seek 5
both_say 40 "$said_met"
promise $? "one that refuses new data and one that keeps the old ones meet" "$waited s"
sleep 2
hold_and_hunt 30
wait_for 40 says two "$said_cue"
promise $? "and the seeker hears the hider" "$waited s"
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop
