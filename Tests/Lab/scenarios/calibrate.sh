# Lab 7, calibrate: one station a metre from another that hides, and from none.
. "$LAB_ROOT/Tests/Lab/guest.sh"

echo '0,1' >walk.csv
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
cat >calibrate.toml <<'TOML'
[station]
state_directory = "/run/state-calibrate"
TOML

# calibrate NAME OPTIONS…: leaves what it prints in NAME.out and NAME.log, and its exit code in $ended.
calibrate() {
    name=$1
    shift
    ended=0
    "$hotcold" calibrate --settings "$PWD/calibrate.toml" --adapter hci0 "$@" >"$name.out" 2>"$name.log" 8>&- ||
        ended=$?
}

# field NAME KEY: a number of the JSON object in NAME.out.
field() { sed "s/.*\"$2\":\([-0-9.]*\).*/\1/" "$1.out"; }

calibrate nobody --seconds 5
[ $ended = 1 ] && grep -q 'No beacon was heard: start' nobody.log && [ ! -s nobody.out ]
promise $? "where nobody hides, calibrate says so and fails" "code $ended"

stamped hide.log "$hotcold" hide --adapter hci1
hide=$started
wait_for 15 says hide 'ready'
calibrate dry --json --dry-run
[ $ended = 0 ] && [ ! -e /run/state-calibrate/calibration ]
promise $? "a dry run finds something and keeps nothing" "$(field dry packets) packets"
awk -v offset="$(field dry offset)" 'BEGIN { exit !(offset > -10 && offset < 10) }'
promise $? "an ear like any other is found to be one" "$(field dry offset) dB, give or take $(field dry uncertainty)"

calibrate real
[ $ended = 0 ] && grep -q '^Kept in /run/state-calibrate/calibration' real.out
promise $? "what is found is told and kept" "$(sed -n 2p real.out | cut -c1-90)"
kill -TERM $hide
wait $hide

# The same place, and a beacon that claims to be 20 dB louder than it is.
stamped hide2.log "$hotcold" hide --adapter hci1 --minor 2 --measured-power=-39
hide=$started
wait_for 15 says hide2 'ready'
calibrate liar --json --beacon hotcold,0,2
awk -v liar="$(field liar offset)" -v dry="$(field dry offset)" \
    'BEGIN { difference = dry - liar; exit !(difference > 12 && difference < 28) }'
promise $? "20 dB of exaggeration are found" "$(field liar offset) dB"
"$hotcold" seek --settings "$PWD/calibrate.toml" --adapter hci0 --json --seconds 12 >seek.json 2>seek.log 8>&-
metres=$(tail -n 1 seek.json | sed 's/.*"distance":\([0-9.]*\).*/\1/')
awk -v metres="$metres" 'BEGIN { exit !(metres > 0.4 && metres < 2.5) }'
promise $? "and seek, which reckons with them, shows the metre" "$metres m"
kill -TERM $hide
wait $hide
ether_stop
