#!/bin/sh
# What a new user tries first: each command succeeds, or is refused with the cure in the message.
#
#     works NAME COMMAND..          exit 0
#     says NAME TEXT COMMAND..      exit 0, and TEXT in the output
#     refuses NAME TEXT COMMAND..   exit 2 or 3, and TEXT in the message
: "${ADROP:?set ADROP to the program}"
ADROP=$(realpath "$ADROP")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export OMP_WAIT_POLICY=passive
unset ADROP_DATA
failed=0

wrong() {
    echo "failed: $1: $2"
    head -c 600 answer
    failed=1
}
call() { "$ADROP" "$@" >answer 2>&1 </dev/null; }
works() { name=$1; shift; call "$@" || wrong "$name" "exit $?"; }
says() {
    name=$1 text=$2; shift 2
    call "$@" || wrong "$name" "exit $?"
    grep -qF -- "$text" answer || wrong "$name" "'$text' is not there"
}
refuses() {
    name=$1 text=$2; shift 2
    call "$@"
    code=$?
    { [ $code -eq 2 ] || [ $code -eq 3 ]; } || wrong "$name" "exit $code"
    tr '\n' ' ' <answer | tr -s ' ' | grep -qF -- "$text" || wrong "$name" "'$text' is not there"
}

awk 'BEGIN { print "area,age,price"; for (i = 1; i <= 60; i++) print i "," i * 7 % 13 "," 3 * i + i * 7 % 13 }' >num.csv
cut -d, -f1,2 num.csv | head -6 >new.csv
awk -F, '{ print $2 "," $1 "," $3 }' num.csv >swapped.csv
sed 's/^area,age/foo,bar/' num.csv >foo.csv
head -3 num.csv >two.csv
awk 'BEGIN { print "colour,size,ripe"; for (i = 0; i < 60; i++) print (i % 3 ? "green" : "red") "," i % 7 "," (i % 2 ? "yes" : "no") }' >words.csv
sed '5s/,/,NA,/; 5s/,[^,]*$//' num.csv >holes.csv

works "a table of numbers" train --data num.csv --task regression --target price --epochs 3 --out run --threads 1 --quiet
says "predict inputs without the target" input,predicted,truth predict run --input new.csv
works "columns in another order" predict run --input swapped.csv --samples 0 --output swapped.out
works "columns as they were" predict run --input num.csv --samples 0 --output plain.out
cmp -s plain.out swapped.out || wrong "columns are found by name" "predictions differ"
refuses "columns of other names" "lacks columns that the run was trained on: area, age" predict run --input foo.csv
"$ADROP" predict run --input - <new.csv >answer 2>&1 || wrong "standard input" "exit $?"
"$ADROP" predict run --input /dev/stdin <new.csv >answer 2>&1 || wrong "/dev/stdin" "exit $?"
says "eval tests every row of a file" "60" eval run --data ./swapped.csv --json
says "eval of two rows" '"n":2' eval run --data two.csv --json
says "eval of all rows" '"n":60' eval run --part all --data num.csv --json
cp num.csv kept.csv
(head -1 num.csv; tail -n +2 kept.csv | sort -r) >num.csv.new && mv num.csv.new num.csv
refuses "eval of data that changed" "num.csv" eval run
mv kept.csv num.csv
(cd / && call eval "$work/run") || wrong "eval from another directory" "exit $?"
works "early stopping" train --data digits --val-fraction 0.2 --patience 2 --epochs 12 --lr 1 --threads 1 --out early --quiet
[ -f early/last.safetensors ] || wrong "the best weights and the last" "no last.safetensors"
says "adam has a rate of its own" "lr 0.001" train --data digits --optimizer adam --dry-run
refuses "a step schedule without drops" "--lr-drop" train --data digits --schedule step --out no
refuses "image-size on digits" "--image-size has no effect" train --data digits --image-size 16 --out no
refuses "target on digits" "--target has no effect" train --data digits --target foo --out no
refuses "split on digits" "--split has no effect" train --data digits --split 7 --out no
refuses "two techniques" "adrop compare" train --data digits --dropout none --dropout bernoulli --out no
refuses "a network for images on a table" "give an mlp" train --data num.csv --task regression --model vgg16 --out no
works "words in a column" train --data words.csv --epochs 1 --threads 1 --out words --quiet
refuses "missing values" "--missing mean, median or indicator" train --data holes.csv --task regression --out no
works "missing values that are filled" train --data holes.csv --task regression --missing mean --epochs 1 --out holes --quiet
refuses "a target of numbers" "--task classification or regression" train --data num.csv --out no
refuses "an option that a technique lacks" "there are rate, mask" list techniques bernoulli:sigma=0.5
refuses "an argument for an option" "--data digits" train digits
refuses "places in a network of one's own" "'dropout' lines" train --data digits --model "net:flatten; dense 9; dropout; dense" --dropout-at everywhere --out no
refuses "lists of rates" "give a number" compare --data digits --lr 0.01,0.1
works "a finished run is extended" train --resume run --epochs 5 --threads 1 --quiet
works "runs" runs .
says "show" "Settings that are not the default" show run
works "compare runs that exist" compare run words/../run --quiet
says "a dry run" "epochs" train --data digits --dry-run
works "completion" completion bash
says "quiet is quiet" "test accuracy" train --data digits --epochs 1 --threads 1 --out quiet --quiet
[ "$(grep -c . answer)" -le 3 ] || wrong "quiet is quiet" "it prints every epoch"
# Small.
says "no top five of three classes" "test accuracy" train --data words.csv --epochs 1 --threads 1 --out three
grep -q "undefined" answer && wrong "no top five of three classes" "undefined"
works "a result without test rows" train --data num.csv --task regression --test-fraction 0 --test-per-class 0 --epochs 1 --threads 1 --out few
call eval words --data words.csv
grep -q "undefined\|nan" answer && wrong "measures of two classes" "undefined or nan"
awk 'BEGIN { print "a,b"; for (i = 0; i < 30; i++) print i ",one" }' >one.csv
refuses "one class alone" "is 'one' in every row: there must be two classes at least" data info one.csv
call train --data num.csv --task regression --lr 900 --epochs 9 --threads 1 --out diverged
grep -q "precision" answer && wrong "divergence does not advise f32 in f32" "it does"
grep -q "lower --lr" answer || wrong "divergence says what to do" "no advice"
# Missing.
works "an id is left out" train --data num.csv --task regression --drop age --epochs 1 --threads 1 --out dropped --quiet
works "sweeps" tune --data digits --vary lr=0.01,0.1 --epochs 1 --trials 2 --dry-run
works "AdamW" train --data digits --optimizer adamw --epochs 1 --threads 1 --out adamw --quiet
works "warm start" train --data digits --init adamw --epochs 1 --threads 1 --out warm --quiet
works "another test file" train --data num.csv --task regression --test swapped.csv --epochs 1 --threads 1 --out tested --quiet
works "folds" train --data num.csv --task regression --folds 2 --epochs 1 --threads 1 --out folds --quiet
says "confusion and scores by class" recall eval words
says "mean absolute error and R2" R2 eval run --data num.csv
says "passes with noise" nll eval run --data num.csv --samples 5 --json
works "predictions as an array" predict run --input num.csv --format npy --output p.npy
works "activations" train --data digits --model mlp:16,activation=gelu --epochs 1 --threads 1 --out gelu --quiet
works "rates by unit" train --data digits --model mlp:8 --dropout advanced:unit=node --epochs 1 --threads 1 --out node --quiet
says "rates by unit are shown" unit show node --units
grep -q '"command"' run/run.json || wrong "provenance" "no command line in run.json"
# Friction.
says "what a network can be given" width list models vgg16
says "defaults are printed" "epochs 40, batch 64" train --data digits --dry-run
refuses "messages in the program's words" "--task classification or regression" train --data num.csv --out no
refuses "by-split on a plain table" "published splits" compare --data num.csv --task regression --dropout none --dropout bernoulli --by-split --runs 2
works "a comparison twice, with other settings" compare --data digits --dropout none --dropout bernoulli --runs 2 --epochs 1 --train-limit 64 --dry-run
says "short help" "--help=all" train --help
short=$(wc -l <answer)
works "whole help" train --help=all
[ "$short" -lt "$(($(wc -l <answer) / 2))" ] || wrong "short help" "$short lines"
refuses "a schedule of dropout without dropout" "no effect" train --data digits --dropout none --dropout-schedule early:2 --out no
works "early dropout" train --data digits --dropout-schedule early:1 --epochs 2 --threads 1 --out sched --quiet
grep -q '"dropout_strength":0' sched/metrics.jsonl || wrong "early dropout" "no strength in metrics.jsonl"
says "no noise is left" "ends without noise" predict sched --input digits --output sched.csv
says "Holm's correction" p_holm compare run tested dropped --json
works "a calibration" uncertainty gelu --calibrate 0.3 --samples 5
says "a calibrated run is told of" "--calibrated" predict gelu --input digits --samples 5 --output plain.csv
works "calibrated predictions" predict gelu --input digits --samples 5 --calibrated --output calibrated.csv
cmp -s plain.csv calibrated.csv && wrong "calibrated predictions" "they are the same"
[ $failed -eq 0 ] && echo "every command succeeds or says what to do"
exit $failed
