// The list of the lines drawn, below the chart: a button each, which switches its line off and on,
// with the line's style, value and doubts; and what the symbols mean. Reached by keyboard, and the
// text of the chart for whoever does not see it.

function legend_entry(line) {
  const key = line_key(line);
  const drawn = !state.hidden.has(key);
  const toggle = () => {
    const hidden = new Set(state.hidden);
    if (drawn) hidden.add(key);
    else hidden.delete(key);
    change({hidden});
  };
  const reasons = suspect_reasons(view_shown(), line.suspect);
  const kind = archive_shown().summary.provenance;
  return element("li", {},
    element("button", {type: "button", class: "legend-entry", "aria-pressed": String(drawn),
                       onclick: toggle, title: reasons.join("\n") || null, "data-id": line.id},
      swatch(line_ink(line), line_dash(line)),
      element("span", {class: "legend-name"}, `${subject_text(line.subject)} ` +
          shown(line.name, 60)),
      element("span", {class: "value"}, si(line.value, unit_of(line))),
      line.suspect ? element("span", {class: "suspect"}, "!",
                             element("span", {class: "unseen"}, ` suspect: ${line.suspect}`))
                   : null,
      line.lacks && !line.roof
        ? element("span", {class: "tag"}, `lacks ${shown(line.lacks, 40)}`) : null,
      kind !== "measured" ? element("span", {class: "tag"}, kind) : null));
}

// What dashes and symbols mean, for those in the picture.
function legend_meanings() {
  const ink = inks();
  const verdicts = new Set(placed_kernels().map(({kernel}) => kernel.verdict));
  const lines = lines_drawn();
  const mark = (sign, text, colour) => element("li", {},
    element("span", {class: "sign", style: `color: ${colour}`, "aria-hidden": "true"}, sign), text);
  const stroke = (dash, text) => element("li", {}, swatch(ink.ink, dash), text);
  const signs = {"circle": "●", "square": "■", "diamond": "◆", "triangle-up": "▲",
                 "triangle-down": "▼", "pentagon": "⬟", "star": "★", "hexagon": "⬢"};
  return element("ul", {class: "meanings"},
    stroke("solid", "roofs (thick) and reference lines: read, FMA"),
    lines.some((line) => line_dash(line) === "dash")
      ? stroke("dash", "other and secondary ceilings") : null,
    state.theoretical && limits_of(lines).length
      ? stroke("dot", "documented limit at the clock seen, not measured") : null,
    state.ridges && ridges_of(lines).length ? mark("○", "ridge point", ink.ink) : null,
    state.empirical && empirical_points().length
      ? mark("□", "measured point of tunable intensity (square: fp64)", ink.ink) : null,
    ...[...verdicts].map((verdict) =>
      mark(signs[verdict_symbol(verdict)], `kernel ${verdict_text(verdict)}`,
           verdict_ink(verdict))),
    lines.some((line) => line.suspect) ? mark("!", "suspect: its marks say why", ink.ink) : null);
}

// What has no place in the chart, and why.
function chart_notes() {
  const kernels = kernels_shown();
  const missing = kernels.length - placed_kernels().length;
  const notes = [];
  if (missing > 0) {
    const where = state.kernel_level ? ` at ${subject_text(state.kernel_level)}` : "";
    notes.push(`${missing} of ${kernels.length} kernels have no place in the chart: their FLOP, ` +
        `bytes${where} or time are zero or were not counted.`);
  }
  if (data.kernels && !kernels.length) {
    notes.push(`Kernels were placed under ${archive_label(0)}, ` +
        `${scope_text(data.archives[0].view, data.kernels.scope)}, and are drawn with it only.`);
  }
  const lines = lines_drawn();
  if (!lines.length) {
    notes.push("No line is drawn: nothing was measured, or everything is switched off.");
  } else if (!lines.some((line) => line.kind === "compute")) {
    notes.push("No compute ceiling is drawn: where the bandwidth lines would end is not known.");
  }
  return notes.join(" ");
}

function redraw_legend() {
  const place = by_id("legend");
  const focused = place.contains(document.activeElement)
    ? [...place.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  const lines = lines_chosen();
  const list = (title, kind) => {
    const own = lines.filter((line) => line.kind === kind);
    return own.length ? element("div", {}, element("h3", {}, title),
        element("ul", {class: "legend-list"}, own.map(legend_entry))) : null;
  };
  fill(place, element("div", {class: "legend-columns"}, list("Bandwidth", "bandwidth"),
                      list("Compute", "compute")), legend_meanings());
  by_id("chart-notes").textContent = chart_notes();
  if (focused >= 0) place.querySelectorAll("button")[focused]?.focus();
}

function draw_legend() {
  if (window.innerWidth < 720) by_id("legend-box").open = false;
  redraw_legend();
  on_change((fields) => {
    if ([...fields].some((field) => field !== "probe" && field !== "kernel")) redraw_legend();
  });
}
