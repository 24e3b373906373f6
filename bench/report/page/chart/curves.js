// Rates over what was varied besides the working set: independent operations in flight, resident
// threads, bank conflicts, access patterns. One small chart a curve, its series as lines.

function curve_ticks(points) {
  const ticks = new Map(points.map((point) => [point.x, shown(point.x_text, 24)]));
  const values = [...ticks.keys()].sort((a, b) => a - b);
  if (values.length > 10) return {};
  return {tickmode: "array", tickvals: values,
          ticktext: values.map((x) => for_plotly(ticks.get(x)))};
}

function draw_curve(place, title, points) {
  fit_to_paper(place);
  const [{unit, x_title}] = points;
  const xs = points.map((point) => point.x);
  const spread = Math.min(...xs) > 0 && Math.max(...xs) / Math.min(...xs) > 8;
  const series = series_of(points, (point) => point.series, "x");
  const x_text = (point) => `${point.x_text} (${x_title})`;
  place.setAttribute("aria-label", `${shown(title, 120)}: ` +
      `${series.map(([name]) => shown(name, 60)).join("; ")}`);
  const mark = archive_shown().summary.provenance === "simulated" ? watermark_of(place) : [];
  plot(place, series.flatMap((one, i) => series_traces(one, i, "x", unit, x_text)), {
    margin: {l: 66, r: 12, t: 32, b: 44}, annotations: mark,
    xaxis: {type: spread ? "log" : "linear", gridcolor: inks().grid, linecolor: inks().muted,
            zeroline: false, title: {text: for_plotly(x_title), standoff: 6},
            ...curve_ticks(points)},
    yaxis: value_axis(points, unit, ""),
  }, title);
}

function curve_figure(body, title, points) {
  const place = element("div", {class: "chart chart-low", role: "figure"});
  const names = series_of(points, (point) => point.series, "x").map(([name]) => name);
  const heading = shown(title, 160).replaceAll("->", "→");
  body.append(element("figure", {}, element("figcaption", {}, heading), place,
                      names.length > 1 || names[0] ? series_list(names) : null));
  draw_when_seen(place, () => draw_curve(place, title, points));
}

// How many charts are shown before the rest is folded away: a thorough run has dozens.
const kCurvesAtFirst = 6;

const kCurveKinds = {
  "in flight": "Rate over operations in flight", "occupancy": "Rate over resident threads",
  "bank conflicts": "Rate over bank conflicts", "access pattern": "Rate over the access pattern"};

function redraw_curves() {
  const body = by_id("curves-body");
  const curves = view_shown().curves;
  by_id("curves").hidden = !curves.length;
  const kinds = series_of(curves, (point) => point.curve, "x");
  fill(body, kinds.map(([kind]) => element("h3", {}, kCurveKinds[kind] || shown(kind, 80))));
  for (const [heading, [, points]] of kinds.map((kind, i) => [body.children[i], kind])) {
    const charts = series_of(points, (point) => point.title, "x");
    const first = element("div", {class: "small-charts"});
    heading.after(first);
    for (const [title, own] of charts.slice(0, kCurvesAtFirst)) curve_figure(first, title, own);
    const rest = charts.slice(kCurvesAtFirst);
    if (!rest.length) continue;
    const more = element("div", {class: "small-charts"});
    const draw_more = () => {
      if (more.children.length) return;
      for (const [title, own] of rest) curve_figure(more, title, own);
    };
    const box = element("details", {ontoggle: draw_more},
                        element("summary", {}, `${rest.length} more`), more);
    first.after(box);
  }
}

function draw_curves() {
  redraw_curves();
  on_change((fields) => {
    if (touches(fields, "archive", "theme", "printing")) redraw_curves();
  });
}
