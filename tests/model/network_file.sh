#!/bin/sh
# Networks from files, through the program: every built-in architecture printed as YAML trains to
# the same bits; a file with a residual block and two techniques trains, resumes and predicts, and
# its model opens without the file; a changed file is noticed; hostile files are refused with one
# sentence in 512 MB of address space and one second of processor time. ADROP is the program. Run
# from the top.
: "${ADROP:?set ADROP to the program}"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
top=$(pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset ADROP_DATA
failed=0
fail() { echo "FAILED: $*"; failed=1; }
train() { "$ADROP" train --data digits --threads 1 --quiet "$@" >/dev/null; }
losses() { sed 's/"seconds":[^,}]*//; s/"[a-z_]*_ms":[^,}]*//g; s/"time":[^,}]*//' "$1/metrics.jsonl" | grep -o '"[a-z]*_\(loss\|acc\)[a-z_]*": *[^,}]*'; }

# printed and read again: the same losses and accuracies to the last digit
for model in mlp:20,20 vgg16:width=0.05 resnet18:width=0.05 densenet40:width=0.17 mobilenet:width=0.05 wrn16-10:width=0.02; do
    "$ADROP" list models "$model" --yaml >net.yaml || fail "list $model"
    rm -rf a b
    train --model "$model" --epochs 1 --train-limit 100 --out a || fail "$model"
    train --model net.yaml --epochs 1 --train-limit 100 --out b || fail "$model as a file"
    [ -n "$(losses a)" ] && [ "$(losses a)" = "$(losses b)" ] || fail "$model: $(losses a) is not $(losses b)"
done

# trains, resumes to the same bits, predicts
cp "$top/examples/residual.yaml" res.yaml
train --model res.yaml --epochs 2 --out whole || fail "residual.yaml"
train --model res.yaml --epochs 1 --out part || fail "residual.yaml, one epoch"
train --model res.yaml --epochs 2 --out part --resume || fail "resume"
cmp -s whole/model.safetensors part/model.safetensors || fail "a resumed run differs"
mkdir elsewhere
cp -r whole elsewhere/run
mv res.yaml gone
(cd elsewhere && "$ADROP" eval run --quiet >/dev/null) || fail "eval without the file"
(cd elsewhere && "$ADROP" predict run --input digits --samples 3 --output rows.csv --quiet >/dev/null) || fail "predict without the file"
[ "$(wc -l <elsewhere/rows.csv)" -gt 100 ] || fail "predictions: $(wc -l <elsewhere/rows.csv) lines"
(cd elsewhere && "$ADROP" train --data digits --threads 1 --quiet --model file:run/model.safetensors --epochs 1 --out again) || fail "file: without the YAML"
"$ADROP" list models file:whole/model.safetensors --yaml >again.yaml || fail "list file:"
grep -q 'dropout technique=advanced:mask=channel' again.yaml || fail "the network of the file: $(cat again.yaml)"
sed 's/rate=0.3/rate=0.4/' gone >res.yaml
train --model res.yaml --epochs 3 --out part --resume 2>said && fail "a changed file was not noticed"
grep -q "another network" said || fail "a changed file: $(cat said)"

# hostile files
refused() { # WHAT REASON
    ( ulimit -v 524288; ulimit -t 1; exec timeout 30 "$ADROP" show --model bad.yaml ) >out 2>err </dev/null
    code=$?
    [ $code = 2 ] || [ $code = 3 ] || [ $code = 4 ] || fail "$1: exit status $code: $(head -c 300 err)"
    [ "$(wc -l <err)" = 1 ] && [ "$(wc -c <err)" -lt 700 ] || fail "$1: not one sentence: $(head -c 300 err)"
    grep -q -- "$2" err || fail "$1: not because of '$2': $(head -c 300 err)"
}
if [ -z "$SANITIZE" ]; then
    python3 -c "print('layers:\n' + '- relu\n' * 1000000, end='')" >bad.yaml
    refused "10^6 layers" "at most 1048576"
    python3 -c "print('layers:\n' + '- relu\n' * 140000, end='')" >bad.yaml
    refused "140,000 layers" "at most 1024"
    python3 -c "print('layers: ' + '[' * 1000000, end='')" >bad.yaml
    refused "deep nesting" "line 1"
    python3 -c "print('layers:\n' + ''.join('%s- a:\n' % (' ' * i) for i in range(1000)), end='')" >bad.yaml
    refused "deep blocks" "line"
    printf 'layers:\n- a: relu < b\n- b: relu < a\n- dense\n' >bad.yaml
    refused "a cycle" "no earlier layer is called 'b'"
    printf 'layers:\n- conv 4\n- add < conv, x\n- dense\n' >bad.yaml
    refused "an absent input" "line 3, layer 2"
    printf 'layers:\n- conv 16777216 4096 pad=4095\n- conv 16777216 4096\n- flatten\n- dense\n' >bad.yaml
    refused "sizes that overflow" "too big\|too large\|MB"
    printf 'layers:\n- flatten\n- dense 16777216\n- dense 16777216\n- dense\n' >bad.yaml
    refused "more weights than memory" "MB\|too large"
    head -c 200000 /dev/urandom >bad.yaml
    refused "noise" "bad.yaml"
fi
[ $failed = 0 ] && echo "networks from files: passed"
exit $failed
