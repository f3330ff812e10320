#!/bin/sh
# check_lab.sh LIBADROP.SO LIBADROP-LAB.A: what the lab uses inside the core is marked
# AD_LAB. Run by the build before libadrop-lab.so is linked, to say so in better words than
# the linker's "undefined reference".
missing=$({
    nm -D --defined-only "$1" | sed 's/.* //; s/@.*//'
    nm -g --defined-only "$2" 2>/dev/null | awk 'NF == 3 { print $3 }'
    echo =
    nm -g -u "$2" 2>/dev/null | awk 'NF == 2 { print $2 }'
} | awk '$1 == "=" { asked = 1; next } !asked { have[$1] = 1; next } /^ad_/ && !have[$1]++ { print $1 }')
[ -z "$missing" ] && exit 0
for name in $missing; do
    where=$(cd "$(dirname "$0")/.." && grep -lw "$name" src/*/*.h | head -n 1)
    echo "error: libadrop-lab uses $name inside libadrop: declare it AD_LAB (src/base/lab.h) in ${where:-a header}" >&2
done
exit 1
