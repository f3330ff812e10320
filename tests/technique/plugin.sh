#!/bin/sh
# The example of a technique from a shared object: built, checked, trained with, resumed, recorded;
# loaded only on request; a wrong one is detected. ADROP is the program, CC the compiler. Run from
# the top.
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
grep -q "the run in 'a' has the technique 'power' of the plugin 'power.so'.* give --plugin power.so" said || fail "eval without the plugin: $(cat said)"
"$ADROP" predict a --input digits >/dev/null 2>said && fail "predict loaded a plugin by itself"
grep -q 'give --plugin power.so' said || fail "predict without the plugin: $(cat said)"
"$ADROP" train --resume b --epochs 3 --quiet >/dev/null 2>said && fail "train --resume loaded a plugin by itself"
grep -q 'give --plugin power.so' said || fail "train --resume without the plugin: $(cat said)"
"$ADROP" train --resume b --epochs 3 --plugin power.so --quiet >/dev/null || fail "train --resume with it"
"$ADROP" eval a --plugin power.so --quiet >/dev/null || fail "eval"
"$ADROP" compare --data digits --model mlp:8 --dropout power --dropout bernoulli --runs 2 --epochs 1 --jobs 2 --plugin power.so --out cmp --quiet >/dev/null || fail "compare"

# Only the command line has code loaded: not a file of settings, nor the folder that workers share.
cat >loud.c <<'END'
#include <stdio.h>
__attribute__((constructor)) static void loaded(void) { fclose(fopen("LOADED", "w")); }
END
"${CC:-cc}" -shared -fPIC loud.c -o loud.so || exit 1
for form in 'plugin: ./loud.so' 'plugin: [./loud.so, ./power.so]' '"plugin": ./loud.so'; do
    printf '%s\ndata: digits\nmodel: mlp:2\nepochs: 1\n' "$form" >settings.yaml
    for words in train 'train --dry-run' compare 'tune --vary lr=0.1,0.2' prune; do
        "$ADROP" $words --config settings.yaml --out x >/dev/null 2>said
        [ $? = 3 ] && grep -q "'plugin' is not for a file of settings.*give '--plugin ./loud.so'" said || fail "$words, $form: $(cat said)"
        [ "$(wc -l <said)" = 1 ] || fail "not one sentence: $(cat said)"
    done
done
[ -e LOADED ] && fail "a file of settings had code run"
"$ADROP" train --plugin ./loud.so --config /nowhere >/dev/null 2>&1
"$ADROP" list techniques --plugin ./loud.so >/dev/null 2>&1
[ -e LOADED ] || fail "the plugin of the test does not tell that it is loaded"
rm -f LOADED

# A head hands out a run of a technique that its worker was not given; then one that it was.
mkdir bin
printf '#!/bin/sh\ncat >script\necho 7\n' >bin/sbatch
printf '#!/bin/sh\n[ "$4" = all ] || [ "$5" = all ] && printf "0 RUNNING\\n"\nexit 0\n' >bin/squeue
printf '#!/bin/sh\n' >bin/scancel
chmod +x bin/*
work() { # how the worker is started, from the script
    rm -rf w script
    PATH=$work/bin:$PATH timeout 100 "$ADROP" compare --data digits --model mlp:4 --dropout power,none --runs 1 --epochs 1 --plugin ./power.so --launch slurm \
        --jobs 1 --out w --quiet >said 2>&1 &
    head=$!
    while kill -0 $head 2>/dev/null && ! grep -q 'work --worker' script 2>/dev/null; do sleep 0.1; done
    grep 'work --worker' script | sed "s/ &\$//; $1" >job
    SLURM_ARRAY_TASK_ID=0 timeout 100 sh ./job >worker 2>&1
    wait $head
}
work "s| --plugin '[^']*'||"
grep -q "a task has the technique 'power' of the plugin './power.so'.*give --plugin ./power.so" said || fail "a worker without the plugin: $(cat said worker)"
work ''
grep -q 'failed' said && fail "a worker with the plugin: $(cat said worker)"
grep -q '^ *power ' said || fail "a worker with the plugin: $(cat said worker)"

sed 's/(a + 2))/(a + 2.2))/' "$top/examples/plugin/power.c" >wrong.c
"${CC:-cc}" -shared -fPIC -I"$top/include" wrong.c -o wrong.so -lm || exit 1
"$ADROP" check-technique power --plugin wrong.so >said && fail "a wrong variance was not noticed"
grep -q 'variance of the masks.* no ' said || fail "a wrong variance: $(cat said)"
sed 's/^static void power_mask/static size_t calls;\n&/; s/m\[i\] = pow/m[i] = (calls++ % 97 ? 1 : 0.5) * pow/' "$top/examples/plugin/power.c" >state.c
"${CC:-cc}" -shared -fPIC -I"$top/include" state.c -o state.so -lm || exit 1
"$ADROP" check-technique power --plugin state.so >said
[ $? = 1 ] || fail "state between calls was not noticed: $(cat said)"
grep -q 'at the same address.* no ' said || fail "state between calls: $(cat said)"
echo 'int x;' >none.c
"${CC:-cc}" -shared -fPIC none.c -o none.so
"$ADROP" list techniques --plugin none.so >/dev/null 2>said
[ $? = 3 ] || fail "no plugin: $(cat said)"
"$ADROP" list techniques --plugin absent.so >/dev/null 2>said
[ $? = 3 ] || fail "an absent plugin: $(cat said)"
[ "$(wc -l <said)" = 1 ] || fail "not one sentence: $(cat said)"
[ $failed = 0 ] && echo "techniques from outside: passed"
exit $failed
