# Buttons: one gpio-sim chip per station, its pins moved as a finger would. Active low, as on a Pi: pressed
# pulls the line down.

# gpio_chip STATION: a chip of 54 lines, like a Pi's header, labelled button-STATION.
gpio_chip() {
    local chip
    chip=/sys/kernel/config/gpio-sim/$1
    mkdir -p "$chip/bank0"
    echo 54 >"$chip/bank0/num_lines"
    echo "button-$1" >"$chip/bank0/label"
    echo 1 >"$chip/live"
    release "$1"
}

gpio_chip_remove() {
    echo 0 >"/sys/kernel/config/gpio-sim/$1/live"
    rmdir "/sys/kernel/config/gpio-sim/$1/bank0" "/sys/kernel/config/gpio-sim/$1"
    note "gpio $1 removed"
}

# gpio_device STATION: its /dev name, for libgpiod's own tools.
gpio_device() { cat "/sys/kernel/config/gpio-sim/$1/bank0/chip_name"; }

# pull STATION down|up: what the world outside does to the pin.
pull() {
    local chip device name
    chip=/sys/kernel/config/gpio-sim/$1
    read -r device <"$chip/dev_name"
    read -r name <"$chip/bank0/chip_name"
    echo "pull-$2" >"/sys/devices/platform/$device/$name/sim_gpio$button_line/pull"
}

# is_lit STATION: whether its light is on at this moment: $lit is 1 or 0. Starts no process.
is_lit() {
    local chip device name
    chip=/sys/kernel/config/gpio-sim/$1
    read -r device <"$chip/dev_name"
    read -r name <"$chip/bank0/chip_name"
    read -r lit <"/sys/devices/platform/$device/$name/sim_gpio$led_line/value"
}

hold() { pull "$1" down && note "hold $1"; }
release() { pull "$1" up && note "release $1"; }

# press STATION: a short press, 120 ms.
press() { hold "$1"; sleep 0.12; release "$1"; }

# line_taken STATION: another program (libgpiod's gpiomon) owns the button line. line_freed ends that.
line_taken() {
    gpiomon --silent "$(gpio_device "$1")" "$button_line" >/dev/null 2>&1 &
    line_owner=$!
    wait_for 5 sh -c "gpioinfo $(gpio_device "$1") | grep -E 'line +$button_line:.*used'"
    note "line of $1 taken by gpiomon"
}
line_freed() { kill "$line_owner"; wait "$line_owner" 2>/dev/null; note "line freed"; }
