#!/bin/sh
# Overfitting: every technique that a dense network can have, on ROWS rows of MNIST and all test rows, against
# no dropout. Each technique that learns chooses its dropout-lr on a tenth of the training rows. About as many
# steps for each number of rows. Arguments after it go to adrop compare:
#
#     ADROP_DATA=.. bench/overfitting.sh 1000 --runs 10 --threads 1 --out runs/overfitting-1000
rows=${1:?usage: bench/overfitting.sh 300|1000|3000 [options of adrop compare]}
shift
case $rows in
300) epochs=200 ;;
1000) epochs=100 ;;
3000) epochs=50 ;;
*) echo "bench/overfitting.sh: 300, 1000 or 3000 rows, not '$rows'" >&2; exit 2 ;;
esac
exec "${ADROP:-build/adrop}" compare --data mnist --model mlp:800,800 --dropout all --baseline none --dropout-at dense-inputs --train-limit "$rows" \
    --epochs $epochs --lr 0.01 --batch 64 --momentum 0.9 --weight-decay 0.0005 --choose-dropout-lr 0.0001,0.001,0.01 --eval-every end "$@"
