#!/bin/sh
# Fail if a file under src/ includes a folder that tools/layers.txt does not allow
# it, an X_impl.h of another module, a file not called *_dnnl includes dnnl.h, or the program includes anything but public
# headers. Run from the top.
grep -n '^# *include "[a-z]*/' src/*/*.[ch] | awk '
BEGIN {
    while ((getline line < "tools/layers.txt") > 0) {
        n = split(line, word, " ")
        for (i = 1; i <= n; i++) allowed[word[1], word[i]] = 1
    }
}
{
    split($0, path, "/"); from = path[2]
    split($0, quoted, "\""); to = quoted[2]; sub("/.*", "", to)
    if (quoted[2] ~ /_impl\.h$/ && to != from) { print "another module'"'"'s: " $0; bad = 1 }
    if (to != "adrop" && !((from, to) in allowed)) { print "not allowed: " $0; bad = 1 }
    seen++
}
END { print seen " includes checked"; exit bad || !seen }' || exit 1

if grep -n '^# *include <dnnl' src/*/*.[ch] | grep -v '^src/compute/[a-z0-9_]*_dnnl\.[ch]:'; then
    echo "dnnl.h is for the *_dnnl files of src/compute/ alone"
    exit 1
fi
if grep -n '^# *include "[a-z]*/' cli/*.[ch] | grep -v '"adrop/'; then
    echo "cli/ may include public headers and its own files only"
    exit 1
fi
for folder in src/*/; do
    grep -q "^$(basename "$folder")\b" tools/layers.txt || { echo "$folder is not in tools/layers.txt"; exit 1; }
done
