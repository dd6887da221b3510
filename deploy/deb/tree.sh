# Sourced by check, suite and boot: trees of Debian that a package is installed in, of either architecture, as
# root.

[ "$(id -u)" -eq 0 ] || complain "run as root: the tree that the package is installed in has users of its own"
program=$(sed -nE 's/.*static let version = "(.*)"/\1/p' "$checkout/Sources/Runtime/Program.swift")
packages=$checkout/.build/deb
package=hotcold_${program}_$architecture.deb
needs_package() {
    [ -f "$packages/$package" ] || complain "there is no $packages/$package: make deb DEB_ARCH=$architecture"
}

# What a small Raspberry Pi OS has, as far as the package touches it.
base_packages=(dbus polkitd rfkill systemd-sysv udev libgpiod3 libasound2t64 libstdc++6 man-db tzdata)

# The kernel runs programs of another architecture by qemu, once it is told.
foreign() {
    local format=qemu-${triple%%-*} formats=/proc/sys/fs/binfmt_misc
    "$checkout/.ci/packages" qemu-user-static binfmt-support arch-test
    [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats"
    [ -e "$formats/$format" ] || update-binfmts --enable "$format"
}

# make_tree ARCHIVE PACKAGES…: a tar archive of Debian with these packages, installed.
make_tree() {
    local limit=3600
    "$checkout/.ci/packages" mmdebstrap bubblewrap
    [ "$architecture" = "$host" ] || foreign
    mkdir -p "$cache"
    [ ! -f "$1" ] || return 0
    echo "Making a tree of Debian $target_suite for $architecture: $1 (once)"
    partial=$1.partial.$$
    trap 'rm -f "$partial"' EXIT
    bootstrap "$target_suite" "$partial" --variant=minbase --format=tar --architectures="$architecture" \
        --include="$(printf '%s,' "${@:2}")"
    mv "$partial" "$1"
    trap - EXIT
}

# within COMMAND…: in $tree, as its root, without a network, three minutes at most; the packages are in
# /packages.
within() {
    timeout --kill-after=10 180 bwrap --die-with-parent --unshare-pid --unshare-net --clearenv --cap-add ALL \
        --setenv PATH /usr/sbin:/usr/bin --setenv HOME /root --setenv LC_ALL C.UTF-8 \
        --setenv DEBIAN_FRONTEND noninteractive --bind "$tree" / --proc /proc --dev /dev --tmpfs /run \
        --tmpfs /tmp --ro-bind "$packages" /packages "$@"
}

# promise WHAT COMMAND…: it succeeds.
promise() {
    if "${@:2}" >"$tree.log" 2>&1; then
        echo "ok      $1"
    else
        echo "FAILED  $1" >&2
        sed 's/^/        /' "$tree.log" >&2
        exit 1
    fi
}
