#!/bin/sh
# Every global symbol of the static libraries begins with adrop_ or ad_. The shared ones
# show adrop_ under the version of the library; libadrop shows besides, as ADROP_PRIVATE,
# what libadrop-lab uses inside it (AD_LAB, src/base/lab.h) and nothing that it does not.
# BUILD is the build folder. Run from the top.
build=${BUILD:-build}
number() { sed -n "s/.*ADROP_VERSION_$1 \([0-9]*\)/\1/p" include/adrop/version.h; }
public=ADROP_$(number MAJOR).$(number MINOR)
status=0

complain() { # WHAT LINES
    [ -z "$2" ] || { echo "$1:"; echo "$2"; status=1; }
}

shown() { # LIBRARY: its symbols, with their versions
    nm -D --defined-only "$build/$1.so" | awk '$2 != "A" { print $3 }' | grep -v '^__\(odr_\)\?asan' | sort
}

for library in libadrop libadrop-lab; do
    [ -e "$build/$library.so" ] || continue # built without the lab
    complain "$library.a has global symbols without the prefix" "$(nm -g --defined-only "$build/$library.a" 2>/dev/null |
        awk 'NF == 3 && $3 !~ /^(adrop_|ad_|__asan|__odr_asan|__ubsan)/ { print $3 }')"
    complain "$library.so shows" "$(shown $library | grep -v "^adrop_.*@@$public\$" | grep -v '^ad_.*@@ADROP_PRIVATE$')"
    readelf -d "$build/$library.so" | grep -q "SONAME.*$library\.so\.[0-9]" || complain "$library.so" "has no SONAME"
done
if [ -e "$build/libadrop-lab.so" ]; then
    complain "libadrop-lab.so shows inner calls" "$(shown libadrop-lab | grep '^ad_')"
    work=$(mktemp -d) || exit 1
    trap 'rm -rf "$work"' EXIT
    shown libadrop | sed -n 's/^\(ad_.*\)@@.*/\1/p' >"$work/marked"
    nm -D -u "$build/libadrop-lab.so" | sed -n 's/.* \(ad_[^@]*\).*/\1/p' | sort >"$work/used"
    complain "marked AD_LAB, but not used by the lab" "$(comm -23 "$work/marked" "$work/used")"
    echo "$(shown libadrop-lab | wc -l) public symbols of the lab, which uses $(wc -l <"$work/used") inside the core"
fi
echo "$(shown libadrop | grep -c '^adrop_') public symbols of the core"
exit $status
