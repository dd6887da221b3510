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

# The light: alone, it flashes once in three seconds; under a finger it flickers, and that has to begin at once.
late=0 seen=0
for attempt in 1 2 3 4 5; do
    sleep 1
    is_lit one
    before=$lit changes=0
    read -r began _ </proc/uptime
    hold one
    while [ $changes -lt 2 ]; do
        is_lit one
        [ "$lit" = "$before" ] || { changes=$((changes + 1)) before=$lit; }
        read -r uptime _ </proc/uptime
        took=$(seconds_between "$began" "$uptime")
        [ "${took%.*}" = 0 ] || break
    done
    release one
    [ $changes -ge 2 ] && seen=$((seen + 1))
    [ "$(awk -v a="$took" -v b=$late 'BEGIN { print (a > b) }')" = 1 ] && late=$took
done
[ $seen = 5 ] && [ "$(awk -v a="$late" 'BEGIN { print (a <= 0.15) }')" = 1 ]
promise $? "the light has flickered within 0.15 s of every press" "$seen of 5, the last after $late s"
station_end one
record_stop one
