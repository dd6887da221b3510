#!/bin/sh
# Process 1 of the lab's kernel: makes the machine a station expects around the host's read-only files, runs
# LAB_SCRIPT, saves its exit code in LAB_OUT/status and powers off. Started by ./boot with LAB_ROOT,
# LAB_SCRIPT and LAB_OUT in the environment.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/run/home
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mountpoint -q /dev || mount -t devtmpfs devtmpfs /dev

# The host's directories can hold the clone or LAB_OUT (both are often under /tmp): reach them through a
# second mount of the host's root before memory hides them.
mount -t tmpfs tmpfs /run
mkdir -p /run/host /run/home /run/lock /run/dbus
mount -t hostfs -o ro hostfs /run/host
for place in /tmp /var/tmp /var/lib/bluetooth /var/log; do
    [ -d "$place" ] && mount -t tmpfs tmpfs "$place"
done
[ -d "$LAB_ROOT" ] || { mkdir -p "$LAB_ROOT" && mount --bind "/run/host$LAB_ROOT" "$LAB_ROOT"; }
[ -f "$LAB_SCRIPT" ] || LAB_SCRIPT=/run/host$LAB_SCRIPT
[ -z "$LAB_HOTCOLD" ] || [ -f "$LAB_HOTCOLD" ] || export LAB_HOTCOLD="/run/host$LAB_HOTCOLD"
# The one place where writing reaches the host.
[ -d "$LAB_OUT" ] || mkdir -p "$LAB_OUT"
mount -t hostfs -o "$LAB_OUT" hostfs "$LAB_OUT"

mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t configfs configfs /sys/kernel/config
mount -t debugfs debugfs /sys/kernel/debug
mount -t cgroup2 cgroup2 /sys/fs/cgroup
ln -sfn /proc/self/fd /dev/fd
ip link set lo up
hostname lab
# A card that turns itself down: unplugged, until a scenario asks for it (card_that_turns).
echo snd_dummy.0 >/sys/bus/platform/drivers/snd_dummy/unbind

# A sign of life: ./boot tells by it whether the kernel stands still or only the script. When it is about to stop
# us for being late, the console gets every process, its state and what it waits for.
while [ ! -e "$LAB_OUT/stopped" ]; do
    : >"$LAB_OUT/alive"
    sleep 1
done && for process in /proc/[0-9]*; do
    [ "$(wc -c <"$process/cmdline")" = 0 ] || echo "late: $(cut -d' ' -f1-4 "$process/stat")" \
        "$(cat "$process/wchan") $(tr '\0' ' ' <"$process/cmdline" | cut -c1-100)"
done &
cd "$LAB_OUT" && sh "$LAB_SCRIPT" "$LAB_OUT"
echo $? >"$LAB_OUT/status"
sync
echo o >/proc/sysrq-trigger
sleep 30
