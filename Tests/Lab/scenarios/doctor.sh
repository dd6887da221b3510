# Lab 4, doctor: on a machine where everything works, and with one thing after the other wrong. Whatever it is,
# `hotcold doctor` names it by a sentence of its own, complains of nothing else and takes less than half a
# minute. doctor.py beside it does the same on the host, outside.
. "$LAB_ROOT/Tests/Lab/guest.sh"

# settings: those of station two, with the voices of this checkout wherever the program under test lies.
settings() { settings_of two seek | sed "/^\[audio\]/a voices_directory = \"$LAB_ROOT/deploy/voices\""; }

# examine NAME: what doctor prints goes to NAME.log; its exit code to $code, its seconds to $took.
examine() {
    note "doctor $1"
    began=$(now)
    code=0
    in_network_of two timeout 60 "$hotcold" doctor --settings "$PWD/two.toml" >"$1.log" 2>&1 || code=$?
    took=$(seconds_between "$began" "$(now)")
}

# finds NAME PART PATTERN WHAT: exactly one part FAILs, that one, in words that match.
finds() {
    examine "$1"
    finding=$(grep '^FAIL' "$1.log")
    [ "$code" = 1 ] && [ "${took%.*}" -lt 30 ] && [ "$(echo "$finding" | wc -l)" = 1 ] &&
        echo "$finding" | grep -Eq "^FAIL +$2: .*($3)"
    promise $? "doctor names $4 and nothing else" "code $code, $took s: $(echo "$finding" | tr -s ' \n' ' ')"
}

well() {
    examine "$1"
    [ "$code" = 0 ] && [ "${took%.*}" -lt 30 ] && [ "$(grep -c '^ok' "$1.log")" -ge 7 ] &&
        ! grep -q '^FAIL' "$1.log"
    promise $? "doctor finds nothing wrong $2" "code $code, $took s: $(grep -c '^ok' "$1.log") parts ok"
}

network_up
gpio_chip one
gpio_chip two
mkdir -p /run/state-two
settings >two.toml
finds missing radio 'no Bluetooth adapter' "a missing adapter"

echo '0,3' >walk.csv
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
well everything "where everything works"
grep -q '^ok *network: .*its call comes back over IPv4 and IPv6' everything.log
promise $? "doctor hears its own call to everybody come back, both ways" "$(grep network: everything.log)"

# The card is a loop: what it plays, its second device hears, as a microphone in the room would.
grep -q '^ok *sound: .*the microphone .* heard it' everything.log
promise $? "doctor hears its own chime by a microphone" "$(grep sound: everything.log)"

# Whether it calls can only be heard from outside: by another station, that waits in the lobby.
station_start one hide
wait_for 20 says one "Hello, I am"
sleep 1
well company "with another station in the lobby"
grep -Eq "^ok *radio: .* hears it, [0-9]+ times in 2.5 s at -[0-9]+ dBm" company.log
promise $? "doctor is heard by the other station" "$(grep radio: company.log)"
[ "$(count_said one "$said_met")" = 0 ]
promise $? "who is not taken for a player" "$(count_said one "$said_met") met"

# An access point that isolates its clients: what is for everybody arrives, what is for one does not.
ipv6 two off
ip neigh replace "$(address_of one)" lladdr 02:00:00:00:00:99 nud permanent dev two
finds isolated network 'does not answer what is sent to it alone' "a network that passes only what is for everybody"
ip neigh del "$(address_of one)" dev two
ipv6 two on
station_end one

rfkill_bluetooth block
finds blocked radio 'rfkill unblock bluetooth' "Bluetooth switched off by rfkill"
rfkill_bluetooth unblock

"$hotcold" seek --adapter hci1 --json >owner.json 2>owner.log 8>&- &
owner=$!
wait_for 10 grep -q 'hci1 ready' owner.log
finds owned radio 'Another program has the Bluetooth adapter' "an adapter that another program has"
kill -TERM $owner
wait $owner

ether mute 1
finds mute radio 'does not answer|could not set up' "a controller that does not answer"
ether unmute 1

line_taken two
finds line button 'in use by .*gpiomon' "a button line in use, and by whom"
line_freed

gpio_chip_remove two
finds chip button 'no GPIO chip .*button-two.*button-one' "a GPIO chip that is not there, and those that are"
gpio_chip two

aplay -q -D "hw:CARD=$(card_id two),DEV=0" -f S16_LE -r 48000 -c 2 /dev/zero 2>aplay.log 8>&- &
player=$!
wait_for 10 grep -q RUNNING "/proc/asound/$(card_id two)/pcm0p/sub0/status"
finds busy sound 'Another program is using the sound card' "a sound card in use"
kill $player
wait $player 2>/dev/null

card_unplug two
finds card sound 'No sound card' "an unplugged sound card"
card_plug two

ip link set two down
finds network network 'interface two' "a network that is down"
ip link set two up
ip route replace 224.0.0.0/4 dev two table 12 # went with the interface

echo 'colour = "red"' >>two.toml
finds settings settings 'two.toml:[0-9]+: .*colour' "a mistake in the settings, its line and its key"
settings >two.toml

sed -i 's|^state_directory.*|state_directory = "/usr/nowhere"|' two.toml
finds state state '/usr/nowhere' "a folder that cannot be written"
settings >two.toml

well again "when all that is over"

# Everything wrong at once: the parts are asked in turn, so this is what takes longest.
line_taken two
card_unplug two
ip link set two down
ether mute 1
examine ruin
[ "$code" = 1 ] && [ "${took%.*}" -lt 30 ] && [ "$(grep -c '^FAIL' ruin.log)" -ge 4 ]
promise $? "doctor names four things wrong at once within 30 s" "code $code, $took s"
line_freed
ether_stop
