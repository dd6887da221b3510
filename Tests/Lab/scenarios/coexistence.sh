# Lab, coexistence: a Wi-Fi network at 2.4 GHz beside the radio, by a simulated Wi-Fi card (mac80211_hwsim). The
# station listens all of the time without one, half of it beside one, and a quarter while that brings the lobby's
# datagrams back; btmon sees what its controller is told.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# With an area to enter it listens in the lobby as well.
lobby_settings='
[[area]]
name = "larder"
uuid = "estimote"'
listens_all='listens all of the time'
listens_half='listens half of the time'
listens_quarter='listens a quarter of the time'

# told_of WINDOW: the newest scan window that controller 0 was told is this one, in ms.
told_of() {
    btmon -r air.snoop 2>/dev/null | awk -v window="$1" '
        /LE Set (Extended )?Scan Parameters/ { own = /hci0/ || $0 !~ /hci[1-9]/ }
        own && /Window: / { last = $2 } END { exit last + 0 != window }'
}
# The kernel looks for somebody else's network of that name for seconds before it begins its own.
in_network() { iw dev wlan0 info | grep -q "channel .*2437 MHz"; }
loss() { for station in one two; do tc qdisc replace dev $station root netem loss "$1"; done; note "loss $1"; }

printf '0,3\n400,3\n' >walk.csv
network_up
for station in one two; do gpio_chip $station; done
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
air_trace "$PWD/air.snoop"
[ -e /sys/class/net/wlan0 ]
promise $? "there is a Wi-Fi card" "$(ls /sys/class/net | tr '\n' ' ')"

station_start one hide 5
wait_for 15 says one "$listens_all"
promise $? "without Wi-Fi the radio listens all of the time" "$waited s"
wait_for 5 told_of 60
promise $? "and its controller is told so: 60 ms in every 60" "$(btmon -r air.snoop | grep -c 'Window:') windows"

mark_one=$(log_lines one)
iw dev wlan0 set type ibss
ip link set wlan0 up
iw dev wlan0 ibss join home 2437
wait_for 30 in_network
promise $? "the card is in a network at 2.4 GHz" "$waited s"
# A station looks every ten seconds.
wait_for 15 says one "$listens_half" "$mark_one"
promise $? "beside Wi-Fi at 2.4 GHz it listens half of the time" "$waited s"
wait_for 5 told_of 30
promise $? "and its controller is told so: 30 ms in every 60" "$waited s"

station_start two seek 5
wait_for 20 says one "$said_met" "$mark_one"
promise $? "the two meet" "$waited s"
# Each goes three ways.
loss 60%
wait_for 120 says one "$listens_quarter" "$mark_one"
promise $? "where datagrams are lost it listens a quarter of the time" "$waited s"
wait_for 5 told_of 15
promise $? "and its controller is told so: 15 ms in every 60" "$waited s"
loss 0%
mark_one=$(log_lines one)
sleep 50
! says one "$listens_half" "$mark_one"
promise $? "where that helps, it goes on so" "50 s"

mark_one=$(log_lines one)
iw dev wlan0 ibss leave
wait_for 15 says one "$listens_all" "$mark_one"
promise $? "when the Wi-Fi is gone it listens all of the time again" "$waited s"
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
air_trace_stop
ether_stop
