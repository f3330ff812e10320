#!/bin/sh
# The example of a technique from a shared object: built, checked, trained with, resumed, on
# record; not loaded unless asked for; one that is wrong is noticed. ADROP is the program, CC the
# compiler. Run from the top.
: "${ADROP:?set ADROP to the program}"
[ -z "$SANITIZE" ] || { echo "skipped: the plugin is built without the sanitizers' runtime"; exit 77; }
top=$(pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset ADROP_DATA
failed=0
fail() { echo "FAILED: $*"; failed=1; }
"${CC:-cc}" -shared -fPIC -I"$top/include" "$top/examples/plugin/power.c" -o power.so -lm || exit 1
"$ADROP" check-technique power:power=3 --plugin power.so >said || fail "check-technique: $(cat said)"
[ "$(grep -c ' yes ' said)" -ge 14 ] || fail "the whole suite: $(cat said)"
"$ADROP" check-technique advanced --json >said || fail "check-technique of a built-in one: $(cat said)"
grep -q 'gradient of parameters' said || fail "parameters are not checked: $(cat said)"
"$ADROP" list techniques --plugin ./power.so | grep -q '^power ' || fail "list"
train() { "$ADROP" train --data digits --model mlp:20 --threads 1 --quiet "$@" >/dev/null; }
train --dropout power:power=3 --plugin power.so --epochs 2 --out a || fail "train"
train --dropout power:power=3 --plugin power.so --epochs 1 --out b || fail "train, one epoch"
train --dropout power:power=3 --plugin power.so --epochs 2 --out b --resume || fail "resume"
cmp -s a/model.safetensors b/model.safetensors || fail "a resumed run differs"
grep -q '"plugins"' a/run.json && grep -q 'power.so' a/run.json || fail "the record does not name the plugin"
train --dropout bernoulli --epochs 1 --out c || fail "train without"
grep -q '"plugins"' c/run.json && fail "the record names a plugin that was not loaded"
"$ADROP" eval a --quiet >/dev/null 2>said && fail "eval loaded a plugin by itself"
grep -q "no technique 'power'" said || fail "eval without the plugin: $(cat said)"
"$ADROP" eval a --plugin power.so --quiet >/dev/null || fail "eval"
"$ADROP" compare --data digits --model mlp:8 --dropout power --dropout bernoulli --runs 2 --epochs 1 --jobs 2 --plugin power.so --out cmp --quiet >/dev/null || fail "compare"
sed 's/(a + 2))/(a + 2.2))/' "$top/examples/plugin/power.c" >wrong.c
"${CC:-cc}" -shared -fPIC -I"$top/include" wrong.c -o wrong.so -lm || exit 1
"$ADROP" check-technique power --plugin wrong.so >said && fail "a wrong variance was not noticed"
grep -q 'variance of the masks.* NO ' said || fail "a wrong variance: $(cat said)"
sed 's/^static void power_mask/static size_t calls;\n&/; s/m\[i\] = pow/m[i] = (calls++ % 97 ? 1 : 0.5) * pow/' "$top/examples/plugin/power.c" >state.c
"${CC:-cc}" -shared -fPIC -I"$top/include" state.c -o state.so -lm || exit 1
"$ADROP" check-technique power --plugin state.so >said
[ $? = 1 ] || fail "state between calls was not noticed: $(cat said)"
grep -q 'at the same address.* NO ' said || fail "state between calls: $(cat said)"
echo 'int x;' >none.c
"${CC:-cc}" -shared -fPIC none.c -o none.so
"$ADROP" list techniques --plugin none.so >/dev/null 2>said
[ $? = 3 ] || fail "no plugin: $(cat said)"
"$ADROP" list techniques --plugin absent.so >/dev/null 2>said
[ $? = 3 ] || fail "an absent plugin: $(cat said)"
[ "$(wc -l <said)" = 1 ] || fail "not one sentence: $(cat said)"
[ $failed = 0 ] && echo "techniques from outside: passed"
exit $failed
