#!/bin/bash
# One training across two network namespaces joined by a veth pair, which this script makes: the
# bits of one process, also at 100 Mbit/s (tc tbf). A cut cable (link down) ends the job within
# --comm-timeout, with a sentence that names rank and host. See namespaces.sh.
set -u
adrop=${ADROP:-build/adrop}
. "$(dirname "$0")/namespaces.sh"
passed=0 failed=0
say() { # ok? text
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "not ok: $2"
    fi
}

hash_of() { sha256sum <"$1/model.safetensors" | cut -c1-16; }

small=(--data digits --model mlp:64,64 --epochs 2 --shards 2 --threads 1 --quiet)
"$adrop" train "${small[@]}" --out "$room/one" >/dev/null 2>&1
job "$adrop" train "${small[@]}" --out "$room/two" >/dev/null 2>"$room/err"
say $? "two ranks in two namespaces: $(head -c 400 "$room/err")"
[ "$(hash_of "$room/two")" = "$(hash_of "$room/one")" ]
say $? "two ranks in two namespaces: other bits"

# The same over a slow line.
shape 100mbit
job "$adrop" train "${small[@]}" --out "$room/slow" >/dev/null 2>"$room/err"
say $? "at 100 Mbit/s: $(head -c 400 "$room/err")"
[ "$(hash_of "$room/slow")" = "$(hash_of "$room/one")" ]
say $? "at 100 Mbit/s: other bits"

# The cable is cut: both ranks are waited for; one sentence names the rank that does not answer.
job "$adrop" train "${small[@]}" --epochs 100000 --save-seconds 1 --comm-timeout 5 --out "$room/cut" >/dev/null 2>"$room/err" &
pid=$!
for _ in $(seq 200); do [ -f "$room/cut/checkpoint.safetensors" ] && break; sleep 0.1; done
start=$(date +%s)
ip -n $a link set va down
for _ in $(seq 400); do grep -q '^adrop train: rank' "$room/err" && break; sleep 0.1; done
took=$(($(date +%s) - start))
grep -qE '^adrop train: rank 1 on .*' "$room/err" && [ $took -le 8 ]
say $? "a cut cable: after $took s: $(head -c 400 "$room/err")"
echo "a cut cable: $(grep -m1 '^adrop train:' "$room/err") ($took s)"
for _ in $(seq 100); do # the ranks themselves end; mpirun waits for its own daemon behind the cut
    left=0
    for one in $(ip netns pids $a) $(ip netns pids $b); do
        [ "$(readlink "/proc/$one/exe")" = "$(readlink -f "$adrop")" ] && left=$((left + 1))
    done
    [ $left = 0 ] && break
    sleep 0.1
done
echo "a cut cable: $left ranks are left"
[ $left = 0 ]
say $? "a cut cable: $left ranks go on"
ip -n $a link set va up
for _ in $(seq 50); do kill -0 $pid 2>/dev/null || break; sleep 0.2; done
kill $pid 2>/dev/null
wait $pid
"$adrop" eval "$room/cut" --json >/dev/null 2>"$room/err"
say $? "the checkpoint after a cut cable: $(cat "$room/err")"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
