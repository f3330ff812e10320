#!/bin/sh
# Every `adrop list` and `adrop dist` command in a document runs, every technique text in its C
# lines is accepted, and every linked file exists. ADROP is the program. Run from the top.
passed=0
failed=0

try() {
    if eval "\"\$ADROP\" $1" >/dev/null 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAILED: adrop $1"
        failed=$((failed + 1))
    fi
}

commands=$(grep -ho '^ *\(\$ \)\?\(build/\)\?adrop \(list\|dist\) [^#`]*' README.md docs/*.md docs/*/*.md |
    sed 's/^ *\(\$ \)\?\(build\/\)\?adrop //; s/   .*//; s/  [a-z].*//; s/ *$//' | sort -u)
texts=$(grep -ho 'adrop_dropout_create(ctx, "[^"]*"' README.md docs/*.md docs/*/*.md |
    sed 's/.*"\(.*\)"/\1/' | sort -u)

while IFS= read -r command; do
    [ -z "$command" ] || try "$command"
done <<END
$commands
END
for text in $texts; do
    try "list techniques '$text'"
done

# links within the project: ](path), without what follows a '#'
for file in README.md CONTRIBUTING.md results/README.md docs/*.md docs/*/*.md; do
    for link in $(grep -o '](\([^)# :]*\))' "$file" | sed 's/^](//; s/)$//' | sort -u); do
        if [ -e "$(dirname "$file")/$link" ]; then
            passed=$((passed + 1))
        else
            echo "FAILED: $file links to $link, which is not there"
            failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 20 ]
