// Drawing in SVG: elements, scales, axes, paths, contour lines, pictures of a grid.
const plot = (() => {
  const element = (name, attributes, text) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  };

  // Empty a figure but for its title.
  const clear = (svg) => {
    for (const e of [...svg.children]) if (e.tagName !== "title") e.remove();
  };

  const scale = (from, to, low, high) => (x) => low + ((x - from) / (to - from)) * (high - low);
  const short = (x) => String(Math.round(x * 100) / 100);

  // Round steps: 1, 2 or 5 times a power of ten, so that there are about `about` of them.
  const ticks = (from, to, about) => {
    const raw = (to - from) / about, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= raw * 0.999);
    const all = [];
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++)
      all.push(Number((i * step).toPrecision(12)));
    return all;
  };

  const line = (points) => points.map(([x, y], i) => (i ? "L" : "M") + short(x) + " " + short(y)).join("");

  const axes = (svg, box, x, y, xTicks, yTicks, xLabel, yLabel) => {
    for (const t of yTicks) {
      svg.append(element("line", { class: "grid", x1: box.left, x2: box.right, y1: short(y(t)), y2: short(y(t)) }));
      svg.append(element("text", { class: "tick", x: box.left - 6, y: short(y(t) + 4), "text-anchor": "end" }, String(t)));
    }
    for (const t of xTicks)
      svg.append(element("text", { class: "tick", x: short(x(t)), y: box.bottom + 17, "text-anchor": "middle" }, String(t)));
    svg.append(element("path", { class: "axis", d: `M${box.left} ${box.top}V${box.bottom}H${box.right}` }));
    svg.append(element("text", { x: (box.left + box.right) / 2, y: box.bottom + 34, "text-anchor": "middle" }, xLabel));
    if (yLabel) svg.append(element("text", { x: box.left - 34, y: box.top - 8 }, yLabel));
  };

  // "#rrggbb" of a custom property of the page's style.
  const colour = (name) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  };
  const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);

  // A picture of n x n values, each coloured by a function, as an address of data.
  const picture = (n, values, colourOf) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = n;
    const pen = canvas.getContext("2d"), image = pen.createImageData(n, n);
    values.forEach((v, i) => {
      const [r, g, b] = colourOf(v);
      image.data.set([r, g, b, 255], 4 * i);
    });
    pen.putImageData(image, 0, 0);
    return canvas.toDataURL("image/png");
  };

  // Where values cross the level, by marching squares over the middles of the cells; a path in
  // units of cells.
  const contour = (n, values, level) => {
    const at = (i, j) => values[j * n + i] - level, parts = [];
    for (let j = 0; j + 1 < n; j++)
      for (let i = 0; i + 1 < n; i++) {
        const corner = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        const place = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], cut = [];
        for (let k = 0; k < 4; k++) {
          const a = corner[k], b = corner[(k + 1) % 4], p = place[k], q = place[(k + 1) % 4];
          if (a > 0 === b > 0) continue;
          const t = a / (a - b);
          cut.push([p[0] + t * (q[0] - p[0]) + 0.5, p[1] + t * (q[1] - p[1]) + 0.5]);
        }
        for (let k = 0; k + 1 < cut.length; k += 2) parts.push(line([cut[k], cut[k + 1]]));
      }
    return parts.join("");
  };

  return { element, clear, scale, ticks, line, axes, colour, mix, picture, contour };
})();
