#!/bin/sh
# setup_onnx.sh BUILD: onnxruntime for Node.js into BUILD/npm, for the tests that run exported models. Its
# package holds the runtime for this processor; nothing else is fetched. Without npm or its registry the
# tests skip themselves.
set -eu
build=${1:?give the build folder}
version=1.30.0
[ -d "$build/npm/node_modules/onnxruntime-node" ] && exit 0
command -v npm >/dev/null || { echo "setup_onnx.sh: no npm: models are not run in onnxruntime" >&2; exit 0; }
mkdir -p "$build/npm"
echo "installing: onnxruntime-node $version"
npm install --prefix "$build/npm" --ignore-scripts --no-audit --no-fund --no-save --loglevel=error \
    "onnxruntime-node@$version" >/dev/null ||
    echo "setup_onnx.sh: npm cannot install onnxruntime-node $version: models are not run in it" >&2
