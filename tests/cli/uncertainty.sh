#!/bin/sh
# adrop uncertainty and predict --conformal on short runs: refusals in one sentence with the cure
# and exit status 2 or 3; undefined measures; sets and intervals from the calibration stored with
# the run, and when it is invalid.
set -eu
ADROP=${ADROP:-build/adrop}
case $ADROP in /*) ;; *) ADROP=$PWD/$ADROP ;; esac
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
cd "$TMP"
failed=0

complain() {
    echo "$*" >&2
    failed=1
}

# refuses CODE PART WORDS..: that exit, and one sentence with the part
refuses() {
    code=$1 part=$2
    shift 2
    got=0
    "$ADROP" "$@" >out 2>err || got=$?
    [ "$got" = "$code" ] || complain "$*: exit $got, expected $code"
    [ "$(wc -l <err)" = 1 ] || complain "$*: not one line: $(cat err)"
    grep -qF -- "$part" err || complain "$*: no '$part' in: $(cat err)"
}

train() {
    "$ADROP" train "$@" --threads 1 --quiet >/dev/null
}

# tables: y of x0, x1; a class that x0 says alone; the same with a third class
awk 'BEGIN { print "a,b,y"; for (i = 0; i < 400; i++) { a = (i * 37 % 101) / 101; b = (i * 53 % 97) / 97
    print a "," b "," 10 + 3 * a - 2 * b + 0.2 * ((i * 71 % 89) / 89 - 0.5) } }' >value.csv
awk 'BEGIN { print "a,b,c"; for (i = 0; i < 200; i++) print (i % 2 ? 5 : -5) "," (i * 53 % 97) / 97 "," (i % 2 ? "no" : "yes") }' >easy.csv
awk 'BEGIN { print "a,b,c"; for (i = 0; i < 60; i++) print (i % 2 ? 5 : -5) "," (i * 53 % 97) / 97 "," (i % 3 ? "no" : "perhaps") }' >third.csv
awk 'BEGIN { print "a,b,c"; for (i = 0; i < 60; i++) print (i % 2 ? 5 : -5) "," (i * 31 % 97) / 97 "," (i % 2 ? "no" : "yes") }' >new.csv
train --data digits --model mlp:32 --dropout bernoulli --epochs 8 --val-fraction 0.2 --out d
train --data digits --model mlp:32 --dropout none --epochs 4 --out plain
train --data easy.csv --task classification --target c --model mlp:8 --dropout gaussian:rate=0.1 --epochs 60 --out easy
train --data value.csv --task regression --target y --model mlp:16 --dropout gaussian:rate=0.1 --epochs 40 --val-fraction 0.25 --out v

refuses 2 samples uncertainty d --samples 0
refuses 2 'no random layer' uncertainty plain
refuses 2 'do not predict the same' uncertainty d easy
refuses 2 'needs two runs' uncertainty d --compare
refuses 2 value.csv uncertainty d --data value.csv
refuses 2 value.csv uncertainty d --ood value.csv
refuses 2 perhaps uncertainty easy --data third.csv
refuses 2 "'--calibrate' is '2'" uncertainty d --calibrate 2
refuses 2 'no data set' uncertainty d --calibrate none.csv
refuses 2 'was trained on' uncertainty easy --calibrate easy.csv

# no prediction is wrong: AUROC is not defined
"$ADROP" uncertainty easy --threads 1 --json >out 2>err || complain "a run without errors: exit $?"
grep -q '"acc":100' out || complain "the easy table is not learned: $(cat out)"
grep -q '"auroc_maxp":null' out || complain "AUROC without errors should be null"
"$ADROP" uncertainty easy --threads 1 >out || complain "a run without errors: exit $?"
grep -q 'AUROC is not defined' out || complain "no sentence on AUROC without errors: $(cat out)"

# sets
refuses 2 'is not calibrated' predict d --input digits --conformal 0.9
"$ADROP" uncertainty d --threads 1 --json >out
[ -s d/calibration.json ] || complain "no calibration.json"
for sets in lac aps raps; do
    "$ADROP" predict d --input digits --conformal 0.9 --sets $sets --threads 1 >p.csv
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "set") s = i; next }
        { n++; m = split($s, names, "|"); size += m; for (k = 1; k <= m; k++) held += names[k] == $3 }
        END { exit !(n == 360 && held / n > 0.84 && held / n < 0.98 && size / n < 6) }' p.csv ||
        complain "$sets: coverage or sizes are wrong"
done
# Sets that may be empty are those that may not, but for the empty ones.
"$ADROP" predict d --input digits --conformal 0.5 --sets aps --threads 1 | sed 's/.*,//' >full
"$ADROP" predict d --input digits --conformal 0.5 --sets aps --empty-sets --threads 1 | sed 's/.*,//' >some
paste -d, full some | awk -F, 'NR > 1 { if ($2 == "") empty++; else if ($1 != $2) bad++; if ($1 == "") bad++ } END { exit !(empty > 0 && !bad) }' ||
    complain "--empty-sets: $(paste -d, full some | head -n 5)"
refuses 2 "'--empty-sets' is for '--conformal'" predict d --input digits --empty-sets
"$ADROP" uncertainty d --threads 1 --json | grep -q '"exact_coverage":[0-9.]*,"exact_size":[0-9.]*,"exact_empty":' || complain "no measure of sets that may be empty"
"$ADROP" predict d --input digits --conformal 0.9 --threads 1 --json | head -n 1 | grep -q '"set":\["' ||
    complain "JSON has no set"
"$ADROP" predict d --input digits --conformal 0.9999 --threads 1 | tail -n 1 | grep -q '0|1|2|3|4|5|6|7|8|9$' ||
    complain "a level that the rows cannot promise should give whole sets"
refuses 2 'calibrated with 50 passes, not with 7' predict d --input digits --conformal 0.9 --samples 7
refuses 2 'of the run itself' predict d --input digits --output d/calibration.json
cp d/calibration.json kept
sed 's/"rows": 2/"rows": 9/' kept >d/calibration.json
refuses 3 "'lac'" predict d --input digits --conformal 0.9
head -c 300 kept >d/calibration.json
refuses 3 calibration.json predict d --input digits --conformal 0.9
cp kept d/calibration.json
train --resume d --epochs 9
refuses 2 'is not the one that was calibrated' predict d --input digits --conformal 0.9

# a file that calibrates; intervals
"$ADROP" uncertainty easy --calibrate new.csv --threads 1 --json >out
grep -q '"n_calibration":60' out || complain "60 rows of new.csv should calibrate: $(cat out)"
grep -q '"n":40' out || complain "all 40 test rows should be measured: $(cat out)"
"$ADROP" uncertainty v --threads 1 >out
"$ADROP" predict v --input value.csv --part test --conformal 0.9 --threads 1 >p.csv
awk -F, 'NR == 1 { if ($6 != "low" || $7 != "high") exit 1; next }
    { n++; held += $6 <= $3 && $3 <= $7; if ($6 >= $2 || $7 <= $2) exit 1 }
    END { exit !(held / n > 0.8) }' p.csv || complain "intervals: $(head -n 3 p.csv)"
"$ADROP" predict v --input value.csv --conformal 0.9 --threads 1 --json | head -n 1 | grep -q '"interval":\[' ||
    complain "JSON has no interval"
exit $failed
