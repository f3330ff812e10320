"use strict";
/* What a report can do beyond being read: values under the pointer, legends that switch, zoom, other
 * axes, smoothing, tables that sort. Everything is drawn from the values that the SVG keeps. */
(() => {
  const NS = "http://www.w3.org/2000/svg";
  const make = (name, attributes, parent) => {
    const e = document.createElementNS(NS, name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    if (parent) parent.appendChild(e);
    return e;
  };
  const short = (v) => (Number.isFinite(v) ? String(Number(v.toPrecision(5))) : "none");

  /* "1..20" or "1,2,,4": numbers, NaN for gaps. */
  const numbers = (text) => {
    if (text === null) return null;
    const counted = /^1\.\.(\d+)$/.exec(text);
    if (counted) return Array.from({ length: Number(counted[1]) }, (_, i) => i + 1);
    return text.split(",").map((t) => (t === "" ? NaN : Number(t)));
  };

  /* -- Curves ------------------------------------------------------------------------------- */

  const place = (v, [low, high], log) =>
    log ? (v > 0 ? Math.log(v / low) / Math.log(high / low) : NaN) : (v - low) / (high - low);
  const unplace = (t, [low, high], log) =>
    log ? low * Math.pow(high / low, t) : low + t * (high - low);

  const steps = (low, high, most) => {
    const raw = (high - low) / most, power = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 5, 10].find((k) => k * power >= raw * 0.999) * power;
    const ticks = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high * (1 + 1e-12) + step * 1e-9; k++)
      ticks.push(Number((k * step).toPrecision(12)));
    return ticks;
  };
  const logSteps = (low, high, most) => {
    const ticks = [];
    const fine = Math.log10(high / low) * 3 <= most ? [1, 2, 5] : [1];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
      for (const k of fine) {
        const v = Number((k * Math.pow(10, e)).toPrecision(3));
        if (v >= low * 0.999 && v <= high * 1.001) ticks.push(v);
      }
    return ticks.length > 1 ? ticks : steps(low, high, most);
  };

  const smooth = (values, width) => {
    if (width <= 1) return values;
    return values.map((v, i) => {
      if (!Number.isFinite(v)) return v;
      let sum = 0, n = 0;
      for (let k = Math.max(0, i - width + 1); k <= Math.min(values.length - 1, i + width - 1); k++)
        if (Number.isFinite(values[k])) { sum += values[k]; n++; }
      return sum / n;
    });
  };

  class Panel {
    constructor(g) {
      this.g = g;
      this.svg = g.ownerSVGElement;
      [this.left, this.top, this.width, this.height] = g.dataset.plot.split(" ").map(Number);
      this.home = { x: g.dataset.xr.split(" ").map(Number), y: g.dataset.yr.split(" ").map(Number) };
      this.logs = g.dataset.log.split(" ").map((t) => t === "1");
      this.homeLogs = this.logs.slice();
      this.range = { x: this.home.x.slice(), y: this.home.y.slice() };
      this.smooth = 1;
      this.clip = g.querySelector(".clip");
      this.series = [...g.querySelectorAll(".series")].map((e) => ({
        e, name: e.dataset.name, line: e.querySelector(".line"), band: e.querySelector(".band"),
        x: numbers(e.getAttribute("data-x")) || [], y: numbers(e.getAttribute("data-y")) || [],
        low: numbers(e.getAttribute("data-low")), high: numbers(e.getAttribute("data-high")),
      }));
      this.hit = make("rect", { class: "hit", x: this.left, y: this.top, width: this.width, height: this.height });
      this.clip.insertBefore(this.hit, this.clip.firstChild);
      this.cross = make("path", { class: "cross", d: "" }, this.clip);
      this.listen();
    }
    px(v) { return this.left + this.width * place(v, this.range.x, this.logs[0]); }
    py(v) { return this.top + this.height * (1 - place(v, this.range.y, this.logs[1])); }
    shown() { return this.series.filter((s) => !s.e.classList.contains("off")); }

    /* The least and the largest that is drawn, for an axis whose scale changes. */
    extent() {
      let low = Infinity, high = -Infinity;
      for (const s of this.shown())
        s.y.forEach((v, i) => {
          if (s.x[i] < this.range.x[0] || s.x[i] > this.range.x[1]) return;
          for (const w of [v, s.low ? s.low[i] : NaN, s.high ? s.high[i] : NaN])
            if (Number.isFinite(w) && (!this.logs[1] || w > 0)) { low = Math.min(low, w); high = Math.max(high, w); }
        });
      return low < high ? [low, high] : low === high ? [low * 0.9, low * 1.1 || 1] : null;
    }
    setLog(axis, on) {
      this.logs[axis] = on;
      const key = axis ? "y" : "x";
      this.range[key] = this.home[key].slice();
      if (axis && on !== this.homeLogs[1]) this.range.y = this.extent() || this.range.y;
      if (on && !(this.range[key][0] > 0)) {
        const positive = (axis ? this.extent() : null) || [this.range[key][1] / 1000, this.range[key][1]];
        const least = axis ? positive[0] : Math.min(...this.series.flatMap((s) => s.x.filter((v) => v > 0)));
        this.range[key][0] = least > 0 && least < this.range[key][1] ? least : this.range[key][1] / 1000;
      }
      this.draw();
    }
    reset() {
      this.range = { x: this.home.x.slice(), y: this.home.y.slice() };
      this.logs = this.homeLogs.slice();
      this.draw();
    }
    zoom(factor, centre) {
      const t = centre === undefined ? 0.5 : centre;
      for (const [k, log] of [["x", this.logs[0]], ["y", this.logs[1]]]) {
        const c = k === "x" ? t : 0.5, half = 0.5 / factor;
        this.range[k] = [unplace(c - half, this.range[k], log), unplace(c + half, this.range[k], log)];
      }
      this.draw();
    }
    pan(part) {
      const d = part * (this.range.x[1] - this.range.x[0]);
      this.range.x = this.logs[0]
        ? this.range.x.map((v) => v * Math.pow(this.range.x[1] / this.range.x[0], part))
        : this.range.x.map((v) => v + d);
      this.draw();
    }
    path(xs, ys) {
      let d = "", open = false;
      xs.forEach((x, i) => {
        const a = this.px(x), b = this.py(ys[i]);
        if (!Number.isFinite(a) || !Number.isFinite(b)) { open = false; return; }
        d += (open ? "L" : "M") + a.toFixed(1) + " " + b.toFixed(1);
        open = true;
      });
      return d;
    }
    draw() {
      for (const s of this.series) {
        s.line.setAttribute("d", this.path(s.x, smooth(s.y, this.smooth)));
        if (!s.band || !s.low) continue;
        const low = smooth(s.low, this.smooth), high = smooth(s.high, this.smooth);
        const up = [], down = [];
        s.x.forEach((x, i) => {
          const a = this.px(x), b = this.py(high[i]), c = this.py(Math.max(low[i], this.logs[1] ? this.range.y[0] : -Infinity));
          if (![a, b, c].every(Number.isFinite)) return;
          up.push(a.toFixed(1) + " " + b.toFixed(1));
          down.unshift(a.toFixed(1) + " " + c.toFixed(1));
        });
        s.band.setAttribute("d", up.length ? "M" + up.join("L") + "L" + down.join("L") + "z" : "");
      }
      this.ticks("x");
      this.ticks("y");
    }
    ticks(k) {
      const group = this.g.querySelector("." + k + "ticks"), log = this.logs[k === "x" ? 0 : 1];
      const most = Math.max(2, k === "x" ? this.width / 62 : this.height / 34), r = this.range[k];
      group.replaceChildren();
      for (const v of (log ? logSteps : steps)(r[0], r[1], most)) {
        const at = k === "x" ? this.px(v) : this.py(v);
        make("path", { class: "grid", d: k === "x" ? `M${at} ${this.top}V${this.top + this.height}` : `M${this.left} ${at}H${this.left + this.width}` }, group);
        const t = make("text", { class: "tick", x: k === "x" ? at : this.left - 6, y: k === "x" ? this.top + this.height + 14 : at + 4, "text-anchor": k === "x" ? "middle" : "end" }, group);
        t.textContent = String(v);
      }
    }
    at(event) {
      const m = this.svg.getScreenCTM();
      return [(event.clientX - m.e) / m.a, (event.clientY - m.f) / m.d];
    }
    /* What stands at the x nearest to the pointer. */
    show(px, pageX, pageY) {
      let nearest = NaN, far = Infinity;
      for (const s of this.shown())
        s.x.forEach((x, i) => {
          const d = Math.abs(this.px(x) - px);
          if (d < far && Number.isFinite(s.y[i])) { far = d; nearest = x; }
        });
      if (!Number.isFinite(nearest)) return;
      this.x = nearest;
      const a = this.px(nearest).toFixed(1);
      this.cross.setAttribute("d", `M${a} ${this.top}V${this.top + this.height}`);
      const label = this.g.querySelector(".xlabel");
      const lines = [];
      for (const s of this.shown()) {
        const i = s.x.indexOf(nearest);
        if (i < 0 || !Number.isFinite(s.y[i])) continue;
        const spread = s.low && Number.isFinite(s.low[i]) ? ` (${short(s.low[i])} to ${short(s.high[i])})` : "";
        lines.push([s.y[i], s.name, short(s.y[i]) + spread]);
      }
      lines.sort((p, q) => q[0] - p[0]);
      tip.replaceChildren();
      const head = document.createElement("b");
      head.textContent = (label ? label.textContent : "x") + " " + short(nearest);
      tip.append(head);
      for (const [, name, value] of lines.slice(0, 14)) {
        const line = document.createElement("div");
        line.textContent = (name ? name + ": " : "") + value;
        tip.append(line);
      }
      tip.hidden = false;
      const wide = document.documentElement.clientWidth;
      tip.style.left = Math.max(4, Math.min(pageX + 14, window.scrollX + wide - tip.offsetWidth - 8)) + "px";
      tip.style.top = pageY + 16 + "px";
    }
    hide() {
      tip.hidden = true;
      this.cross.setAttribute("d", "");
    }
    listen() {
      let from = null, box = null;
      this.clip.addEventListener("pointermove", (e) => {
        const [x] = this.at(e);
        if (from === null || e.pointerType === "touch") { this.show(x, e.pageX, e.pageY); return; }
        if (!box) box = make("rect", { class: "zoombox", y: this.top, height: this.height }, this.clip);
        box.setAttribute("x", Math.min(x, from));
        box.setAttribute("width", Math.abs(x - from));
      });
      this.clip.addEventListener("pointerdown", (e) => {
        [from] = this.at(e);
        if (e.pointerType === "touch") this.show(from, e.pageX, e.pageY);
        else this.clip.setPointerCapture(e.pointerId);
      });
      const end = (e) => {
        if (from === null) return;
        const [x] = this.at(e);
        if (box && Math.abs(x - from) > 8) {
          const t = [from, x].map((p) => (p - this.left) / this.width).sort((p, q) => p - q);
          this.range.x = t.map((p) => unplace(p, this.range.x, this.logs[0]));
          this.range.y = this.extent() || this.range.y;
          this.draw();
        }
        if (box) box.remove();
        box = from = null;
      };
      this.clip.addEventListener("pointerup", end);
      this.clip.addEventListener("pointercancel", () => { if (box) box.remove(); box = from = null; });
      this.clip.addEventListener("pointerleave", () => this.hide());
      this.clip.addEventListener("dblclick", () => this.reset());
    }
    showAt(x) {
      const r = this.svg.getBoundingClientRect(), m = this.svg.getScreenCTM();
      this.show(this.px(x), window.scrollX + m.e + m.a * this.px(x), window.scrollY + r.top + 40);
    }
    again() {
      const first = this.series.flatMap((s) => s.x.filter((v, i) => Number.isFinite(s.y[i])))[0];
      if (Number.isFinite(first)) this.showAt(Number.isFinite(this.x) ? this.x : first);
    }
    /* Left and right move the cross; plus, minus and 0 zoom. */
    key(e) {
      const xs = [...new Set(this.shown().flatMap((s) => s.x.filter((v, i) => Number.isFinite(s.y[i]))))].sort((a, b) => a - b);
      const seen = xs.filter((v) => v >= this.range.x[0] && v <= this.range.x[1]);
      const i = seen.indexOf(this.x);
      const go = (k) => {
        if (!seen.length) return;
        this.showAt(seen[Math.max(0, Math.min(seen.length - 1, k))]);
      };
      if (e.key === "ArrowRight") go(e.shiftKey ? i + 10 : i + 1);
      else if (e.key === "ArrowLeft") go(i < 0 ? seen.length - 1 : e.shiftKey ? i - 10 : i - 1);
      else if (e.key === "Home") go(0);
      else if (e.key === "End") go(seen.length - 1);
      else if (e.key === "+" || e.key === "=") this.zoom(1.5);
      else if (e.key === "-") this.zoom(1 / 1.5);
      else if (e.key === "0") this.reset();
      else if (e.key === "Escape") this.hide();
      else return;
      e.preventDefault();
    }
  }

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("role", "status");

  const button = (text, act) => {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = text;
    b.addEventListener("click", () => act(b));
    return b;
  };

  const dress = (figure) => {
    const draw = figure.querySelector(".draw");
    const panels = [...draw.querySelectorAll(".panel[data-plot]")].map((g) => new Panel(g));
    for (const key of draw.querySelectorAll(".legend .key")) {
      const flip = () => {
        const off = key.classList.toggle("off");
        key.setAttribute("aria-pressed", String(!off));
        for (const s of draw.querySelectorAll(".series"))
          if (s.dataset.name === key.dataset.name) s.classList.toggle("off", off);
      };
      key.setAttribute("tabindex", "0");
      key.setAttribute("role", "button");
      key.setAttribute("aria-pressed", "true");
      key.setAttribute("aria-label", "show " + key.dataset.name);
      key.addEventListener("click", flip);
      key.addEventListener("keydown", (e) => {
        if (e.key === "Enter" || e.key === " ") { e.preventDefault(); flip(); }
      });
    }
    if (!panels.length) return;
    for (const p of panels) p.svg.removeAttribute("role");
    draw.tabIndex = 0;
    draw.setAttribute("role", "group");
    draw.setAttribute("aria-label", figure.querySelector("h4").textContent + ": arrow keys show values, plus and minus zoom");
    let at = 0; /* the panel whose values the keys show; up and down choose another */
    draw.addEventListener("keydown", (e) => {
      if (e.target !== draw) return;
      if (panels.length > 1 && (e.key === "ArrowUp" || e.key === "ArrowDown")) {
        at = (at + (e.key === "ArrowDown" ? 1 : panels.length - 1)) % panels.length;
        panels[at].again();
        e.preventDefault();
        return;
      }
      panels.forEach((p, i) => { if (i !== at) p.key(e); });
      panels[at].key(e);
    });
    draw.addEventListener("blur", () => panels.forEach((p) => p.hide()));
    const bar = document.createElement("div");
    bar.className = "bar";
    const toggle = (axis) => (b) => {
      const on = b.getAttribute("aria-pressed") !== "true";
      b.setAttribute("aria-pressed", String(on));
      for (const p of panels) p.setLog(axis, on);
    };
    const logs = [button("log x", toggle(0)), button("log y", toggle(1))];
    logs.forEach((b, i) => b.setAttribute("aria-pressed", String(panels[0].logs[i])));
    const range = document.createElement("input");
    range.type = "range";
    range.min = "1";
    range.max = "15";
    range.value = "1";
    range.addEventListener("input", () => {
      for (const p of panels) { p.smooth = Number(range.value); p.draw(); }
    });
    const label = document.createElement("label");
    label.append("smoothing", range);
    bar.append(
      button("zoom in", () => panels.forEach((p) => p.zoom(1.5))),
      button("zoom out", () => panels.forEach((p) => p.zoom(1 / 1.5))),
      button("reset", () => {
        range.value = "1";
        panels.forEach((p) => { p.smooth = 1; p.reset(); });
        logs.forEach((b, i) => b.setAttribute("aria-pressed", String(panels[0].logs[i])));
      }),
      ...logs, label);
    figure.insertBefore(bar, draw);
  };

  /* -- Tables --------------------------------------------------------------------------------- */

  const value = (text) => {
    const t = text.trim().replace(/^</, "");
    const n = parseFloat(t);
    return t === "" || t === "-" ? null : Number.isNaN(n) ? t : n;
  };
  const order = (a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), "en", { numeric: true });
  };
  const sortable = (table) => {
    const body = table.tBodies[0];
    if (!body || body.rows.length < 2) return;
    [...table.tHead.rows[0].cells].forEach((th, column) => {
      const b = button("", () => {
        const up = th.getAttribute("aria-sort") !== "ascending";
        for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
        th.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = [...body.rows].map((row, i) => ({ row, i, v: value(row.cells[column] ? row.cells[column].textContent : "") }));
        rows.sort((p, q) => {
          if (p.v === null || q.v === null) return order(p.v, q.v) || p.i - q.i;
          return (up ? 1 : -1) * order(p.v, q.v) || p.i - q.i;
        });
        body.append(...rows.map((r) => r.row));
      });
      b.append(...th.childNodes);
      th.append(b);
      th.setAttribute("aria-sort", "none");
    });
  };

  document.body.append(tip);
  for (const figure of document.querySelectorAll("figure.adf")) dress(figure);
  for (const table of document.querySelectorAll("table.sort")) sortable(table);
  document.documentElement.dataset.ready = "1";
})();
