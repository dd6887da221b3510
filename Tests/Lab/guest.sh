# What scenarios are made of. Sourced by a scenario inside the lab's kernel; the working directory is its
# OUTDIR.
#
# Everything a scenario does to the machine goes through here and is written to events.log with the time since
# boot, so that a check on the host can lay captions, recordings and deeds on one time line. The two stations
# are called `one` and `two`; each has its own controller, button, sound card and network address:
#
#   station   HCI      gpio-sim label   sound card   network interface, address
#   one       first    button-one       One          one, 10.11.0.1
#   two       second   button-two       Two          two, 10.11.0.2
#   three     third    button-three     none         three, 10.11.0.3 (where a scenario has three)
#
# The pieces stand in parts/*.sh, one per thing a station touches.

lab=$LAB_ROOT/Tests/Lab
hotcold=${LAB_HOTCOLD:-$LAB_ROOT/.build/release/hotcold}
button_line=5
led_line=17

# Seconds since boot, to a hundredth: the lab's only clock. Read without starting a process.
now() { read -r uptime _ </proc/uptime; echo "$uptime"; }

# note WORDS: an entry in events.log.
note() { read -r uptime _ </proc/uptime; echo "$uptime $*" >>events.log; }

# promise PASSED TEXT FIGURE: one line of the report. PASSED is a shell condition's result: 0 is kept.
promise() {
    [ "$1" = 0 ] && verdict=ok || verdict=FAILED
    printf '%s\t%s\t%s\n' "$verdict" "$2" "$3" >>promises
    note "promise $verdict: $2 ($3)"
}

# wait_for SECONDS COMMAND…: runs it every 100 ms until it succeeds; fails when the time is over. Leaves in
# $waited how long it was.
wait_for() {
    limit=$1
    shift
    read -r began _ </proc/uptime
    while ! "$@" >/dev/null 2>&1; do
        read -r uptime _ </proc/uptime
        waited=$(seconds_between "$began" "$uptime")
        [ "${waited%.*}" -lt "$limit" ] || return 1
        sleep 0.1
    done
    read -r uptime _ </proc/uptime
    waited=$(seconds_between "$began" "$uptime")
}

# seconds_between A B: B − A for times with two decimals, in the shell itself.
seconds_between() {
    hundredths=$(( ${2%.*} * 100 + 1${2#*.} - ${1%.*} * 100 - 1${1#*.} ))
    printf '%d.%02d\n' $((hundredths / 100)) $((hundredths % 100))
}

# says STATION PATTERN [FROM]: whether the station's log has a line that matches (extended regular
# expression), looking only at lines after line FROM. log_lines gives the number to remember.
says() { tail -n +"$((${3:-0} + 1))" "$1.log" 2>/dev/null | grep -Eq "$2"; }
log_lines() { wc -l <"$1.log"; }
# said_at STATION PATTERN [FROM]: when such a line was written first, on the lab's clock.
said_at() { tail -n +"$((${3:-0} + 1))" "$1.log" | grep -Em1 "$2" | cut -d' ' -f1; }
count_said() { tail -n +"$((${3:-0} + 1))" "$1.log" 2>/dev/null | grep -Ec "$2"; }

# lab_clock T: sleeps until T seconds after ether_start (see parts/radio.sh), so that deeds and the scripted
# walk keep step.
lab_clock() {
    read -r uptime _ </proc/uptime
    sleep "$(awk -v until="$1" -v began="$ether_began" -v now="$uptime" \
        'BEGIN { left = began + until - now; print (left > 0 ? left : 0) }')"
}

for part in gpio sound radio network station sentences second card; do
    . "$lab/parts/$part.sh"
done
