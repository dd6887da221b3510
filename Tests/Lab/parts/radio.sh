# Radio: controllers on /dev/vhci, ours (`hotcold emulate`) or BlueZ's (btvirt); rfkill; bluetoothd.

# ether_start WALK.csv [OPTIONS…]: two controllers that hear each other over the distances of the walk (lines
# `t_seconds,distance_m`), steered by `ether COMMAND`. Starts lab_clock. OPTIONS are more for `hotcold emulate`.
ether_start() {
    walk=$1
    shift
    rm -f /run/ether.fifo
    mkfifo /run/ether.fifo
    exec 8<>/run/ether.fifo # both ends, so that neither side ever waits for the other
    "$hotcold" emulate --controllers 2 --walk "$walk" --control /run/ether.fifo "$@" >>ether.log 2>&1 8>&- &
    ether=$!
    ether_began=$(now)
    # The walk begins when the program starts, not when its controllers have appeared.
    echo "$ether_began ether_start" >>events.log
    wait_for 10 test -e /sys/class/bluetooth/hci1 || return 1
}

# ether mute N | unmute N | unplug N | plug N: to controller N (0 belongs to one, 1 to two).
ether() { echo "$*" >&8; note "ether $*"; }

ether_stop() { kill "$ether"; wait "$ether" 2>/dev/null; exec 8>&-; note "ether_stop"; }

# strangers_start 4.2|5.2: two controllers of BlueZ's own emulator, which hear each other (always at RSSI 127,
# "unknown"): LE only with the legacy commands, or dual mode with the extended ones too.
strangers_start() {
    case $1 in 4.2) kind=-L ;; 5.2) kind= ;; esac
    btvirt $kind -l2 >>btvirt.log 2>&1 &
    strangers=$!
    wait_for 10 test -e /sys/class/bluetooth/hci1 || return 1
    note "btvirt started, Bluetooth $1"
}
strangers_stop() { kill "$strangers"; wait "$strangers" 2>/dev/null; note "btvirt stopped"; }

# is_up N: controller N is powered by the kernel.
is_up() { hciconfig "hci$1" | grep -q 'UP RUNNING'; }

# rfkill block|unblock: struct rfkill_event {idx 0, type 2 Bluetooth, op 3 change all, soft}, in one write;
# new devices follow it too.
rfkill_bluetooth() {
    case $1 in block) soft=1 ;; unblock) soft=0 ;; esac
    printf '\0\0\0\0\2\3\'$soft'\0' >/dev/rfkill
    note "rfkill $1"
}

# air_trace FILE: everything between hosts and controllers, in btsnoop format, until air_trace_stop.
air_trace() { btmon -w "$1" >btmon.log 2>&1 & air_tracer=$!; wait_for 5 test -s "$1"; }
air_trace_stop() { kill -INT "$air_tracer"; wait "$air_tracer" 2>/dev/null; }

# bluetoothd_start: the real thing on a system bus of our own; returns when it has powered controller 0.
bluetoothd_start() {
    dbus-daemon --system --nofork --nopidfile >>dbus.log 2>&1 &
    bus=$!
    wait_for 5 test -S /run/dbus/system_bus_socket || return 1
    # Debian 12 keeps it in /usr/libexec, and has had it in /usr/lib.
    PATH=/usr/libexec/bluetooth:/usr/lib/bluetooth:$PATH bluetoothd --nodetach >>bluetoothd.log 2>&1 &
    bluetoothd=$!
    note "bluetoothd started"
    wait_for 15 is_up 0
}
bluetoothd_stop() {
    kill "$bluetoothd" "$bus"
    wait "$bluetoothd" "$bus" 2>/dev/null
    note "bluetoothd stopped"
}
