# Lab, mqtt: two stations tell a real broker (Debian's mosquitto) of a round that it started, and what brokers and
# networks do wrong costs them nothing: strangers without a right to give orders, rubbish that was kept, a broker that
# is killed, stands still, says no, or is another one.
. "$LAB_ROOT/Tests/Lab/guest.sh"

where=$(address_of one)
PATH=$PATH:/usr/sbin

# As whom, from station two's side of the wire.
sub() { who=$1; shift; ip vrf exec vrf-two mosquitto_sub -h "$where" -u "$who" -P "$who" "$@" 8>&-; }
pub() { who=$1; shift; timeout 10 ip vrf exec vrf-two mosquitto_pub -h "$where" -u "$who" -P "$who" "$@" 8>&-; }

# broker CONFIGURATION: starts it in station one's network.
broker() {
    ip vrf exec vrf-one mosquitto -c "$1" >>broker.log 2>&1 8>&- &
    broker=$!
    note "broker $1"
}

cat >rights <<'EOT'
user station
topic readwrite hotcold/#
topic readwrite homeassistant/#
user table
topic readwrite #
user guest
topic read hotcold/#
EOT
: >people
for who in station table guest; do mosquitto_passwd -b people $who $who; done
mosquitto_passwd -c -b others station another
chmod 644 people others rights
for name in plain:people strict:others; do
    cat >"${name%:*}.conf" <<EOT
listener 1883 $where
password_file $PWD/${name#*:}
acl_file $PWD/rights
user root
EOT
done
# Signed by nobody that a station knows.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out wrong.pem -subj /CN=wrong \
    -days 9 >/dev/null 2>&1
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout other.pem -out right.pem -subj /CN=right \
    -days 9 >/dev/null 2>&1
cat >secure.conf <<EOT
listener 8883 $where
certfile $PWD/wrong.pem
keyfile $PWD/key.pem
allow_anonymous true
user root
EOT

lab_mqtt="
[mqtt]
host = \"$where\"
user = \"station\"
password = \"station\"
orders = true"

memory() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }
heard() { grep -Eq "$1" heard.log; }
told() { tail -n +"$((${2:-0} + 1))" heard.log | grep -Eq "$1"; }

awk 'BEGIN { print "0,6\n40,6"; for (t = 48; t <= 348; t += 12) print t "," (t / 12 % 2 ? 2 : 9) }' >walk.csv
network_up
gpio_chip one
gpio_chip two
ether_start "$PWD/walk.csv" || { promise 1 "two controllers appear on /dev/vhci" "see ether.log"; exit 1; }
broker plain.conf
sleep 1
# Kept from another evening: not to be followed.
pub table -r -t hotcold/all/set/hush -m ON
pub table -r -t hotcold/all/set/role -m hide
sub table -v -t '#' >>heard.log 2>&1 &
subscriber=$!
station_start one hide 8
station_start two seek 8
wait_for 20 says one "$said_met" && wait_for 20 says two "$said_met"
promise $? "the stations meet" "$waited s"
wait_for 10 sh -c '[ "$(grep -c "/availability online" heard.log)" -ge 2 ]'
promise $? "both tell the broker that they are there" "$waited s"
wait_for 10 heard 'homeassistant/event/hotcold_[0-9a-f]{16}/event/config'
promise $? "and Home Assistant what they are" "$(grep -c '^homeassistant/' heard.log) entities"

id_of() { sed -n 's/.* station [A-Z][a-z]* [A-Z][a-z]* (\([0-9a-f]*\)).*/\1/p' "$1.log" | head -1; }
one=$(id_of one) two=$(id_of two)

# Somebody who may not, and what says nothing.
pub guest -t "hotcold/all/set/hush" -m ON || true
pub table -r -t "hotcold/$two/state" -m '{"rubbish":true}'
pub table -t "hotcold/$two/set/volume" -m 11
pub table -t "hotcold/all/set/nonsense" -m x
sleep 2
! says two 'is asked for' && ! says one 'is asked for'
promise $? "who may not give orders, what was kept, and what is none, is not followed" \
    "$(count_said one 'is asked for') and $(count_said two 'is asked for') followed"
pub table -t "hotcold/$two/set/say" -m hello
mark_two=$(log_lines two)
wait_for 5 says two 'say is asked for' 
promise $? "who may, is" "$waited s"
for station in one two; do
    eval "id=\$$station"
    pub table -t "hotcold/$id/set/round" -m "start $one,$two"
done
mark_one=$(log_lines one)
wait_for 15 says one "$said_role" && wait_for 5 says two "$said_role"
promise $? "a round begins that the broker's table asks for" "$waited s"
wait_for 40 says two "$said_hunt"
promise $? "and is hunted" "$waited s"
wait_for 60 says two "$said_cue" "$mark_two" && wait_for 3 heard "hotcold/$two/event .*\"event_type\":\"(hot|cold)\""
promise $? "HOT and COLD are events for a lamp" "$(grep -Eo '"event_type":"(hot|cold)"' heard.log | sort | uniq -c | tr '\n' ' ')"

# It stands still: the kernel takes what fits, then nothing more.
grown=$(memory "$station_two")
kill -STOP "$broker"
mark=$(log_lines two)
wait_for 40 says two "$said_cue" "$mark"
promise $? "a broker that stands still stops no hunt" "the next cue after $waited s"
wait_for 45 says two 'broker: .*(does not answer|has ended)' "$mark"
promise $? "and that is said" "after $waited s"
kill -CONT "$broker"
sleep 1
# It is killed, and forgets everything.
kill -KILL "$broker"
wait "$broker" 2>/dev/null
mark=$(log_lines two)
wait_for 40 says two "$said_cue" "$mark"
promise $? "a broker that is killed stops no hunt" "the next cue after $waited s"
broker plain.conf
kill "$subscriber" 2>/dev/null
sleep 1
mark=$(wc -l <heard.log)
sub table -v -t 'hotcold/#' >>heard.log 2>&1 &
subscriber=$!
wait_for 80 told "hotcold/$two/state .*\"phase\":\"(hunting|over)\"" "$mark" && wait_for 80 told "hotcold/$one/state " "$mark"
promise $? "one that comes back without memory is told everything again" "after $waited s"
[ $(($(memory "$station_two") - grown)) -lt 4096 ]
promise $? "memory stays flat" "$grown kB and $(($(memory "$station_two") - grown)) more"

mark=$(wc -l <heard.log)
pub table -t hotcold/all/set/round -m stop
wait_for 10 told "hotcold/$two/event .*\"event_type\":\"(tooFew|cancelled)\"" "$mark"
promise $? "everybody stops" "$waited s"
wait_for 5 told "hotcold/$two/rounds .*\"ending\"" "$mark"
promise $? "and the round is told" "$(tail -n +$((mark + 1)) heard.log | grep -c '/rounds ') times"

mark=$(log_lines two)
kill -KILL "$broker"
wait "$broker" 2>/dev/null
broker strict.conf
wait_for 70 says two 'broker: .*does not let this station in: correct mqtt.user' "$mark"
promise $? "a wrong password is said, and what to do" "after $waited s"
[ "$(count_said two 'does not let this station in' "$mark")" = 1 ]
promise $? "once" "$(count_said two 'broker: ' "$mark") sentences"
kill -KILL "$broker"
wait "$broker" 2>/dev/null
pub_doctor=$(ip vrf exec vrf-two "$hotcold" doctor --settings "$PWD/two.toml" 2>&1 8>&- | grep broker)
echo "$pub_doctor" | grep -q 'FAIL  broker: .*is not reached (Connection refused): start it'
promise $? "the doctor has a line for a broker that is gone" "$pub_doctor"

broker secure.conf
sleep 1
sed "s|^orders = true|tls = true\nca = \"$PWD/right.pem\"|" two.toml >secure.toml
said=$(ip vrf exec vrf-two "$hotcold" doctor --settings "$PWD/secure.toml" 2>&1 8>&- | grep broker)
echo "$said" | grep -q 'FAIL  broker: .*is not the broker that the settings name'
promise $? "a certificate of somebody else is not believed" "$said"
digest=$(openssl x509 -in wrong.pem -outform der | sha256sum | cut -c1-64)
sed "s|^ca = .*|certificate_sha256 = \"$digest\"|" secure.toml >pinned.toml
said=$(ip vrf exec vrf-two "$hotcold" doctor --settings "$PWD/pinned.toml" 2>&1 8>&- | grep broker)
echo "$said" | grep -q 'ok    broker: .*takes this station'
promise $? "one that is named by its digest is" "$said"

for station in one two; do
    station_end $station
    [ "$ended" = 0 ]
    promise $? "$station ends in order" "$ended after $waited s"
done
kill "$subscriber" "$broker" 2>/dev/null || true
