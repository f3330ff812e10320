#!/bin/bash
# The runs of a comparison and of a search under a real Slurm of one machine (slurm_one.sh). The
# results equal those of --jobs 2, run by run, bit for bit: also if every run is interrupted twice,
# if Slurm's own time limit interrupts them, if the head is killed, and if a worker is cancelled.
#
# Slurm's limits are in minutes. To interrupt runs twice, the script sends the signal that Slurm
# sends before a limit (--signal=B:USR1@N), by `scancel --signal=USR1 --batch JOB_K`, as soon as the
# worker reports that its run has begun. The last part waits for a real limit of one minute. Needs
# root, and slurmctld slurmd slurm-client munge; takes about ten minutes.
set -u
adrop=${ADROP:-build/adrop}
case $adrop in /*) ;; *) adrop=$PWD/$adrop ;; esac
. "$(dirname "$0")/slurm_one.sh"
room=$(mktemp -d)
trap 'slurm_stop; rm -rf "$room"' EXIT
passed=0 failed=0

say() { # ok? text
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "not ok: $2"
    fi
}

slurm_start "$room/daemons" || exit $?
cd "$room" || exit 1

# The models and metrics, but for times, of all runs below a folder.
hash_of() { # folder
    (cd "$1" && find . -name model.safetensors | LC_ALL=C sort | while read -r model; do
        echo "$model"
        sha256sum <"$model"
        sed 's/"seconds":[^,}]*//; s/"eval_seconds":[^,}]*//' "${model%model.safetensors}metrics.jsonl" | sha256sum
    done) | sha256sum | cut -c1-16
}
table_of() { sed '/^the comparison is in/d' "$1"; }
value() { # file key [depth]: a number or a text of a JSON file; a level is indented by one blank
    sed -n "s/^ \\{${3:-1}\\}\"$2\": *\"\(.*\)\",\{0,1\}\$/\1/p; s/^ \\{${3:-1}\\}\"$2\": *\([0-9]*\),\{0,1\}\$/\1/p" "$1" 2>/dev/null | head -1
}

settings=(--data digits --dropout none,bernoulli,advanced --runs 4 --epochs "${EPOCHS:-300}" --model mlp:256,256
    --baseline none --threads 1 --save-seconds 1000 --quiet)
"$adrop" compare "${settings[@]}" --threads 2 --jobs 2 --out local >local.txt 2>local.err
say $? "by --jobs 2: $(cat local.err)"
want=$(hash_of local)

"$adrop" compare "${settings[@]}" --launch slurm --jobs 2 --slurm time=10 --out slurm >slurm.txt 2>slurm.err
say $? "by Slurm: $(cat slurm.err)"
[ "$(table_of slurm.txt)" = "$(table_of local.txt)" ] && [ -s slurm.txt ]
say $? "the table by Slurm is another one: $(diff <(table_of slurm.txt) <(table_of local.txt))"
[ "$(hash_of slurm)" = "$want" ]
say $? "the runs by Slurm have other bits"
echo "12 runs by Slurm: $(hash_of slurm), by --jobs 2: $want"

# Every run interrupted twice.
"$adrop" compare "${settings[@]}" --launch slurm --jobs 2 --slurm time=30,signal=60 --out twice >twice.txt 2>twice.err &
head=$!
declare -A times last
while kill -0 $head 2>/dev/null; do
    job=$(value twice/launch/head.json job)
    for k in 0 1; do
        task=$(value twice/launch/$k/task.json task)
        run=$(value twice/launch/$k/task.json out 2)
        pid=$(value twice/launch/$k/worker.json pid)
        [ -n "$job" ] && [ -n "$task" ] && [ "$(value twice/launch/$k/at.json task)" = "$task" ] || continue
        [ "$(value twice/launch/$k/done.json task)" != "$task" ] && kill -0 "$pid" 2>/dev/null || continue
        # Once per life of the worker, when it has noted that it is in the run.
        [ twice/launch/$k/at.json -nt twice/launch/$k/worker.json ] || continue
        [ "${times[$run]:-0}" -lt 2 ] && [ "${last[$k]:-}" != "$pid" ] || continue
        scancel --signal=USR1 --batch "${job}_$k" && {
            times[$run]=$((${times[$run]:-0} + 1))
            last[$k]=$pid
        }
    done
    sleep 0.2
done
wait $head
say $? "interrupted twice: $(cat twice.err)"
two=0
for run in "${!times[@]}"; do [ "${times[$run]}" = 2 ] && two=$((two + 1)); done
[ $two = 12 ]
say $? "$two of 12 runs were interrupted twice"
requeued=$(cat twice/launch/*/log | grep -c '^time limit: requeued')
[ "$requeued" = 24 ]
say $? "$requeued requeues, not 24"
[ "$(table_of twice.txt)" = "$(table_of local.txt)" ] && [ "$(hash_of twice)" = "$want" ]
say $? "interrupted twice: other results"
echo "12 runs, each interrupted twice ($requeued requeues): $(hash_of twice)"

# The head is killed; a worker is cancelled; the same command ends the work.
"$adrop" compare "${settings[@]}" --launch slurm --jobs 2 --slurm time=10 --out killed >killed.txt 2>killed.err &
head=$!
for _ in $(seq 100); do [ -f killed/launch/1/at.json ] && break; sleep 0.2; done
"$adrop" runs killed >runs.txt 2>&1
grep -q 'worker 1 on .* (Slurm job [0-9]*_1): killed/.*, epoch' runs.txt
say $? "adrop runs does not show the workers: $(tail -3 runs.txt)"
kill -KILL $head
wait $head 2>/dev/null
"$adrop" compare "${settings[@]}" --launch slurm --jobs 2 --slurm time=10 --out killed >killed.txt 2>killed.err &
head=$!
before=$(value killed/launch/head.json job)
for _ in $(seq 300); do
    job=$(value killed/launch/head.json job)
    [ -n "$job" ] && [ "$job" != "$before" ] && [ -f killed/launch/1/worker.json ] && [ killed/launch/1/worker.json -nt killed/launch/lock ] && break
    sleep 0.1
done
sleep 1
scancel "${job}_1"
wait $head
code=$?
{ [ $code = 0 ] || grep -q "worker 1 has left the run (Slurm's job ${job}_1 has ended: CANCELLED)" killed.err; }
say $? "a cancelled worker: $code, $(cat killed.err)"
"$adrop" compare "${settings[@]}" --launch slurm --jobs 2 --slurm time=10 --out killed >killed.txt 2>killed.err
say $? "resumed: $(cat killed.err)"
[ "$(hash_of killed)" = "$want" ]
say $? "killed and resumed: other bits"

# A search: what is decided between its rungs is the same.
search=(--data digits --model mlp:32 --vary lr=0.01..0.3:log --trials 6 --epochs 4 --runs 2 --no-baseline --quiet)
"$adrop" tune "${search[@]}" --jobs 2 --out tune-local >tune-local.txt 2>&1
say $? "a search by --jobs 2"
"$adrop" tune "${search[@]}" --launch slurm --jobs 2 --out tune-slurm >tune-slurm.txt 2>tune.err
say $? "a search by Slurm: $(cat tune.err)"
cmp -s tune-local/tune.json tune-slurm/tune.json
say $? "a search by Slurm has other results"

# What sbatch refuses is told; a script for those who do it by hand does the whole.
"$adrop" compare "${settings[@]}" --launch slurm --jobs 2 --slurm partition=nowhere --out refused >/dev/null 2>refused.err
[ $? -ne 0 ] && grep -q 'adrop compare: sbatch has refused the job: .*partition' refused.err
say $? "a partition that is not there: $(cat refused.err)"
"$adrop" compare "${settings[@]}" --launch script --jobs 2 --slurm time=10 --out hand >hand.sh
say $? "a printed script"
sbatch --wait hand.sh >/dev/null
say $? "the printed script"
[ "$(hash_of hand)" = "$want" ]
say $? "the printed script: other bits: $(cat adrop-*.log | head -5)"

# A real time limit.
if [ -z "${QUICK:-}" ]; then
    # A run of about three quarters of a minute on this machine, as it is now.
    short=(--data digits --dropout advanced --model mlp:256,256 --threads 1 --quiet)
    start=$(date +%s%N)
    "$adrop" train "${short[@]}" --epochs 200 --out limit-pace >/dev/null 2>&1
    epochs=$((200 * 45000 / (($(date +%s%N) - start) / 1000000)))
    long=("${short[@]}" --runs 1 --epochs $epochs)
    "$adrop" compare "${long[@]}" --out limit-local >/dev/null 2>&1
    "$adrop" compare "${long[@]}" --launch slurm --jobs 1 --slurm time=1,signal=40 --out limit >/dev/null 2>limit.err
    say $? "a time limit of a minute: $(cat limit.err)"
    requeued=$(grep -c '^time limit: requeued' limit/launch/0/log)
    [ "$requeued" -ge 1 ] && [ "$(hash_of limit)" = "$(hash_of limit-local)" ]
    say $? "a time limit of a minute: $requeued requeues, $(hash_of limit), not $(hash_of limit-local)"
    echo "a real time limit, $epochs epochs: $requeued requeues"
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
