# Sourced by make: the parts of the card, one after the other.

name=hotcold-$program
base=$cache/$(named "image-$target_suite-$architecture" "$(cat "$here/packages")" \
    "$(cd "$here/early" && find . -type f | LC_ALL=C sort | xargs cat)").tar

# The kernel runs programs of another architecture by qemu, once it is told; only telling it needs root.
foreign() {
    "$checkout/.ci/packages" qemu-user-static binfmt-support arch-test
    arch-test "$architecture" >/dev/null 2>&1 && return
    [ "$(id -u)" -eq 0 ] || complain "run once as root: mount -t binfmt_misc binfmt_misc" \
        "/proc/sys/fs/binfmt_misc && update-binfmts --enable qemu-aarch64"
    [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    update-binfmts --enable qemu-aarch64
}

# listed FILE: its words, without comments, with commas.
listed() {
    sed -E 's/#.*//' "$1" | tr -s ' \n' ',,' | sed -E 's/^,|,$//g'
}

# archived FOLDER: its files as root's, whoever has checked them out, and when.
archived() {
    tar -c -C "$1" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
        --mtime="@$SOURCE_DATE_EPOCH" .
}

# Debian, with its kernel and an initrd, as its packages leave it: kept, for it takes the longest.
make_base() {
    local ended=0
    [ "$fresh" = no ] || rm -f "$base"
    if [ -f "$base" ]; then
        echo "Debian's packages are those of $(date -r "$base" +%F); --fresh fetches them anew"
        return
    fi
    echo "Making a tree of Debian $target_suite for $architecture: $base (once; a quarter of an hour)"
    [ -d "$cache" ] || mkdir -p "$cache"
    archived "$here/early" >"$work/early.tar"
    # No languages but English, and nothing to read but the licences: there is no reader in it.
    bootstrap "$target_suite" "$base.partial.$$" --variant=minbase --format=tar \
        --architectures="$architecture" --components=main,non-free-firmware \
        --dpkgopt='force-confold' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --include="$(listed "$here/packages")" \
        --essential-hook="tar-in '$work/early.tar' /" || ended=$?
    [ "$ended" -eq 0 ] || { rm -f "$base.partial.$$"; return "$ended"; }
    mv "$base.partial.$$" "$base"
}

# The root: Debian, the station's package and the files below root/, settled by finish. What belongs on the
# boot partition comes out into $work/boot.
make_root() {
    echo "Making the root"
    # What an update has to be newer than, and whose are taken (Sources/Updates).
    printf '%s\n%s\n' "$program" "$SOURCE_DATE_EPOCH" >"$work/made"
    "$here/bundle" --public "$key" >"$work/update-keys"
    archived "$here/root" >"$work/root.tar"
    # Nothing is fetched: mmdebstrap only gives a tree of its own, without root where the kernel allows it.
    bootstrap "$target_suite" "$work/tree.tar" --variant=custom --format=tar \
        --architectures="$architecture" --skip=update,cleanup/apt/lists \
        --setup-hook="tar -x --numeric-owner --exclude './dev/*' -f '$base' -C \"\$1\"" \
        --customize-hook="tar-in '$work/root.tar' /" \
        --customize-hook="upload '$package' /hotcold.deb" \
        --customize-hook="upload '$here/finish' /finish" \
        --customize-hook="upload '$work/made' /usr/lib/hotcold/made" \
        --customize-hook="upload '$work/update-keys' /usr/lib/hotcold/update-keys" \
        --customize-hook='chroot "$1" sh /finish >&2 && rm "$1/finish" "$1/hotcold.deb"' \
        --customize-hook="copy-out /boot/firmware '$work/boot'" \
        --customize-hook="download /packages '$work/$name.packages'" \
        --customize-hook='rm -rf "$1"/packages "$1"/boot/* && mkdir "$1/boot/firmware"'
    # zstd is unpacked faster than a card is read, by the slowest of these boards too.
    # The archive does not say what the root folder itself is like.
    nice -n 10 mksquashfs - "$work/root.squashfs" -tar -comp zstd -b 256K \
        -root-mode 0755 -root-uid 0 -root-gid 0 -no-progress -quiet <"$work/tree.tar"
    rm "$work/tree.tar"
    root_size=$((($(stat -c %s "$work/root.squashfs") + 65536 + 1048575) >> 20))
    [ "$root_size" -le "$ROOT_SIZE" ] || complain "the root has $root_size MiB: raise ROOT_SIZE in layout.sh"
}

# The same root as an update: signed, so that cards with the key's public half take it. A root and its modules belong
# to the kernel on the boot partition.
make_update() {
    local kernel
    kernel=$(sed -nE 's/^kernel=vmlinuz-//p' "$work/boot/firmware/config.txt")
    [ -n "$kernel" ] || complain "config.txt names no kernel: see raspi-firmware's hook"
    read -r root_bytes root_digest < <("$here/bundle" "$work/root.squashfs" --key "$key" --version "$program" \
        --kernel "$kernel" --built "$SOURCE_DATE_EPOCH" --out "$work/$name.update" --header "$work/header")
}

# The Bluetooth chip of a 3B is reached by two wires (gpio 32 and 33 alone in Debian's device tree): nothing
# tells it to wait, and at that tree's 2,000,000 baud the 16 bytes that the UART keeps are full in 80 us, which
# loses packets (raspberrypi/linux#3675). Raspberry Pi limits such boards, to 460,800 at the lowest
# (RPi-Distro/pi-bluetooth#6, raspberrypi/linux#2264): still some 900 reports of advertisements in a second.
slow_bluetooth() {
    local tree=$work/boot/firmware/bcm2837-rpi-3-b.dtb node=/soc/serial@7e201000/bluetooth baud=460800
    # Asked for first: where there is no such value fdtput would add one, which no driver reads.
    fdtget "$tree" "$node" max-speed >/dev/null 2>&1 &&
        fdtput -t u "$tree" "$node" max-speed "$baud" &&
        [ "$(fdtget -t u "$tree" "$node" max-speed)" = "$baud" ] ||
        complain "the speed of a 3B's Bluetooth is not where it was: look for max-speed in" \
            "${tree##*/} of Debian's kernel, and correct slow_bluetooth in parts.sh"
}

# at MIB: where that is, in bytes.
at() { echo $(($1 << 20)); }

# Everything is made in its place on the card, not beside it: what no file system has written is a hole, and
# only holes are left out of the block map. What is zero because it has to be is written.
make_boot() {
    local drive file
    cp "$settings" "$work/boot/firmware/hotcold.toml"
    cp "$here/READ-ME.txt" "$work/boot/firmware/"
    # The hook says rw, which a squashfs cannot be.
    sed -i 's/ rw / /' "$work/boot/firmware/cmdline.txt"
    for file in cmdline.txt config.txt bootcode.bin start.elf start4.elf bcm2837-rpi-3-b.dtb; do
        [ -s "$work/boot/firmware/$file" ] || complain "raspi-firmware has left no $file: see its hook"
    done
    slow_bluetooth
    find "$work/boot/firmware" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    truncate -s "$(at $CARD_SIZE)" "$work/card"
    table | sfdisk --quiet "$work/card"
    mkfs.vfat -F 32 -s 8 --invariant -i "$DISK_ID" -n "$BOOT_LABEL" --offset $((BOOT_AT * SECTORS_PER_MIB)) \
        "$work/card" $((BOOT_SIZE * 1024)) >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
    drive=$work/card@@$(at $BOOT_AT)
    (cd "$work/boot/firmware" && find . -mindepth 1 -maxdepth 1 | LC_ALL=C sort |
        xargs -d '\n' -I '{}' mcopy -i "$drive" -s -m -Q '{}' ::)
    boot_size=$(du -s --apparent-size -B 1M "$work/boot/firmware" | cut -f 1)
    dd if="$work/root.squashfs" of="$work/card" bs=1M seek=$ROOT_AT conv=notrunc status=none
    # As an update leaves it: the header ends the slot, so that the root can be handed on.
    dd if="$work/header" of="$work/card" bs=64K seek=$(((ROOT_AT + ROOT_SIZE) * 16 - 1)) conv=notrunc status=none
    "$here/bundle" --record "$root_bytes" "$root_digest" |
        dd of="$work/card" bs=512 seek=$((RECORD_AT * SECTORS_PER_MIB)) conv=notrunc,sync status=none
    # A record that a card had before must not be newer than ours.
    head -c 512 /dev/zero | dd of="$work/card" bs=512 seek=$((RECORD_AT * 2 * SECTORS_PER_MIB)) conv=notrunc status=none
}

make_state() {
    # Nobody's file is in it: an identity is drawn at the first start (0016).
    local options=offset=$(at $STATE_AT),hash_seed=$STATE_UUID,root_owner=0:0
    options+=,lazy_itable_init=0,lazy_journal_init=0
    E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH mke2fs -q -t ext4 -b 4096 -m 0 -L hotcold-state -U "$STATE_UUID" \
        -E "$options" "$work/card" "${STATE_SIZE}M"
}

make_card() {
    echo "Packing"
    mv "$work/card" "$work/$name.img"
    bmaptool --quiet create -o "$work/$name.img.bmap" "$work/$name.img"
    # The root and the kernel are packed already, so that more effort would gain nothing. The size of the
    # blocks is said, so that the result does not depend on how many processors there are.
    nice -n 10 xz -0 --threads=0 --block-size=16MiB "$work/$name.img"
    "$here/bill" "$work/$name.packages" "$checkout/Package.resolved" "$program" "$SOURCE_DATE_EPOCH" \
        >"$work/$name.bill.json"
    (cd "$work" && sha256sum "$name".* >"$name.sha256")
    mv "$work/$name".* "$folder/"
}
