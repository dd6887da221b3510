# Lab, networks: home networks as they are. None at first; one that drops multicasts, or broadcasts; without IPv4;
# with a DHCP server that is late and changes its mind; and one that keeps its clients apart, which has to be named.
# At the end avahi, the real one, shows a station to network browsers.
. "$LAB_ROOT/Tests/Lab/guest.sh"

lobby_settings="air = false" # Bluetooth would do instead: see air.sh
both() { for station in one two; do "$@" $station; done; }

# anew: both stations start once more; meet: and say each other's name.
anew() {
    for station in one two; do
        [ ! -f $station.log ] || station_end $station
        eval "mark_$station=$( [ ! -f $station.log ] && echo 0 || log_lines $station)"
    done
    station_start one hide 5
    station_start two seek 5
}
hello() { says one "$said_met" $mark_one && says two "$said_met" $mark_two; }
meet() {
    wait_for "${2:-20}" hello
    promise $? "$1" "$waited s"
}

# ways: by which ways station two hears one, within 3 s, as the attacker's ear counts them.
ways() { in_network_of two "$lab/attacker.py" --interface two watch:3 | sed -n 's/.*"ways": {\(.*\)}}/\1/p' | tr -d '"'; }
heard_by() { ways=$(ways) && case $ways in *"$1"*) true ;; *) false ;; esac; }
not_heard_by() { case $ways in *"$1"*) false ;; *) true ;; esac; }

printf '0,3\n400,4\n' >walk.csv
network_up
gpio_chip one
gpio_chip two

# No network at all, and then one.
cable one out
cable two out
anew
wait_for 15 says one "$trouble_network" && wait_for 5 says two "$trouble_network"
promise $? "no network is told" "$waited s"
sleep 7
count=$(count_said one "$trouble_network")
[ "$count" = 1 ]
promise $? "no network is told once" "$count lines"
began=$(now)
cable one in
cable two in
wait_for 10 says one "$network_back" && wait_for 5 says two "$network_back"
promise $? "a cable that is put in is noticed" "$(seconds_between "$began" "$(now)") s"
meet "and the stations meet"

# Every way works.
heard_by 'broadcast v4' && heard_by 'multicast v4' && heard_by 'multicast v6'
promise $? "a station is heard by IPv4 broadcast and multicast and by IPv6" "$ways"

# An access point that drops multicasts, as many do to save air time.
access_point mcast_flood off one two
anew
meet "where multicasts are dropped, broadcasts find the others"
heard_by 'broadcast v4' && not_heard_by multicast
promise $? "and nothing else came through" "$ways"

# One that drops broadcasts instead; so ARP does not work, and IPv4 knows nobody's hardware address.
access_point mcast_flood on one two
access_point bcast_flood off one two
anew
meet "where broadcasts are dropped, multicasts find the others"
heard_by multicast && not_heard_by broadcast
promise $? "and no broadcast came through" "$ways"
access_point bcast_flood on one two

# IPv6 alone.
address one none
address two none
anew
meet "without IPv4, IPv6 finds the others"
heard_by 'multicast v6' && not_heard_by v4
promise $? "and no IPv4 was spoken" "$ways"

# IPv4 alone, and a DHCP server that answers ten seconds after the start.
ipv6 one off
ipv6 two off
anew
wait_for 10 says two "$trouble_network" "$mark_two"
promise $? "without any address there is no network" "$waited s"
sleep 8
began=$(now)
address one 10.11.0.1
address two 10.11.0.2
meet "an address that comes late is used at once"
[ "${waited%.*}" -lt 4 ]
promise $? "within three seconds" "$waited s"
sleep 4
[ "$(count_said one "$trouble_sending" "$mark_one")$(count_said two "$trouble_sending" "$mark_two")" = 00 ]
promise $? "and whatever is answered leaves the stations" ""
# It changes its mind, and both have other addresses in another network.
address one 10.12.0.1
address two 10.12.0.2
sleep 15
hellos=$(($(count_said one "$said_met" "$mark_one") + $(count_said two "$said_met" "$mark_two")))
[ "$hellos" = 2 ]
promise $? "when addresses change nobody is lost, and met anew" "$hellos greetings"
place=$(in_network_of one "$hotcold" lobby --settings one.toml --for 4 --json 2>/dev/null |
    sed -n 's/.*"address":"\(10[^"]*\)".*/\1/p' | sort -u | tr '\n' ' ')
case $place in *10.12.0.2:*) true ;; *) false ;; esac
promise $? "and hotcold lobby shows where they are" "$place"
ipv6 one on
ipv6 two on

# A network that keeps its clients apart: everything works, and nobody is there. The radio knows better.
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
access_point isolated on one two
anew
apart() { says one "$said_apart" $mark_one && says two "$said_apart" $mark_two; }
wait_for 45 apart
promise $? "a network that keeps its clients apart is named" "$waited s"
sleep 6
count=$(count_said one "$said_apart" "$mark_one")
[ "$count" = 1 ]
promise $? "once" "$(grep -Eo "$said_apart.*" one.log | head -n 1)"
access_point isolated off one two
meet "and when it does not any more, the stations meet"

for station in one two; do
    station_end $station
    promise $ended "SIGTERM ends $station with exit code 0" "code $ended"
done
ether_stop

# DNS-SD. First without a daemon to do it, then with one; and nothing of it is left of a station that was killed.
lobby_announce=true
mark_one=$(log_lines one)
station_start one hide 5
wait_for 10 says one 'not announced by DNS-SD' "$mark_one"
promise $? "without avahi, that is said" "$(tail -n +"$mark_one" one.log | grep -o 'not announced.*' | head -n 1)"
mkdir -p /run/avahi-daemon
dbus-daemon --system --nofork --nopidfile >>dbus.log 2>&1 8>&- &
bus=$!
wait_for 5 test -S /run/dbus/system_bus_socket
avahi-daemon --no-drop-root --no-rlimits --no-chroot >>avahi.log 2>&1 8>&- &
avahi=$!
wait_for 30 says one '[^t] announced by DNS-SD' "$mark_one"
promise $? "with avahi, the station is announced" "$waited s"
identity=$(tail -n +"$mark_one" one.log | grep -Eo '\([0-9a-f]{16}\)' | head -n 1 | tr -d '()')
timeout 10 avahi-browse --resolve --parsable --terminate _hotcold._udp >browse.log 2>&1
grep -q "id=$identity.*v=2" browse.log
promise $? "and a browser finds it by its identity" "$(grep '^=' browse.log | head -n 1 | cut -d';' -f4,9-)"
station_end one KILL
wait_for 5 sh -c '! pgrep -f [a]vahi-publish-service.--no-fail'
promise $? "what announces it ends with it, even when it is killed" "$waited s"
kill $avahi $bus
