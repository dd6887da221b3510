# Sourced by boot: a machine that starts from a card, as QEMU emulates it, and what can be asked of it.

# What stands in front of a card: the firmware's work, done by QEMU. Nothing of the image is changed for it:
# kernel, initrd and command line are those of the boot partition, with the consoles that QEMU has.
unpack_boot() {
    local drive=$1@@$(($BOOT_AT << 20)) kernel initrd
    kernel=$(mtype -i "$drive" ::config.txt | sed -nE 's/^kernel=//p')
    initrd=$(mtype -i "$drive" ::config.txt | sed -nE 's/^initramfs //p')
    mcopy -n -i "$drive" "::$kernel" "$work/vmlinuz"
    mcopy -n -i "$drive" "::$initrd" "$work/initrd"
    mcopy -n -i "$drive" ::bcm2837-rpi-3-b.dtb "$work/"
    command_line=$(mtype -i "$drive" ::cmdline.txt | tr -d '\r\n' | sed -E 's/console=[^ ]+ ?//g')
}

# start CARD MACHINE [WORDS…]: starts it, the console in $console. WORDS go behind the command line; what is
# in $devices is given to QEMU.
start() {
    local options
    console=$work/console.$((++starts))
    case $2 in
        virt) options=(-M virt -cpu cortex-a72 -smp 2 -m 1024 -device virtio-rng-pci
            -drive "file=$1,if=virtio,format=raw" -device virtio-net-pci,netdev=net,romfile=) ;;
        raspi3b) options=(-M raspi3b -dtb "$work/bcm2837-rpi-3-b.dtb" -drive "file=$1,if=sd,format=raw"
            -device usb-net,netdev=net) ;;
    esac
    options+=(${devices[@]+"${devices[@]}"})
    nice -n 10 qemu-system-aarch64 "${options[@]}" -display none -monitor none -serial "file:$console" \
        -accel tcg,thread=multi -kernel "$work/vmlinuz" -initrd "$work/initrd" -no-reboot \
        -netdev "user,id=net,hostfwd=tcp:127.0.0.1:$page-:8080,hostfwd=tcp:127.0.0.1:$door-:22" \
        -append "console=ttyAMA0 $command_line ${*:3}" </dev/null >"$work/qemu.log" 2>&1 &
    machine=$!
}

# board PROCESSORS MIB: what QEMU tells of its board, in $work/virt.dts.
board() {
    qemu-system-aarch64 -M "virt,dumpdtb=$work/virt.dtb" -cpu cortex-a72 -smp "$1" -m "$2" \
        -nodefaults -display none 2>/dev/null
    dtc -q -I dtb -O dts "$work/virt.dtb" >"$work/virt.dts"
}

# board_with_light: with a light on its GPIO chip, as a Pi's own tells of one (bcm2835-rpi.dtsi); printed is the
# file.
board_with_light() {
    board 2 1024
    cat >>"$work/virt.dts" <<'END'
/ { leds { compatible = "gpio-leds"; led-act { label = "ACT"; gpios = <&{/pl061@9030000} 7 0>;
    default-state = "keep"; linux,default-trigger = "heartbeat"; }; }; };
END
    dtc -q -I dts -O dtb -o "$work/virt.dtb" "$work/virt.dts"
    echo "$work/virt.dtb"
}

# board_with_chip FILE: with what a Pi 3B's device tree tells of its header and of its Bluetooth: the names of the
# lines (those of eight that QEMU's GPIO chip has), and the chip at the end of the first serial line, at the speed
# that the card sets (slow_bluetooth), and its BT_REG_ON on the last but one of the eight. The lines are then nobody
# else's: neither a key's nor the console's. Both machines would get the same seeds.
board_with_chip() {
    board 1 512
    sed -i -e '/^\tgpio-keys {/,/^\t};/d' -e '/stdout-path =/d' -e '/rng-seed =/d' -e '/kaslr-seed =/d' "$work/virt.dts"
    cat >>"$work/virt.dts" <<'END'
&{/pl061@9030000} { gpio-line-names = "ID_SDA", "ID_SCL", "GPIO2", "GPIO3", "GPIO4", "GPIO5", "BT_ON", "GPIO7"; };
&{/pl011@9000000} { bluetooth { compatible = "brcm,bcm43438-bt"; max-speed = <460800>;
    shutdown-gpios = <&{/pl061@9030000} 6 0>; }; };
END
    dtc -q -I dts -O dtb -o "$1" "$work/virt.dts"
}

# pull_the_plug: nobody in the machine is told.
pull_the_plug() {
    kill -KILL "$machine" 2>/dev/null || true
    wait "$machine" 2>/dev/null || true
    machine=
}

# within SECONDS COMMAND…: it succeeds before so many seconds have passed, and the machine runs.
within() {
    local until=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$until" ] && kill -0 "$machine" 2>/dev/null || return 1
        sleep 1
    done
}

# asked PATH: what the station's page answers. tells WORDS: it has said them, in its log.
# By the address that the request comes to inside (QEMU's usual one): the page answers to no other.
asked() { curl -s --max-time 5 -H "Host: 10.0.2.15:8080" "http://127.0.0.1:$page$1"; }
tells() { asked /api/log | grep -q -- "$1"; }
# inside COMMAND…: run by the one user whom the key on the card lets in.
inside() {
    ssh -q -F none -i "$work/key" -p "$door" -o StrictHostKeyChecking=no -o "UserKnownHostsFile=$work/known" \
        -o ConnectTimeout=10 -o BatchMode=yes admin@127.0.0.1 "$@"
}

# put_settings CARD FILE: on its boot partition, as a person does it.
put_settings() { mcopy -o -i "$1@@$(($BOOT_AT << 20))" "$2" ::hotcold.toml; }

# promise WHAT COMMAND…: it succeeds.
promise() {
    if "${@:2}" >"$work/said" 2>&1; then
        echo "ok      $1"
    else
        echo "FAILED  $1" >&2
        sed 's/^/        /' "$work/said" >&2
        tail -n 40 "$console" | sed 's/^/        /' >&2
        # Empty, unless QEMU itself had something to complain of.
        sed 's/^/        qemu: /' "$work/qemu.log" >&2 2>/dev/null || true
        exit 1
    fi
}
