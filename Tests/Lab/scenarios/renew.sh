# Lab, renew: a station that has a newer version is asked for it by another one, on the network: "Shall I become like
# Red Fox?" A hold takes it, checked and written by what does so on a card; and then it hands it on itself.
. "$LAB_ROOT/Tests/Lab/guest.sh"

asks='caption: .*Shall I become like'
begins='caption: .*I renew myself'
renewed='caption: .*I am renewed'
record_has() { card_record "$1" | grep -Eq "$2"; }
# handed_on STATION FILE: what its page gives others, asked for from the other side of the wire.
handed_on() {
    case $1 in one) other=two ;; two) other=one ;; esac
    timeout 60 ip vrf exec "vrf-$other" python3 -c '
import http.client, sys
connection = http.client.HTTPConnection(sys.argv[1], 8080, timeout=30)
connection.request("GET", "/api/update")
answer = connection.getresponse()
sys.stdout.buffer.write(answer.read())
sys.exit(answer.status != 200)' "$(address_of "$1")" >handed 2>>handed.log 8>&- && cmp -s handed "$2"
}

network_up
gpio_chip one
gpio_chip two
card_make one 0.9.0 2000
card_make two 0.8.0 1000
card_door two
promise $? "what takes updates waits" "$waited s"
lab_card=yes
station_start one hide 5
wait_for 30 grep -q 'page: on port 8080' one.log
promise $? "a station serves its page" "$waited s"
handed_on one /run/cards/one/update
promise $? "and hands on what it runs, as it came" "$(wc -c <handed) bytes"
station_start two seek 5
wait_for 30 says two "$said_met"
promise $? "another one meets it" "$waited s"
wait_for 60 says two "$asks"
promise $? "and asks whether to become like it" "$waited s"
! says one "$asks"
promise $? "which the newer one does not ask" "$(count_said one "$asks") times"
sleep 3

# Nobody says yes in the twenty seconds of the question: nothing happens. It asks again after a start.
sleep 22
before=$(card_record two)
[ "$(echo "$before" | grep -c 'primary a a good 0 .* b empty')" = 1 ]
promise $? "without a hold nothing is written" "$before"
mark_two=$(log_lines two)
station_end two
station_start two seek 5
wait_for 90 says two "$asks" "$mark_two"
promise $? "after another start it asks again" "$waited s"
sleep 3
hold two
wait_for 20 says two "$begins" "$mark_two"
promise $? "a hold takes it" "$waited s"
release two
wait_for 60 record_has two 'primary b a good 0 .* b trial 0'
promise $? "it is written, checked, and starts next" "$waited s: $(card_record two)"
cmp -s -n "$(wc -c </run/cards/one/root)" /run/cards/one/root /run/cards/two/partitions/484f5443-03
promise $? "byte for byte" "$(wc -c </run/cards/one/root) bytes"
station_end two
card_turned two 0.9.0 2000
mark_two=$(log_lines two)
station_start two seek 5
wait_for 30 says two "$renewed" "$mark_two"
promise $? "after its start it says so" "$waited s"
wait_for 60 handed_on two /run/cards/one/update
promise $? "and hands it on itself" "$waited s: $(wc -c <handed) bytes"
sleep 25
! says two "$asks" "$mark_two"
promise $? "there is nothing more to ask" "25 s"
for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
kill "$card_door"
