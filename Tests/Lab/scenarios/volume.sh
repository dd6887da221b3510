# Lab, volume: a card with a control of its own, which somebody has left at a whisper. The station turns it to
# where it wants it, and puts back what it found.
. "$LAB_ROOT/Tests/Lab/guest.sh"

act() { timeout 20 ip vrf exec vrf-two python3 "$lab/viewer.py" act "$(address_of one)" 8080 "$@" 8>&-; }
is_turned() { ! card_is "$found"; }

network_up
gpio_chip one
card_that_turns
card_id() { echo Dummy; }
amixer -q -c Dummy sset Master 10
found=$(card_level)
page_acting=open
station_start one hide 5
wait_for 10 says one 'ready on plughw:CARD=Dummy,DEV=0 .turned by its own Master.'
promise $? "the card has a volume of its own" "$waited s"
wait_for 5 is_turned
promise $? "and is turned up" "$found before, $level now"
press one
wait_for 10 says one 'page: on port 8080'
sleep 1

# An ear takes a half for a quarter of the amplitude; the control's steps are 0.3 dB.
act volume '{"volume":0.5}' >act.log
wait_for 5 card_is "-12.00dB"
promise $? "half is 12 dB less" "$level"
act volume '{"volume":1}' >>act.log
wait_for 5 card_is "0.00dB"
promise $? "all is all" "$level"
act mute '{"isMuted":true}' >>act.log
wait_for 5 card_is "-39.90dB"
promise $? "mute leaves the rest to the station" "$level"
station_end one
card_is "$found"
promise $? "what was found is put back" "$level"
