// What checks.py asks of a page: contrast, overflow, figures. One expression, an object of functions.
(() => {
  const within = (x, low, high) => Math.min(high, Math.max(low, x));

  // "rgb(1, 2, 3)" or "rgba(...)" or "color(srgb r g b / a)": red, green, blue of 255, and alpha.
  const parse = (text) => {
    const n = (text.match(/-?[\d.]+(e-?\d+)?/g) || []).map(Number);
    if (text === "transparent" || text === "none" || n.length < 3) return [0, 0, 0, 0];
    const unit = text.startsWith("color(") ? 255 : 1;
    return [n[0] * unit, n[1] * unit, n[2] * unit, n.length > 3 ? n[3] : 1];
  };
  const over = (top, below) => {
    const a = top[3];
    return [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a)).concat(1);
  };
  // WCAG 2: relative luminance, contrast ratio.
  const luminance = (c) => {
    const [r, g, b] = c.slice(0, 3).map((v) => {
      const s = within(v / 255, 0, 1);
      return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };

  // The box of a text that is turned, in a frame that is turned as it is.
  const turned = (t) => {
    const m = t.getScreenCTM(), b = t.getBBox(), angle = Math.atan2(m.b, m.a), scale = Math.hypot(m.a, m.b);
    const x = m.a * b.x + m.c * b.y + m.e, y = m.b * b.x + m.d * b.y + m.f;
    const left = x * Math.cos(angle) + y * Math.sin(angle), top = y * Math.cos(angle) - x * Math.sin(angle);
    return { angle, left, top, right: left + b.width * scale, bottom: top + b.height * scale, height: b.height * scale };
  };

  const parentOf = (e) => e.parentElement || (e.getRootNode().host ?? null);

  const visible = (e) => {
    if (e.checkVisibility && !e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      return false;
    const r = e.getBoundingClientRect();
    return r.width > 1 && r.height > 1 && !e.closest("[aria-hidden=true].contrast-free");
  };

  const opacity = (e) => {
    let all = 1;
    for (let p = e; p; p = parentOf(p)) all *= Number(getComputedStyle(p).opacity);
    return all;
  };

  // What is painted behind an HTML element: backgrounds of it and its ancestors, on white or black.
  const canvasColour = () =>
    matchMedia("(prefers-color-scheme: dark)").matches &&
    getComputedStyle(document.documentElement).colorScheme.includes("dark")
      ? [18, 18, 18, 1] : [255, 255, 255, 1];
  const backgroundOf = (e) => {
    const layers = [];
    for (let p = e; p; p = parentOf(p)) {
      const c = parse(getComputedStyle(p).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] >= 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), canvasColour());
  };

  // Behind a point of an SVG: the filled shapes drawn before it that cover the point.
  const behindInSvg = (text, svg) => {
    const box = text.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    let colour = backgroundOf(svg);
    for (const e of svg.querySelectorAll("rect, path, circle, ellipse, polygon")) {
      if (!(e.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      if (e.closest("defs, clipPath, mask, symbol, pattern") || !e.isPointInFill) continue;
      const style = getComputedStyle(e), m = e.getScreenCTM();
      const fill = parse(style.fill);
      if (!m || fill[3] === 0 || style.visibility !== "visible") continue;
      const p = new DOMPoint(x, y).matrixTransform(m.inverse());
      if (!e.isPointInFill(p)) continue;
      fill[3] *= Number(style.fillOpacity) * opacity(e);
      colour = over(fill, colour);
    }
    return colour;
  };

  const name = (e) => {
    const text = (e.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    const id = e.id ? "#" + e.id : "", cls = e.classList.length ? "." + [...e.classList].join(".") : "";
    return `<${e.tagName.toLowerCase()}${id}${cls}> '${text}'`;
  };

  // Elements with text of their own.
  const texts = () => {
    const found = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const e = walk.currentNode.parentElement;
      if (walk.currentNode.data.trim() && !e.closest("script, style, noscript, option, title, desc"))
        found.add(e);
    }
    for (const e of document.querySelectorAll("select, input:not([type=range], [type=checkbox], [type=radio], [type=color]), textarea"))
      found.add(e);
    return [...found].filter(visible);
  };

  return {
    // Text with less contrast than WCAG 2 AA asks for: 4.5, large text 3. Disabled controls are free.
    lowContrast: () => {
      const bad = [];
      for (const e of texts()) {
        if (e.closest(":disabled, [aria-disabled=true]")) continue;
        const style = getComputedStyle(e), svg = e.closest("svg");
        const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
        const need = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
        const behind = svg ? behindInSvg(e, svg) : backgroundOf(e);
        const colour = parse(svg ? style.fill : style.color);
        if (svg) colour[3] *= Number(style.fillOpacity);
        colour[3] *= opacity(e);
        const got = ratio(over(colour, behind), behind);
        if (got < need)
          bad.push(`${name(e)}: contrast ${got.toFixed(2)}, needs ${need}`);
      }
      return bad;
    },

    // Strokes and fills of the shapes that carry meaning: 3 against what is behind the figure.
    lowGraphics: (selector) => {
      const bad = [];
      for (const e of document.querySelectorAll(selector)) {
        if (!visible(e) && e.tagName !== "line" && e.tagName !== "path") continue;
        const style = getComputedStyle(e), behind = backgroundOf(e.closest("svg") || e);
        const stroke = parse(style.stroke), fill = parse(style.fill);
        stroke[3] *= Number(style.strokeOpacity) * opacity(e);
        fill[3] *= Number(style.fillOpacity) * opacity(e);
        const got = Math.max(...[stroke, fill].map((c) => ratio(over(c, behind), behind)));
        if (got < 3) bad.push(`${name(e)}: contrast ${got.toFixed(2)}, needs 3`);
      }
      return bad;
    },

    // How many figures there are: a figure without them is not one.
    countFigures: () => document.querySelectorAll("svg").length,

    // An <svg> without size, without a shape, with numbers that are none, or with text cut off.
    brokenFigures: () => {
      const bad = [];
      [...document.querySelectorAll("svg")].forEach((svg, i) => {
        const at = svg.getBoundingClientRect(), who = `svg ${i} ${svg.id || svg.getAttribute("class") || ""}`;
        if (svg.checkVisibility && !svg.checkVisibility()) return;
        if (at.width < 4 || at.height < 4) bad.push(`${who}: ${at.width} x ${at.height}`);
        if (!svg.querySelector("path, line, polyline, polygon, rect, circle, ellipse, image, use"))
          bad.push(`${who}: no shapes`);
        for (const e of svg.querySelectorAll("*"))
          for (const a of e.attributes)
            if (/\b(NaN|undefined|Infinity)\b/.test(a.value) && !a.name.startsWith("aria") && a.name !== "data-text")
              bad.push(`${who}: ${e.tagName} ${a.name}="${a.value.slice(0, 60)}"`);
        if (getComputedStyle(svg).overflow !== "visible")
          for (const t of svg.querySelectorAll("text")) {
            const r = t.getBoundingClientRect();
            if (!r.width || getComputedStyle(t).visibility !== "visible") continue;
            if (r.left < at.left - 1 || r.right > at.right + 1 || r.top < at.top - 1 || r.bottom > at.bottom + 1)
              bad.push(`${who}: text '${t.textContent.slice(0, 30)}' is cut off`);
          }
      });
      return bad;
    },

    // Texts of one figure that lie on one another.
    overlappingTexts: () => {
      const bad = [];
      for (const svg of document.querySelectorAll("svg")) {
        const boxes = [...svg.querySelectorAll("text")].filter((t) => visible(t) && t.textContent.trim())
          .map((t) => [t, t.getBoundingClientRect(), turned(t)]);
        boxes.forEach(([a, straight, own], i) => boxes.slice(i + 1).forEach(([b, other, its]) => {
          if (a.contains(b) || b.contains(a)) return;
          const alike = own.angle !== 0 && Math.abs(own.angle - its.angle) < 0.01;
          const [r, s] = alike ? [own, its] : [straight, other];
          const w = Math.min(r.right, s.right) - Math.max(r.left, s.left);
          const h = Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top);
          if (w > 2 && h > 0.35 * Math.min(r.height, s.height))
            bad.push(`'${a.textContent.slice(0, 30)}' and '${b.textContent.slice(0, 30)}' overlap`);
        }));
      }
      return bad;
    },

    // What makes the page wider than the window. What scrolls by itself may be wide.
    overflow: () => {
      const most = document.documentElement.clientWidth, bad = [];
      if (document.documentElement.scrollWidth <= most) return bad;
      for (const e of document.body.querySelectorAll("*")) {
        if (e.ownerSVGElement || !visible(e) || e.getBoundingClientRect().right <= most + 1) continue;
        bad.push(`${name(e)}: reaches ${Math.round(e.getBoundingClientRect().right)} of ${most}`);
      }
      return bad.length ? bad : [`the page is ${document.documentElement.scrollWidth} wide, the window ${most}`];
    },

    // Controls without a name that a screen reader could say, and ids given twice.
    unnamed: () => {
      const bad = [], ids = new Map();
      for (const e of document.querySelectorAll("button, input:not([type=hidden]), select, textarea, a[href], [role=tab], [role=slider]")) {
        const by = (e.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean)
          .map((id) => document.getElementById(id)?.textContent || "").join("");
        const text = e.getAttribute("aria-label") || by || [...(e.labels || [])].map((l) => l.textContent).join("") ||
          (e.matches("button, a, [role=tab]") ? e.textContent : "") || e.title || "";
        if (!text.trim()) bad.push(`${name(e)} has no name`);
      }
      for (const svg of document.querySelectorAll("svg"))
        if (!svg.closest("[aria-hidden=true]") && !svg.getAttribute("aria-label") && !svg.getAttribute("aria-labelledby") && !svg.querySelector("title"))
          bad.push(`svg ${svg.id} has no title`);
      for (const e of document.querySelectorAll("[id]")) {
        if (ids.has(e.id)) bad.push(`id '${e.id}' is given twice`);
        ids.set(e.id, e);
      }
      return bad;
    },

    // Addresses outside the file.
    outside: () => {
      const bad = [];
      for (const e of document.querySelectorAll("[src], link[href], image, use, form[action]"))
        for (const key of ["src", "href", "xlink:href", "action"]) {
          const at = e.getAttribute(key);
          if (at && !at.startsWith("#") && !at.startsWith("data:")) bad.push(`${e.tagName} ${key}="${at.slice(0, 60)}"`);
        }
      return bad;
    },
  };
})()
