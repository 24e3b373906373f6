// Bandwidth and latency over the working set: medians as lines, the repetitions' extremes as bands,
// the levels found as shaded stretches, their knees as lines, and the capacities that the topology
// states as dotted lines, so that both can be compared.

const kSweepKinds = [
  ["bandwidth", "B/s", "Bandwidth over the working set"],
  ["latency", "s", "Latency over the working set"]];

const kSeriesDashes = ["solid", "dash", "dot", "dashdot", "longdash"];

// [name, points] for each series, in their order; points by growing `field`.
function series_of(rows, name, field) {
  const series = new Map();
  for (const row of rows) {
    if (!series.has(name(row))) series.set(name(row), []);
    series.get(name(row)).push(row);
  }
  return [...series].map(([text, points]) => [text, points.sort((a, b) => a[field] - b[field])]);
}

const series_ink = (index) => inks().cards[index % inks().cards.length];
const series_dash = (index) => kSeriesDashes[index % kSeriesDashes.length];

// Powers of two as ticks of a logarithmic axis, as many as fit, named in binary units.
function binary_ticks(from, to, width) {
  const [first, last] = [Math.ceil(Math.log2(from)), Math.floor(Math.log2(to))];
  const room = Math.max(2, Math.floor(width / 64));
  const step = Math.max(1, Math.ceil((last - first + 1) / room));
  const values = [];
  for (let power = first; power <= last; power += step) values.push(2 ** power);
  return {tickmode: "array", tickvals: values, ticktext: values.map((v) => bytes_text(v))};
}

// Median line, band of the extremes, and what a point says.
function series_traces([text, points], index, field, unit, x_text) {
  const colour = series_ink(index);
  const x = points.map((p) => p[field]);
  const hover = (p) => [`<b>${wrapped(text)}</b>`, for_plotly(x_text(p)),
    `<b>${si(p.value, unit, 4)}</b>  (${si(p.low, unit)} to ${si(p.high, unit)})`,
    ...(p.suspect ? ["! suspect"] : [])].join("<br>");
  return [
    {type: "scatter", mode: "lines", fill: "toself", hoverinfo: "skip", line: {width: 0},
     x: [...x, ...x.slice().reverse()], fillcolor: faded(colour, 0.2),
     y: [...points.map((p) => p.low), ...points.map((p) => p.high).reverse()]},
    {type: "scatter", mode: "lines+markers", x, y: points.map((p) => p.value),
     name: for_plotly(text), hoverinfo: "text", hovertext: points.map(hover),
     line: {color: colour, width: 1.8, dash: series_dash(index)},
     marker: {size: 5, color: points.map((p) => (p.suspect ? inks().paper : colour)),
              line: {color: colour, width: 1}}}];
}

// Levels found by this part of the device.
const levels_of_scope = (scope) =>
  archive_shown().summary.levels.filter((level) => level.scope === scope);

// Names of levels above the picture; one that would run into another stands a line higher.
function lifted_labels(labels, range, width) {
  const per_decade = width / Math.log10(range[1] / range[0]);
  const letters = (label) => label.text.length - "<b></b>".length;
  return labels.map((label, index) => {
    const near = labels.slice(0, index).filter((other) =>
      Math.abs(other.x - label.x) * per_decade < 4 * (letters(other) + letters(label)) + 6);
    return {...label, yshift: 14 * (near.length % 2)};
  });
}

function level_marks(scope, range, kind) {
  const shapes = [];
  const labels = [];
  const line = (x, dash, color) => ({type: "line", xref: "x", yref: "paper", x0: x, x1: x, y0: 0,
                                     y1: 1, layer: "below", line: {color, width: 1.2, dash}});
  for (const level of levels_of_scope(scope)) {
    const name = level.level.replace(" ", "@");
    const colour = level_ink(name);
    const knee = (kind === "latency" && level.latency_knee) || level.knee;
    const [from, to] = [Math.max(level.first ?? range[0], range[0]),
                        Math.min(knee ?? range[1], range[1])];
    if (from < to) {
      shapes.push({type: "rect", xref: "x", yref: "paper", x0: from, x1: to, y0: 0, y1: 1,
                   layer: "below", line: {width: 0}, fillcolor: faded(colour, 0.1)});
      labels.push({text: `<b>${for_plotly(subject_text(name))}</b>`, showarrow: false,
                   xref: "x", yref: "paper", x: (Math.log10(from) + Math.log10(to)) / 2, y: 1,
                   yanchor: "bottom", font: {color: colour, size: 12}});
    }
    if (knee && knee < range[1]) shapes.push(line(knee, "solid", colour));
    if (level.nominal && level.nominal > range[0] && level.nominal < range[1]) {
      shapes.push(line(level.nominal, "dot", colour));
    }
  }
  return {shapes, labels};
}

// Round steps from zero, about four of them.
function even_ticks(high) {
  const rough = high / 4;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * decade).find((size) => size >= rough);
  return Array.from({length: Math.floor(high / step) + 1}, (_, i) => i * step);
}

// Rates that differ much are told apart on a logarithmic axis only.
function value_axis(rows, unit, title) {
  const values = rows.map((row) => row.value).filter((value) => value > 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // The axis holds the bands as well, unless one repetition went far astray.
  const top = Math.min(3 * high, Math.max(high, ...rows.map((row) => row.high ?? 0)));
  const bottom = Math.max(low / 3, Math.min(low, ...rows.map((row) => row.low || low)));
  const ticks = (tickvals, digits) => ({tickmode: "array", tickvals,
                                        ticktext: tickvals.map((tick) => si(tick, unit, digits))});
  const axis = {title: {text: title, standoff: 8}, gridcolor: inks().grid, linecolor: inks().muted,
                zeroline: false, automargin: true};
  if (!(high / low > 5)) {
    return {...axis, range: [0, top * 1.08], ...ticks(even_ticks(top * 1.08), 2)};
  }
  const steps = [];
  for (let decade = Math.floor(Math.log10(bottom)); decade <= Math.log10(top); ++decade) {
    steps.push(...[1, 2, 5].map((digit) => digit * 10 ** decade));
  }
  return {...axis, type: "log", range: [Math.log10(bottom) - 0.06, Math.log10(top) + 0.06],
          ...ticks(steps, 1)};
}

// Draws a chart when it comes near the window, and whenever its size changes: a page of dozens of
// charts would else be slow to open. Paper shows all of them.
function draw_when_seen(place, draw) {
  if (state.printing) {
    draw();
    return;
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    draw();
    on_resize(place, draw);
  }, {rootMargin: "400px"});
  observer.observe(place);
}

function draw_sweep_chart(place, kind, unit, title, rows) {
  fit_to_paper(place);
  const sizes = rows.map((row) => row.working_set);
  const range = [Math.min(...sizes) / 1.15, Math.max(...sizes) * 1.15];
  const {shapes, labels} = level_marks(rows[0].scope, range, kind);
  const series = series_of(rows, (row) => row.text, "working_set");
  const x_text = (point) => `working set ${bytes_text(point.working_set, 4)}`;
  const named = series.map(([text]) => shown(text, 60));
  place.setAttribute("aria-label", `${title}: ${named.join("; ")}`);
  const mark = archive_shown().summary.provenance === "simulated" ? watermark_of(place) : [];
  const names = lifted_labels(labels, range, place.clientWidth - 86);
  plot(place, series.flatMap((one, i) => series_traces(one, i, "working_set", unit, x_text)), {
    margin: {l: 70, r: 16, t: 58, b: 46}, shapes, annotations: [...mark, ...names],
    xaxis: {type: "log", range: range.map(Math.log10), gridcolor: inks().grid, zeroline: false,
            linecolor: inks().muted, title: {text: "working set", standoff: 8},
            ...binary_ticks(...range, place.clientWidth - 86)},
    yaxis: value_axis(rows, unit, kind),
  }, `${kind} sweep ${archive_shown().summary.device}`);
}

function watermark_of(place) {
  return [{text: "SIMULATED", showarrow: false, xref: "paper", yref: "paper", x: 0.5, y: 0.5,
           textangle: -20, opacity: 0.25,
           font: {size: Math.min(64, place.clientWidth / 8), color: inks().muted}}];
}

// Which line is which, below the picture, where long names have room.
function series_list(names) {
  return element("ul", {class: "series"}, names.map((name, index) => element("li", {},
    swatch(series_ink(index), series_dash(index)), element("bdi", {}, shown(name, 120)))));
}

function sweep_figure(kind, unit, title, rows) {
  const place = element("div", {class: "chart chart-middle", role: "figure",
                                id: `sweep-${kind}-${file_name(rows[0].scope)}`});
  const names = series_of(rows, (row) => row.text, "working_set").map(([name]) => name);
  const heading = `${title}, ${scope_text(view_shown(), rows[0].scope)}`;
  return [place, [element("h3", {}, heading), place, series_list(names)],
          () => draw_sweep_chart(place, kind, unit, heading, rows)];
}

function redraw_sweep() {
  const body = by_id("sweep-body");
  const sweeps = view_shown().sweeps;
  by_id("sweep").hidden = !sweeps.length;
  const usual = usual_scope(view_shown());
  const figures = kSweepKinds.flatMap(([kind, unit, title]) =>
    series_of(sweeps.filter((row) => row.kind === kind), (row) => row.scope, "working_set")
        .sort(([a], [b]) => (b === usual) - (a === usual))
        .map(([, rows]) => sweep_figure(kind, unit, title, rows)));
  fill(body, figures.flatMap(([, nodes]) => nodes),
       element("p", {class: "note"}, "Line: median of the repetitions; band: their least and " +
           "greatest. Shaded: the levels found; solid: their knees; dotted: capacities that the " +
           "topology states. Hollow points are suspect."));
  for (const [place, , draw] of figures) draw_when_seen(place, draw);
}

function draw_sweep() {
  redraw_sweep();
  on_change((fields) => {
    if (touches(fields, "archive", "theme", "printing")) redraw_sweep();
  });
}
