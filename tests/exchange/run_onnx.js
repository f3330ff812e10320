// Runs ONNX models in onnxruntime: node run_onnx.js JOB.json, where the job is
//     {"models": [{"path": .., "calls": [{name: {"type": "float32" | "string", "dims": [..], "data": [..] | "file": ..}}]}]}
// "file" has the little-endian floats. Prints {"models": [[{name: {"dims": [..], "data": [..]}}, ..], ..]}.
const fs = require("fs");
const ort = require("onnxruntime-node");

function tensor(t) {
  if (t.type === "string") return new ort.Tensor("string", t.data, t.dims);
  const bytes = t.file ? fs.readFileSync(t.file) : null;
  const data = bytes ? new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
                     : Float32Array.from(t.data, (x) => (x === null ? NaN : x));
  return new ort.Tensor("float32", data, t.dims);
}

async function main() {
  const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
  const models = [];
  for (const model of job.models) {
    const session = await ort.InferenceSession.create(model.path, { intraOpNumThreads: 1 });
    const calls = [];
    for (const call of model.calls) {
      const feeds = Object.fromEntries(Object.entries(call).map(([name, t]) => [name, tensor(t)]));
      const out = await session.run(feeds);
      calls.push(Object.fromEntries(Object.entries(out).map(([name, t]) => [name, { dims: t.dims, data: Array.from(t.data) }])));
    }
    models.push(calls);
    await session.release();
  }
  fs.writeSync(1, JSON.stringify({ models }));
}

main().catch((e) => { console.error(String(e)); process.exit(1); });
