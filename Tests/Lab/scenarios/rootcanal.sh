# Lab, rootcanal: two stations without a network, whose controllers are RootCanal's, Android's emulator, which knows
# nothing of us; one of Bluetooth 5.3, the other of 4.2. They meet, lock, hunt; the seeker hears HOT on the way there and COLD on the way back, and finds.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# Together; away while the hider hides; there, back, and there to stay.
printf '0,2\n45,2\n55,12\n75,12\n87,1\n95,1\n107,12\n115,12\n127,0.4\n400,0.4\n' >walk.csv
network_up
for station in one two; do
    gpio_chip $station
    cable $station out
done
"$ROOTCANAL/bin/python" "$lab/android_radio.py" walk.csv >rootcanal.log 2>&1 &
emulator=$!
ether_began=$(now)
echo "$ether_began ether_start" >>events.log
wait_for 20 test -e /sys/class/bluetooth/hci1 ||
    { promise 1 "two controllers appear on /dev/vhci" "see rootcanal.log"; exit 1; }

mark_one=0 mark_two=0
air_trace air.btsnoop
station_start one hide 25
station_start two seek 25
both_say 20 "$said_met"
promise $? "without a network the stations meet" "$waited s"
sleep 2
hold_and_hunt 40

# cues_between FROM TO WORD: how many captions between these moments of the walk say it.
cues_between() {
    awk -v from="$1" -v to="$2" -v began="$ether_began" -v word="caption: .*$3" \
        '$1 >= began + from && $1 <= began + to && $0 ~ word { n++ } END { print n + 0 }' two.log
}
lab_clock 116
there="$(cues_between 77 90 '[Hh]ot!') HOT, $(cues_between 77 90 '[Cc]old!') COLD"
case $there in 0* | *" "[1-9]*" COLD") false ;; *) true ;; esac
promise $? "on the way there the seeker hears HOT, and not COLD" "$there"
back="$(cues_between 97 112 '[Cc]old!') COLD, $(cues_between 97 112 '[Hh]ot!') HOT"
case $back in 0* | *" "[1-9]*" HOT") false ;; *) true ;; esac
promise $? "on the way back COLD, and not HOT" "$back"

lab_clock 130
mark_one=$(log_lines one) mark_two=$(log_lines two)
hold two
both_say 15 "$said_found"
promise $? "holding within reach ends it on both" "$waited s"
release two
air_trace_stop
says one "$radio_ready.*extended commands" && says two "$radio_ready.*legacy commands"
promise $? "each is given the commands that it knows" "$(grep -ho '[a-z]* commands' one.log two.log | sort -u | tr '\n' ' ')"
grep -aE 'root-canal [WEF] ' rootcanal.log >refused.log
[ ! -s refused.log ]
promise $? "and RootCanal has nothing against any of them" "$(wc -l <refused.log) complaints"
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
kill $emulator
