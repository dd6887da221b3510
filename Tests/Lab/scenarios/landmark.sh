# Lab, landmark: a station is carried by a beacon twice, and asks whether it is a landmark. A press makes it one, and
# another press gives it another name; after a restart it is there, and its door is told.
. "$LAB_ROOT/Tests/Lab/guest.sh"

printf '0,0.3\n24,0.3\n26,15\n92,15\n94,0.3\n400,0.3\n' >walk.csv
network_up
gpio_chip one
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
stamped hide.log "$hotcold" hide --adapter hci1 --uuid B9407F30-F5F8-466E-AFF9-25556B57FE6D --major 7 --minor 40
hide=$started
asks='caption: .*Do you want to make a landmark'

station_start one seek 5
wait_for 20 says one "Searching for nearby"
promise $? "a station waits alone" "$waited s"
lab_clock 88
[ "$(count_said one "$asks")" = 0 ]
promise $? "who comes by once is not asked" "$(count_said one "$asks") questions"
wait_for 30 says one "$asks"
promise $? "who comes by again is" "after $waited s"
sleep 6
press one
wait_for 5 says one 'caption: .*This is the kitchen'
promise $? "a press makes it a landmark, with a name" "$waited s"
sleep 6
press one
wait_for 5 says one 'caption: .*This is the living room'
promise $? "and another press gives it another one" "$waited s"
sleep 1
grep -q '"living room"' /run/state-one/page.json && ! grep -q '"kitchen"' /run/state-one/page.json
promise $? "which is kept" "$(cut -c1-120 </run/state-one/page.json)"
station_end one
promise $ended "SIGTERM ends it with exit code 0" "code $ended"

before=$(log_lines one)
station_start one seek 5
wait_for 30 says one 'caption: .*You just entered the living room' "$before"
promise $? "started again, it tells where it is" "$waited s"
sleep 15
[ "$(count_said one "$asks")" = 1 ]
promise $? "and does not ask again" "$(count_said one "$asks") questions"
station_end one
kill -TERM $hide
wait $hide
ether_stop
