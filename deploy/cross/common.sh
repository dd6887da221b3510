# Sourced by the scripts here and in deploy/deb: which trees there are, and where they are kept.

# The release of Debian that a package is for, and the one that Swift is taken from: trixie's own, 6.0, is
# older than what Package.swift asks for.
target_suite=trixie
swift_suite=sid

cache=${XDG_CACHE_HOME:-$HOME/.cache}/hotcold
host=$(dpkg --print-architecture)
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
trees=$checkout/deploy/cross/trees

# complain WORDS…: one sentence that says what to do, and out.
complain() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# triple ARCHITECTURE: what Debian's Swift calls it.
triple() {
    case $1 in
        arm64) echo aarch64-unknown-linux-gnu ;;
        amd64) echo x86_64-pc-linux-gnu ;;
        *) complain "there are packages for arm64 and amd64, not for \"$1\"" ;;
    esac
}

# multiarch ARCHITECTURE: what Debian calls the folder of its libraries.
multiarch() {
    triple "$1" | sed -E 's/-(unknown|pc)//'
}

# A tree's name ends in a number made from what it consists of: another list of packages, another tree.
named() {
    echo "$1-$(echo "${*:2}" | cksum | cut -d ' ' -f 1)"
}

toolchain_packages=(base-files coreutils dash grep sed git g++ swiftlang libswiftlang libxml2-16)
sysroot_packages=(base-files libc6-dev libstdc++-14-dev libbluetooth-dev libgpiod-dev libasound2-dev)
# What makes packages and judges them, in the words of the release that they are for.
workshop_packages=(base-files bash coreutils dash debhelper diffutils findutils grep gzip hostname libc-bin
    lintian man-db perl python3 qemu-user sed tar xz-utils)
workshop=$cache/$(named "workshop-$target_suite-$host" "${workshop_packages[@]}")
toolchain=$cache/$(named "swift-$swift_suite-$host" "${toolchain_packages[@]}")

# sdk ARCHITECTURE: the folder of its Swift SDK bundle.
sdk() {
    echo "$cache/$(named "sdk-$target_suite-$1" "${sysroot_packages[@]}" "$toolchain" "$(cksum <"$trees")")"
}

# apt_options: what this computer's apt has been told of proxies and dates, for mmdebstrap, which chooses
# mirrors itself.
apt_options() {
    apt-config dump | sed -nE 's/^Acquire::(Check-|https?::).*/--aptopt=&/p'
}

# bootstrap SUITE TARGET OPTIONS…: mmdebstrap, silent if it succeeds. 77: Debian's archive is to blame. It could
# not be reached, or what it has does not fit together today, as sid need not; a package or a suite that it
# does not know is a mistake of ours. $limit, if it is set, is how many seconds it has; apt gives up by itself
# on an archive that stands still.
bootstrap() {
    local options said status=0 command=(nice -n 10 mmdebstrap)
    local to_blame='^E: (Failed to fetch|Unable to fetch|Release file for .* is (expired|not valid))'
    mapfile -t options < <(apt_options)
    [ -z "${limit:-}" ] || command=(nice -n 10 timeout --kill-after=60 "$limit" mmdebstrap)
    { said=$("${command[@]}" "${options[@]}" "${@:3}" "$1" "$2" 2>&1 >&3) || status=$?; } 3>&1
    [ "$status" -ne 0 ] || return 0
    { grep -vE '^(I:|Get:|Ign:|Hit:|Reading |Building )' <<<"$said" || true; } | tail -n 20 >&2
    [ "$1" != "$swift_suite" ] || to_blame+='|unmet dependencies'
    if ! grep -qE "$to_blame" <<<"$said"; then
        echo "${0##*/}: mmdebstrap ended with $status; its last words are above" >&2
        return 1
    fi
    echo "${0##*/}: Debian's archive did not give the packages: look at the network, or try again later" >&2
    return 77
}

# debian SUITE FOLDER OPTIONS…: unpacks packages of Debian, without running anything of theirs.
debian() {
    local ended
    mkdir -p "$2"
    bootstrap "$1" - --variant=extract --format=tar "${@:3}" |
        tar -x --no-same-owner --exclude './dev/*' -C "$2" || {
        ended=${PIPESTATUS[0]}
        [ "$ended" -eq 77 ] || ended=1
        return "$ended"
    }
}

# begin FOLDER: an empty folder beside it, to be renamed when it is complete.
begin() {
    [ -d "$cache" ] || mkdir -p "$cache"
    partial=$1.partial.$$
    trap 'rm -rf "$partial"' EXIT
    mkdir "$partial"
}

complete() {
    # Somebody else may have been as quick.
    [ -d "$1" ] || mv -T "$partial" "$1"
    rm -rf "$partial"
    trap - EXIT
}
