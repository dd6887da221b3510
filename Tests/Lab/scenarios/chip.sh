# Lab, chip: two stations whose radios are the chips of a Raspberry Pi at the end of serial lines, from their
# power-on. The kernel's own driver (hci_bcm) reads them, gives them firmware and has them as hci0 and hci1; BlueZ'
# hciattach does the same by its own means, at another speed. Then a round by radio alone; one wedges until its power
# is cut, and is given its firmware anew. The firmware is made here: what a chip is given is counted, and not run.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# firmware FILE: forty commands "Write RAM" and one "Launch RAM", as a .hcd file has them.
firmware() {
    python3 -c 'import sys
pieces = [bytes([0x4C, 0xFC, 254]) + bytes([0, 0, 0x21, 0]) + bytes([n]) * 250 for n in range(40)]
open(sys.argv[1], "wb").write(b"".join(pieces) + bytes([0x4E, 0xFC, 4, 255, 255, 255, 255]))' "$1"
}
kernel_says() { dmesg | tail -n +"$((${2:-0} + 1))" | grep -q "$1"; }
runs_firmware() { [ "$(grep -c 'runs its firmware' ether.log)" -ge "$1" ]; }

mkdir -p /run/firmware/brcm
firmware /run/firmware/brcm/BCM43430A1.hcd
firmware /run/firmware/brcm/BCM4345C0.hcd
echo -n /run/firmware >/sys/module/firmware_class/parameters/path
network_up
for station in one two; do
    gpio_chip $station
    cable $station out
done

# By hciattach, which changes the speed before the firmware and after it.
mkdir -p /run/etc && cp -r /etc/. /run/etc/ && mkdir -p /run/etc/firmware
cp /run/firmware/brcm/*.hcd /run/etc/firmware/
"$hotcold" emulate --serial --chip bcm43438 --host none --controllers 1 >attach.log 2>&1 8>&- &
emulate=$!
wait_for 5 grep -q /dev/pts/ attach.log
line=$(grep -o '/dev/pts/[0-9]*' attach.log)
unshare --mount sh -c 'mount --bind /run/etc /etc && exec "$@"' sh \
    hciattach -n "$line" bcm43xx 3000000 noflow >hciattach.log 2>&1 8>&- &
attached=$!
wait_for 15 test -e /sys/class/bluetooth/hci0
promise $? "hciattach finds the chip at 3,000,000 bit/s" "$waited s"
grep -q 'runs its firmware' attach.log && ! grep -q 'speaks at' attach.log
promise $? "and has given it firmware" "$(tail -n 1 attach.log)"
kill $attached $emulate
wait $attached $emulate 2>/dev/null
wait_for 10 sh -c '! test -e /sys/class/bluetooth/hci0'

# By the kernel's own driver.
echo '0,2
40,2
50,8
65,0.5
400,0.5' >walk.csv
mark=$(dmesg | wc -l)
ether_start "$PWD/walk.csv" --serial --chip bcm4345c0 ||
    { promise 1 "two controllers appear on serial lines" "see ether.log"; exit 1; }
wait_for 20 kernel_says 'hci1: BCM4345C0 (003.001.025) build 0190' "$mark"
promise $? "the kernel reads the chip, and gives it firmware" \
    "$(dmesg | tail -n +"$((mark + 1))" | grep -o 'hci0: BCM.*' | tr '\n' ';')"
kernel_says "BCM4345C0 'brcm/BCM4345C0.hcd' Patch" "$mark" && runs_firmware 2
promise $? "of the name that it looks for" "$waited s"

# Where a station asks for its radio's power to be cut (`RuntimeDirectory` of the service).
mkdir -p /run/hotcold
mark_one=0 mark_two=0
station_start one hide 5
station_start two seek 5
both_say 60 "$said_met"
promise $? "two stations with such chips meet by radio alone" "$waited s"
sleep 2
hold_until_roles
both_say 20 "$said_countdown"
promise $? "and count down" "hold $attempt"
release one
release two
wait_for 60 says two "$said_cue"
promise $? "and the seeker hears the hider" "$waited s"

mark=$(dmesg | wc -l)
mark_two=$(log_lines two)
ether wedge 1
wait_for 40 says two "$trouble_silent" "$mark_two"
promise $? "a chip that wedges is told" "$waited s"
# What the package's unit does (deploy/deb/lib/radio-power): these lines have no device that it could unbind.
wait_for 20 grep -q hci1 /run/hotcold/radio-power
promise $? "and its power is asked to be cut" "$waited s"
rm -f /run/hotcold/radio-power
mark_two=$(log_lines two)
ether unplug 1
sleep 1
ether plug 1
wait_for 20 kernel_says 'build 0190' "$mark"
promise $? "with new power it is given its firmware anew" "$waited s"
wait_for 30 says two "$radio_back" "$mark_two"
promise $? "and the radio is back" "$waited s"
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done

# The first Pi: its chip is looked into while another station calls, and one like it is looked into the same way.
look_into() {
    "$hotcold" hide --settings "$PWD/two.toml" --adapter hci1 >>hide.log 2>&1 8>&- &
    hider=$!
    sleep 2
    "$hotcold" doctor --first-pi --yes --settings "$PWD/one.toml" --out "$PWD/$1" >>first-pi.log 2>&1 8>&-
    looked=$?
    kill $hider
    wait $hider
}
look_into found.json
promise $looked "doctor --first-pi writes its file" "$(tail -n 1 first-pi.log)"
ether_stop
wait_for 10 sh -c '! test -e /sys/class/bluetooth/hci1'
ether_start "$PWD/walk.csv" --like "$PWD/found.json"
look_into again.json
promise $looked "and so it does for one like it" "$(tail -n 1 first-pi.log)"
ether_stop
