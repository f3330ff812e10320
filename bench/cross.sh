#!/bin/sh
# Noise that sets itself (advanced-cross) beside no dropout, advanced and fixed noise, paired; docs/techniques/advanced-cross.md has what
# came out. SET is starts, advanced-cross from five sigmas on 1,000 rows of MNIST; 300, 1000, 3000, 10000 or 60000 rows of MNIST; boston, concrete, wine-red or yacht on their published splits; or cifar-dense or
# cifar-everywhere, a narrow VGG16 on 5,000 rows of CIFAR-10. Arguments after it go to adrop compare:
#
#     ADROP_DATA=.. bench/cross.sh 1000 --out runs/cross-1000
set=${1:?usage: bench/cross.sh SET [options of adrop compare]}
shift
grid="--dropout bernoulli:rate=0.2 --dropout bernoulli:rate=0.5 --dropout advanced-fixed:mu=0,sigma=0.5
      --dropout advanced-fixed:mu=0,sigma=1.4633 --dropout advanced-fixed:mu=0,sigma=4"
mnist="--data mnist --model mlp:800,800 --dropout-at dense-inputs --lr 0.05 --batch 64"
uci="--by-split --runs 20 --model mlp:50,50 --dropout-at hidden --epochs 200 --lr 0.01 --batch 32"
cifar="--data cifar10 --train-limit 5000 --model vgg16:width=0.125 --augment none --epochs 40 --lr 0.05 --batch 64 --runs 5"
case $set in
starts) settings="$mnist --train-limit 1000 --epochs 60 --runs 5 --dropout advanced-cross:sigma=0.3 --dropout advanced-cross:sigma=1.4633
      --dropout advanced-cross:sigma=4 --dropout advanced-cross:sigma=6" ;;
300) settings="$mnist --train-limit 300 --epochs 200 --runs 10 --dropout advanced $grid" ;;
1000) settings="$mnist --train-limit 1000 --epochs 60 --runs 10 --dropout advanced $grid" ;;
3000) settings="$mnist --train-limit 3000 --epochs 50 --runs 10 --dropout advanced $grid" ;;
10000) settings="$mnist --train-limit 10000 --epochs 30 --runs 5 --dropout advanced-fixed:mu=0,sigma=1.4633" ;;
60000) settings="$mnist --epochs 20 --runs 5 --dropout advanced-fixed:mu=0,sigma=1.4633" ;;
boston | concrete | wine-red | yacht) settings="--data $set $uci --dropout advanced $grid" ;;
cifar-dense) settings="$cifar --dropout-at dense-inputs" ;;
cifar-everywhere) settings="$cifar --dropout-at everywhere" ;;
*)
    echo "bench/cross.sh: there is no set '$set'" >&2
    exit 2
    ;;
esac
# shellcheck disable=SC2086 # words on purpose
exec "${ADROP:-build/adrop}" compare $settings --dropout advanced-cross --dropout none --baseline advanced-cross --schedule cosine \
    --momentum 0.9 --weight-decay 0.0005 --threads 1 --eval-every end "$@"
