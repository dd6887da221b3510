# Lab, page: a round that is held for by a page on one side and by a button on the other, while somebody looks at
# both pages, and then while twenty do, and while others do to them what can be done to a web server. page.py holds
# what was shown against what was said. Who looks: Tests/Lab/viewer.py.
. "$LAB_ROOT/Tests/Lab/guest.sh"

port=8080

# viewer STATION ACT…: from the other station's side of the wire.
viewer() {
    case $1 in one) other=two ;; two) other=one ;; esac
    what=$2 where=$(address_of "$1")
    shift 2
    timeout 120 ip vrf exec "vrf-$other" python3 "$lab/viewer.py" "$what" "$where" $port "$@" 8>&-
}

memory() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }

# hold_by_page STATION SECONDS: as a finger on a phone: said again every half second, then let go.
hold_by_page() {
    for again in $(seq $(($2 * 2))); do
        viewer "$1" act hold '{"isDown":true}' >>held.log 2>&1
        sleep 0.3
    done
    viewer "$1" act hold '{"isDown":false}' >>held.log 2>&1
}

# A metre apart for as long as they are calibrated.
awk 'BEGIN { print "0,1\n40,1"; for (t = 48; t <= 348; t += 12) print t "," (t / 12 % 2 ? 2 : 9) }' >walk.csv
network_up
gpio_chip one
gpio_chip two
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
page_acting=open
station_start one hide 5
station_start two seek 5
wait_for 20 says one "$said_met" && wait_for 20 says two "$said_met"
promise $? "the stations meet" "$waited s"
wait_for 10 sh -c "grep -q 'page: on port $port' one.log && grep -q 'page: on port $port' two.log"
promise $? "both serve their page" "$waited s"
sleep 2

viewer two fetch /api/doctor doctor.seen >doctor.status 2>&1
said=$(grep -o '"part"' doctor.seen | wc -l)
[ "$said" = 11 ] && ! grep -q '"isWell":false' doctor.seen &&
    grep -Eq '"part":"radio","says":"hci1 ready.*[0-9]+ reports a second' doctor.seen
promise $? "a station that plays is examined by its page" "$said parts; $(grep -o '"isWell":false[^}]*' doctor.seen)"

id_one=$(sed -n 's/.* station [A-Z][a-z]* [A-Z][a-z]* (\([0-9a-f]*\)).*/\1/p' one.log | head -1)
viewer two act calibrate "{\"station\":\"$id_one\"}" >calibrate.log 2>&1
wait_for 15 says two 'calibrated beside'
promise $? "it is calibrated beside the other, by its page" "after $waited s: $(grep -o 'calibrated beside.*' two.log)"
[ "$(stat -c %s /run/state-two/calibration)" -gt 40 ]
promise $? "what was found is kept" "$(tr '\n' ' ' </run/state-two/calibration)"

for station in one two; do viewer $station act crew '{"word":"green pancake"}' >>crew.log 2>&1; done
wait_for 5 sh -c '[ "$(stat -c "%s %a" /run/state-one/crew)" = "32 600" ] && [ -s /run/state-two/crew ]'
promise $? "both get a crew word, of which only the key is kept" "$(sort crew.log | uniq -c)"

viewer one watch 75 >one.seen 2>>viewer.log &
watchers=$!
viewer two watch 75 >two.seen 2>>viewer.log &
watchers="$watchers $!"
sleep 1
hold one
hold_by_page two 8 &
holding=$!
wait_for 12 says two "$said_countdown" && wait_for 3 says one "$said_countdown"
promise $? "a button of the hardware and one of a page start the countdown on both" "$waited s"
release one
wait $holding
wait_for 30 says two "$said_hunt"
promise $? "the hunt begins on the seeker" "$waited s"

# What a viewer more costs is the seeker's twenty against the hider's none, and both before.
python3 "$lab/usage.py" 12 seeker=$station_two hider=$station_one >alone.json
viewer two crowd 15 20 >crowd.json 2>>viewer.log &
crowd=$!
sleep 2
python3 "$lab/usage.py" 12 seeker=$station_two hider=$station_one >crowded.json
wait $crowd
grep -q '"stayed": 20' crowd.json
promise $? "twenty look at once, and are shown what changes" "$(cat crowd.json)"

# From here on two.log is held against what a station says that nobody attacks.
before=$(log_lines two)
calm=$(memory "$station_two")
note "attack"
viewer two garbage 12 >garbage.json 2>>viewer.log &
garbage=$!
viewer two half-open 12 1000 >half-open.json 2>>viewer.log
wait $garbage
high=$(memory "$station_two")
note "attack over"
wait_for 20 says two "$said_cue" "$before"
promise $? "the seeker plays on: a cue is spoken" "$waited s"
grep -q '"opened": [0-9]\{4\}' half-open.json
promise $? "a thousand connections were begun and not ended" "$(cat half-open.json)"
grep -q '"HTTP/1.1 400' garbage.json || grep -q '"answers": {""' garbage.json
promise $? "what is no request is refused or hung up on" "$(cat garbage.json)"
# Half-open ones are hung up on after fifteen seconds.
sleep 17
timeout 10 ip vrf exec vrf-one python3 "$lab/viewer.py" act "$(address_of two)" $port press >after.log 2>&1
grep -q 204 after.log
promise $? "the page still does what it is asked for" "$(cat after.log)"
rest=$(memory "$station_two")
[ $((rest - calm)) -lt 3000 ]
promise $? "memory is back where it was, within 3 MB" "$calm kB before, $high kB at the end of it, $rest kB afterwards"
# A line of the wall, chosen by the hider's page, is what the seeker's station says.
viewer one fetch /api/taunts taunts.seen >taunts.status 2>&1
line=$(sed 's/.*"number":23,"text":"\([^"]*\)".*/\1/' taunts.seen)
before=$(log_lines two)
viewer one act taunt '{"taunt":23}' >taunt.log 2>&1
viewer one act press >>taunt.log 2>&1
wait_for 8 says two "caption: .*$line" "$before"
promise $? "the hider's page chooses the words of a taunt" "$waited s: $line"
# The round that is on: its journal lies on the card, and nobody is shown anything of it.
viewer two fetch /api/rounds rounds.seen >rounds.status 2>&1
round=$(basename "$(ls -t /run/state-two/journals/*.journal | head -1)" .journal)
for ending in journal txt wav svg; do
    viewer two fetch "/rounds/$round.$ending" "round.$ending" >>withheld.status 2>&1
done
[ -n "$round" ] && grep -q 200 rounds.status && ! grep -q "$round" rounds.seen && ! grep -q 200 withheld.status
promise $? "nobody is shown anything of the round that is on" "$round: $(tr '\n' ' ' <withheld.status)"
! grep -rqi pancake one.log two.log /run/state-one /run/state-two
promise $? "the crew word is in no log, journal or file" "$(ls /run/state-two | tr '\n' ' ')"

wait $watchers
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop
