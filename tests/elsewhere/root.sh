# shellcheck shell=bash
# A Debian of its own in a folder, with the work tree and what its tests need. Sourced by `debian` and `kernel`.
#
# Everything mounted or started is in a namespace of its own, and is gone with it however it ends.

set -euo pipefail
((EUID == 0)) || exec sudo --preserve-env "$0" "$@"
(($$ == 1)) || exec nice unshare --mount --pid --fork --kill-child --mount-proc -- "$0" "$@"
trap 'exit 130' INT TERM

tree=$(cd "$(dirname "$0")/../.." && pwd)
cache=${NARRATOR_ELSEWHERE:-${XDG_CACHE_HOME:-$HOME/.cache}/narrator-tests}

# needs PROGRAM PACKAGE: without it nothing is done.
needs() {
    command -v "$1" >/dev/null || { echo "$1 is missing: sudo apt install $2" >&2; exit 1; }
}

# make_root ARCHITECTURE RELEASE [PACKAGE…]: makes `$root`, or brings an older one up to date.
make_root() {
    needs debootstrap debootstrap
    root=$cache/$1-$2
    mkdir -p "$cache"
    log=$root.log
    step "Debian" base "$1" "$2"
    step "the work tree" work_tree
    step "mounts" mounts
    step "packages" packages "${@:3}"
    step "Python packages" python
}

# step NAME COMMAND…: says what is done, and shows what it printed only if it fails.
step() {
    local began=$SECONDS
    printf '%s: %s … ' "${root##*/}" "$1"
    "${@:2}" >"$log" 2>&1 &  # so that it stops at its first failure, as nothing before a || does
    wait $! || { echo "failed:"; tail -n 40 "$log"; exit 1; }
    echo "$((SECONDS - began)) s"
}

base() {
    [[ -e $root/made ]] && return
    rm -rf "$root"
    debootstrap --arch="$1" --variant=minbase --include=ca-certificates "$2" "$root"
    touch "$root/made"
}

# pip's settings on this machine, such as packages on its disk, hold in there too.
mounts() {
    local path
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs tmpfs "$root/run"
    { printf '%s\n' /etc/ssl/certs /etc/resolv.conf /etc/pip.conf ~/.config/pip/pip.conf
      python3 -m pip config list | grep -o "file://[^' ]*\|'/[^' ]*"
      env | grep ^PIP_ | grep -o "/.*"; } | sed "s,^file://\|^',,; s,/simple$,," | sort -u | while read -r path; do
        [[ -e $path ]] || continue
        mkdir -p "$root${path%/*}"
        [[ -e $root$path ]] || if [[ -d $path ]]; then mkdir "$root$path"; else touch "$root$path"; fi
        mount --bind -o ro "$path" "$root$path"
    done
}

# All that the project asks of Debian in `.ci/needs`, so that a name missing from a release is found; but no browser,
# and nothing that only Raspberry Pi OS has.
packages() {
    local needs
    mapfile -t needs < <(sed -n 's/^ *"\([a-z0-9.+-]*\)  .*"$/\1/p' "$tree/.ci/needs" | grep -vx 'chromium-headless-shell\|python3-lgpio')
    export DEBIAN_FRONTEND=noninteractive
    inside apt-get -q update
    inside apt-get -q -y --no-install-recommends install "${needs[@]}" git iproute2 network-manager "$@"
    inside apt-get -q clean
}

# As on a Raspberry Pi: only wheels for what it plays with, and Debian's own evdev and pyscard.
python() {
    local locks=("$tree"/.requirements{,-devices,-test}.lock) ready
    ready=$root/opt/venv/ready-$(cat "${locks[@]}" "$tree/pyproject.toml" | cksum | cut -d' ' -f1)
    [[ -e $ready ]] && return
    inside python3 -m venv --clear --system-site-packages /opt/venv
    inside pip install --require-hashes --only-binary=:all: -r .requirements.lock -r .requirements-devices.lock
    awk '/^[^ #]/ {wanted = !/^(evdev|pyscard)==/} wanted' "$tree/.requirements-test.lock" >"$root/tmp/test.lock"
    inside pip install --require-hashes -r /tmp/test.lock
    inside pip install --no-deps --no-build-isolation --editable .
    touch "$ready"
}

work_tree() {
    rm -rf "$root/opt/narrator"
    mkdir -p "$root/opt/narrator"
    git -C "$tree" -c safe.directory="$tree" ls-files -z --cached --others --exclude-standard |
        tar -C "$tree" --null --files-from=- --ignore-failed-read -c | tar -C "$root/opt/narrator" -x
}

inside() {
    chroot "$root" env -C /opt/narrator HOME=/root LANG=C.UTF-8 PATH=/opt/venv/bin:/usr/sbin:/usr/bin "$@"
}
