// The roofline chart: traces, labels and axes put together, drawn by plotly, and drawn anew when a
// choice, the theme, the size or the zoom changes. `plot` is the one door to plotly for all charts
// of the page.

const meant_charts = new Set();  // those that the wheel was settled for
let chart_ranges = null;   // log10 ranges after zooming; null: those that show all
let chart_frame = null;    // frame of the picture as drawn; the probe reads it
const after_chart = [];    // called when the chart was drawn or its ranges moved

// What a file name may hold everywhere.
const file_name = (text) =>
  shown(text, 60).normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "") || "chart";

// Saves the chart as SVG or PNG, in its size on the page; pictures twice as fine.
function export_chart(place, format, name) {
  return Plotly.downloadImage(place, {
    format, filename: file_name(name), width: place.clientWidth, height: place.clientHeight,
    scale: format === "png" ? 2 : 1,
  });
}

const kSvgIcon = {width: 24, height: 24, path: "M5 2h9l5 5v15H5zM7 4v16h10V8h-4V4z" +
    "M9 11h6v1.6H9zM9 14h6v1.6H9zM9 17h4v1.6H9z"};
const kPngIcon = {width: 24, height: 24, path: "M3 5h18v14H3zM5 7v10h14V7zM6 16l4-5 3 3 2-2 3 4z"};

const kWholeIcon = {width: 24, height: 24, path: "M4 11l8-7 8 7v9h-6v-6h-4v6H4z"};

// `reset` shows a chart whole again where plotly cannot know how.
function chart_config(name, reset) {
  const save = (format, icon) => ({
    name: `save-${format}`, title: `Save as ${format.toUpperCase()}`, icon,
    click: (place) => export_chart(place, format, name),
  });
  const whole = reset ? {name: "whole", title: "Show all", icon: kWholeIcon, click: reset}
                      : "resetScale2d";
  return {
    displaylogo: false, displayModeBar: "hover", scrollZoom: true, responsive: false,
    doubleClick: reset ? false : "reset", showTips: false,
    modeBarButtons: [[save("png", kPngIcon), save("svg", kSvgIcon)],
                     ["zoom2d", "pan2d"], ["zoomIn2d", "zoomOut2d", whole]],
  };
}

// The size a chart has on paper at most; the window's is of no use there. Pixels of A4 and Letter
// between usual margins.
const kPaper = {width: 680, height: 440};

// To be called before a chart's size is read.
function fit_to_paper(place) {
  const height = Math.min(place.clientHeight || kPaper.height, kPaper.height);
  place.style.width = state.printing ? `${kPaper.width}px` : "";
  place.style.height = state.printing ? `${height}px` : "";
}

// A finger that crosses a chart scrolls the page; zooming is then chosen in the chart's own bar.
const touched = window.matchMedia("(pointer: coarse)");

// Draws a chart in the page's style. `layout` adds to and overrides the common parts.
function plot(place, traces, layout, name, reset = null) {
  fit_to_paper(place);
  const ink = inks();
  const common = {
    paper_bgcolor: ink.paper, plot_bgcolor: ink.paper, showlegend: false, hovermode: "closest",
    font: {family: kChartFont, size: 12, color: ink.ink}, autosize: false,
    dragmode: touched.matches ? false : "zoom",
    width: place.clientWidth, height: place.clientHeight, hoverdistance: 24,
    hoverlabel: {bgcolor: ink.paper, align: "left", namelength: -1,
                 font: {family: kChartFont, size: 12, color: ink.ink}},
    modebar: {bgcolor: faded(ink.paper, 0.8), color: ink.muted, activecolor: ink.ink},
  };
  if (!meant_charts.has(place)) wheel_only_when_meant(place);
  return Plotly.react(place, traces, {...common, ...layout}, chart_config(name, reset));
}

// The wheel scrolls the page, and zooms a chart only after it was clicked, or with Ctrl held.
function wheel_only_when_meant(place) {
  meant_charts.add(place);
  let meant = false;
  document.addEventListener("pointerdown", (event) => { meant = place.contains(event.target); });
  place.addEventListener("wheel", (event) => {
    if (!meant && !event.ctrlKey) event.stopPropagation();
  }, {capture: true, passive: true});
}

// Calls `draw` whenever the place has another width or height.
function on_resize(place, draw) {
  let seen = "";
  new ResizeObserver(() => {
    const size = `${place.clientWidth} ${place.clientHeight}`;
    if (size === seen || !place.clientWidth || state.printing) return;
    const first = seen === "";
    seen = size;
    if (!first) requestAnimationFrame(draw);
  }).observe(place);
}

function ridge_annotation(ridges, frame, taken) {
  const ridge = known_ridge(ridges);
  if (!ridge) return {annotations: [], shapes: []};
  const text = `ridge ${plain_number(ridge.intensity)} FLOP/B`;
  const x = frame.px(Math.log10(ridge.intensity));
  const [w, h] = [text_width(text, 11) / 2 + 3, 7];
  const box = {x: x + w + 4 > frame.w ? x - w - 4 : x + w + 4, y: frame.h - 46, w, h, angle: 0};
  const colour = level_ink(ridge.level.subject);
  const shapes = [{type: "line", xref: "x", yref: "y", x0: ridge.intensity, x1: ridge.intensity,
                   y0: 10 ** frame.y[0], y1: ridge.rate, layer: "below",
                   line: {color: colour, width: 1, dash: "dot"}}];
  if (outside(box, frame)) return {annotations: [], shapes};
  taken.push(box);
  const style = {font: {size: 11, color: colour}};
  return {shapes, annotations: [annotation_at(box, text, frame, style)]};
}

// Everything that the picture is made of, for the choices and ranges now.
function chart_parts(place) {
  const archive = archive_shown();
  const lines = lines_drawn();
  const limits = state.theoretical ? limits_of(lines) : [];
  const placed = placed_kernels();
  const empirical = state.empirical ? empirical_points() : [];
  const points = [...placed, ...empirical.map((p) => ({x: p.intensity, y: p.rate}))];
  const main = lines.filter(is_main);
  const fitted = main.length ? main : lines;  // secondaries do not widen the picture
  const ranges = chart_ranges || first_ranges(place, fitted, points);
  const frame = frame_of(place, ranges);
  const ridges = state.ridges ? ridges_of(lines) : [];
  const sizes = bubble_sizes(placed);
  const chosen = placed.findIndex((p) => p.index === state.kernel);
  const traces = [
    ...(state.bands ? main.map((line) => band_trace(line, lines)) : []),
    ...[...limits, ...lines].sort((a, b) => line_width(a) - line_width(b))
        .map((line) => line_trace(archive, line, lines, ranges.x)),
    ...(ridges.length ? [ridge_trace(ridges)] : []),
    ...(empirical.length ? [empirical_trace(empirical)] : []),
    ...(state.joined || chosen >= 0
      ? joined_traces(state.joined ? placed : [placed[chosen]]) : []),
    ...(placed.length ? kernel_traces(placed) : []),
    ...(chosen >= 0 ? [ring_trace({...placed[chosen], size: sizes[chosen]})] : []),
  ];
  const pixels = points.slice(0, 400)
      .map(({x, y}) => [frame.px(Math.log10(x)), frame.py(Math.log10(y))]);
  const taken = [];
  const ridge = ridge_annotation(ridges, frame, taken);
  const labels = [...line_labels(lines, limits, frame, pixels, taken),
                  ...kernel_labels(placed, frame, taken)];
  return {traces, ranges, frame, lines, placed,
          annotations: [...watermark([archive], frame), ...caption(place, chart_name()),
                        ...ridge.annotations, ...labels],
          shapes: ridge.shapes};
}

// The device, its part and where the numbers are from.
function chart_name() {
  const {summary, view} = archive_shown();
  const scope = view.scopes.find((one) => one.scope === state.scope);
  return [summary.device, scope ? scope.text : "",
          summary.provenance === "measured" ? "" : summary.provenance].filter(Boolean).join(", ");
}

function chart_words(lines, archive) {
  const device = shown(archive.summary.device, 80);
  const roofs = lines.filter(is_main)
      .map((line) => `${subject_text(line.subject)} ${shown(line.name, 30)} ` +
          si(line.value, unit_of(line)));
  return `Roofline of ${device}: ${roofs.join("; ")}. The tables below hold all of its numbers.`;
}

function redraw_chart() {
  const place = by_id("chart");
  fit_to_paper(place);
  const archive = archive_shown();
  const parts = chart_parts(place);
  const integers = [
    ...parts.lines.filter((line) => line.kind === "compute").map((line) => !line.floating),
    ...parts.placed.map(({kernel}) => is_integer_kernel(kernel))];
  const integer = !integers.includes(true) ? "" : integers.includes(false) ? "too" : "only";
  chart_frame = parts.frame;
  place.setAttribute("aria-label", chart_words(parts.lines, archive));
  plot(place, parts.traces, {
    ...chart_axes(place, parts.ranges, integer), margin: chart_margins(place),
    annotations: parts.annotations, shapes: parts.shapes,
  }, `roofline ${archive.summary.device}`, show_all);
  for (const draw of after_chart) draw();
}

function show_all() {
  chart_ranges = null;
  redraw_chart();
}

// Zooming and panning move the ranges; labels and ticks are then placed anew. A double click shows
// everything again.
function follow_zoom(place) {
  place.on("plotly_relayout", (event) => {
    if (!Object.keys(event).some((key) => /^[xy]axis\.range/.test(key))) return;
    const axes = place._fullLayout;
    chart_ranges = {x: [...axes.xaxis.range], y: [...axes.yaxis.range]};
    redraw_chart();
  });
  place.on("plotly_doubleclick", show_all);
  place.on("plotly_hover", () => place.parentElement.classList.add("pointed"));
  place.on("plotly_unhover", () => place.parentElement.classList.remove("pointed"));
  place.on("plotly_click", (event) => {
    const index = event.points[0].customdata;
    if (Number.isInteger(index)) choose_kernel(index);
  });
}

function draw_chart() {
  const place = by_id("chart");
  redraw_chart();
  follow_zoom(place);
  on_resize(place, redraw_chart);
  on_change((fields) => {
    if (touches(fields, "archive", "scope")) chart_ranges = null;
    if ([...fields].some((field) => field !== "probe")) redraw_chart();
  });
}
