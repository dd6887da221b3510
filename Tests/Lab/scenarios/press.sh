# Lab, a press: how soon a finger is answered. One station, alone and quiet; eight presses; press.py beside it
# finds the first sound after each edge in the recording.
. "$LAB_ROOT/Tests/Lab/guest.sh"

network_up
gpio_chip one
record one one.wav
station_start one hide 15
wait_for 20 says one "Searching for nearby"
promise $? "a station alone says that it searches" "$waited s"
sleep 3
for attempt in 1 2 3 4 5 6 7 8; do
    press one
    sleep 0.9
done
station_end one
record_stop one
