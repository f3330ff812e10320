#!/bin/sh
# Pairs as formulas in the program: trained with, resumed and opened without giving them again,
# compared, in configuration files and in networks; and a mapping and a seed from a shared object.
# ADROP is the program, CC the compiler. Run from the top.
: "${ADROP:?set ADROP to the program}"
top=$(pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset ADROP_DATA
failed=0
fail() { echo "FAILED: $*"; failed=1; }
train() { "$ADROP" train --data digits --model mlp:20 --threads 1 --quiet "$@" >/dev/null; }
pair='advanced:map=formula(min(1,max(0,0.5+r/4))),seed-dist=quantile(log(u)-log(1-u)),sigma=0.7'

train --dropout "$pair" --epochs 2 --out a || fail "train"
train --dropout "$pair" --epochs 1 --out b || fail "train, one epoch"
train --dropout "$pair" --epochs 2 --out b --resume || fail "resume"
cmp -s a/model.safetensors b/model.safetensors || fail "a resumed run differs"
"$ADROP" eval a --quiet >/dev/null || fail "eval"
"$ADROP" uncertainty a --samples 3 --quiet >/dev/null || fail "passes with noise"
grep -q '"plugins"' a/run.json && fail "a formula is no plugin"
printf 'dropout: "%s"\nepochs: 2\n' "$pair" >pair.yaml
train --config pair.yaml --out c || fail "train from a configuration file"
cmp -s a/model.safetensors c/model.safetensors || fail "the same from a configuration file differs"
"$ADROP" compare --data digits --model mlp:8 --dropout "bernoulli,$pair" --runs 2 --epochs 1 --jobs 1 --out cmp --quiet >said 2>&1 ||
    fail "compare: $(cat said)"

# the built-in sigmoid and its formula: the same run but for rounding
for map in sigmoid 'formula(1/(1+exp(-r)))'; do
    "$ADROP" train --data digits --model mlp:20 --threads 1 --quiet --epochs 1 --lr 0.01 \
        --dropout "advanced:mean=exact,map=$map" --out "m_${#map}" --json >/dev/null 2>&1 || fail "train with $map"
done
a=$(sed -n 's/.*"train_loss": *\([0-9.]*\).*/\1/p' m_7/metrics.jsonl | tail -1)
b=$(sed -n 's/.*"train_loss": *\([0-9.]*\).*/\1/p' m_22/metrics.jsonl | tail -1)
[ -n "$a" ] && [ "$(printf '%.4s' "$a")" = "$(printf '%.4s' "$b")" ] || fail "losses '$a' and '$b'"

"$ADROP" train --data digits --dropout 'advanced:map=formula(sin(r))' >/dev/null 2>said
[ $? = 2 ] || fail "status for a mapping that falls"
grep -q "is not monotone: at r = -1.574" said || fail "a mapping that falls: $(cat said)"

if [ -z "$SANITIZE" ]; then
    "${CC:-cc}" -shared -fPIC -I"$top/include" "$top/examples/plugin/curves.c" -o curves.so -lm || exit 1
    "$ADROP" list maps --plugin curves.so | grep -q '^gumbel ' || fail "list maps"
    "$ADROP" list seeds --plugin curves.so | grep -q '^gumbel-noise ' || fail "list seeds"
    "$ADROP" dist --map gumbel --seed-dist gumbel-noise --plugin curves.so >x || fail "dist"
    "$ADROP" dist --map 'formula(exp(-exp(-r)))' --seed-dist 'quantile(-log(-log(u)))' >y || fail "dist, formulas"
    sed 1d x >x1 && sed 1d y >y1 && cmp -s x1 y1 || fail "a plugin and its formulas differ: $(diff x1 y1)"
    train --dropout advanced:map=gumbel --plugin curves.so --epochs 1 --out p || fail "train with a plugin"
    grep -q '"map": "gumbel"' p/run.json || fail "the record does not name the mapping's file"
    "$ADROP" eval p --quiet >/dev/null 2>said && fail "eval loaded a plugin by itself"
    "$ADROP" eval p --plugin curves.so --quiet >/dev/null || fail "eval with the plugin"
    "$ADROP" check-technique advanced-fixed:map=gumbel --plugin curves.so >said || fail "check-technique: $(cat said)"
fi
[ $failed = 0 ] && echo "pairs from outside: passed"
exit $failed
