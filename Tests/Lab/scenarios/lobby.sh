# Lab, lobby: three stations on bad Wi-Fi (one datagram in five is lost, the others take 50 to 150 ms and overtake
# each other) play two rounds. One is switched off in the second hunt, and is back with its identity, its role and
# its score. lobby.py beside it compares the countdowns.
. "$LAB_ROOT/Tests/Lab/guest.sh"
all="one two three"
lobby_settings='capacity = 3'

# who_says PATTERN: those of the three, since their marks.
who_says() { for station in $all; do ! eval "says $station '$1' \$mark_$station" || printf '%s ' $station; done; }
# hold_all: everybody holds until the countdown is over. Nobody watches meanwhile: what a shell starts to look
# into three logs ten times a second takes the processor from the stations.
hold_all() {
    marks
    for station in $all; do hold $station; done
    sleep 12
    for station in $all; do release $station; done
}

# The first stands still while the others, who are side by side, come.
printf '0,8\n40,8\n55,0.3\n400,0.4\n' >walk.csv
network_up $all
for station in $all; do gpio_chip $station; done
ether_start "$PWD/walk.csv" --controllers 3 && wait_for 10 test -e /sys/class/bluetooth/hci2
promise $? "three controllers appear on /dev/vhci" "$waited s"
bad_wifi $all
for station in $all; do eval "mark_$station=0"; done
station_start one hide 5
station_start two seek 5
station_start three seek 5
everybody_met() {
    for station in $all; do [ "$(count_said $station "$said_met")" -ge 2 ] || return 1; done
}
wait_for 30 everybody_met
promise $? "three stations meet on bad Wi-Fi" "$waited s"
sleep 3

# A short press, through loss and delay: once, and by both others.
marks
press two
others_said() { [ "$(count_said one "$said_press" $mark_one)" = 1 ] && [ "$(count_said three "$said_press" $mark_three)" = 1 ]; }
wait_for 4 others_said
promise $? "a press on two is called out by one and by three, once" "$waited s"

# The first round. It takes a second until a press is a hold. Two do not play without the third.
sleep 1
marks
hold one
hold two
wait_for 10 says one "$said_waits" $mark_one && wait_for 5 says two "$said_waits" $mark_two
promise $? "two who hold wait for the third, and say for whom" "$waited s"
sleep 3
! says one "$said_role" $mark_one
promise $? "and do not begin without it" "$(who_says "$said_role")"
hold three
sleep 12
for station in $all; do release $station; done
all_said "$said_role"
promise $? "three who hold are locked into a round" "$(who_says "$said_role")"
wait_for 30 says three "$said_hunt" $mark_three
promise $? "the hunt begins" "$waited s"
in_network_of two "$hotcold" lobby --settings two.toml --for 8 --json >plays.json 2>/dev/null
plays=$(grep -o '"id":"[^"]*".*"plays":true' plays.json | cut -d'"' -f4 | sort -u | wc -l)
[ "$plays" = 3 ]
promise $? "hotcold lobby shows three who play" "$plays"

# Three finds; so it has a point, and hides in the second round.
lab_clock 57
for attempt in 1 2 3; do
    hold three
    wait_for 6 all_said "$said_found" && break
    release three
    sleep 1
done
all_said "$said_found"
promise $? "three finds, and all hear it" "hold $attempt; said by $(who_says "$said_found")"
release three
wait_for 10 says three "$said_points" $mark_three
points=$(tail -n +$mark_three three.log | grep -Eo "$said_points" | head -n 1 | grep -Eo '[0-9]+')
[ "$points" = 1 ]
promise $? "and has a point" "${points:-none} points"
sleep 5 # the fanfare

# The second round, and three is switched off in its hunt.
hold_all
all_said "$said_role"
promise $? "holding again locks the second round" "$(who_says "$said_role")"
says three 'caption: .*You hide' $mark_three
promise $? "in which three hides" "$(who_says 'caption: .*You hide')"
wait_for 30 says two "$said_hunt" $mark_two
promise $? "the second hunt begins" "$waited s"
sleep 2
identity=$(grep -Eo 'station [A-Z][a-z]+ [A-Z][a-z]+ \([0-9a-f]{16}\)' three.log | head -n 1)
marks
# A pulled plug: of the program and of the radio, which would go on calling.
ether unplug 2
station_end three KILL
wait_for 20 says one 'caption: .*has left' $mark_one
promise $? "one says that three has left" "$waited s"
marks
ether plug 2
wait_for 5 test -e /sys/class/bluetooth/hci2
station_start three seek 5
wait_for 20 says one 'caption: .*is back' $mark_one && wait_for 10 says two 'caption: .*is back' $mark_two
promise $? "one and two say that three is back" "$waited s"
again=$(tail -n +$mark_three three.log | grep -Eo 'station [A-Z][a-z]+ [A-Z][a-z]+ \([0-9a-f]{16}\)' | head -n 1)
[ -n "$identity" ] && [ "$identity" = "$again" ]
promise $? "with its identity" "$again"

# It hides, though its settings say seek: whoever finds it ends the round, and it keeps its point.
sleep 4
marks
for attempt in 1 2 3; do
    hold one
    wait_for 6 all_said "$said_found" && break
    release one
    sleep 1
done
all_said "$said_found"
promise $? "three is found by one in the round it was switched off in" "hold $attempt; said by $(who_says "$said_found")"
says three 'caption: .*found you' $mark_three
promise $? "with its role: it was three that hid" "$(tail -n +$mark_three three.log | grep -Eo 'caption: .*found you!' | head -n 1)"
release one
wait_for 12 says three "$said_points" $mark_three
points=$(tail -n +$mark_three three.log | grep -Eo "$said_points" | head -n 1 | grep -Eo '[0-9]+')
[ "$points" = 1 ]
promise $? "and with its point" "${points:-none} points"

for station in $all; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop
