// The page: tabs, start, and what happens where something is missing.
(() => {
  const by = (id) => document.getElementById(id), tabs = ["masks", "network"], started = { masks: false, network: false };
  const views = { masks, network };

  const select = (name, focus) => {
    for (const t of tabs) {
      const on = t === name, tab = by("tab-" + t);
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      by("view-" + t).hidden = !on;
      if (on && focus) tab.focus();
    }
    if (name !== "network" && started.network) network.stop();
    if (!started[name]) {
      started[name] = true;
      views[name].start();
    }
  };

  const start = async () => {
    try {
      await library.open();
    } catch (reason) {
      by("failure").textContent = "The library could not be started in this browser: " + reason.message;
      by("failure").hidden = false;
      return;
    }
    by("version").textContent = ` (version ${library.read(library.calls.play_version())})`;
    by("views").hidden = false;
    for (const t of tabs) {
      by("tab-" + t).addEventListener("click", () => select(t));
      by("tab-" + t).addEventListener("keydown", (event) => {
        const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (move) select(tabs[(tabs.indexOf(t) + move + tabs.length) % tabs.length], true);
      });
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => network.redraw());
    select("masks");
    document.body.dataset.ready = "yes";
  };
  start();
})();
