// Kernels under the roofline: bubbles whose area is their time, colour and symbol their verdict; on
// request all levels' points of a kernel, joined. Measured points of tunable intensity, hollow, are
// here as well. A kernel without FLOP, time or bytes of a level has no place in the chart.

const kBubble = {least: 7, most: 46};  // pixels across
const kNamed = 10;                     // so many of the longest kernels carry their name

const levels_of_kernel = (kernel) => Object.keys(kernel)
    .filter((key) => key.startsWith("intensity_") && kernel[key] > 0)
    .map((key) => key.slice("intensity_".length));

// All levels that some kernel's bytes were counted at, in the order of the file.
function kernel_levels() {
  return [...new Set(kernels_shown().flatMap(levels_of_kernel))];
}

// The level whose intensity places a kernel: the one asked for; else the one that binds it, or the
// farthest one that was counted.
function placing_level(kernel) {
  const own = levels_of_kernel(kernel);
  if (state.kernel_level) return own.includes(state.kernel_level) ? state.kernel_level : null;
  if (own.includes(kernel.bound_by)) return kernel.bound_by;
  if (own.includes("DRAM")) return "DRAM";
  return own.at(-1) || null;
}

// Kernels that have a place, the longest first, so that small bubbles lie on large ones.
function placed_kernels() {
  return kernels_shown()
      .map((kernel, index) => ({kernel, index, level: placing_level(kernel)}))
      .filter(({kernel, level}) => level && kernel.rate > 0)
      .map((p) => ({...p, x: p.kernel[`intensity_${p.level}`], y: p.kernel.rate}))
      .sort((a, b) => (b.kernel.seconds || 0) - (a.kernel.seconds || 0));
}

const hovers = new Map();  // written once a kernel and level

function kernel_hover({kernel, index, level}) {
  const key = `${index} ${level}`;
  if (!hovers.has(key)) hovers.set(key, kernel_words(kernel, level));
  return hovers.get(key);
}

function kernel_words(kernel, level) {
  const rows = [
    `<b>${wrapped(kernel.name, 60, 180)}</b>`,
    `${kernel_rate(kernel, kernel.rate)} at ` +
        `${kernel_intensity(kernel, kernel[`intensity_${level}`])} of ` +
        for_plotly(subject_text(level)),
  ];
  if (kernel.attainable) {
    const bound = kernel.bound_by ? `, bound by ${for_plotly(subject_text(kernel.bound_by))}` : "";
    rows.push(`${percent(kernel.share)} of ${kernel_rate(kernel, kernel.attainable)} attainable` +
        bound);
  }
  if (kernel.seconds) {
    const whole = data.kernels.seconds;
    const of_all = whole ? `, ${percent(kernel.seconds / whole)} of all` : "";
    rows.push(`${si(kernel.seconds, "s")}${of_all}`);
  }
  rows.push(`<b>${for_plotly(verdict_text(kernel.verdict))}</b>`);
  if (kernel.diagnosis) rows.push(wrapped(kernel.diagnosis));
  if (kernel.advice) rows.push(`<i>${wrapped(kernel.advice)}</i>`);
  if (kernel.ceiling_suspect) rows.push("! the ceiling itself is suspect");
  return rows.join("<br>");
}

function bubble_sizes(placed) {
  const longest = Math.max(...placed.map(({kernel}) => kernel.seconds || 0));
  const crowded = placed.length > 200 || is_narrow(by_id("chart"));
  const most = crowded ? kBubble.most * 0.65 : kBubble.most;
  const least = placed.length > 200 ? kBubble.least : kBubble.least + 2;
  return placed.map(({kernel}) => Math.max(least,
      longest > 0 ? most * Math.sqrt((kernel.seconds || 0) / longest) : 12));
}

// One trace a verdict, so that each has its own entry, colour and symbol.
function kernel_traces(placed) {
  const sizes = new Map(placed.map((p, i) => [p, i]));
  const all = bubble_sizes(placed);
  const verdicts = [...new Set(placed.map(({kernel}) => kernel.verdict))];
  return verdicts.map((verdict) => {
    const own = placed.filter(({kernel}) => kernel.verdict === verdict);
    return {
      type: "scatter", mode: "markers", name: for_plotly(verdict_text(verdict)),
      x: own.map((p) => p.x), y: own.map((p) => p.y), customdata: own.map((p) => p.index),
      hoverinfo: "text", hovertext: own.map(kernel_hover), meta: {kernels: verdict},
      marker: {color: verdict_ink(verdict), symbol: verdict_symbol(verdict), opacity: 0.8,
               size: own.map((p) => all[sizes.get(p)]), line: {color: inks().paper, width: 1}},
      hoverlabel: {bordercolor: verdict_ink(verdict)},
    };
  });
}

// The points of these kernels at every level that was counted, joined at their rate.
function joined_traces(placed) {
  const line = {x: [], y: []};
  const dots = new Map();
  for (const {kernel, index} of placed) {
    const levels = levels_of_kernel(kernel);
    if (levels.length < 2) continue;
    for (const level of levels) {
      const x = kernel[`intensity_${level}`];
      line.x.push(x);
      line.y.push(kernel.rate);
      if (!dots.has(level)) dots.set(level, {x: [], y: [], text: [], index: []});
      const own = dots.get(level);
      own.x.push(x);
      own.y.push(kernel.rate);
      own.index.push(index);
      own.text.push(`<b>${for_plotly(kernel.name, 60)}</b><br>` +
          `${kernel_intensity(kernel, x)} of ${for_plotly(subject_text(level))}<br>` +
          kernel_rate(kernel, kernel.rate));
    }
    line.x.push(null);
    line.y.push(null);
  }
  const joints = {type: "scatter", mode: "lines", ...line, hoverinfo: "skip", opacity: 0.6,
                  line: {color: inks().muted, width: 1}, meta: {joints: true}};
  return [joints, ...[...dots].map(([level, own]) => ({
    type: "scatter", mode: "markers", x: own.x, y: own.y, customdata: own.index,
    hoverinfo: "text", hovertext: own.text, meta: {joined: level},
    marker: {color: level_ink(level), size: 7, line: {color: inks().paper, width: 1}},
  }))];
}

// A ring around the kernel chosen.
function ring_trace(chosen) {
  return {type: "scatter", mode: "markers", x: [chosen.x], y: [chosen.y], hoverinfo: "skip",
          marker: {symbol: "circle-open", size: chosen.size + 12, color: inks().ink,
                   line: {width: 2.5}}, meta: {ring: true}};
}

// Names beside the longest kernels, where a free place is found, and always at the one chosen.
function kernel_labels(placed, frame, taken) {
  const sizes = bubble_sizes(placed);
  const named = placed.map((p, i) => ({...p, size: sizes[i]}))
      .filter((p, i) => p.index === state.kernel || (i < kNamed && placed.length <= 60))
      .sort((a, b) => (b.index === state.kernel) - (a.index === state.kernel));
  const bubbles = placed.slice(0, 100).map((p, i) => ({index: p.index, angle: 0,
    x: frame.px(Math.log10(p.x)), y: frame.py(Math.log10(p.y)), w: sizes[i] / 2, h: sizes[i] / 2}));
  const covers = (box, index) => taken.some((other) => boxes_overlap(box, other)) ||
      bubbles.some((bubble) => bubble.index !== index && boxes_overlap(box, bubble));
  const annotations = [];
  for (const {kernel, index, x, y, size} of named) {
    const text = shown(kernel.name, 28);
    const [cx, cy] = [frame.px(Math.log10(x)), frame.py(Math.log10(y))];
    const [w, h] = [text_width(for_plotly(text), 11) / 2 + 3, 7];
    const away = size / 2 + 3;
    const places = [[cx + away + w, cy], [cx - away - w, cy], [cx, cy - away - h],
                    [cx, cy + away + h]].map(([px, py]) => ({x: px, y: py, w, h, angle: 0}));
    const free = places.find((box) => !outside(box, frame) &&
        (index === state.kernel || !covers(box, index)));
    if (!free) continue;
    taken.push(free);
    annotations.push(annotation_at(free, for_plotly(text, 30), frame,
                                   {font: {size: 11, color: inks().ink}}));
  }
  return annotations;
}

// Measured points of tunable intensity at the levels and precisions drawn, in the scope shown.
function empirical_points() {
  return (archive_shown().summary.empirical || []).filter((point) => point.scope === state.scope &&
      point.rate > 0 && point.intensity > 0 && state.levels.has(point.level) &&
      state.precisions.has(point.precision));
}

function empirical_trace(points) {
  const hover = (p) => [
    `<b>Measured ${si(p.rate, "FLOP/s", 4)}</b> at ${plain_number(p.intensity, 4)} FLOP/B`,
    `${for_plotly(subject_text(p.level))}, ${for_plotly(p.precision)} ${for_plotly(p.path, 60)}`,
    `${percent(p.ratio)} of ${si(p.attainable, "FLOP/s", 4)} attainable by its own mix` +
        (p.near_ridge ? " (near the ridge)" : ""),
    ...(p.note ? [wrapped(p.note)] : [])].join("<br>");
  const colours = points.map((point) => level_ink(point.level));
  return {
    type: "scatter", mode: "markers", x: points.map((p) => p.intensity),
    y: points.map((p) => p.rate), hoverinfo: "text", hovertext: points.map(hover),
    marker: {symbol: points.map((p) => (p.precision === "fp64" ? "square-open" : "circle-open")),
             size: 8, color: colours, line: {width: 1.5, color: colours}}, meta: {empirical: true},
  };
}
