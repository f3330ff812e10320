#!/bin/sh
# deb_in.sh SUITE ROOT DIR: the Debian packages of this tree for another release than this machine's: built by tools/deb.sh in a
# debootstrap of SUITE in ROOT, which is made if it is missing, and copied to DIR. As root; needs the mirror. CCACHE_DIR,
# if set, is used there too.
set -eu
[ $# = 3 ] || { echo "usage: deb_in.sh SUITE ROOT DIR" >&2; exit 2; }
suite=$1 root=$2 out=$3
[ "$(id -u)" = 0 ] || { echo "deb_in.sh: must be root" >&2; exit 1; }
[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase "$suite" "$root" http://deb.debian.org/debian >"$root.log" 2>&1 ||
    { tail "$root.log"; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
rm -rf "$root/adrop"
mkdir -p "$root/adrop" "$root/ccache" "$out"
git ls-files --cached --others --exclude-standard | tar cf - -T - | tar xf - -C "$root/adrop"
mount -t proc proc "$root/proc"
trap 'umount "$root/ccache" 2>/dev/null; umount "$root/proc"' EXIT
[ -z "${CCACHE_DIR:-}" ] || mount --bind "$CCACHE_DIR" "$root/ccache"
chroot "$root" sh -c 'cd /adrop && export LC_ALL=C.UTF-8 && tools/setup.sh build && tools/setup.sh deb &&
    if [ -n "${CCACHE_DIR:-}" ]; then
        apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends ccache >/dev/null
        export CCACHE_DIR=/ccache PATH=/usr/lib/ccache:$PATH
    fi && tools/deb.sh /adrop-deb'
cp "$root"/adrop-deb/*.deb "$out/"
