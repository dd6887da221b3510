# Network: several hosts' worth of it in one namespace. AF_BLUETOOTH exists only in the initial network
# namespace, so all stations have to live there; a VRF (a routing domain) for each keeps their UDP apart all the
# same. Each has one end of a veth pair, the other ends are ports of the bridge `wire`: datagrams from one to two
# really cross it, multicast and unicast alike, and all may bind the same port.

# network_up [STATION…]: one and two unless named.
network_up() {
    [ $# -gt 0 ] || set -- one two
    ip link add wire type bridge mcast_snooping 0
    ip link set wire up
    table=10
    for station; do
        table=$((table + 1))
        ip link add "vrf-$station" type vrf table "$table"
        ip link set "vrf-$station" up
        ip link add "$station" type veth peer name "port-$station"
        ip link set "port-$station" master wire up
        ip link set "$station" master "vrf-$station" up
        ip address add "$(address_of "$station")/24" dev "$station" brd +
        ip route add 224.0.0.0/4 dev "$station" table "$table"
    done
    note "network_up"
}

address_of() { case $1 in one) echo 10.11.0.1 ;; two) echo 10.11.0.2 ;; three) echo 10.11.0.3 ;; esac; }

# bad_wifi STATION…: what these send is lost one time in five, and comes after 50 to 150 ms, in whatever order.
bad_wifi() {
    for station; do tc qdisc add dev "$station" root netem loss 20% delay 100ms 50ms; done
    note "bad_wifi $*"
}

# access_point mcast_flood|bcast_flood|isolated on|off STATION…: what the bridge does with multicasts and
# broadcasts to these, and whether it passes anything from one of them to another.
access_point() {
    what=$1 how=$2
    shift 2
    for station; do bridge link set dev "port-$station" "$what" "$how"; done
    note "access_point $what $how $*"
}

# ipv6 STATION on|off: with or without an address of its own making.
ipv6() {
    case $2 in on) echo 0 ;; off) echo 1 ;; esac >"/proc/sys/net/ipv6/conf/$1/disable_ipv6"
    note "ipv6 $*"
}

# address STATION ADDRESS|none: its only IPv4 address, as a DHCP server gives or takes it.
address() {
    ip -4 address flush dev "$1"
    # Routes go with the address; that of multicasts has to be there again.
    if [ "$2" != none ]; then
        ip address add "$2/24" dev "$1" brd +
        ip route replace 224.0.0.0/4 dev "$1" vrf "vrf-$1"
    fi
    note "address $*"
}

# cable STATION out|in: pulls its network cable and puts it back.
cable() {
    case $2 in
        out) ip link set "port-$1" down ;;
        in) ip link set "port-$1" up ;;
    esac
    note "cable $*"
}

# in_network_of STATION COMMAND…: its sockets belong to that station's network.
in_network_of() { vrf=vrf-$1; shift; ip vrf exec "$vrf" "$@"; }
