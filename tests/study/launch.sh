#!/bin/bash
# --launch mpi and --launch script without MPI and Slurm: the environment tells three processes that
# they are the ranks of a job, as mpirun would. The table and the runs equal those of --jobs 2, also
# if a worker is stopped and restarted; so does a search.
set -u
adrop=${ADROP:-build/adrop}
case $adrop in /*) ;; *) adrop=$PWD/$adrop ;; esac
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room" || exit 1
passed=0 failed=0

say() { # ok? text
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "not ok: $2"
    fi
}

hash_of() { # folder
    (cd "$1" && find . -name model.safetensors | LC_ALL=C sort | while read -r model; do
        echo "$model"
        sha256sum <"$model"
        sed 's/"seconds":[^,}]*//; s/"eval_seconds":[^,}]*//' "${model%model.safetensors}metrics.jsonl" | sha256sum
    done) | sha256sum | cut -c1-16
}
table_of() { sed '/^the comparison is in/d' "$1"; }

rank() { # number command..
    local number=$1
    shift
    OMPI_COMM_WORLD_RANK=$number OMPI_COMM_WORLD_SIZE=3 timeout 120 "$adrop" "$@"
}

settings=(--data digits --dropout none,bernoulli,advanced --runs 2 --epochs 4 --model mlp:64 --baseline none --threads 1 --quiet)
"$adrop" compare "${settings[@]}" --out local >local.txt 2>&1
say $? "by this program: $(cat local.txt)"

rank 1 compare "${settings[@]}" --launch mpi --out mpi >1.txt 2>&1 & one=$!
rank 2 compare "${settings[@]}" --launch mpi --out mpi >2.txt 2>&1 & two=$!
rank 0 compare "${settings[@]}" --launch mpi --out mpi >0.txt 2>&1
say $? "by three processes: $(cat 0.txt)"
wait $one && wait $two
say $? "a worker ends well: $(cat 1.txt 2.txt)"
[ "$(table_of 0.txt)" = "$(table_of local.txt)" ]
say $? "the table is another one: $(diff 0.txt local.txt)"
[ "$(hash_of mpi)" = "$(hash_of local)" ]
say $? "the runs have other bits"
[ "$(ls mpi/launch/*/worker.json 2>/dev/null | wc -l)" = 2 ]
say $? "the workers were not there"

# Workers that start when all has been trained end as well.
OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 timeout 60 "$adrop" compare "${settings[@]}" --launch mpi --out late >l.txt 2>&1 & head=$!
sleep 3
OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 timeout 60 "$adrop" compare "${settings[@]}" --launch mpi --out late >w.txt 2>&1
say $? "a worker that is late: $(cat w.txt)"
wait $head
say $? "the program that waited for it: $(cat l.txt)"

# Worker 1 is stopped in the middle and started again. On a busy machine all may be trained before it has begun: then once more.
long=(--data digits --dropout none,advanced --runs 2 --epochs 150 --model mlp:128 --baseline none --threads 1 --quiet)
"$adrop" compare "${long[@]}" --out long-local >long.txt 2>&1
for _ in 1 2 3 4 5; do
    rm -rf long
    OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 "$adrop" compare "${long[@]}" --launch mpi --out long >w.txt 2>&1 & one=$!
    OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 timeout 120 "$adrop" compare "${long[@]}" --launch mpi --out long >l.txt 2>&1 & head=$!
    while kill -0 $one 2>/dev/null && ! [ -f long/launch/1/at.json ]; do sleep 0.02; done
    kill -TERM $one 2>/dev/null
    wait $one
    code=$?
    [ $code = 143 ] && break
    wait $head
done
OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 timeout 120 "$adrop" compare "${long[@]}" --launch mpi --out long >w2.txt 2>&1 & one=$!
wait $head
say $? "with a worker that is started again: $(cat l.txt)"
wait $one
say $? "the worker that was started again: $(cat w2.txt)"
[ $code = 143 ] && grep -q 'worker 1 has saved its run' w.txt
say $? "a worker that is stopped: $code, $(cat w.txt)"
[ "$(hash_of long)" = "$(hash_of long-local)" ]
say $? "a run that a worker resumed has other bits"

# A search.
search=(--data digits --model mlp:32 --vary lr=0.01..0.3:log --trials 6 --epochs 4 --runs 2 --no-baseline --quiet)
"$adrop" tune "${search[@]}" --jobs 1 --out tune-local >tl.txt 2>&1
rank 1 tune "${search[@]}" --launch mpi --out tune-mpi >1.txt 2>&1 & one=$!
rank 2 tune "${search[@]}" --launch mpi --out tune-mpi >2.txt 2>&1 & two=$!
rank 0 tune "${search[@]}" --launch mpi --out tune-mpi >0.txt 2>&1
say $? "a search by three processes: $(cat 0.txt)"
wait $one && wait $two
say $? "its workers: $(cat 1.txt 2.txt)"
cmp -s tune-local/tune.json tune-mpi/tune.json
say $? "a search by three processes has other results"

# What is asked for by mistake.
"$adrop" compare "${settings[@]}" --launch mpi --out alone >/dev/null 2>err
[ $? = 2 ] && grep -q -e '--launch mpi is for a program that mpirun' err
say $? "mpi without mpirun: $(cat err)"
PATH=/nowhere "$adrop" compare "${settings[@]}" --launch slurm --jobs 2 --out none >/dev/null 2>err
[ $? = 1 ] && grep -q 'sbatch cannot be started' err
say $? "slurm without Slurm: $(cat err)"
"$adrop" compare "${settings[@]}" --launch slurm --slurm 'array=3' --jobs 2 --out bad >/dev/null 2>err
[ $? = 2 ] && grep -q "'array' is not for --slurm" err
say $? "an option that is ours: $(cat err)"
"$adrop" compare "${settings[@]}" --launch script --jobs 4 --slurm "partition=a,nodelist=n1,n2,signal=30" --out "it's" >script 2>err
[ $? = 0 ] && bash -n script && grep -q '^#SBATCH --array=0-3$' script && grep -q '^#SBATCH --nodelist="n1,n2"$' script &&
    grep -q '^#SBATCH --signal=B:USR1@30$' script && grep -q "'it'.*'s' --launch mpi &$" script
say $? "the script: $(cat err script)"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
