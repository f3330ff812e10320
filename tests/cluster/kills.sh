#!/bin/bash
# Kills random ranks of random jobs at random moments (KILLS, 50). Every job must end by itself with
# a status other than 0 and a sentence: from adrop, naming the killed rank or one that has lost it,
# or from Open MPI's mpirun, if a rank died before adrop had begun in it. Every run is then resumed
# by another number of ranks or by one process, and must end in the bits of an undisturbed run.
# Needs an mpirun with its plug-in; takes about five minutes.
set -u
adrop=${ADROP:-build/adrop}
program=$(readlink -f "$adrop")
kills=${KILLS:-50}
RANDOM=${SEED:-7}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export OMPI_MCA_mpi_yield_when_idle=1
libraries=
for library in openmpi mpich; do
    command -v mpirun.$library >/dev/null && [ -f "$(dirname "$adrop")/adrop-comm/$library.so" ] && libraries="$libraries $library"
done
[ -n "$libraries" ] || { echo "no MPI with its plug-in: make peers, then build again"; exit 77; }
libraries=($libraries)

launch() { # library ranks command..
    local library=$1 ranks=$2
    shift 2
    case $library in
    openmpi) exec timeout 120 mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none -np "$ranks" "$@" ;;
    mpich) exec timeout 120 mpirun.mpich -np "$ranks" "$@" ;;
    none) exec timeout 120 "$@" ;;
    esac
}
hash_of() { # run
    (cd "$1" && sha256sum <model.safetensors &&
        sed 's/"seconds":[^,}]*//; s/"eval_seconds":[^,}]*//' metrics.jsonl | sha256sum) | sha256sum | cut -c1-16
}

settings=(--data digits --model mlp:64,64 --epochs "${EPOCHS:-60}" --batch 64 --threads 1 --seed 3 --val-fraction 0.1 --shards 4
    --save-steps 20 --comm-timeout 10)
start=$(date +%s%N)
(launch none 1 "$adrop" train "${settings[@]}" --out "$room/whole" --quiet >/dev/null 2>&1) || { echo "the run itself fails"; exit 1; }
length=$((($(date +%s%N) - start) / 1000000))
whole=$(hash_of "$room/whole")

failed=0 early=0 begun=0 named=0
declare -A sentences
for i in $(seq "$kills"); do
    library=${libraries[RANDOM % ${#libraries[@]}]} ranks=$((2 + RANDOM % 3))
    victim=$((RANDOM % ranks)) moment=$((100 + RANDOM % (length + 700)))
    run=$room/run$i
    (launch "$library" $ranks "$adrop" train "${settings[@]}" --out "$run" --quiet >"$room/out" 2>"$room/err") &
    job=$!
    sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
    pid=
    for _ in $(seq 100); do
        # A rank is two adrops, one that watches and its child that computes: that one.
        for candidate in $(pgrep -f "out $run"); do
            [ "$(readlink "/proc/$candidate/exe")" = "$program" ] &&
                [ "$(readlink "/proc/$(ps -o ppid= -p "$candidate" | tr -d ' ')/exe")" = "$program" ] &&
                tr '\0' '\n' <"/proc/$candidate/environ" 2>/dev/null | grep -qE "^(OMPI_COMM_WORLD_RANK|PMI_RANK)=$victim\$" && pid=$candidate && break 2
        done
        kill -0 $job 2>/dev/null || break
        sleep 0.1
    done
    [ -n "$pid" ] && kill -KILL "$pid" 2>/dev/null
    wait $job
    code=$?
    if [ "$code" = 0 ]; then
        early=$((early + 1)) # it was done before
    elif [ "$code" = 124 ]; then
        failed=$((failed + 1))
        echo "not ok: kill $i: the job hangs ($library, $ranks ranks, rank $victim after $moment ms)"
    elif ! sentence=$(grep -ahoE "^adrop train: rank [0-9]+ on .*|mpirun noticed that process rank [0-9]+ .*" "$room/err" "$room/out" | head -1) || [ -z "$sentence" ]; then
        failed=$((failed + 1))
        echo "not ok: kill $i: no sentence ($library, $ranks ranks, rank $victim after $moment ms, exit $code): $(head -c 300 "$room/err")"
    else
        sentences[${sentence%% *}]=$((${sentences[${sentence%% *}]:-0} + 1))
        grep -aqE "rank $victim (on|with PID) " "$room/err" "$room/out" && named=$((named + 1))
    fi
    [ -f "$run/run.json" ] && begun=$((begun + 1))
    again=$((RANDOM % 3 + 1))
    if [ -f "$run/run.json" ]; then resume=(--resume "$run" --threads 1); else resume=("${settings[@]}" --out "$run"); fi
    (launch "$([ $again = 1 ] && echo none || echo "$library")" $again "$adrop" train "${resume[@]}" --quiet >/dev/null 2>"$room/err")
    [ "$(hash_of "$run")" = "$whole" ] || {
        failed=$((failed + 1))
        echo "not ok: kill $i: resumed by $again: other bits: $(head -c 300 "$room/err")"
    }
    rm -rf "$run"
done
echo "$kills kills ($early came when the run was done, $begun runs had begun), sentences by: $(for k in "${!sentences[@]}"; do echo "$k ${sentences[$k]}"; done | tr '\n' ' ')($named name the rank that was killed); $failed failures; one hash: $whole"
[ $failed = 0 ]
