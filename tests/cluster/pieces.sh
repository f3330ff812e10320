#!/bin/bash
# The terms of the model in docs/scaling.md, as lines of JSON for bench/scaling.py: training steps
# of one thread with the times of their layers; exchanges, sums and steps of both ranks between two
# network namespaces, at the machine's full speed and at 1 Gbit/s. Has the requirements of
# overlap.sh, and needs an idle machine; takes two or three minutes.
set -u
adrop=${ADROP:-build/adrop}
. "$(dirname "$0")/namespaces.sh"
for network in fc vgg16 resnet18; do
    "$adrop" bench --case $network --dropout none --threads 1 --steps 5 --profile --json || exit 1
done
job "$adrop" bench --case comm --threads 1 --json || exit 1
shape "${RATE:-1gbit}"
for batch in 128 256; do
    job "$adrop" bench --case comm --network vgg16 --batch $batch --threads 1 --steps 7 --json || exit 1
done
