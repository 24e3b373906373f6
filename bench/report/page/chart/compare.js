// Several archives side by side: their attainable rates at one level and precision overlaid,
// below it what each attains of the first one's rate, and the intensities where they change places.
// One colour and dash a card, named at the end of its line.

const comparing = {level: null, precision: null};

// The cards' two ceilings at the level and precision compared; null where one was not measured.
function compared_cards() {
  return data.archives.map((archive, card) => {
    const lines = lines_of_scope(archive.view, scope_of(archive.view));
    const memory = roof_of(lines, "bandwidth", comparing.level);
    const compute = roof_of(lines, "compute", comparing.precision);
    return {archive, card, memory, compute, there: Boolean(memory && compute)};
  });
}

const kNamedCards = 8;  // more names at the lines' ends would stand away from their lines

// Subjects that the first card has come first, as all are compared with it; then those of most
// cards.
function shared_subjects(kind) {
  const count = new Map();
  for (const {view} of data.archives) {
    for (const subject of subjects_of(lines_of_scope(view, scope_of(view)).filter(is_main), kind)) {
      count.set(subject, (count.get(subject) || 0) + 1);
    }
  }
  const {view} = data.archives[0];
  const own = new Set(subjects_of(lines_of_scope(view, scope_of(view)).filter(is_main), kind));
  return [...count].sort(([a, many], [b, more]) => own.has(b) - own.has(a) || more - many)
      .map(([subject]) => subject);
}

function first_comparison() {
  const levels = shared_subjects("bandwidth");
  const precisions = shared_subjects("compute");
  const memory = data.crossovers.filter((c) => c.level === "DRAM");
  const pair = memory.find((c) => c.intensity) || memory[0] || data.crossovers[0];
  comparing.level = pair ? pair.level : levels.includes("DRAM") ? "DRAM" : levels[0];
  comparing.precision = pair ? pair.precision : precisions[0];
}

const attainable = ({memory, compute}, x) => Math.min(compute.value, memory.value * x);

// Crossovers of the first archive with others at what is compared.
const crossings_shown = () => data.crossovers.filter((c) => c.intensity &&
    c.level === comparing.level && c.precision === comparing.precision);

function comparison_range(cards) {
  const ridges = cards.map(({memory, compute}) => compute.value / memory.value);
  const marks = [...ridges, ...crossings_shown().map((c) => c.intensity)];
  return [Math.log10(Math.min(...marks)) - 1.6, Math.log10(Math.max(...marks)) + 1.2];
}

function card_trace(one, x, y, hover) {
  return {
    type: "scatter", mode: "lines", x, y, name: for_plotly(archive_label(one.card)),
    hoverinfo: "text", hovertext: x.map((_, i) => hover(x[i], y[i])),
    line: {color: card_ink(one.card), dash: card_dash(one.card), width: 2.4},
    meta: {card: one.card},
  };
}

// Intensities of a range with the ridges among them, so that corners are corners.
function sampled(range, cards) {
  const even = intensities(10 ** (range[0] - 4), 10 ** (range[1] + 4), range);
  return [...even, ...cards.map(({memory, compute}) => compute.value / memory.value)]
      .sort((a, b) => a - b);
}

// Upright lines at the crossovers; in the picture `named` with the card's name where there is room.
function crossing_marks(range, named, place) {
  const own = crossings_shown();
  const text_of = (c) => (is_narrow(place) ? "" : `crossover with ${archive_label(c.other)}: `) +
      `AI ${plain_number(c.intensity)}`;
  return {
    shapes: own.map((c) => ({type: "line", xref: "x", yref: "paper", x0: c.intensity,
                             x1: c.intensity, y0: 0, y1: 1,
                             line: {color: inks().muted, width: 1.2, dash: "dot"}})),
    annotations: named ? own.map((c, i) => ({
      xref: "x", yref: "paper", x: Math.log10(c.intensity), y: 0.02 + 0.09 * i, showarrow: false,
      xanchor: Math.log10(c.intensity) > (range[0] + range[1]) / 2 ? "right" : "left",
      text: for_plotly(text_of(c), 90),
      yanchor: "bottom", font: {size: 12, color: inks().ink}, bgcolor: faded(inks().paper, 0.8),
    })) : [],
  };
}

// Names at the right ends, above their lines; below where another line is close above, and moved
// apart where they would still touch.
function end_labels(place, ends, low, high, pixels) {
  if (ends.length > kNamedCards) return [];
  const least = 16 / pixels * (high - low);
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  sorted.forEach((end, i) => {
    const [under, over] = [sorted[i - 1], sorted[i + 1]];
    end.below = over && over.y - end.y < 1.3 * least && end.y - least > (under ? under.at : low);
    const free = under && !under.below ? under.at + least : low;
    end.at = end.below ? end.y : Math.max(end.y, free);
  });
  return sorted.map(({card, text, at, below}) => ({
    xref: "paper", yref: "y", x: 0.995, y: at, xanchor: "right",
    yanchor: below ? "top" : "bottom", yshift: below ? -2 : 2, showarrow: false,
    text: for_plotly(text, is_narrow(place) ? 34 : 70), borderpad: 0,
    font: {size: 12, color: card_ink(card)}, bgcolor: faded(inks().paper, 0.75),
  }));
}

// Of many cards a list names the lines instead.
function card_key(cards) {
  if (cards.length <= kNamedCards) return null;
  return element("ul", {class: "series", id: "card-key"}, cards.map(({card, compute}) =>
    element("li", {}, swatch(card_ink(card), card_dash(card)),
            `${archive_label(card)} ${si(compute.value, unit_of(compute))}`)));
}

function draw_overlay(place, cards, range) {
  const x = sampled(range, cards);
  const unit = unit_of(cards[0].compute);
  const traces = cards.map((one) => card_trace(one, x, x.map((v) => attainable(one, v)), (ai, y) =>
    `<b>${for_plotly(archive_label(one.card))}</b><br>${si(y, unit, 4)} at ` +
        `${plain_number(ai)} ${unit.replace("/s", "/B")}`));
  const tops = cards.map((one) => Math.log10(one.compute.value));
  const high = Math.max(...tops) + 0.35;
  const low = Math.min(...cards.map((one) => Math.log10(one.memory.value) + range[0]), high - 1.5);
  const size = plot_size(place);
  const ends = cards.map((one) => ({card: one.card, y: Math.log10(one.compute.value),
                                    text: `${archive_label(one.card)} ` +
                                        si(one.compute.value, unit)}));
  const marks = crossing_marks(range, true, place);
  const integer = cards[0].compute.floating ? "" : "only";
  const axes = chart_axes(place, {x: range, y: [low, high]}, integer);
  plot(place, traces, {...axes, margin: chart_margins(place), shapes: marks.shapes, annotations: [
    ...watermark(data.archives, size), ...marks.annotations,
    ...end_labels(place, ends, low, high, size.h)]}, "comparison");
}

function draw_ratio(place, cards, range) {
  const base = cards[0];
  const x = sampled(range, cards);
  const ratio = (one, v) => attainable(one, v) / attainable(base, v);
  const others = cards.slice(1);
  const traces = others.map((one) => card_trace(one, x, x.map((v) => ratio(one, v)), (ai, y) =>
    `<b>${for_plotly(archive_label(one.card))}</b><br>${plain_number(y)} × ` +
        `${for_plotly(archive_label(base.card))} at AI ${plain_number(ai)}`));
  const values = traces.flatMap((trace) => trace.y);
  // Ratios far apart need the logarithm; close ones are read more easily without.
  const wide = Math.max(...values) / Math.min(...values) > 12;
  const scaled = (v) => (wide ? Math.log10(v) : v);
  const [least, most] = [scaled(Math.min(1, ...values)), scaled(Math.max(1, ...values))];
  const spare = Math.max(0.1, (most - least) * 0.18);
  const [low, high] = [wide ? least - spare : Math.max(0, least - spare), most + spare];
  const size = plot_size(place);
  const ink = inks();
  const axes = chart_axes(place, {x: range, y: [0, 1]}, base.compute.floating ? "" : "only");
  const ends = others.map((one) => ({card: one.card, y: scaled(ratio(one, x.at(-1))),
                                     text: archive_label(one.card)}));
  const marks = crossing_marks(range, false, place);
  const { tickvals, ticktext, tickmode, minor, type, ...plain } = axes.yaxis;
  plot(place, traces, {
    margin: chart_margins(place), xaxis: axes.xaxis,
    yaxis: {...plain, type: wide ? "log" : "linear", range: [low, high],
            ticksuffix: " ×", nticks: 7,
            title: {text: "Attainable, of the first", font: {size: 13, color: ink.ink}}},
    shapes: [...marks.shapes, {type: "line", xref: "paper", yref: "y", x0: 0, x1: 1, y0: 1, y1: 1,
                               line: {color: card_ink(base.card), width: 1.6}}],
    annotations: [
      ...watermark(data.archives, size),
      {xref: "paper", yref: "y", x: 0.005, y: scaled(1), xanchor: "left", yanchor: "bottom",
       showarrow: false, text: for_plotly(`${archive_label(base.card)} = 1`),
       font: {size: 12, color: card_ink(base.card)}, bgcolor: faded(ink.paper, 0.75)},
      ...end_labels(place, ends, low, high, size.h)],
  }, "comparison ratio");
}

function redraw_comparison() {
  const cards = compared_cards();
  const there = cards.filter((one) => one.there);
  const missing = cards.filter((one) => !one.there).map((one) => archive_label(one.card));
  const pick = (text, id, field, kind) => choice(text, id,
    shared_subjects(kind).map((s) => [s, subject_text(s)]), comparing[field], (value) => {
      comparing[field] = value;
      redraw_comparison();
    });
  const focused = document.activeElement?.id;
  fill(by_id("comparison-controls"), pick("Level", "compare-level", "level", "bandwidth"),
       pick("Precision", "compare-precision", "precision", "compute"));
  if (focused && focused.startsWith("compare-")) by_id(focused)?.focus();
  by_id("comparison-notes").textContent = missing.length
    ? `Without a ceiling of ${subject_text(comparing.level)} or ` +
      `${subject_text(comparing.precision)}: ${missing.join("; ")}.` +
      (cards[0].there ? "" : " The first is among them: there is no ratio.") : "";
  const [overlay, ratio] = [by_id("overlay"), by_id("ratio")];
  fit_to_paper(overlay);
  fit_to_paper(ratio);
  overlay.hidden = there.length < 1;
  ratio.hidden = there.length < 2 || !cards[0].there;
  const range = there.length ? comparison_range(there) : null;
  if (!overlay.hidden) draw_overlay(overlay, there, range);
  if (!ratio.hidden) draw_ratio(ratio, there, range);
  overlay.setAttribute("aria-label", `Rooflines of ${there.length} cards over one another`);
  ratio.setAttribute("aria-label", "What each card attains of the first one's rate");
  fill(by_id("comparison-table"), card_key(there),
       data.crossovers.length ? crossing_table() : null);
}

function draw_comparison() {
  if (data.archives.length < 2) return;
  by_id("comparison").hidden = false;
  const chart = (id, kind) => element("div", {id, class: `chart ${kind}`, role: "figure"});
  fill(by_id("comparison-body"), element("div", {id: "comparison-controls", class: "row"}),
       element("p", {id: "comparison-notes", class: "note"}),
       chart("overlay", "chart-middle"), chart("ratio", "chart-low"),
       element("div", {id: "comparison-table"}));
  first_comparison();
  redraw_comparison();
  on_resize(by_id("overlay"), redraw_comparison);
  on_change((fields) => {
    if (touches(fields, "archive", "scope", "theme")) redraw_comparison();
  });
}
