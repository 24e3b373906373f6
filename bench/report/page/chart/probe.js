// The probe: an upright line at one arithmetic intensity, moved by pointer, by arrow keys or by a
// number, and below the chart what is attainable there at each level of each card, which of memory
// and arithmetic binds it, and where that changes.
// attainable = min(compute, bandwidth x intensity).

const kProbeStep = 10 ** 0.05;      // an arrow key: a twentieth of a decade
const kProbeRange = [1e-4, 1e6];    // FLOP/B
let probe_precision = null;         // whose roof the probe reads; null: the first drawn

const clamp_probe = (value) => Math.min(kProbeRange[1], Math.max(kProbeRange[0], value));
const move_probe = (value) => change({probe: clamp_probe(Number(value.toPrecision(4)))});

// Precisions that some card has a roof of, in order.
function probe_precisions() {
  const all = data.archives.flatMap(({view}) =>
    subjects_of(lines_of_scope(view, scope_of(view)).filter(is_main), "compute"));
  return [...new Set(all)];
}

// The scope shown, for the archive shown; others' usual one.
const scope_of = (view) => (view === view_shown() ? state.scope : usual_scope(view));

function precision_probed() {
  const roofs = lines_of_scope().filter(is_main);
  const shared = data.crossovers.slice(0, 1).map((crossover) => crossover.precision);
  const own = [...shared, ...subjects_of(roofs, "compute")];
  if (probe_precision && probe_precisions().includes(probe_precision)) return probe_precision;
  return own.find((subject) => state.precisions.has(subject)) || own[0] || null;
}

// What each card and level allows at an intensity.
function readings(intensity, precision) {
  const levels = [...new Set(data.archives.flatMap(({view}) =>
    subjects_of(lines_of_scope(view, scope_of(view)), "bandwidth")))];
  return levels.flatMap((level) => data.archives.map((archive, card) => {
    const lines = lines_of_scope(archive.view, scope_of(archive.view));
    const memory = roof_of(lines, "bandwidth", level);
    const compute = precision ? roof_of(lines, "compute", precision) : null;
    if (!memory) return null;
    if (!compute) return {card, level, memory, compute, rate: null, bound: null, ridge: null};
    const slope = memory.value * intensity;
    return {card, level, memory, compute, rate: Math.min(slope, compute.value),
            bound: slope < compute.value ? "memory" : "compute",
            ridge: compute.value / memory.value};
  })).filter(Boolean);
}

const rate_unit = ({compute}) => (compute ? unit_of(compute) : "FLOP/s");

// The line that binds, by name: a precision's roof may be that of tensor cores. Where no roof was
// measured, what the data sheet says of it stands beside the ceiling that stands in.
function binding_text({card, level, memory, compute, bound}) {
  if (!bound) return "no compute roof of this precision";
  if (bound === "memory") return `${subject_text(level)} bandwidth, ${shown(memory.name, 40)}`;
  const {view} = data.archives[card];
  const sheet = stand_ins.has(compute) && lines_of_scope(view, scope_of(view)).find((line) =>
    line.theoretical && line.kind === "compute" && line.subject === compute.subject);
  return `${subject_text(compute.subject)} compute, ${shown(compute.name, 40)}` +
      (sheet ? `; data sheet: ${si(sheet.value, unit_of(sheet))}` : "");
}

function reading_row(row) {
  const {card, level, memory, compute, rate, ridge} = row;
  const unit = rate_unit(row);
  const doubts = [memory, compute].some((line) => line && line.suspect);
  return element("tr", {"data-level": level, "data-card": card},
    element("th", {scope: "row"}, swatch(level_ink(level)), subject_text(level)),
    data.archives.length > 1 ? element("td", {}, archive_label(card)) : null,
    element("td", {class: "number attainable", "data-value": rate},
            si(rate, unit, 4) + (doubts ? " !" : "")),
    element("td", {}, binding_text(row)),
    element("td", {class: "number"},
            ridge ? `${plain_number(ridge)} ${unit.replace("/s", "/B")}` : kNoValue));
}

function redraw_readings() {
  const rows = readings(state.probe, precision_probed());
  const head = ["Level", ...(data.archives.length > 1 ? ["Card"] : []), "Attainable", "Bound by",
                "Ridge point"];
  fill(by_id("probe-readings"),
    element("thead", {}, element("tr", {}, head.map((t) => element("th", {scope: "col"}, t)))),
    element("tbody", {}, rows.map(reading_row)));
  const field = by_id("probe-intensity");
  if (document.activeElement !== field) field.value = plain_number(state.probe, 4);
  place_grip(rows);
}

// The line over the chart, with a dot where each level's attainable rate is.
function place_grip(rows) {
  const grip = by_id("probe-grip");
  if (!chart_frame || !grip) return;
  const margin = chart_margins(by_id("chart"));
  const x = chart_frame.px(Math.log10(state.probe));
  const seen = x >= 0 && x <= chart_frame.w;
  const line = by_id("probe-line");
  line.hidden = !seen;
  line.style.left = `${margin.l + x}px`;
  line.style.top = `${margin.t}px`;
  line.style.height = `${chart_frame.h}px`;
  const own = rows.filter((row) => row.card === state.archive && state.levels.has(row.level));
  fill(by_id("probe-dots"), ...own.filter((row) => row.rate).map((row) => {
    const y = chart_frame.py(Math.log10(row.rate));
    if (y < 0 || y > chart_frame.h) return null;
    return element("span", {class: "probe-dot",
                            style: `top: ${y}px; background: ${level_ink(row.level)}`});
  }));
  const rates = own.map((row) => `${subject_text(row.level)} ${si(row.rate, rate_unit(row))}`);
  const work = own.some((row) => rate_unit(row) === "OP/s") ? "OP" : "FLOP";
  grip.setAttribute("aria-valuenow", Math.log10(state.probe).toFixed(3));
  grip.setAttribute("aria-valuetext", `${plain_number(state.probe)} ${work} per byte; ` +
      `attainable: ${rates.join(", ")}`);
  by_id("probe-flag").textContent = `AI ${plain_number(state.probe)}`;
}

function probe_keys(event) {
  const steps = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10,
                 PageDown: -10}[event.key];
  const ends = {Home: 10 ** chart_frame.x[0], End: 10 ** chart_frame.x[1]}[event.key];
  if (steps === undefined && ends === undefined) return;
  event.preventDefault();
  move_probe(ends ?? state.probe * kProbeStep ** (event.shiftKey ? steps / 5 : steps));
}

// Pixels of the window to an intensity within the picture.
function intensity_at(client_x) {
  const left = by_id("chart").getBoundingClientRect().left + chart_margins(by_id("chart")).l;
  const x = Math.min(chart_frame.w, Math.max(0, client_x - left));
  return 10 ** chart_frame.from_px(x);
}

// The grip is dragged; a click into the plot area (not a drag, which zooms) brings it there.
function follow_pointer(grip, chart) {
  grip.addEventListener("pointerdown", (event) => grip.setPointerCapture(event.pointerId));
  grip.addEventListener("pointermove", (event) => {
    if (grip.hasPointerCapture(event.pointerId)) move_probe(intensity_at(event.clientX));
  });
  let down = null;
  chart.addEventListener("pointerdown", (event) => { down = event; }, true);
  window.addEventListener("pointerup", (event) => {
    const from = down;
    down = null;
    const still = from &&
        Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < 4;
    const box = chart.getBoundingClientRect();
    const margin = chart_margins(chart);
    const [x, y] = [event.clientX - box.left - margin.l, event.clientY - box.top - margin.t];
    const inside = x >= 0 && y >= 0 && x <= chart_frame.w && y <= chart_frame.h;
    if (still && inside && !from.target.closest(".modebar")) {
      move_probe(intensity_at(event.clientX));
    }
  }, true);
}

function probe_panel() {
  const field = element("input", {id: "probe-intensity", type: "text", inputmode: "decimal",
    size: 8, value: plain_number(state.probe, 4), onchange: (event) => {
      const value = Number(event.target.value.replace(",", "."));
      if (value > 0) move_probe(value);
      else event.target.value = plain_number(state.probe, 4);
    }});
  const options = probe_precisions().map((subject) => [subject, subject_text(subject)]);
  return element("form", {class: "probe-panel", onsubmit: (event) => event.preventDefault()},
    element("h3", {}, "Probe: attainable at an arithmetic intensity"),
    element("p", {class: "choice"}, element("label", {for: "probe-intensity"}, "FLOP/B"), field),
    options.length
      ? choice("Precision", "probe-precision", options, precision_probed(), (value) => {
        probe_precision = value;
        redraw_readings();
      }) : null,
    element("div", {class: "table-box", tabindex: 0, role: "region",
                   "aria-label": "Probe readings"},
      element("table", {id: "probe-readings"})));
}

function draw_probe() {
  const grip = element("div", {id: "probe-grip", role: "slider", tabindex: 0,
    "aria-label": "Probe: arithmetic intensity", "aria-orientation": "horizontal",
    "aria-valuemin": Math.log10(kProbeRange[0]), "aria-valuemax": Math.log10(kProbeRange[1]),
    onkeydown: probe_keys}, element("span", {id: "probe-flag"}));
  const chart = by_id("chart");
  chart.parentElement.append(element("div", {id: "probe-line"},
    element("div", {id: "probe-dots", "aria-hidden": "true"}), grip));
  fill(by_id("probe"), probe_panel());
  follow_pointer(grip, chart);
  after_chart.push(redraw_readings);
  redraw_readings();
  on_change((fields) => {
    if (touches(fields, "archive", "scope")) {
      probe_precision = null;
      fill(by_id("probe"), probe_panel());
    }
    if (touches(fields, "probe", "archive", "scope", "levels", "precisions", "theme")) {
      redraw_readings();
    }
  });
}
