# Lab, holdouts: Tests/Station holds and never plays, as two dozen and as a crowd of 64 from one address and from fifteen;
# takes a name that is taken; and asks the same again and again. Two of ours play beside it. Findings 2, 3 and 6.
#
# UNTRIED: written before there was a program that speaks version 3.
. "$LAB_ROOT/Tests/Lab/guest.sh"
three_up
two_meet

# Findings 2 and 3: who holds and never plays keeps nobody from playing.
holdouts() {
    what=$1
    shift
    mark_one=$(log_lines one)
    mark_two=$(log_lines two)
    second_start "$what" --role seek --seconds 60 --hold 0-60 --lie "$what" "$@"
    wait_for 15 event "$what" met
    sleep 3
    hold one
    hold two
    wait_for 25 says one "$said_role" $mark_one && wait_for 5 says two "$said_role" $mark_two
    promise $? "two of ours are locked beside $what" "$waited s"
    # The button is let go, then pressed twice: which cancels.
    release one
    release two
    sleep 1
    press one
    press one
    wait_for 8 says one 'caption: .*Cancelled' $mark_one
    second_end
    sleep 12
}
holdouts never-proposes --count 24
holdouts never-locks --count 24
# From one address, and from sixteen.
holdouts crowd --count 64
for address in 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45; do ip address add 10.11.0.$address/24 dev three; done
many=$(for address in 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45; do echo --source 10.11.0.$address; done)
holdouts crowd --count 64 $many

# Finding 6: the name of one of ours, and who asks the same again and again.
mark_one=$(log_lines one)
second_start same-name --role seek --seconds 20 --lie same-name
wait_for 10 event same-name lie
promise $? "somebody takes the name of one of ours" "$waited s"
second_end
second_start repeats-probe --role seek --seconds 20 --lie repeats-probe
sleep 10
second_end
! says one 'caption: .*(copy of me|has left)' $mark_one
promise $? "nobody takes it for a copy" "$(count_said one 'caption: .*copy of me' $mark_one) sentences"

both_end
ether_stop
