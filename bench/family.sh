#!/bin/sh
# The family of advanced dropout: its 30 pairs of a noise distribution and a mapping, each with learned and
# with constant mu and sigma, on 1,000 rows of MNIST, against Gaussian x sigmoid. Arguments go to adrop compare:
#
#     ADROP_DATA=.. bench/family.sh --runs 5 --threads 1 --out runs/family
set --  --dropout advanced --dropout advanced-fixed "$@"
for noise in gaussian laplace logistic uniform exponential; do
    for map in sigmoid probit clamp tanh atan one-minus-exp; do
        [ $noise-$map = gaussian-sigmoid ] && continue
        for technique in advanced advanced-fixed; do
            set -- "$@" --dropout $technique:seed-dist=$noise,map=$map
        done
    done
done
exec "${ADROP:-build/adrop}" compare --data mnist --model mlp:800,800 --dropout-at dense-inputs --train-limit 1000 --epochs 50 --lr 0.01 \
    --batch 64 --momentum 0.9 --weight-decay 0.0005 --dropout-lr 0.001 --eval-every end "$@"
