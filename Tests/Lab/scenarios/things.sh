# Lab, things: three things of the day on two stations with one crew word. One is pressed, read, ticked and starred; the
# other is without power for a day of set clock, and knows everything afterwards. things.py hears what was said.
. "$LAB_ROOT/Tests/Lab/guest.sh"

port=8080

# ask STATION BODY: as the page does it, from the other side of the wire; prints the answer's status.
ask() {
    case $1 in one) other=two ;; two) other=one ;; esac
    timeout 20 ip vrf exec "vrf-$other" python3 "$lab/viewer.py" act "$(address_of "$1")" $port things "$2" 8>&-
}
# kept STATION: what is on its disk, for people.
kept() { "$hotcold" things --settings "$1.toml" 2>>kept.log; }
same_books() {
    for station in one two; do "$hotcold" things --json --settings $station.toml >$station.book 2>>kept.log; done
    [ "$(wc -c <one.book)" -gt 100 ] && cmp -s one.book two.book
}
has() { kept "$1" | grep -q "$2"; }
double_press() { press "$1"; sleep 0.12; press "$1"; }
# Somebody has set the clock, and the station believes it within its ten seconds.
clock() { date -u -s "$1" >/dev/null && mkdir -p /run/systemd/timesync && : >/run/systemd/timesync/synchronized; }

clock '2026-11-26 07:00'
network_up
gpio_chip one
gpio_chip two
page_acting=open
lobby_settings='crew_word = "green pancake"'
station_start one hide
wait_for 30 grep -q "page: on port $port" one.log
promise $? "a station serves its page" "$waited s"
press one
sleep 2
double_press one
sleep 2
! says one 'three things' && ! says one "somebody's things"
promise $? "who has written nothing never meets it" "$(count_said one things) sentences"

record one one.wav
for text in "oil change" "call Tim"; do ask one "{\"task\":\"write\",\"text\":\"$text\"}" >>asked.log; done
ask one '{"task":"write","text":" "}' >>asked.log
[ "$(grep -c ' 204' asked.log)" = 2 ] && [ "$(grep -c ' 400' asked.log)" = 1 ]
promise $? "two things are written by the page, and one without words is refused" "$(tr '\n' ' ' <asked.log)"
wait_for 15 has one 'call Tim'
promise $? "they are on the disk" "$waited s"
# The synthesiser has made the words by then.
sleep 4
note "read one"
mark=$(log_lines one)
double_press one
wait_for 5 says one "somebody's things" "$mark"
promise $? "a double press reads them" "$waited s"
# The list is said, and then the first by itself: a press ticks it.
asked_again() { [ "$(tail -n +"$((mark + 1))" one.log | grep -c "somebody's things")" -ge "$1" ]; }
wait_for 20 asked_again 2
sleep 2
press one
wait_for 10 says one 'caption: "Done!"' "$mark" && wait_for 5 has one '\[x\] oil change'
promise $? "a press after its name ticks it" "$waited s"
wait_for 20 asked_again 3
sleep 9

# The other one, with its own first thing; it has the same book soon.
lab_mqtt='
[things]
on = true'
station_start two seek
wait_for 40 says two "$said_met"
wait_for 60 same_books
promise $? "a station with the same crew word shares them" "after $waited s"
mark=$(log_lines two)
press two
wait_for 5 says two 'What are your three things' "$mark" ||
    { sleep 1; has two 'call Tim'; }
promise $? "it asks nobody whose list is written" "$(kept two | head -3 | tr '\n' ' ')"
station_end two KILL
note "two without power"

# The last one is ticked: a star. Then a day goes by, and another star.
mark=$(log_lines one)
id=$("$hotcold" things --json --settings one.toml | python3 -c '
import json, sys
print(next(t["id"] for d in json.load(sys.stdin)["days"] for l in d["lists"] for t in l["things"] if not t["isDone"]))')
note "star one"
ask one "{\"task\":\"tick\",\"id\":\"$id\",\"isDone\":true}" >>asked.log
wait_for 5 says one 'caption: "Gold star' "$mark"
promise $? "the last tick is a gold star" "$waited s"
sleep 6
clock '2026-11-26 21:30'
sleep 13
clock '2026-11-27 06:30'
sleep 13
mark=$(log_lines one)
note "morning one"
press one
wait_for 5 says one 'What are your three things today' "$mark"
promise $? "the first press of the morning is asked" "$waited s"
sleep 8
ask one '{"task":"write","text":"read"}' >>asked.log
sleep 1
id=$("$hotcold" things --json --settings one.toml | python3 -c '
import json, sys
print(next(t["id"] for d in json.load(sys.stdin)["days"] for l in d["lists"] for t in l["things"] if not t["isDone"]))')
mark=$(log_lines one)
note "second one"
ask one "{\"task\":\"tick\",\"id\":\"$id\",\"isDone\":true}" >>asked.log
wait_for 5 says one 'caption: "Gold star! 2 days in a row' "$mark"
promise $? "two days in a row are said" "$waited s"
sleep 6
record_stop one

# Power again: it was a day away.
station_start two seek
wait_for 60 same_books
promise $? "who was without power for a day knows everything" "after $waited s: $(kept two | tail -1)"
mark=$(log_lines two)
sleep 3
! says two 'Gold star' "$mark"
promise $? "and tells no star a second time" "$(count_said two 'Gold star')"

# Nobody knows what day it is.
station_end one
rm -f /run/systemd/timesync/synchronized
station_end two
mark=$(log_lines one)
station_start one hide
wait_for 30 says one "page: on port $port" "$mark"
press one
if [ -e /dev/rtc0 ]; then sleep 3; else wait_for 5 says one "what day it is" "$mark"; fi
promise $? "without a clock it says so" "$waited s"
# The page's browser does.
ask one '{"task":"write","text":"buy milk","today":"2026-11-28","minute":600}' >>asked.log
[ -e /dev/rtc0 ] || wait_for 15 has one 'buy milk'
promise $? "and takes the day from the page's browser" "$(kept one | head -2 | tr '\n' ' ')"

! grep -Eqr 'oil change|call Tim|buy milk' one.log two.log /run/state-one/journals /run/state-two/journals
promise $? "nothing that people wrote is in a log or a journal" "$(cat one.log two.log | wc -l) lines"
"$hotcold" things --ics --settings one.toml >one.ics
"$hotcold" things --import one.ics --settings two.toml >>kept.log 2>&1 && [ -s /run/state-two/things-import ]
promise $? "a calendar goes out and in" "$(grep -c BEGIN:VTODO one.ics) to-dos"
station_end one
