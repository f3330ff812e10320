#!/bin/bash
# The pieces of the model of docs/scaling.md, as lines of JSON that bench/scaling.py reads: training steps of one thread with the times of their
# layers, and exchanges and sums between two network namespaces, as fast as the machine carries them and at 1 Gbit/s, steps of both ranks among them.
# Needs what overlap.sh needs, and a machine that nobody else uses; takes two or three minutes.
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
