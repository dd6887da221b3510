# Lab 2, strangers: our beacon as BlueZ's emulator and tools receive it, a beacon made by BlueZ's tools as we
# range it, and a real bluetoothd that got there first. strangers.py compares the traffic byte by byte
# afterwards.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# stop_cleanly PROCESS WHAT: SIGTERM; it has a second, and must exit 0.
stop_cleanly() {
    kill -TERM "$1"
    wait_for 10 sh -c "! kill -0 $1"
    ended=0
    wait "$1" || ended=$?
    [ $ended = 0 ] && [ "${waited%.*}" -lt 1 ]
    promise $? "SIGTERM ends $2 within a second" "code $ended, $waited s"
}

# bluez_scans legacy|extended on|off: controller 1 listens through the kernel's own HCI. (hcitool's `lescan`
# knows legacy reports only.)
bluez_scans() {
    case $* in
        "legacy on") hcitool -i hci1 cmd 0x08 0x000b 00 60 00 60 00 00 00 &&
            hcitool -i hci1 cmd 0x08 0x000c 01 00 ;;
        "legacy off") hcitool -i hci1 cmd 0x08 0x000c 00 00 ;;
        "extended on") hcitool -i hci1 cmd 0x08 0x0041 00 00 01 00 60 00 60 00 &&
            hcitool -i hci1 cmd 0x08 0x0042 01 00 00 00 00 00 ;;
        "extended off") hcitool -i hci1 cmd 0x08 0x0042 00 00 00 00 00 00 ;;
    esac >>hcitool.log 2>&1
}

# hide_seen_by_bluez legacy|extended VERSION OPTIONS…: `hotcold hide` on controller 0 of btvirt, heard by
# controller 1; the traffic goes to NAME.btsnoop. btvirt passes a legacy beacon on once per enable: scan
# before the beacon starts, and again after it.
hide_seen_by_bluez() {
    commands=$1
    version=$2
    shift 2
    strangers_start "$version" || { promise 1 "btvirt gives two controllers" "see btvirt.log"; return; }
    hciconfig hci1 up
    air_trace "$commands.btsnoop"
    bluez_scans "$commands" on
    stamped "$commands.log" "$hotcold" hide --adapter hci0 --major 258 --minor 772 "$@"
    wait_for 15 says "$commands" "$radio_ready"
    sleep 2
    bluez_scans "$commands" off
    bluez_scans "$commands" on
    sleep 2
    bluez_scans "$commands" off
    stop_cleanly $started "hotcold hide ($commands)"
    air_trace_stop
    strangers_stop
    wait_for 5 test ! -e /sys/class/bluetooth/hci0
}

hide_seen_by_bluez legacy 4.2
hide_seen_by_bluez extended 5.2

# BlueZ's tools as the beacon, 2 m away: ADV_NONCONN_IND every 100 ms through the kernel's own HCI, controller
# 1.
echo '0,2' >walk.csv
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
hciconfig hci1 up
wait_for 5 is_up 1
promise $? "the kernel brings our emulated controller up" "$waited s"
{
    hcitool -i hci1 cmd 0x08 0x0006 a0 00 a0 00 03 00 00 00 00 00 00 00 00 07 00
    hcitool -i hci1 cmd 0x08 0x0008 1e 02 01 06 1a ff 4c 00 02 15 \
        d9 ee d4 98 bf db 43 c0 8b 55 d0 6b b7 4c 43 0b 12 34 56 78 c5 00
    hcitool -i hci1 cmd 0x08 0x000a 01
} >hcitool.log 2>&1
"$hotcold" seek --adapter hci0 --json >seek.json 2>seek.log 8>&- &
seek=$!
wait_for 15 grep -q '"minor":22136' seek.json
sleep 6
stop_cleanly $seek "hotcold seek"
hcitool -i hci1 cmd 0x08 0x000a 00 >>hcitool.log 2>&1

# A real bluetoothd first: it powers both controllers, and we take ours all the same (bind gives EBUSY until
# it is taken down).
bluetoothd_start
promise $? "bluetoothd owns the controllers before us" "$waited s"
wait_for 10 is_up 1
"$hotcold" seek --adapter hci0 --json >owned.json 2>owned.log 8>&- &
seek=$!
stamped owned-hide.log "$hotcold" hide --adapter hci1 --major 4660 --minor 22137
hide=$started
wait_for 15 grep -Eiq '22137' owned.json
promise $? "hide and seek work beside a running bluetoothd" "first heard after $waited s"
kill -0 "$bluetoothd"
promise $? "bluetoothd survives us" "process $bluetoothd"
stop_cleanly $hide "hotcold hide"
stop_cleanly $seek "hotcold seek"
bluetoothd_stop

# A crash leaves the chip advertising (nothing tells it that its host has gone); radio-off is for that.
"$hotcold" seek --adapter hci0 --json >crash.json 2>crash.log 8>&- &
seek=$!
stamped crash-hide.log "$hotcold" hide --adapter hci1 --major 4660 --minor 31337
hide=$started
sightings() { grep '"minor":31337,' crash.json | tail -n 1 | sed 's/.*"count":\([0-9]*\).*/\1/'; }
wait_for 10 grep -q 31337 crash.json
kill -KILL $hide
wait $hide 2>/dev/null
sleep 2
before=$(sightings)
sleep 3
more=$(($(sightings) - before))
[ "$more" -gt 0 ]
promise $? "a killed beacon goes on advertising" "$more sightings in 3 s"
"$hotcold" radio-off --adapter hci1 >radio-off.log 2>&1
promise $? "hotcold radio-off succeeds" "$(tail -n 1 radio-off.log)"
sleep 2
before=$(sightings)
sleep 3
more=$(($(sightings) - before))
promise $more "and the beacon is silent" "$more sightings in 3 s"
stop_cleanly $seek "hotcold seek"
ether_stop

# On serial lines, as a Raspberry Pi's radio is, with the kernel's own driver for them (hci_uart).
wait_for 5 test ! -e /sys/class/bluetooth/hci0
ether_start "$PWD/walk.csv" --serial || { promise 1 "two controllers appear on serial lines" "see ether.log"; exit 1; }
hciconfig -a >serial-hciconfig.log 2>&1
[ "$(grep -c 'Bus: UART' serial-hciconfig.log)" = 2 ]
promise $? "two controllers appear on serial lines" "$(grep -c 'Bus: UART' serial-hciconfig.log) of 2"
"$hotcold" seek --adapter hci0 --json >serial.json 2>serial.log 8>&- &
seek=$!
stamped serial-hide.log "$hotcold" hide --adapter hci1 --major 4660 --minor 22138
hide=$started
wait_for 15 grep -q '"minor":22138' serial.json
promise $? "hide and seek work on them" "first heard after $waited s"
mark=$(log_lines serial-hide)
ether unplug 1
wait_for 10 says serial-hide 'unplugged|no Bluetooth adapter' "$mark"
promise $? "one that is unplugged is told" "after $waited s"
mark=$(log_lines serial-hide)
ether plug 1
wait_for 20 says serial-hide "$radio_ready" "$mark"
promise $? "and used again when it is back" "after $waited s"
stop_cleanly $hide "hotcold hide (serial)"
stop_cleanly $seek "hotcold seek (serial)"
ether_stop
