# Sourced by make and boot: how the card is divided. All sizes are in MiB; together 2048, which any card has
# (and a power of two, which QEMU's SD card wants).

# An MBR: the boot ROM of a Pi 3 knows nothing else. Four primary partitions, so that their numbers stay.
DISK_ID=484f5443
SECTORS_PER_MIB=2048
GAP=4
# In the gap: which root starts, at 1 MiB and at 2 MiB (early/usr/lib/hotcold/slots.sh).
RECORD_AT=1
# Kernel, initrd and firmware, the settings, and room for an update that somebody copies there.
BOOT_SIZE=508
# Twice: an update goes into the one that does not run.
ROOT_SIZE=640
# Who the station is, its scores and settings, the last rounds, a family's own voices.
STATE_SIZE=256

BOOT_AT=$GAP
ROOT_AT=$((BOOT_AT + BOOT_SIZE))
SPARE_AT=$((ROOT_AT + ROOT_SIZE))
STATE_AT=$((SPARE_AT + ROOT_SIZE))
CARD_SIZE=$((STATE_AT + STATE_SIZE))

# The same on every card, so that two images made of the same things are the same.
STATE_UUID=3f1c7a52-9d0e-4b6b-8a55-484f54434f4c
BOOT_LABEL=HOTCOLD

# table: what sfdisk is told.
table() {
    local line
    printf 'label: dos\nlabel-id: 0x%s\nunit: sectors\n' "$DISK_ID"
    for line in "$BOOT_AT $BOOT_SIZE c, bootable" "$ROOT_AT $ROOT_SIZE 83" "$SPARE_AT $ROOT_SIZE 83" \
        "$STATE_AT $STATE_SIZE 83"; do
        # shellcheck disable=SC2086  # three words
        set -- $line
        printf 'start=%s, size=%s, type=%s\n' $(($1 * SECTORS_PER_MIB)) $(($2 * SECTORS_PER_MIB)) "${*:3}"
    done
}
