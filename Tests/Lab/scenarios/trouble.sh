# Lab 3, trouble: everything that goes wrong in a house, one thing after the other, with a round going on.
# Each has to be told once, and to be over when its cause is.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# told STATION PATTERN FROM WHAT [SECONDS]: the line appears within so long (default 10 s) after line FROM of
# the log. once_so_far, called when the trouble is over, then counts: exactly one line.
told() {
    wait_for "${5:-10}" says "$1" "$2" "$3"
    promise $? "$4 is told" "$waited s"
}
once_so_far() {
    count=$(count_said "$1" "$2" "$3")
    [ "$count" = 1 ]
    promise $? "$4 is told once" "$count lines"
}
over() {
    wait_for "${5:-15}" says "$1" "$2" "$3"
    promise $? "$4" "$waited s"
}
alive() {
    is_running one && is_running two
    promise $? "$1 ends no station" "processes $station_one and $station_two"
}

# far apart, so that there is time; then a walk to and fro for as long as the scenario runs, turning round every
# 15 s. So whoever hears says HOT or COLD within one way to and fro: half of it may be lost with a turn while a
# distance that was interrupted is learnt anew.
led_on=35
awk 'BEGIN { for (t = 0; t <= 400; t += 15) print t "," (t / 15 % 2 ? 1 : 10) }' >walk.csv

network_up
gpio_chip one
gpio_chip two
record two before.wav

# Started with everything wrong: no controller, and the button's line owned by another program.
line_taken two
station_start one hide 10
station_start two seek 10
told two "$trouble_missing" 0 "a missing adapter"
told two "$trouble_line" 0 "a button line in use"
told two "$line_owner_named" 0 "and who has it"
sleep 5
once_so_far two "$trouble_missing" 0 "a missing adapter"
once_so_far two "$trouble_line" 0 "a button line in use"
alive "starting without a radio"

# The controllers come, but Bluetooth is switched off (as on a fresh Raspberry Pi OS).
mark=$(log_lines two)
rfkill_bluetooth block
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
told two "$trouble_blocked" "$mark" "Bluetooth switched off by rfkill"
sleep 5
once_so_far two "$trouble_blocked" "$mark" "Bluetooth switched off by rfkill"
mark=$(log_lines two)
rfkill_bluetooth unblock
over two "$radio_back" "$mark" "the radio is back after rfkill unblock"

mark=$(log_lines two)
line_freed
over two "$button_back" "$mark" "the button is back when its line is free"

# Into the hunt.
hold one
hold two
wait_for 10 says two "$said_countdown"
promise $? "a round starts after all that" "$waited s"
release one
release two
wait_for 40 says two "$said_hunt"
mark=$(log_lines two)
over two "$said_cue" "$mark" "the seeker hears the hider" $led_on

# The adapter is pulled out and put back.
mark=$(log_lines two)
ether unplug 1
told two "$trouble_unplugged" "$mark" "an unplugged adapter"
sleep 5
once_so_far two "$trouble_unplugged" "$mark" "an unplugged adapter"
mark=$(log_lines two)
ether plug 1
over two "$radio_back" "$mark" "the radio is back after replugging"
over two "$said_cue" "$mark" "and the hunt goes on" $led_on

# The controller is there but answers nothing.
mark=$(log_lines two)
ether mute 1
told two "$trouble_silent" "$mark" "a controller that stops answering" 45
mark2=$(log_lines two)
ether unmute 1
over two "$radio_back" "$mark2" "the radio is back when the controller answers" 30
once_so_far two "$trouble_silent" "$mark" "a controller that stops answering"
over two "$said_cue" "$mark2" "and the hunt goes on" $led_on

# The controller answers everything and hears nobody: noticed and helped, and not a word said. What the package's
# unit does at the station's request is done here by whoever holds the adapter.
deaf() {
    mark=$(log_lines two)
    ether deaf 1 "$1"
    wait_for 15 says two 'others are there, and nothing is heard' "$mark"
    promise $? "a controller that is deaf until $2 is noticed" "$waited s"
    wait_for 25 says two "it hears again, since .*$3" "$mark"
    promise $? "and hears again" "$waited s later"
    count=$(tail -n +$((mark + 1)) two.log | grep -c 'caption: .*radio')
    [ "$count" = 0 ]
    promise $? "without a word about the radio" "$count sentences"
}
mkdir -p /run/hotcold
(
    while sleep 0.2; do
        [ ! -e /run/hotcold/radio-power ] || {
            rm /run/hotcold/radio-power
            ether unplug 1
            sleep 1
            ether plug 1
        }
    done
) &
power=$!
deaf reset "it is reset" "reset"
deaf power "its power is cut" "power was cut"
kill $power
wait $power 2>/dev/null

# The sound card.
mark=$(log_lines two)
card_unplug two
told two "$trouble_card" "$mark" "an unplugged sound card"
sleep 5
once_so_far two "$trouble_card" "$mark" "an unplugged sound card"
record_stop two
mark=$(log_lines two)
card_plug two
record two after.wav
over two "$speaker_back" "$mark" "the speaker is back after replugging"
over two 'caption:' "$mark" "and captions go on" 20
sleep 3
alive "the trouble so far"

# A pulled plug in the hunt: the station comes back and is in the same round.
station_end two KILL
mark=$(log_lines two)
sleep 3
station_start two seek 10
over two "$said_cue" "$mark" "after kill -9 and a start the station seeks on, nobody holding" 40

for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
record_stop two
ether_stop
