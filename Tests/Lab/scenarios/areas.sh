# Lab 6, areas: a beacon hides, `hotcold monitor` enters the areas it stands in, and leaves them when it falls
# silent. areas.py reads the lines afterwards.
. "$LAB_ROOT/Tests/Lab/guest.sh"

echo '0,2' >walk.csv
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }

# The kitchen stands in the house, and in the settings too, as the larder; the hall is elsewhere.
cat >areas.toml <<'TOML'
[station]
state_directory = "/run/state-monitor"

[[area]]
name = "larder"
uuid = "estimote"
major = 7
overlap = true
TOML
"$hotcold" monitor --settings "$PWD/areas.toml" --adapter hci0 --json --seconds 75 --overlap \
    --area kitchen=estimote,7,12 --area house=estimote --area hall=estimote,8 >monitor.json 2>monitor.log 8>&- &
monitor=$!
wait_for 15 grep -q 'ready' monitor.log
sleep 3
[ ! -s monitor.json ]
promise $? "where nothing calls, nothing is entered" "$(wc -l <monitor.json) lines"

stamped hide.log "$hotcold" hide --adapter hci1 --uuid B9407F30-F5F8-466E-AFF9-25556B57FE6D --major 7 --minor 12
hide=$started
wait_for 15 grep -q '"enter".*"house"' monitor.json
promise $? "the areas of a beacon are entered when it begins to call" "after $waited s"
sleep 15
kill -TERM $hide
wait $hide
note "hide ended"
wait_for 40 grep -q '"exit".*"house"' monitor.json
promise $? "and left after it fell silent" "after $waited s"
ended=0
wait $monitor || ended=$?
promise $ended "hotcold monitor ends by itself" "code $ended"

# A beacon that tells of its battery, made by hcitool: one device that sends an iBeacon, Eddystone telemetry
# with 2900 mV for two seconds, and the iBeacon again.
advertise() { hcitool -i hci1 cmd 0x08 0x0008 "$@" >>hcitool.log 2>&1; }
beacon() {
    advertise 1e 02 01 06 1a ff 4c 00 02 15 b9 40 7f 30 f5 f8 46 6e af f9 25 55 6b 57 fe 6d 00 07 00 0c c5 00
}
hciconfig hci1 up
wait_for 5 is_up 1
hcitool -i hci1 cmd 0x08 0x0006 a0 00 a0 00 03 00 00 00 00 00 00 00 00 07 00 >hcitool.log 2>&1
beacon
hcitool -i hci1 cmd 0x08 0x000a 01 >>hcitool.log 2>&1
"$hotcold" seek --adapter hci0 --json >seek.json 2>seek.log 8>&- &
seek=$!
wait_for 15 grep -q '"minor":12,.*"battery_mv":null' seek.json
promise $? "a beacon whose battery is not known yet is shown without it" "after $waited s"
advertise 19 02 01 06 03 03 aa fe 11 16 aa fe 20 00 0b 54 1a 40 00 00 12 34 00 01 e2 40 00 00 00 00 00 00
sleep 2
beacon
wait_for 10 grep -q '"minor":12,.*"battery_percent":42,"battery_mv":2900' seek.json
promise $? "and with it once its device has sent telemetry" "after $waited s"
kill -TERM $seek
wait $seek
ether_stop
