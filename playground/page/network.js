// The second view: a small network around the library's dropout layers, in training.
const network = (() => {
  const by = (id) => document.getElementById(id);
  const GRID = 44, EXTENT = 1.4, SIDE = 320;
  let net = 0, running = false, curve = [];

  const problem = (text) => {
    by("network-problem").hidden = !text;
    by("network-problem").textContent = text || "";
  };

  const settings = () => ({
    toy: by("toy").selectedIndex, rows: Number(by("rows").value) || 80, noise: Math.max(0, Number(by("noise").value) || 0),
    hidden: Number(by("hidden").value) || 24, lr: Number(by("lr").value) || 0.01, seed: Math.floor(Number(by("net-seed").value)) || 0,
  });

  const create = (text) => {
    const s = settings();
    return library.withText([text], (at) => library.calls.play_net_create(at, s.toy, s.rows, s.noise, s.hidden, s.lr, s.seed));
  };

  const surface = (which, passes, n) => {
    const size = n * n, calls = library.calls;
    const all = library.array(Float32Array, 3 * size, (at) => {
      if (calls.play_net_surface(which, n, EXTENT, passes, at, at + 4 * size, at + 8 * size)) problem(library.message());
    });
    return { mean: all.subarray(0, size), deviation: all.subarray(size, 2 * size), information: all.subarray(2 * size) };
  };

  const twoSided = () => {
    const middle = plot.colour("--middle"); // paler than the points, so that they stand out
    const low = plot.mix(middle, plot.colour("--class0"), 0.6), high = plot.mix(middle, plot.colour("--class1"), 0.6);
    return (p) => (p < 0.5 ? plot.mix(low, middle, 2 * p) : plot.mix(middle, high, 2 * p - 1));
  };
  const oneSided = (most) => {
    const low = plot.colour("--middle"), high = plot.colour("--unsure");
    return (v) => plot.mix(low, high, Math.min(1, v / most));
  };

  const points = (svg, which, radius) => {
    const calls = library.calls, n = calls.play_net_rows(which, 0);
    const xy = library.view(Float32Array, calls.play_net_points(which, 0), 2 * n);
    const classes = library.view(Uint8Array, calls.play_net_classes(which, 0), n);
    const x = plot.scale(-EXTENT, EXTENT, 0, SIDE), y = plot.scale(-EXTENT, EXTENT, SIDE, 0);
    for (let i = 0; i < n; i++) {
      if (Math.abs(xy[2 * i]) > EXTENT || Math.abs(xy[2 * i + 1]) > EXTENT) continue;
      svg.append(plot.element("circle", { class: "point" + classes[i], cx: x(xy[2 * i]).toFixed(1), cy: y(xy[2 * i + 1]).toFixed(1), r: radius }));
    }
  };

  const panel = (svg, n, values, colourOf, mean, which, radius) => {
    plot.clear(svg);
    svg.append(plot.element("image", { href: plot.picture(n, values, colourOf), x: 0, y: 0, width: SIDE, height: SIDE, preserveAspectRatio: "none" }));
    const edge = plot.contour(n, mean, 0.5);
    if (edge) svg.append(plot.element("path", { class: "edge", d: edge, transform: `scale(${SIDE / n})`, "vector-effect": "non-scaling-stroke" }));
    points(svg, which, radius);
    svg.append(plot.element("rect", { class: "frame", x: 0.5, y: 0.5, width: SIDE - 1, height: SIDE - 1 }));
  };

  const show = () => {
    const s = surface(net, Number(by("passes").value), GRID), measure = by("measure").value;
    const most = measure === "deviation" ? 0.5 : 1, values = s[measure];
    panel(by("border"), GRID, s.mean, twoSided(), s.mean, net, 4);
    panel(by("unsure"), GRID, values, oneSided(most), s.mean, net, 2.5);
    by("unsure-scale").textContent = `(pale: 0, full colour: ${most}; largest here ${Math.max(...values).toFixed(2)})`;
  };

  const percent = (x) => library.number(100 * x, 4) + " %";
  const state = (loss) => {
    const calls = library.calls, table = by("state").tBodies[0], rows = [];
    const step = calls.play_net_step(net), accuracy = [0, 1].map((part) => calls.play_net_accuracy(net, part));
    if (!curve.length || curve[curve.length - 1][0] !== step) curve.push([step, ...accuracy]);
    rows.push(["step", String(step)]);
    rows.push(["loss", step ? library.number(loss, 5) : "not trained yet"]);
    rows.push(["training points right", percent(accuracy[0])], ["test points right", percent(accuracy[1])]);
    for (const layer of [0, 1]) {
      const mu = calls.play_net_mu(net, layer), sigma = calls.play_net_sigma(net, layer);
      const more = Number.isNaN(mu) ? "" : `, mu ${library.number(mu, 4)}, sigma ${library.number(sigma, 4)}`;
      rows.push([`dropout rate, layer ${layer + 1}`, library.number(calls.play_net_rate(net, layer), 4) + more]);
    }
    table.replaceChildren(...rows.map(([name, value]) => {
      const tr = document.createElement("tr"), th = document.createElement("th"), td = document.createElement("td");
      th.scope = "row";
      th.textContent = name;
      td.textContent = value;
      tr.append(th, td);
      return tr;
    }));
    drawCurve();
  };

  const drawCurve = () => {
    const svg = by("loss"), box = { left: 46, right: 308, top: 14, bottom: 108 };
    const last = Math.max(10, curve[curve.length - 1][0]), x = plot.scale(0, last, box.left, box.right), y = plot.scale(40, 100, box.bottom, box.top);
    plot.clear(svg);
    plot.axes(svg, box, x, y, plot.ticks(0, last, 5), [40, 60, 80, 100], "step, accuracy in %", "");
    [["train", 1], ["test", 2]].forEach(([name, i]) =>
      svg.append(plot.element("path", { class: name, d: plot.line(curve.map((c) => [x(c[0]), y(Math.max(40, 100 * c[i]))])) })));
  };

  const reset = () => {
    const text = by("text").value.trim();
    stop();
    if (net) library.calls.play_net_free(net);
    net = create(text);
    curve = [];
    for (const id of ["train", "step"]) by(id).disabled = !net;
    problem(net ? "" : library.message());
    if (!net) return;
    state(NaN);
    show();
  };

  const advance = (steps) => {
    const loss = library.calls.play_net_train(net, steps);
    if (Number.isNaN(loss)) {
      problem(library.message());
      stop();
    }
    return loss;
  };

  const stop = () => {
    running = false;
    by("train").textContent = "train";
  };

  // Steps for 30 ms, then the numbers; the pictures every 400 ms, which take longer.
  const run = () => {
    let shown = performance.now();
    const frame = () => {
      if (!running) return;
      const until = performance.now() + 30;
      let loss;
      do loss = advance(5); while (running && performance.now() < until);
      state(loss);
      if (performance.now() - shown > 400) {
        show();
        shown = performance.now();
      }
      if (running) setTimeout(frame, 0);
      else show();
    };
    running = true;
    by("train").textContent = "pause";
    frame();
  };

  const toggle = () => {
    if (!running) return run();
    stop();
    show();
  };

  // ---- every technique ----

  const card = (name) => {
    const box = document.createElement("div"), h = document.createElement("h3"), p = document.createElement("p");
    box.className = "card";
    box.dataset.technique = name;
    h.textContent = name;
    box.append(h, p);
    by("gallery").append(box);
    return { box, p };
  };

  const one = (name, steps) => {
    const { box, p } = card(name), calls = library.calls, mine = create(name);
    if (!mine) {
      box.classList.add("refused");
      p.textContent = library.message();
      return;
    }
    const loss = calls.play_net_train(mine, steps);
    if (Number.isNaN(loss)) p.textContent = library.message();
    else {
      const n = 32, s = surface(mine, 10, n), id = "card-" + name;
      const svg = plot.element("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img", "aria-labelledby": id });
      svg.append(plot.element("title", { id }, `Predictions and border after ${steps} steps with ${name}`));
      panel(svg, n, s.mean, twoSided(), s.mean, mine, 6);
      p.before(svg);
      const unsure = s.deviation.reduce((sum, v) => sum + v, 0) / s.deviation.length;
      p.textContent = `test ${percent(calls.play_net_accuracy(mine, 1))}, rate ${library.number(calls.play_net_rate(mine, 0), 2)} and ${library.number(calls.play_net_rate(mine, 1), 2)}, mean deviation ${unsure.toFixed(3)}`;
    }
    calls.play_net_free(mine);
  };

  const all = () => {
    const names = library.list("play_technique"), steps = Number(by("all-steps").value);
    let i = 0;
    stop();
    by("gallery").replaceChildren();
    by("all").disabled = true;
    const next = () => {
      if (i === names.length) {
        by("all").disabled = false;
        by("all-progress").textContent = `${names.length} techniques, ${steps} steps each`;
        return;
      }
      by("all-progress").textContent = `${names[i]}, ${i + 1} of ${names.length}`;
      one(names[i++], steps);
      setTimeout(next, 0);
    };
    next();
  };

  const start = () => {
    const names = library.list("play_technique"), summaries = library.list("play_technique_summary");
    names.forEach((name) => by("technique").add(new Option(name, name)));
    library.list("play_toy").forEach((name) => by("toy").add(new Option(name, name)));
    const chosen = () => {
      by("text").value = by("technique").value;
      by("technique-summary").textContent = summaries[by("technique").selectedIndex];
      reset();
    };
    by("technique").value = "bernoulli";
    by("technique").addEventListener("change", chosen);
    for (const id of ["text", "toy", "noise", "rows", "hidden", "lr", "net-seed"]) by(id).addEventListener("change", reset);
    for (const id of ["passes", "measure"]) by(id).addEventListener("change", () => net && show());
    by("train").addEventListener("click", toggle);
    by("step").addEventListener("click", () => { stop(); state(advance(10)); show(); });
    by("reset").addEventListener("click", reset);
    by("all").addEventListener("click", all);
    chosen();
  };

  const redraw = () => { if (net) show(); };
  return { start, stop, redraw };
})();
