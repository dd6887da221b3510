# Lab, air: two stations whose networks have no cable, so that nothing but Bluetooth carries what they say. They meet,
# press, hold, count down together, hunt, and agree that one was found. One is switched off in the next round, and comes
# back into it.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# Three metres apart, then within reach.
printf '0,3\n50,3\n60,0.3\n400,0.3\n' >walk.csv
network_up
for station in one two; do
    gpio_chip $station
    cable $station out
done
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }

# both_say SECONDS PATTERN [FROM_ONE FROM_TWO]: waits until both do; leaves in $last when the later one did.
both_say() {
    wait_for "$1" says one "$2" "${3:-0}" && wait_for "$1" says two "$2" "${4:-0}" || { last=$(now); return 1; }
    last=$(printf '%s\n' "$(said_at one "$2" "${3:-0}")" "$(said_at two "$2" "${4:-0}")" | sort -n | tail -n 1)
}
since() { awk -v from="$1" -v to="$last" 'BEGIN { printf "%.2f", to - from }'; }
marks() { mark_one=$(log_lines one) mark_two=$(log_lines two); }
crossed() { cat /sys/class/net/port-one/statistics/rx_packets /sys/class/net/port-two/statistics/rx_packets | tr '\n' ' '; }

before=$(crossed)
station_start one hide 5
station_start two seek 5
both_say 15 "$said_met"
promise $? "without a network the stations meet" "$(since "$(tail -n 1 two.began)") s after the second program's start"
both_silent=$(($(count_said one "$trouble_network") + $(count_said two "$trouble_network")))
[ "$both_silent" = 0 ]
promise $? "and neither complains that there is none" "$both_silent sentences"
sleep 3

before_press=$(log_lines one)
pressed=$(now)
press two
wait_for 5 says one "$said_press" "$before_press"
promise $? "a press on two's button is called out by one" "$(seconds_between "$pressed" "$(now)") s"
sleep 1

# play ROUND: holds until both play, and waits for the hunt; leaves in $seeker and $hider who is which.
play() {
    marks
    pressed=$(now)
    hold one
    hold two
    both_say 15 "$said_role" $mark_one $mark_two
    promise $? "$1: holding both buttons makes a session" "$(since "$pressed") s after the buttons went down"
    both_say 15 "$said_countdown" $mark_one $mark_two
    release one
    release two
    last=$(said_at one "$said_countdown" $mark_one)
    apart=$(since "$(said_at two "$said_countdown" $mark_two)")
    # To within what a line of the log takes.
    case ${apart#-} in 0.[012]*) true ;; *) false ;; esac
    promise $? "$1: both count down together" "$apart s apart"
    wait_for 30 hunts
    promise $? "$1: the hunt begins on the seeker" "$waited s"
}
hunts() {
    if says one "$said_hunt" $mark_one; then seeker=one hider=two; else seeker=two hider=one; fi
    says $seeker "$said_hunt" "$(mark $seeker)"
}
mark() { eval "echo \$mark_$1"; }

# find ROUND: the seeker holds, up to three times.
find() {
    for attempt in 1 2 3; do
        pressed=$(now)
        hold $seeker
        wait_for 12 says $seeker "$said_found" "$(mark $seeker)" && break
        release $seeker
        sleep 1
    done
    both_say 10 "$said_found" $mark_one $mark_two
    promise $? "$1: holding within reach ends it on both" "$(since "$pressed") s after the button, hold $attempt"
    release $seeker
}

play "first round"
lab_clock 62
find "first round"
both_say 15 "$said_points" $mark_one $mark_two
promise $? "first round: and the points are told" "$(since "$pressed") s"
sleep 2

play "second round"
# The hider's plug is pulled, and put in again.
before_pull=$(log_lines $seeker)
station_end $hider KILL
# It may fall silent in the middle of a frame: then it could as well hide out of reach.
wait_for 60 says $seeker "$said_left" "$before_pull"
promise $? "second round: who is silent has left" "$waited s"
[ $hider = one ] && station_start one hide 5 || station_start two seek 5
# Within the minute that it is waited for.
wait_for 60 says $seeker "$said_back" "$before_pull"
promise $? "second round: and is back when it speaks again" "$waited s"
sleep 3
find "second round"

[ "$(crossed)" = "$before" ]
promise $? "no packet crossed the network" "$(crossed)"
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop
