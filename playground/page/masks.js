// The first view: a member of the model-free family, its density, numbers and masks.
const masks = (() => {
  const by = (id) => document.getElementById(id);
  const POINTS = 400, BINS = 40;
  let later = 0, drawn = null;

  // The figure is as wide as it is shown, so that its text keeps its size on a phone.
  const box = (svg) => {
    const wide = Math.round(Math.min(640, Math.max(320, svg.getBoundingClientRect().width || 640)));
    svg.setAttribute("viewBox", `0 0 ${wide} 330`);
    return { left: 46, right: wide - 14, top: 26, bottom: 286 };
  };

  // As enumerated in playground/module.h.
  const NUMBERS = ["mean", "approximate mean", "variance", "standard deviation", "dropout rate", "noise level"];
  const QUARTILES = 6, ATOM_ZERO = 9, N_NUMBERS = 11, N_NEAREST = 6;

  const row = (table, name, value) => {
    const tr = table.insertRow(), th = document.createElement("th");
    th.scope = "row";
    th.textContent = name;
    tr.append(th);
    tr.insertCell().textContent = value;
  };

  const show = (numbers) => {
    const table = by("numbers").tBodies[0], print = library.number;
    table.replaceChildren();
    NUMBERS.forEach((name, i) => { if (name !== "approximate mean" || !Number.isNaN(numbers[i])) row(table, name, print(numbers[i])); });
    row(table, "quartiles", [0, 1, 2].map((i) => print(numbers[QUARTILES + i])).join(", "));
    const atoms = [0, 1].filter((i) => numbers[ATOM_ZERO + i] > 0);
    atoms.forEach((i) => row(table, "atom at " + i, print(numbers[ATOM_ZERO + i])));
    if (!atoms.length) row(table, "atoms", "none");
  };

  const showNearest = (near) => {
    const table = by("nearest").tBodies[0], print = library.number;
    table.replaceChildren();
    row(table, "nearest Bernoulli", `p ${print(near[0])}, distance ${print(near[1])}`);
    row(table, "nearest beta", `a ${print(near[2])}, b ${print(near[3])}, distance ${print(near[4])}${near[5] ? " (only in a limit)" : ""}`);
  };

  // The height of the axis: the density, unless it has a peak that would flatten all else.
  const height = (pdf, bars) => {
    const sorted = [...pdf].filter(Number.isFinite).sort((a, b) => a - b);
    const high = sorted[Math.floor(0.97 * (sorted.length - 1))] || 1;
    return Math.max(1.2, Math.min(sorted[sorted.length - 1] || 1, 2 * high), Math.min(Math.max(...bars), 2 * high)) * 1.06;
  };

  const draw = (curve, numbers, near, beta, samples) => {
    const svg = by("density"), bars = new Array(BINS).fill(0), b = box(svg);
    drawn = [curve, numbers, near, beta, samples];
    for (const m of samples) if (m > 0 && m < 1) bars[Math.min(BINS - 1, Math.floor(m * BINS))] += BINS / samples.length;
    const top = height(curve, bars), x = plot.scale(0, 1, b.left, b.right), y = plot.scale(0, top, b.bottom, b.top);
    const mass = plot.scale(0, 1, b.bottom, b.top);
    // What leaves the figure at the top is cut there; far above it, numbers would be too large.
    const points = (values) => plot.line([...values].map((v, i) => [x((i + 0.5) / POINTS), y(Math.min(v, 3 * top))]));
    const lines = plot.element("g", { "clip-path": "url(#density-inside)" });
    const inside = plot.element("clipPath", { id: "density-inside" });
    plot.clear(svg);
    plot.axes(svg, b, x, y, plot.ticks(0, 1, b.right > 480 ? 10 : 5), plot.ticks(0, top, 5), "mask m", "density");
    inside.append(plot.element("rect", { x: b.left, y: b.top, width: b.right - b.left, height: b.bottom - b.top + 2 }));
    svg.append(inside, lines);
    bars.forEach((v, i) => lines.append(plot.element("rect",
      { class: "bar", x: x(i / BINS) + 0.5, y: y(Math.min(v, top)), width: x(1 / BINS) - x(0) - 1, height: b.bottom - y(Math.min(v, top)) })));
    if (beta) lines.append(plot.element("path", { class: "beta", d: points(beta) }));
    lines.append(plot.element("path", { class: "density", d: points(curve) }));
    [0, 1].forEach((i) => {
      const atom = numbers[ATOM_ZERO + i];
      if (atom > 0) svg.append(plot.element("line", { class: "atom", x1: x(i), x2: x(i), y1: b.bottom, y2: mass(atom) }));
      if (near) svg.append(plot.element("circle", { class: "coin", cx: x(i), cy: mass(i ? near[0] : 1 - near[0]), r: 5.5 }));
    });
    const mean = x(numbers[0]);
    svg.append(plot.element("line", { class: "mean", x1: mean, x2: mean, y1: b.top, y2: b.bottom }));
    svg.append(plot.element("text", { x: Math.min(Math.max(mean, b.left + 70), b.right - 20), y: b.top - 8, "text-anchor": "middle" }, "mean"));
  };

  const legend = () => {
    const entries = [
      ["density", [["path", { class: "density", d: "M1 6H29" }]]],
      ["masks drawn", [["rect", { class: "bar", x: 2, y: 0, width: 26, height: 12 }]]],
      ["atom (full height: mass 1)", [["line", { class: "atom", x1: 15, x2: 15, y1: 0, y2: 12 }]]],
      ["nearest beta", [["path", { class: "beta", d: "M1 6H29" }]]],
      ["nearest Bernoulli (likewise)", [["circle", { class: "coin", cx: 15, cy: 6, r: 5 }]]],
    ];
    by("density-legend").replaceChildren(...entries.map(([name, shapes]) => {
      const entry = document.createElement("span"), svg = plot.element("svg", { class: "sample", viewBox: "0 0 30 12", "aria-hidden": "true" });
      entry.className = "entry";
      svg.append(...shapes.map(([kind, attributes]) => plot.element(kind, attributes)));
      entry.append(svg, name);
      return entry;
    }));
  };

  // A name, or a formula: the last choice of either list shows a field for it.
  const formulas = { "seed-dist": "quantile", map: "formula" };
  const named = (id) => (by(id).value === formulas[id] ? `${formulas[id]}(${by(id + "-formula").value})` : by(id).value);
  const showFields = () => {
    for (const id of Object.keys(formulas)) by(id + "-formula").hidden = by(id).value !== formulas[id];
  };
  const quoted = (text) => (text.includes("(") ? `'${text}'` : text);

  const chosen = () => ({
    seed: named("seed-dist"), map: named("map"), mu: Number(by("mu").value || NaN), sigma: Number(by("sigma").value || NaN),
    n: Number(by("draws").value), draw: Math.min(4294967295, Math.max(0, Math.floor(Number(by("seed").value) || 0))),
  });

  const withMember = (c, f) => {
    const { calls } = library;
    const member = library.withText([c.seed, c.map], (s, m) => calls.play_member_create(s, m, c.mu, c.sigma));
    by("masks-problem").hidden = Boolean(member);
    if (!member) {
      by("masks-problem").textContent = library.message();
      return;
    }
    try { f(member, calls); } finally { calls.play_member_free(member); }
  };

  // All at once, but for the nearest distributions, which wait until the hand rests.
  const update = () => {
    showFields();
    const c = chosen();
    withMember(c, (member, calls) => {
      const numbers = library.array(Float64Array, N_NUMBERS, (at) => calls.play_member_numbers(member, at));
      const both = library.array(Float64Array, 2 * POINTS, (at) => calls.play_member_curve(member, POINTS, at, at + 8 * POINTS));
      const samples = library.array(Float32Array, c.n, (at) => calls.play_member_sample(member, c.draw, c.n, at));
      const curve = both.subarray(0, POINTS);
      show(numbers);
      draw(curve, numbers, null, null, samples);
      by("samples").textContent = [...samples.subarray(0, 8)].map((v) => library.number(v)).join(" ");
      by("masks-summary").textContent = `${c.seed}: ${summaries.seeds[c.seed] || "noise of your own"}; ${c.map}: ${summaries.maps[c.map] || "a mapping of your own"}`;
      by("command").textContent = `adrop dist --seed-dist ${quoted(c.seed)} --map ${quoted(c.map)} --mu ${c.mu} --sigma ${c.sigma} --samples 8 --seed ${c.draw} --nearest`;
      document.body.dataset.nearest = "waiting";
      clearTimeout(later);
      later = setTimeout(() => nearest(c, curve, numbers, samples), 60);
    });
  };

  const nearest = (c, curve, numbers, samples) => withMember(c, (member, calls) => {
    const near = library.array(Float64Array, N_NEAREST, (at) => calls.play_member_nearest(member, at));
    const beta = library.array(Float64Array, POINTS, (at) => calls.play_beta_curve(near[2], near[3], POINTS, at));
    showNearest(near);
    draw(curve, numbers, near, beta, samples);
    document.body.dataset.nearest = "shown";
  });

  const tidy = (x) => Number(x.toPrecision(3));
  const slides = () => {
    by("mu-slide").value = by("mu").value;
    by("sigma-slide").value = Math.log10(Math.max(Number(by("sigma").value), 1e-9));
  };
  const choose = (seed, map, mu, sigma) => {
    by("seed-dist").value = seed;
    by("map").value = map;
    by("mu").value = mu;
    by("sigma").value = sigma;
    slides();
    update();
  };

  const summaries = { seeds: {}, maps: {} };
  const start = () => {
    const lists = [["seed-dist", "play_seed", summaries.seeds], ["map", "play_map", summaries.maps]];
    for (const [id, call, summary] of lists) {
      const words = library.list(call + "_summary");
      library.list(call).forEach((name, i) => {
        summary[name] = words[i];
        by(id).add(new Option(name, name));
      });
      by(id).add(new Option("a formula", formulas[id]));
      by(id + "-formula").addEventListener("input", update);
    }
    legend();
    by("mu-slide").addEventListener("input", () => { by("mu").value = by("mu-slide").value; update(); });
    by("sigma-slide").addEventListener("input", () => { by("sigma").value = tidy(10 ** Number(by("sigma-slide").value)); update(); });
    for (const id of ["mu", "sigma"]) by(id).addEventListener("input", () => { slides(); update(); });
    for (const id of ["seed-dist", "map", "draws", "seed"]) by(id).addEventListener("input", update);
    by("draw").addEventListener("click", () => { by("seed").value = (chosen().draw + 1) % 4294967296; update(); });
    for (const b of document.querySelectorAll("[data-member]"))
      b.addEventListener("click", () => choose(...b.dataset.member.split(",")));
    addEventListener("resize", () => { if (drawn && !by("view-masks").hidden) draw(...drawn); });
    choose("gaussian", "sigmoid", 1, 2);
  };

  return { start, update, choose };
})();
