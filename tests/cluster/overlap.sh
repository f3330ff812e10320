#!/bin/bash
# How much of the communication a training step hides: VGG16, two ranks of one thread in two network
# namespaces joined by a veth pair of 1 Gbit/s (tc tbf), which this script makes. Prints the
# computing time of a rank, the time to sum the gradients over the line, the time of the step, and
# its ratio to the longer of the two; fails if the ratio exceeds 1.2 ($MOST). Messages hide behind
# the backward pass, so a rank must compute somewhat longer than its gradients travel: with
# BATCH=128 both take half a second, and the test fails (docs/scaling.md). Needs root, iproute2,
# Open MPI with its plug-in, and two idle cores. Names begin with adrop-$$; nothing else is touched.
set -u
adrop=${ADROP:-build/adrop} most=${MOST:-1.2} rate=${RATE:-1gbit} batch=${BATCH:-256} network=${NETWORK:-vgg16} steps=${STEPS:-9}
. "$(dirname "$0")/namespaces.sh"
shape "$rate"
line=$(job "$adrop" bench --case comm --network "$network" --batch "$batch" --threads 1 --steps "$steps" --json 2>"$room/err")
[ -n "$line" ] || { echo "not ok: $(head -c 400 "$room/err")"; exit 1; }
echo "$line"
field() { sed "s/.*\"$1\": *\([-0-9.e]*\).*/\1/" <<<"$line"; }
echo "$network, batch $batch, $rate: compute $(field compute_ms) ms, communication $(field sum_ms) ms, step $(field step_ms) ms: overlap $(field overlap), $(field ratio) of the longer"
awk -v a="$(field ratio)" -v b="$most" 'BEGIN { exit !(a > 0 && a <= b) }' || { echo "not ok: $(field ratio) is more than $most"; exit 1; }
