#!/bin/sh
# Every global symbol of the static library begins with adrop_ or ad_; the shared
# library shows adrop_ alone. BUILD is the build folder. Run from the top.
build=${BUILD:-build}
bad=$(nm -g --defined-only "$build/libadrop.a" | awk 'NF == 3 && $3 !~ /^(adrop_|ad_|__asan|__odr_asan|__ubsan)/ { print $3 }')
[ -z "$bad" ] || { echo "global symbols without the prefix:"; echo "$bad"; exit 1; }
shown=$(nm -D --defined-only "$build/libadrop.so" | awk '$2 != "A" { print $3 }')
bad=$(echo "$shown" | grep -v '^adrop_' | grep -v '^__\(odr_\)\?asan')
[ -z "$bad" ] || { echo "the shared library shows:"; echo "$bad"; exit 1; }
echo "$(echo "$shown" | wc -l) public symbols"
readelf -d "$build/libadrop.so" | grep -q 'SONAME.*libadrop\.so\.[0-9]' || { echo "no SONAME"; exit 1; }
