# Lab, second: a `hotcold run` plays whole rounds with Tests/Station, a station that somebody wrote from the documents
# alone, once as the one that is found and once as the one that finds. What it prints stays beside the logs, and second.py
# judges it. What else it can be told: Tests/Station/README.md.
. "$LAB_ROOT/Tests/Lab/guest.sh"
three_up

# 1. Ours hides; the second seeks, and claims: its beacon is called by our third controller.
station_start one hide 5
wait_for 15 says one "$radio_ready"
second_start found --name "blue otter" --role seek --head-start 5 --seconds 90 --hold 4-14 --claim-at 4
wait_for 20 says one "$said_met"
promise $? "ours meets the second station" "$waited s"
wait_for 10 event found met
promise $? "and the second station meets ours" "$waited s"
mark_one=$(log_lines one)
# Its own hold begins by its own clock; ours would switch itself off after ten seconds.
wait_for 10 event found holds
hold one
wait_for 8 event found locked
promise $? "holding locks both into a round" "$waited s"
wait_for 5 says one "$said_role" $mark_one
promise $? "and ours says its role" "$waited s"
release one
call found
wait_for 12 event found count '"count": 0'
promise $? "the second station counts down to zero" "$waited s"
wait_for 30 event found outcome '"outcome": "found"'
promise $? "the second station claims, and ours says that it is found" "$waited s"
wait_for 5 says one "$said_found" $mark_one
promise $? "in its own words, too" "$waited s"
call_end
second_end
station_end one
promise $ended "SIGTERM ends one with exit code 0" "code $ended"

# 2. Ours seeks; the second hides, and confirms.
station_start one seek 5
wait_for 15 says one "$radio_ready"
second_start finds --name "green bear" --role hide --head-start 5 --seconds 90 --hold 4-14 --confirm-claims
mark_one=$(log_lines one)
wait_for 10 event finds met
promise $? "they meet again" "$waited s"
wait_for 10 event finds holds
hold one
wait_for 8 event finds locked
promise $? "and lock" "$waited s"
release one
call finds
wait_for 30 says one "$said_hunt" $mark_one
promise $? "the hunt begins on ours" "$waited s"
for attempt in 1 2 3; do
    hold one
    wait_for 6 event finds outcome '"outcome": "found"' && break
    release one
    sleep 1
done
event finds outcome '"outcome": "found"'
promise $? "ours claims, and the second station confirms" "hold $attempt"
release one
call_end
second_end
station_end one
ether_stop
