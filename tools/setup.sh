#!/bin/sh
# Install the Debian packages that are missing: `setup.sh build`, `setup.sh peers`,
# `fuzz`, `analyze`, `cluster`, `clang`, `tsan`, `arm64`, `deb` or `playground`. As root or through sudo without a password; otherwise it
# prints the one line to run and stops.
set -eu
case $(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}") in bookworm) llvm=14 ;; *) llvm=19 ;; esac # Debian's clang

case ${1:-build} in
build) packages="gcc g++ make cmake pkg-config libyaml-dev libjansson-dev libxxhash-dev libdnnl-dev libutf8proc-dev libstemmer-dev libarchive-dev libjpeg62-turbo-dev libpng-dev libcurl4-openssl-dev ca-certificates clang-format" ;;
peers) packages="python3-numpy python3-scipy python3-sklearn python3-onnx python3-pandas python3-tqdm mypy valgrind fasttext python3-torch libopenblas0-pthread dataset-fashion-mnist man-db groff-base locales tmux openmpi-bin libopenmpi-dev mpich libmpich-dev chromium fonts-dejavu-core libxml2-utils librsvg2-bin clang lld wasi-libc libclang-rt-$llvm-dev-wasm32" ;;
fuzz) packages="clang libclang-rt-$llvm-dev cmake pkg-config libyaml-dev libjansson-dev libxxhash-dev libdnnl-dev libutf8proc-dev libstemmer-dev libarchive-dev libjpeg62-turbo-dev libpng-dev libcurl4-openssl-dev" ;;
cluster) packages="slurmctld slurmd slurm-client munge openmpi-bin libopenmpi-dev mpich libmpich-dev iproute2" ;;
analyze) packages="clang-tidy python3" ;;
clang) packages="clang" ;;
tsan) packages="clang libclang-rt-$llvm-dev libomp-dev" ;;
arm64) packages="gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user-static debootstrap" ;;
deb) packages="build-essential debhelper dh-python lintian fakeroot dpkg-dev libopenmpi-dev libmpich-dev" ;;
playground) packages="clang lld wasi-libc libclang-rt-$llvm-dev-wasm32" ;;
*)
    echo "setup.sh: there is no set '$1': build, peers, fuzz, analyze, cluster, clang, tsan, arm64, deb or playground" >&2
    exit 2
    ;;
esac

# Node.js runs exported models; where it is there already it stays as it is.
[ "${1:-build}" != peers ] || command -v npm >/dev/null || packages="$packages nodejs npm"

missing=
for package in $packages; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "setup.sh: this is not Debian; install the equivalents of:$missing" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=sudo
else
    echo "These packages are missing. Run this line, then try again:" >&2
    echo "    sudo apt-get install -y --no-install-recommends$missing" >&2
    exit 1
fi
echo "installing:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086 # the list is words on purpose
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $missing >/dev/null
