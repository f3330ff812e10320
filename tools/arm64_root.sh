#!/bin/sh
# arm64_root.sh DIR: a folder with the arm64 libraries and headers that the build needs, from Debian's
# packages, beside the system and not in it. As root (debootstrap); nothing of arm64 is installed or run.
set -eu
[ $# = 1 ] || { echo "usage: arm64_root.sh DIR" >&2; exit 2; }
[ ! -e "$1/usr/lib/aarch64-linux-gnu/libdnnl.so" ] || exit 0
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
case $suite in bookworm) gcc=12 ;; *) gcc=14 ;; esac
names=libc6-dev,libgcc-$gcc-dev,libgomp1,libdnnl-dev,libyaml-dev,libjansson-dev,libxxhash-dev,libutf8proc-dev,libstemmer-dev
names=$names,libarchive-dev,libjpeg62-turbo-dev,libpng-dev,libcurl4-openssl-dev
stage=$1.stage
rm -rf "$stage"
debootstrap --foreign --arch=arm64 --variant=minbase --include=$names "$suite" "$stage" "${2:-http://deb.debian.org/debian}"
mkdir -p "$1"
for package in "$stage"/var/cache/apt/archives/*.deb; do
    dpkg-deb -x "$package" "$1"
done
rm -rf "$stage"
# Links that lead out of the folder are made to stay within it, for the linker follows them.
find "$1/usr/lib" "$1/lib" -type l 2>/dev/null | while read -r link; do
    to=$(readlink "$link")
    case $to in /*) ln -sfn "$(realpath -ms --relative-to="$(dirname "$link")" "$1$to")" "$link" ;; esac
done
