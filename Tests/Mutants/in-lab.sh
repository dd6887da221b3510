# In the lab's kernel: a test program once for each line "NUMBER FILTER" of $1/mutants, with that mutant on, and once
# more without any after one that was noticed: what it has left in the kernel must not be held against the next. Leaves
# lines "NUMBER CODE" in $1/codes, and what was printed in $1/log-NUMBER. Ends early where a kernel without a mutant
# fails; then the rest needs another one.
play() {
    code=0
    HOTCOLD_MUTANT=$1 timeout -k 2 "$LIMIT" "$PROGRAM" --testing-library swift-testing --filter "$2" \
        </dev/null >"$3" 2>&1 || code=$?
    for chip in /sys/kernel/config/gpio-sim/*/; do
        [ -d "$chip" ] || continue
        echo 0 >"$chip/live"
        find "$chip" -mindepth 1 -depth -type d -exec rmdir {} + 2>/dev/null
        rmdir "$chip"
    done
}
# The tests' sound card. It stays: who takes it away waits for everybody who has it open.
echo snd_dummy.0 >/sys/bus/platform/drivers/snd_dummy/bind
while read -r number filter; do
    play "$number" "$filter" "$1/log-$number"
    echo "$number $code" >>"$1/codes"
    [ "$code" != 0 ] || continue
    play none "$filter" "$1/log-after-$number"
    [ "$code" = 0 ] || exit 1
done <"$1/mutants"
