// The library: WebAssembly from the page's own text, and its calls with texts and arrays.
const library = (() => {
  let calls, text;

  // The module asks for an operating system where a C library would; it has none here.
  const nothing = 52, bad = 8;
  const system = {
    environ_get: () => 0,
    environ_sizes_get: (count, size) => {
      const view = new DataView(calls.memory.buffer);
      view.setUint32(count, 0, true);
      view.setUint32(size, 0, true);
      return 0;
    },
    fd_close: () => bad, fd_seek: () => bad, fd_write: () => bad, fd_read: () => bad,
    fd_fdstat_get: () => bad, clock_time_get: () => nothing, random_get: () => nothing,
    proc_exit: (code) => { throw new Error("the library ended with " + code); },
  };

  const open = async () => {
    const coded = document.getElementById("module").textContent.trim();
    const bytes = Uint8Array.from(atob(coded), (c) => c.charCodeAt(0));
    const made = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: system });
    calls = made.instance.exports;
    calls._initialize();
    text = calls.play_allocate(64);
    return calls;
  };

  const read = (at) => {
    if (!at) return null;
    const bytes = new Uint8Array(calls.memory.buffer);
    let end = at;
    while (bytes[end]) end++;
    return new TextDecoder().decode(bytes.slice(at, end));
  };

  // f(address of the text); the memory is given back.
  const withText = (words, f) => {
    const addresses = words.map((word) => {
      const bytes = new TextEncoder().encode(word + "\0");
      const at = calls.play_allocate(bytes.length);
      new Uint8Array(calls.memory.buffer).set(bytes, at);
      return at;
    });
    try { return f(...addresses); } finally { addresses.forEach((at) => calls.play_free(at)); }
  };

  // f(address) fills n numbers of a type; returns a copy of them.
  const array = (Type, n, f) => {
    const at = calls.play_allocate(n * Type.BYTES_PER_ELEMENT);
    try {
      f(at);
      return new Type(calls.memory.buffer, at, n).slice();
    } finally { calls.play_free(at); }
  };

  const view = (Type, at, n) => new Type(calls.memory.buffer, at, n).slice();

  const list = (call) => {
    const names = [];
    for (let name; (name = read(calls[call](names.length))) !== null;) names.push(name);
    return names;
  };

  // A number as the program prints it.
  const number = (x, digits = 7) => {
    calls.play_number(x, digits, text);
    return read(text);
  };

  const message = () => read(calls.play_message());

  return { open, read, withText, array, view, list, number, message, get calls() { return calls; } };
})();
