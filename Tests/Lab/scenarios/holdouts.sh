# Lab, holdouts: Tests/Station holds and never plays, as two dozen who held before or who join in when others hold, and as
# a crowd of 64 that is there before one of ours; takes a name that is taken; and asks the same again and again. Two of
# ours play beside it. Findings 2, 3 and 6. holdouts.py tells how long it took to be locked.
. "$LAB_ROOT/Tests/Lab/guest.sh"
three_up
# One computer may have sixteen places; this one has fifteen addresses more.
from_many=
for address in $(seq 31 45); do
    ip address add "10.11.0.$address/24" dev three
    from_many="$from_many --source 10.11.0.$address"
done
two_meet
# Sixty-four names of one colour, which is neither of ours: none of them is a namesake.
for colour in red blue green; do grep -Eqi "station $colour [a-z]+ \(" one.log two.log || break; done

# known STATION: how many others it has in mind, as its page says.
known() {
    in_network_of three python3 -c 'import sys, urllib.request
for line in urllib.request.urlopen("http://%s:8080/metrics" % sys.argv[1], timeout=2).read().decode().splitlines():
    if line.startswith("hotcold_stations "): print(int(float(line.split()[1])))' "$(address_of "$1")"
}
knows() { [ "$(known "$1" 2>/dev/null)" -ge "$2" ] 2>/dev/null; }

# lock WHAT SECONDS AFTER: both hold, the second so long after the first, who has nobody but those who stall until then;
# and are locked into a round with each other.
lock() {
    mark_one=$(log_lines one)
    mark_two=$(log_lines two)
    hold one
    sleep "$3"
    hold two
    wait_for "$2" says one "$said_role" $mark_one && wait_for 5 says two "$said_role" $mark_two
    promise $? "two of ours are locked beside $1" "$waited s after the buttons"
}
# cancel: the buttons are let go, one is pressed twice, and the lobby is back 5 s later.
cancel() {
    release one
    release two
    sleep 1
    press one
    sleep 0.1
    press one
    wait_for 8 says one 'caption: .*[Cc]ancelled' $mark_one
    promise $? "a double press cancels" "$waited s"
}

# Finding 2: who holds and never plays keeps nobody from playing; two dozen who held before, or join in.
# holdouts LOG AFTER OPTIONS…
holdouts() {
    log=$1 after=$2
    shift 2
    second_start "$log" --name "$colour otter" --role seek --seconds 90 --hold 0-90 $from_many --count 24 "$@"
    if wait_for 20 events_at_least "$log" met 48; then :; fi
    promise "$(events_at_least "$log" met 48; echo $?)" "24 of them meet both of ours" "$(event_count "$log" met) times, $waited s"
    sleep 1
    lock "24 of $log" 25 "$after"
    cancel
    second_end
    # What was cancelled is left.
    sleep 6
}
holdouts never-proposes 1.5 --lie never-proposes
holdouts never-proposes-joining 0 --lie never-proposes --joins
holdouts never-locks 1.5 --lie never-locks
holdouts never-locks-joining 1.5 --lie never-locks --joins

# Finding 3: a crowd of 64 has filled the table of one, which holds, before two is switched on.
station_end two
second_start crowd --name "$colour otter" --role seek --seconds 120 --lie crowd --count 64 $from_many
wait_for 40 knows one 64
promise $? "64 invented holders fill the table of one" "$(known one) known, $waited s"
station_start two seek 5
wait_for 15 says two "$radio_ready"
wait_for 30 knows two 64
promise $? "and that of two, which comes after them" "$(known two) known, $waited s"
lock "a crowd of 64, one a newcomer" 25 0
cancel
second_end
# Who is idle has no place in a full table: the crowd has to be gone.
forgot() { [ "$(known "$1" 2>/dev/null)" -le 2 ] 2>/dev/null; }
wait_for 20 forgot one && wait_for 10 forgot two
promise $? "the crowd is forgotten when it is gone" "$waited s"

# Finding 6: the name of one of ours, and who asks the same again and again.
mark_one=$(log_lines one)
mark_two=$(log_lines two)
second_start same-name --role seek --seconds 30 --lie same-name
wait_for 10 event same-name lie
promise $? "somebody takes the name of one of ours" "$waited s"
wait_for 10 says one "$said_namesakes" $mark_one && wait_for 5 says two "$said_namesakes" $mark_two
promise $? "both say that two have one name" "$waited s"
second_end
second_start repeats-challenge --role seek --seconds 30 --lie repeats-challenge
wait_for 10 event repeats-challenge lie
sleep 5
second_end
! says one 'caption: .*(copy of me|name is taken)' $mark_one && ! says two 'caption: .*(copy of me|name is taken)' $mark_two
promise $? "neither takes itself for the copy" "$(count_said one 'caption: .*(copy of me|name is taken)' $mark_one) sentences"

both_end
ether_stop
