# Loudspeakers: one snd-aloop card per station (cards One and Two; station three has none, and plays all the
# same). What the station plays on device 0 comes out of device 1.

card_index() { case $1 in one) echo 0 ;; two) echo 1 ;; esac; }
card_id() { case $1 in one) echo One ;; two) echo Two ;; three) echo Three ;; esac; }

# record STATION FILE.wav: records the station's loudspeaker until record_stop. The moment of the first frame
# goes to events.log: arecord may take a second to get there, so the kernel is asked when it did.
record() {
    arecord -q -D "hw:CARD=$(card_id "$1"),DEV=1" -f S16_LE -r 48000 -c 2 -t wav "$2" 2>>arecord.log 8>&- &
    eval "recorder_$1=$!"
    recording="/proc/asound/$(card_id "$1")/pcm1c/sub0/status"
    wait_for 10 grep -q RUNNING "$recording"
    # Read by the shell itself: a process more between the two would be tens of milliseconds of error.
    while read -r key _ value; do [ "$key" != hw_ptr ] || frames=$value; done <"$recording"
    read -r uptime _ </proc/uptime
    awk -v now="$uptime" -v frames="$frames" -v what="record $1 $2" \
        'BEGIN { printf "%.2f %s\n", now - frames / 48000, what }' >>events.log
}

record_stop() {
    eval "recorder=\$recorder_$1"
    kill -INT "$recorder" 2>/dev/null
    wait "$recorder" 2>/dev/null
    note "record_stop $1"
}

# card_that_turns: a card with a control of its own, Master (-45 to 0 dB). Nobody hears it.
card_that_turns() {
    echo snd_dummy.0 >/sys/bus/platform/drivers/snd_dummy/bind
    wait_for 5 test -d /proc/asound/Dummy
}

# card_level: where that control is: "-12.00dB". card_is LEVEL: leaves it in $level.
card_level() { amixer -c Dummy sget Master | sed -n 's/.*Left:.*\[\(-\{0,1\}[0-9.]*dB\)\].*/\1/p' | head -n 1; }
card_is() { level=$(card_level) && [ "$level" = "$1" ]; }

# card_unplug / card_plug STATION: the card disappears as a USB one would, and comes back with the same name.
# The kernel's unbind returns only when the last program has closed the dead card, so it is left to run while
# we watch the card go.
card_unplug() {
    echo "snd_aloop.$(card_index "$1")" >/sys/bus/platform/drivers/snd_aloop/unbind &
    unbinding=$!
    wait_for 5 test ! -d "/proc/asound/$(card_id "$1")"
    note "card_unplug $1"
}

card_plug() {
    wait_for 10 sh -c "! kill -0 $unbinding" || note "somebody still holds the dead card of $1"
    echo "snd_aloop.$(card_index "$1")" >/sys/bus/platform/drivers/snd_aloop/bind
    note "card_plug $1"
}
