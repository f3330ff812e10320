#!/bin/sh
# `make` installs nothing; `make run` and `make test` install first what the build needs, then build;
# where something is missing, `make` says so and leaves nothing half configured. Run from the top.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL
status=0
wrong() {
    echo "FAILED: $1"
    status=1
}
steps() { make -n BUILD="$work/build" "$1" 2>&1; }
steps all | grep -q 'setup\.sh' && wrong "make installs packages"
steps all | grep -q 'cmake --build' || wrong "make does not build"
for target in run test; do
    steps $target | grep -n 'setup\.sh build\|cmake --build' >"$work/order"
    head -n 1 "$work/order" | grep -q 'setup\.sh build' || wrong "make $target does not begin with make setup"
    grep -q 'cmake --build' "$work/order" || wrong "make $target does not build"
done
mkdir "$work/bin" "$work/build"
printf '#!/bin/sh\n: >"%s/build/CMakeCache.txt"\nexit 1\n' "$work" >"$work/bin/cmake"
chmod +x "$work/bin/cmake"
PATH=$work/bin:$PATH make BUILD="$work/build" all >"$work/said" 2>&1 && wrong "make succeeds without packages"
grep -q "'make setup'" "$work/said" || wrong "make does not say what to do: $(cat "$work/said")"
[ ! -e "$work/build/CMakeCache.txt" ] || wrong "make leaves a build that is half configured"
exit $status
