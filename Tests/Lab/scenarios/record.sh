# Lab, record: a station listens and writes everything down while another hides; btmon listens to the same.
# Then a street full of strangers, and a full disk. record.py has the files opened by btmon, tshark, replay.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# ends PROCESS WHAT: SIGTERM; it must exit 0 within a second. What it printed last is the figure.
ends() {
    kill -TERM "$1"
    wait_for 10 sh -c "! kill -0 $1"
    ended=0
    wait "$1" || ended=$?
    [ $ended = 0 ] && [ "${waited%.*}" -lt 1 ]
    promise $? "SIGTERM ends $2 within a second" "code $ended, $waited s"
}

echo '0,2' >walk.csv
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
air_trace monitor.btsnoop

"$hotcold" record --adapter hci0 record.btsnoop >record.out 2>record.log 8>&- &
record=$!
wait_for 10 grep -q 'hci0 ready' record.log
promise $? "hotcold record has a radio" "$waited s"
"$hotcold" hide --adapter hci1 --major 258 --minor 772 >hide.log 2>&1 8>&- &
hide=$!
wait_for 10 grep -q 'hci1 ready' hide.log
sleep 12
kill -TERM $hide
wait $hide
sleep 1
ends $record "hotcold record"
air_trace_stop
ether_stop
wait_for 5 test ! -e /sys/class/bluetooth/hci0

# A busy street fills the smallest files in seconds.
ether_start "$PWD/walk.csv" --flood 2000 || { promise 1 "two controllers again" "see ether.log"; exit 1; }
"$hotcold" record --adapter hci0 --megabytes 1 --files 2 small.btsnoop >small.out 2>small.log 8>&- &
record=$!
wait_for 60 test -s small.btsnoop.1
promise $? "a full file is put away" "after $waited s"
sleep 1
ends $record "hotcold record in a busy street"

# And a disk of half a megabyte.
mkdir /run/disk
mount -t tmpfs -o size=512k tmpfs /run/disk
"$hotcold" record --adapter hci0 /run/disk/full.btsnoop >full.out 2>full.log 8>&- &
record=$!
wait_for 60 sh -c "! kill -0 $record"
ended=0
wait $record || ended=$?
[ $ended = 1 ] && grep -q 'full.btsnoop: the disk is full' full.log
promise $? "a full disk ends it with one sentence" "code $ended after $waited s: $(tail -n 1 full.log)"
cp /run/disk/full.btsnoop .
umount /run/disk
ether_stop
