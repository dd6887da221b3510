# Lab, insider: Tests/Station holds with two of ours, is a member of their round, and lies in it: that somebody was found,
# that it begins at another time, in the name of another, that it is over, that it goes on without one of them. Finding 4.
# insider.py holds the countdowns against the one that the liar itself keeps.
. "$LAB_ROOT/Tests/Lab/guest.sh"
lobby_settings='capacity = 3'
three_up

# insider LIE[+LIE…]: the second station holds with the two, and lies from the lock on. Its name is
# what believed_by passes over.
insider() {
    what=$1
    lies=$(for each in $(echo "$1" | tr + ' '); do echo "--lie $each"; done)
    two_meet
    second_start "$what" --name "red fox" --role seek --seconds 90 --hold 3-20 $lies
    wait_for 15 event "$what" holds
    mark_one=$(log_lines one)
    mark_two=$(log_lines two)
    hold one
    hold two
    wait_for 15 event "$what" locked && [ "$(grep '"event": "locked"' "$what.json" | grep -o '[0-9a-f]\{16\}' | sort -u | wc -l)" = 4 ]
    promise $? "$what: the three are locked" "$waited s"
    release one
    release two
    wait_for 30 says two "$said_hunt" $mark_two
    promise $? "$what: the hunt begins" "$waited s"
    # Longer than anybody may be silent.
    sleep 6
    event "$what" lie '"of": "hunt"'
    promise $? "$what: told in the countdown, in the head start and in the hunt" "$(event_count "$what" lie) told"
    believed=$(believed_by one $mark_one)$(believed_by two $mark_two)
    [ -z "$believed" ]
    promise $? "$what: nobody believes it" "${believed:-nothing}"
    # The round ends as it would have: two are side by side.
    for attempt in 1 2 3; do
        hold two
        wait_for 6 says two "$said_found" $mark_two && break
        release two
        sleep 1
    done
    says two "$said_found" $mark_two && wait_for 5 says one "$said_found" $mark_one
    promise $? "$what: the round ends in the fanfare on both" "hold $attempt"
    release two
    wait_for 12 says two "$said_points" $mark_two && wait_for 3 says one "$said_points" $mark_one
    second_end
    both_end
}
# Those that do not hide one another are told together.
for what in found-by-decree+generation-255+speaks-as moves-start+cancels-for-another+leaves-out ends-too-few; do
    insider $what
done
ether_stop
