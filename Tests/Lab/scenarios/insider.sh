# Lab, insider: Tests/Station holds with two of ours, is a member of their round, and lies in it: that somebody was found,
# that it begins at another time, in the name of another, that it is over, that it goes on without one of them. Finding 4.
#
# UNTRIED: written before there was a program that speaks version 3.
. "$LAB_ROOT/Tests/Lab/guest.sh"
three_up
two_meet

# Finding 4: an insider. The second station holds with the two, and lies from the lock on.
insider() {
    what=$1
    lies=$(for each in $(echo "$1" | tr + ' '); do echo "--lie $each"; done)
    mark_one=$(log_lines one)
    mark_two=$(log_lines two)
    second_start "$what" --role seek --seconds 60 --hold 4-12 $lies
    wait_for 15 event "$what" met
    hold one
    hold two
    wait_for 15 event "$what" locked
    promise $? "$what: the three are locked" "$waited s"
    release one
    release two
    wait_for 30 says two "$said_hunt" $mark_two
    promise $? "$what: the hunt begins" "$waited s"
    event "$what" lie
    promise $? "$what: the lie was told" "$(event_count "$what" lie) times"
    sleep 6
    count=$(($(count_said one "$spoilt" $mark_one) + $(count_said two "$spoilt" $mark_two)))
    [ "$count" = 0 ]
    promise $? "$what: nobody believes it" "$count sentences"
    # The round ends as it would have: two are side by side.
    for attempt in 1 2 3; do
        hold two
        wait_for 6 says two "$said_found" $mark_two && break
        release two
        sleep 1
    done
    says two "$said_found" $mark_two
    promise $? "$what: the round ends in the fanfare" "hold $attempt"
    release two
    # The lobby again.
    second_end
    station_end one
    station_end two
    two_meet
}
# Those that do not hide one another are told together: each round takes nearly a minute, and a scenario has six.
for what in found-by-decree+generation-255+speaks-as moves-start+cancels-for-another ends-too-few leaves-out; do
    insider $what
done
both_end
ether_stop
