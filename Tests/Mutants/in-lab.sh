# In the lab's kernel: a test program once for each line "NUMBER FILTER" of $1/mutants, with that mutant on ("none": with
# none). Leaves lines "NUMBER CODE" in $1/codes, and what was printed in $1/log-NUMBER.
while read -r number filter; do
    code=0
    HOTCOLD_MUTANT=$number timeout -k 2 "$LIMIT" "$PROGRAM" --testing-library swift-testing --filter "$filter" \
        </dev/null >"$1/log-$number" 2>&1 || code=$?
    echo "$number $code" >>"$1/codes"
done <"$1/mutants"
