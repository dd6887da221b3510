# What a hunting station costs; `make bench`, with the release build. First, while the stations wait in the
# lobby, BlueZ's own programs do the least that can be done with the reports of a busy street: `btmon -w` copies
# them to a file, `hcitool lescan` prints who sent them. Then the stations hunt in the same street, and
# once more while they tell a broker of it. bench.py makes the table.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# Strangers' advertisements a second. A station listens half of the time, as shipped, and so gets half of them.
flood=1000

# measure NAME SECONDS WHO=PROCESS…: what these use meanwhile, to NAME.json.
measure() {
    note "measure $1"
    name=$1
    shift
    timeout 120 python3 "$lab/usage.py" "$@" >"$name.json"
    promise $? "what is used is measured ($name)" "$1 s"
}

# count_calls NAME: which system calls the seeker makes in 8 s, to NAME.calls. Being traced slows it down, not
# what wakes it.
count_calls() { timeout -s INT 8 strace -c -f -o "$1.calls" -p $station_two 2>>strace.log; }

# To and fro, so that cues are spoken as in any hunt.
awk 'BEGIN { for (t = 0; t <= 600; t += 15) print t "," (t / 15 % 2 ? 3 : 6) }' >walk.csv
network_up
gpio_chip one
gpio_chip two
ether_start "$PWD/walk.csv" --controllers 3 --flood $flood && wait_for 10 test -e /sys/class/bluetooth/hci2
promise $? "three controllers appear on /dev/vhci" "$waited s"

station_start one hide 5
station_start two seek 5
wait_for 30 says one "$said_met" && wait_for 20 says two "$said_met"
promise $? "the stations meet in the lobby" "$waited s"
sleep 8 # the greeting is over

# Everything that writes much writes to memory: the host's file system is not what is measured.
air_trace /run/air.btsnoop
hciconfig hci2 up
wait_for 5 is_up 2
hcitool -i hci2 lescan --passive --duplicates >/run/lescan 2>lescan.log 8>&- &
lescan=$!
sleep 2
measure idle 20 seeker=$station_two btmon=$air_tracer lescan=$lescan
kill -KILL $lescan # a SIGINT that does not meet its read() is forgotten
wait $lescan 2>/dev/null
hciconfig hci2 down
count_calls idle

# hunt: both are held, and the seeker's hunt begins.
hunt() {
    mark=$(log_lines two)
    hold one
    hold two
    wait_for 10 says two "$said_countdown" "$mark"
    sleep 0.5
    release one
    release two
    wait_for 30 says two "$said_hunt" "$mark"
    promise $? "the hunt begins on the seeker" "$waited s"
    sleep 3
}
end_both() {
    for station in one two; do
        station_end $station
        promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
    done
}

hunt
measure hunt 40 seeker=$station_two hider=$station_one btmon=$air_tracer ether=$ether
count_calls hunt
air_trace_stop
cp /run/air.btsnoop .
end_both

# The same with a broker, which gets all that a station tells.
where=$(address_of one)
printf 'listener 1883 %s\nallow_anonymous true\nuser root\n' "$where" >broker.conf
ip vrf exec vrf-one /usr/sbin/mosquitto -c broker.conf >>broker.log 2>&1 8>&- &
broker=$!
lab_mqtt="
[mqtt]
host = \"$where\"
presence = true
orders = true"
wait_for 10 ip vrf exec vrf-one mosquitto_pub -h "$where" -t ready -n
ip vrf exec vrf-one mosquitto_sub -h "$where" -v -t '#' >/run/told 2>>broker.log 8>&- &
mark_one=$(log_lines one)
mark_two=$(log_lines two)
station_start one hide 5
station_start two seek 5
wait_for 30 says one "$said_met" "$mark_one" && wait_for 20 says two "$said_met" "$mark_two"
promise $? "the stations meet, and tell a broker" "$waited s"
sleep 8
hunt
told=$(wc -l </run/told)
measure told 40 seeker=$station_two hider=$station_one
told=$(($(wc -l </run/told) - told))
[ "$told" -ge 80 ]
promise $? "a broker is told of it meanwhile" "$told messages in 40 s"
count_calls told
end_both
kill "$broker"
ether_stop
