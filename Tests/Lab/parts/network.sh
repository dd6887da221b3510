# Network: two hosts' worth of it in one namespace. AF_BLUETOOTH exists only in the initial network namespace,
# so both stations have to live there; a VRF (a routing domain) for each keeps their UDP apart all the same.
# Each has one end of a veth pair, the other ends are ports of the bridge `wire`: datagrams from one to two
# really cross it, multicast and unicast alike, and both may bind the same port.

network_up() {
    ip link add wire type bridge mcast_snooping 0
    ip link set wire up
    table=10
    for station in one two; do
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

address_of() { case $1 in one) echo 10.11.0.1 ;; two) echo 10.11.0.2 ;; esac; }

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
