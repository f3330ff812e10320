#!/bin/bash
# One training by several MPI processes: model files and metrics lines, except for times, are those
# of one process, for each installed MPI library; a run begun by four ranks is resumed by two, and
# by one without MPI; a killed rank ends the job with one sentence; a rank with other settings or
# other data is refused by name. Needs mpirun.openmpi or mpirun.mpich (make peers); names what it
# skips.
set -u
export OMPI_MCA_mpi_yield_when_idle=1
adrop=${ADROP:-build/adrop}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
passed=0 failed=0
counts=${RANKS:-2 3 4 8}
if [ -n "${SANITIZE:-}" ]; then # slower, and MPI leaks by itself
    export ASAN_OPTIONS=detect_leaks=0
    counts=${RANKS:-2 3}
fi

say() { # ok? text
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "not ok: $2"
    fi
}

launch() { # library ranks command..
    local library=$1 ranks=$2
    shift 2
    case $library in
    openmpi) timeout 120 mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none -np "$ranks" "$@" ;;
    mpich) timeout 120 mpirun.mpich -np "$ranks" "$@" ;;
    none) timeout 120 "$@" ;;
    esac
}

hash_of() { # run
    (cd "$1" && sha256sum < model.safetensors &&
        sed 's/"seconds":[^,}]*//; s/"eval_seconds":[^,}]*//' metrics.jsonl | sha256sum) | sha256sum | cut -c1-16
}

libraries=
for library in openmpi mpich; do
    command -v mpirun.$library >/dev/null && [ -f "$(dirname "$adrop")/adrop-comm/$library.so" ] && libraries="$libraries $library"
done
[ -n "$libraries" ] || { echo "no MPI with its plug-in: make peers, then build again"; exit 77; }
echo "libraries of MPI:$libraries"

settings=(--data digits --epochs 2 --batch 64 --threads 1 --seed 3 --val-fraction 0.1)
table() { # name settings..
    local name=$1 one
    shift
    launch none 1 "$adrop" train "${settings[@]}" --shards 8 "$@" --out "$room/$name-1" --quiet >/dev/null 2>&1
    say $? "$name: one process"
    one=$(hash_of "$room/$name-1")
    for library in $libraries; do
        for ranks in $counts; do
            launch "$library" "$ranks" "$adrop" train "${settings[@]}" --shards 8 "$@" \
                --out "$room/$name-$library-$ranks" --quiet >/dev/null 2>"$room/err"
            say $? "$name: $library, $ranks ranks: $(head -c 300 "$room/err")"
            [ "$(hash_of "$room/$name-$library-$ranks")" = "$one" ]
            say $? "$name: $library, $ranks ranks: other bits than one process"
        done
    done
    echo "$name $one"
}
table mlp-advanced --model mlp:64,64 --dropout advanced
table vgg16 --model vgg16:width=0.125 --dropout advanced --train-limit 256 --test-limit 100 --epochs 1
table vgg16-sync --model vgg16:width=0.125 --dropout advanced --train-limit 256 --test-limit 100 --epochs 1 --sync-batch-norm
table variational --model mlp:32,32 --dropout variational
table information --model mlp:32,32 --dropout information

# Predictions that ranks share: what rank 0 prints is what one process prints.
for words in "predict $room/mlp-advanced-1 --input digits --samples 20" "uncertainty $room/mlp-advanced-1 --samples 20 --json" "eval $room/mlp-advanced-1 --json"; do
    launch none 1 "$adrop" $words --threads 1 >"$room/want" 2>"$room/err"
    say $? "${words%% *}: one process: $(head -c 300 "$room/err")"
    for library in $libraries; do
        for ranks in 2 3; do
            launch "$library" $ranks "$adrop" $words --threads 1 >"$room/got" 2>"$room/err"
            say $? "${words%% *}: $library, $ranks ranks: $(head -c 300 "$room/err")"
            cmp -s "$room/want" "$room/got"
            say $? "${words%% *}: $library, $ranks ranks: other results than one process"
        done
    done
done

# Begun by four, resumed by two, then by one.
library=${libraries##* }
launch none 1 "$adrop" train "${settings[@]}" --epochs 6 --shards 4 --out "$room/whole" --quiet >/dev/null 2>&1
launch "$library" 4 "$adrop" train "${settings[@]}" --epochs 2 --shards 4 --out "$room/part" --quiet >/dev/null 2>&1
say $? "two epochs by four ranks"
launch "$library" 2 "$adrop" train --resume "$room/part" --epochs 4 --threads 1 --quiet >/dev/null 2>"$room/err"
say $? "four epochs by two ranks: $(cat "$room/err")"
launch none 1 "$adrop" train --resume "$room/part" --epochs 6 --threads 1 --quiet >/dev/null 2>"$room/err"
say $? "six epochs by one process: $(cat "$room/err")"
[ "$(hash_of "$room/part")" = "$(hash_of "$room/whole")" ]
say $? "a run resumed by fewer ranks has other bits"

# More ranks than shards; a rank with other settings.
launch "$library" 3 "$adrop" train "${settings[@]}" --shards 2 --out "$room/few" --quiet >/dev/null 2>"$room/err"
[ $? -ne 0 ] && grep -q 'adrop train: 3 ranks have only 2 shards' "$room/err"
say $? "more ranks than shards: $(cat "$room/err")"
[ "$(grep -c '^adrop train:' "$room/err")" = 1 ]
say $? "more ranks than shards: one sentence: $(cat "$room/err")"
cat >"$room/other" <<'END'
#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
[ "$rank" = 1 ] && exec "$@" --lr 0.123
exec "$@"
END
chmod +x "$room/other"
launch "$library" 2 "$room/other" "$adrop" train "${settings[@]}" --shards 2 --out "$room/differ" --quiet >/dev/null 2>"$room/err"
[ $? -ne 0 ] && grep -q "rank 1 on .*: its settings differ from those of rank 0: 'lr 0.123'" "$room/err"
say $? "other settings: $(cat "$room/err")"
mkdir "$room/0" "$room/1"
awk 'BEGIN { OFS = ","; print "a,b,y"; for (i = 0; i < 60; i++) print i % 7, i % 5, i % 3 }' >"$room/0/rows.csv"
sed '$s/.*/9,9,2/' "$room/0/rows.csv" >"$room/1/rows.csv"
cat >"$room/other" <<'END'
#!/bin/sh
cd "$(dirname "$0")/${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" && exec "$@"
END
launch "$library" 2 "$room/other" "$(readlink -f "$adrop")" train --data rows.csv --task classification --epochs 1 --threads 1 --shards 2 \
    --out "$room/differ" --quiet >/dev/null 2>"$room/err"
[ $? -ne 0 ] && grep -q "rank 1 on .*: its data differ from those of rank 0: 'rows.csv .*', and there 'rows.csv" "$room/err"
say $? "other data: $(cat "$room/err")"

# A rank that is killed in the middle of a long run.
for library in $libraries; do
    rm -rf "$room/killed"
    launch "$library" 3 "$adrop" train "${settings[@]}" --epochs 100000 --shards 3 --save-seconds 1 --comm-timeout 5 \
        --out "$room/killed" --quiet >/dev/null 2>"$room/err" &
    job=$!
    for _ in $(seq 300); do
        [ -f "$room/killed/checkpoint.safetensors" ] && break
        sleep 0.1
    done
    victim=$(pgrep -f "out $room/killed" | xargs -r -n1 sh -c 'tr "\0" "\n" </proc/$0/environ 2>/dev/null | grep -qE "^(OMPI_COMM_WORLD_RANK|PMI_RANK)=2$" && echo $0' | head -1)
    kill -KILL "$victim"
    wait $job
    [ $? -ne 0 ] && [ -n "$victim" ]
    say $? "$library: a killed rank ends the job"
    launch none 1 "$adrop" eval "$room/killed" --json >"$room/out" 2>"$room/err2" && grep -q test_acc "$room/out"
    say $? "$library: the checkpoint is whole: $(cat "$room/err2")"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
