#!/bin/bash
# packages.sh SUITE DEBS DIR: makes a fresh debootstrap of SUITE in DIR, installs the packages of
# the folder DEBS with apt, and uses them there: the program trains, predicts and shows a manual
# page; a user's program is compiled against the library, shared and by CMake; two ranks train by
# Open MPI, and by MPICH to the same bytes; a purge leaves nothing. Needs root, debootstrap and the
# mirror. `make deb` makes DEBS for this machine's release, tools/deb_in.sh for another.
set -eu
[ $# = 3 ] || { echo "usage: packages.sh SUITE DEBS DIR" >&2; exit 2; }
suite=$1 debs=$2 root=$3
mirror=http://deb.debian.org/debian
command -v debootstrap >/dev/null || { echo "skipped: no debootstrap"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "skipped: not root"; exit 77; }
[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase "$suite" "$root" $mirror >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
mkdir -p "$root/debs"
cp "$debs"/*.deb "$root/debs/"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys" # MPI looks for processors and networks there
trap 'umount "$root/sys" "$root/proc"' EXIT
cat >"$root/use.sh" <<'USE'
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 OMP_WAIT_POLICY=passive
get() { apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >/dev/null; }
apt-get update -qq
rm -f /etc/dpkg/dpkg.cfg.d/excludes
get /debs/adrop_*.deb /debs/libadrop0_*.deb /debs/libadrop-lab0_*.deb
cd "$(mktemp -d)"
adrop --version
adrop train --data digits --dropout advanced --epochs 5 --out run --quiet
adrop eval run --json | tr ',' '\n' | grep -m 1 acc
adrop predict run --input digits --samples 2 --output rows.csv --quiet && [ -s rows.csv ]
adrop check-technique advanced >/dev/null
adrop list models vgg16:width=0.1 --yaml >net.yaml
adrop train --data digits --model 'net:conv 8 3 pad=1; norm; relu; pool 2; flatten; dropout; dense' --epochs 1 --out net --quiet
adrop playground --output page.html && [ -s page.html ]
[ -e /usr/share/man/man1/adrop-train.1.gz ]
[ -e /usr/share/bash-completion/completions/adrop ]
[ -e /usr/share/zsh/vendor-completions/_adrop ]
if ldd /usr/bin/adrop | grep 'not found'; then exit 1; fi
get /debs/python3-adrop_*.deb
python3 -c 'import adrop; run = adrop.train("digits", epochs=1); print(adrop.library_path, run.result.test_acc)' | grep '^libadrop-lab.so.0'
get gcc libc6-dev cmake make pkg-config /debs/libadrop-dev_*.deb
cp /usr/share/doc/libadrop-dev/examples/02_masks.c* . && gunzip -f ./*.gz 2>/dev/null || true
cc 02_masks.c $(pkg-config --cflags --libs adrop) -o masks && ./masks | head -n 2
cat >CMakeLists.txt <<'LISTS'
cmake_minimum_required(VERSION 3.20)
project(outside C)
find_package(adrop REQUIRED COMPONENTS core lab)
add_executable(masks 02_masks.c)
target_link_libraries(masks adrop::adrop)
LISTS
cmake -S . -B b >/dev/null && cmake --build b >/dev/null && ./b/masks >/dev/null
get /debs/adrop-openmpi_*.deb openmpi-bin
mpirun.openmpi --allow-run-as-root --oversubscribe -np 2 adrop train --data digits --shards 2 --epochs 1 --out two --quiet
grep -q '"ranks": *2' two/run.json
get /debs/adrop-mpich_*.deb mpich
mpirun.mpich -np 2 adrop train --data digits --shards 2 --epochs 1 --out pair --quiet
grep -q '"ranks": *2' pair/run.json
cmp two/model.safetensors pair/model.safetensors
apt-get purge -y -qq -o Dpkg::Use-Pty=0 adrop libadrop0 libadrop-lab0 libadrop-dev adrop-openmpi adrop-mpich python3-adrop >/dev/null
[ -z "$(find /usr/lib /usr/share /usr/bin /usr/include -name '*adrop*' | head -n 1)" ]
echo "packages: installed, used and removed in $(. /etc/os-release && echo "$VERSION_CODENAME")"
USE
chroot "$root" bash /use.sh
