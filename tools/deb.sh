#!/bin/sh
# deb.sh DIR: the Debian packages of this tree, built in DIR, and what lintian says of them: anything is a
# failure, and so is a warning of the compiler.
set -eu
[ $# = 1 ] || { echo "usage: deb.sh DIR" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
rm -rf "$out/adrop-$version" "$out"/*.deb "$out"/*.changes "$out"/*.buildinfo
mkdir "$out/adrop-$version"
if [ -e .git ]; then
    git ls-files --cached --others --exclude-standard
else # a copy of them
    find . -type f -o -type l
fi | tar cf - -T - | tar xf - -C "$out/adrop-$version"
cd "$out/adrop-$version"
DEB_BUILD_OPTIONS="parallel=$(nproc)" dpkg-buildpackage -b -us -uc >"$out/log" 2>&1 || { tail -n 40 "$out/log"; exit 1; }
! grep -E '\.[ch]:[0-9]+:[0-9]+: warning:' "$out/log" || exit 1 # the compiler's
cd "$out"
ls -- *.deb
lintian --fail-on error,warning --suppress-tags bad-distribution-in-changes-file,changelog-file-missing-explicit-entry -- *.changes
