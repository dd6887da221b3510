# Sourced by the initrd and by `slot`: which of the card's two roots starts, and what is known of each
# (docs/decisions/0038-updates.md). For any POSIX shell; TOOLS is "busybox" in the initrd.
#
# The record is text, and lies twice in the gap before the first partition, one sector each. Each writing goes to the
# copy that is not the newest, so that a plug pulled in it leaves the one before:
#
#   hotcold slots 1
#   serial 12                   one more at each writing; odd ones at COPY_1, even ones at COPY_0
#   primary b                   the slot that starts next
#   a good 0 251658240 5d41…    of each slot: what it is, its starts since it last said hello, the bytes of its root, and
#   b trial 1 251658240 7d79…   their SHA-256 (0 and - where unknown)
#   told fell-back              what the station has to tell people: nothing, or that an update did not work
#   check 9f86…                 the SHA-256 of all lines before
#
# A slot is empty, on trial (an update that has not said hello), good, or bad (an update that did not work).

# In sectors: where the first copy lies, and the second.
COPY_0=2048
COPY_1=4096
# An update that does not say hello is given up then: not at once, for somebody may have pulled the plug.
TRIALS=2
# A root that has once said hello is left for the other one then.
STARTS_WITHOUT_HELLO=4

tool() { ${TOOLS:-} "$@"; }
# digest: the SHA-256 of what it reads.
digest() { tool sha256sum | { read -r sum rest; echo "$sum"; }; }
other() { if [ "$1" = a ]; then echo b; else echo a; fi; }

# copy_at DISK SECTOR: the copy's lines without the last; fails where it is damaged.
copy_at() {
    copy_text=$(tool dd if="$1" bs=512 skip="$2" count=1 2>/dev/null | tool tr -d '\000')
    copy_lines=${copy_text%check *}
    [ "$copy_lines" != "$copy_text" ] || return 1
    [ "$(printf %s "$copy_lines" | digest)" = "${copy_text##*check }" ] || return 1
    printf %s "$copy_lines"
}

# understand LINES: into serial, primary, told, and a_state, a_starts, a_size, a_sum, and the same of b.
understand() {
    serial='' primary='' told=nothing
    a_state=empty a_starts=0 a_size=0 a_sum=- b_state=empty b_starts=0 b_size=0 b_sum=-
    while read -r word first second third fourth; do
        case $word in
            serial) serial=$first ;;
            primary) primary=$first ;;
            a) a_state=$first a_starts=$second a_size=$third a_sum=$fourth ;;
            b) b_state=$first b_starts=$second b_size=$third b_sum=$fourth ;;
            told) told=$first ;;
        esac
    done <<END_OF_LINES
$1
END_OF_LINES
    case $primary in a | b) ;; *) return 1 ;; esac
    case $serial in '' | *[!0-9]*) return 1 ;; esac
}

# read_slots DISK: the newest copy that is whole. Fails if there is none.
read_slots() {
    newest='' newest_serial=-1
    for sector in $COPY_0 $COPY_1; do
        lines=$(copy_at "$1" "$sector") && understand "$lines" || continue
        if [ "$serial" -gt "$newest_serial" ]; then newest=$lines newest_serial=$serial; fi
    done
    [ -n "$newest" ] && understand "$newest"
}

record() {
    printf 'hotcold slots 1\nserial %s\nprimary %s\n' "$serial" "$primary"
    printf 'a %s %s %s %s\n' "$a_state" "$a_starts" "$a_size" "$a_sum"
    printf 'b %s %s %s %s\n' "$b_state" "$b_starts" "$b_size" "$b_sum"
    printf 'told %s\n' "$told"
}

# write_slots DISK: what was read and changed, over the older copy.
write_slots() {
    serial=$((serial + 1))
    text=$(record)
    sector=$COPY_0
    [ $((serial % 2)) -eq 0 ] || sector=$COPY_1
    printf '%s\ncheck %s' "$text" "$(printf '%s\n' "$text" | digest)" |
        tool dd of="$1" bs=512 seek="$sector" count=1 conv=sync,notrunc,fsync 2>/dev/null
}

# of SLOT WHAT, set_of SLOT WHAT VALUE: one of what is known of it.
of() { eval "echo \"\$${1}_$2\""; }
set_of() { eval "${1}_$2=\$3"; }

startable() { case $(of "$1" state) in good | trial) ;; *) false ;; esac; }

# give_up SLOT: it does not start again, if the other one can, and that is told.
give_up() {
    startable "$(other "$1")" || return 0
    told=fell-back
    set_of "$1" state bad
    primary=$(other "$1")
}

# unhurt DEVICE SLOT: the root there is the one that was put there.
unhurt() {
    unhurt_size=$(of "$2" size)
    case $unhurt_size in '' | 0 | *[!0-9]*) return 0 ;; esac
    [ "$(tool dd if="$1" bs=65536 count=$((unhurt_size / 65536)) 2>/dev/null | digest)" = "$(of "$2" sum)" ]
}

# choose: which slot starts now, by what was read; into chosen. It counts as started.
choose() {
    most=$STARTS_WITHOUT_HELLO
    [ "$(of "$primary" state)" != trial ] || most=$TRIALS
    [ "$(of "$primary" starts)" -lt "$most" ] || give_up "$primary"
    startable "$primary" || ! startable "$(other "$primary")" || primary=$(other "$primary")
    chosen=$primary
    set_of "$chosen" starts $(($(of "$chosen" starts) + 1))
}
