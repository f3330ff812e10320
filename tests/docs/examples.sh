#!/bin/sh
# Every example prints what the file next to it says. BUILD is the build folder; --update rewrites
# the files. Run from the top.
build=${BUILD:-build}
passed=0
failed=0
for source in examples/*.c; do
    name=$(basename "$source" .c)
    if [ "${1:-}" = --update ]; then
        "$build/examples/example_$name" >"examples/$name.expected"
    elif "$build/examples/example_$name" | diff "examples/$name.expected" -; then
        passed=$((passed + 1))
    else
        echo "$name does not print examples/$name.expected"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
