// What the page shows: the data, the choices of its reader, and who hears of a change. Every file
// draws from here and changes nothing of another's. What each offers the others:
//   format.js          si, bytes_text, percent, plain_number; shown, for_plotly; element, fill
//   theme.js           inks() for the theme now, level_ink, line_ink, verdict_ink, verdict_text
//   state.js           data, state, on_change, change, archive_shown, choose_archive,
//                      choose_kernel, lines_of_scope, subjects_of, view_shown
//   controls.js        draw_controls(), draw_theme(): the panel beside the chart, the theme switch
//   chart/chart.js     draw_chart(), plot(place, traces, layout, name): any plotly chart
//   chart/legend.js    draw_legend(): every line drawn, each to be switched off
//   chart/probe.js     draw_probe(): the movable intensity and what is attainable there
//   chart/compare.js   draw_comparison(): several archives, overlaid and as a ratio;
//                      chart/compare_table.js: where they change places
//   chart/sweep.js, chart/curves.js   draw_sweep(), draw_curves()
//   tables/tables.js   what all tables share; tables/ceilings.js draw_ceilings(), tables/kernels.js
//                      draw_kernels(), tables/levels.js draw_levels()
//   facts.js           draw_facts(), draw_environment()
//   main.js            draws all of it once; each then redraws on the changes that concern it.

const data = JSON.parse(by_id("data").textContent);

const state = {
  archive: 0,             // index of the archive shown
  scope: "",              // of its lines: "all", "chip", "core"
  levels: new Set(),      // subjects of bandwidth lines that are drawn
  precisions: new Set(),  // subjects of compute lines that are drawn
  hidden: new Set(),      // ids of single lines switched off in the legend
  techniques: true,       // what is left without FMA, or with a single chain
  secondaries: false,     // all ceilings that a missing technique leaves you under
  mixes: false,           // other access mixes and paths: neither roof nor reference
  theoretical: true,      // documented limits, dotted
  empirical: true,        // measured points of tunable intensity
  bands: true,            // confidence intervals around roofs
  ridges: true,           // where roofs meet
  joined: false,          // all levels' points of a kernel, joined by a line
  kernel_level: "",       // the level whose intensity places kernels; "" is the one that binds each
  kernel: null,           // index of the kernel chosen
  probe: 1,               // arithmetic intensity of the probe, FLOP/B
  theme: "auto",          // "auto", "light" or "dark"
  printing: false,
};

// Measured lines that stand for the roof of their level or precision, where it has none.
const stand_ins = new Set(data.archives.flatMap(({view}) => view.scopes.flatMap(({scope}) => {
  const lines = lines_of_scope(view, scope);
  return ["bandwidth", "compute"].flatMap((kind) =>
    subjects_of(lines, kind).map((subject) => roof_of(lines, kind, subject)));
})).filter((line) => line && !line.roof));

const listeners = [];

// `draw` is called after each change with the set of the fields of `state` that changed.
function on_change(draw) {
  listeners.push(draw);
}

function change(patch) {
  Object.assign(state, patch);
  const fields = new Set(Object.keys(patch));
  for (const draw of listeners) draw(fields);
}

// True where one of these fields is among those that changed.
function touches(fields, ...names) {
  return names.some((name) => fields.has(name));
}

const archive_shown = () => data.archives[state.archive];
const view_shown = () => archive_shown().view;

// Kernels were placed under one part of the first archive's device, and are drawn only with it.
const kernels_shown = () =>
  (data.kernels && state.archive === 0 && state.scope === first_scope(0)
    ? data.kernels.kernels : []);

function usual_scope(view) {
  const usual = view.scopes.find((scope) => scope.usual) || view.scopes[0];
  return usual ? usual.scope : "";
}

// The scope that an archive is opened with: the kernels', where they were placed under it.
function first_scope(index) {
  const {view} = data.archives[index];
  const placed = index === 0 && data.kernels ? data.kernels.scope : null;
  return view.scopes.some(({scope}) => scope === placed) ? placed : usual_scope(view);
}

// The lines of a view in one scope; that of the view shown by default.
function lines_of_scope(view = view_shown(), scope = state.scope) {
  return view.lines.filter((line) => line.scope === scope);
}

// Levels ("bandwidth") or precisions ("compute") of these lines, in their order.
function subjects_of(lines, kind) {
  return [...new Set(lines.filter((l) => l.kind === kind).map((l) => l.subject))];
}

// Precisions that the kernels' work is of: their types read "fp32 fma, fp16->fp32 matrix".
function kernel_precisions(precisions) {
  const types = new Set((data.kernels ? data.kernels.kernels : [])
      .flatMap((kernel) => String(kernel.types ?? "").split(/[\s,;+]+/)));
  return precisions.filter((precision) => types.has(precision));
}

// What is drawn at first: all levels, and the precisions in floating point, or the kernels'.
// Integer operations are another axis' unit, and come when they are asked for.
function first_choice(view, scope) {
  const lines = lines_of_scope(view, scope);
  const floating = lines.filter((line) => line.kind === "compute" && line.floating);
  const all = subjects_of(floating.length ? floating : lines, "compute");
  const few = 4;  // precisions that leave room for what lies under their roofs
  const used = view === data.archives[0].view ? kernel_precisions(all) : [];
  const precisions = new Set(used.length ? used : all);
  return {
    scope, precisions,
    techniques: precisions.size <= few,
    levels: new Set(subjects_of(lines, "bandwidth")),
    hidden: new Set(),
  };
}

function choose_scope(scope) {
  change(first_choice(view_shown(), scope));
}

function choose_archive(index) {
  const view = data.archives[index].view;
  change({archive: index, kernel: null, ...first_choice(view, first_scope(index))});
}

// The kernel of this index is marked in the chart and the table; null marks none.
function choose_kernel(index) {
  change({kernel: state.kernel === index ? null : index});
}

// The highest line of a level or precision that was measured; null where none was. A roof that is
// a data sheet's is none: nothing is compared with it.
function roof_of(lines, kind, subject) {
  const own = lines.filter((l) => l.kind === kind && l.subject === subject && !l.theoretical);
  const roofs = own.filter((line) => line.roof);
  return (roofs.length ? roofs : own)
      .reduce((best, l) => (best && best.value >= l.value ? best : l), null);
}

// Roofs and reference lines; where the roof is a data sheet's, the highest line stands for it.
const is_main = (line) =>
  !line.theoretical && (line.roof || line.reference || stand_ins.has(line));

// Memory's level of these lines: what devices are compared by; else their slowest one.
function farthest_level(lines) {
  const bandwidth = lines.filter((line) => line.kind === "bandwidth" && !line.theoretical);
  const memory = bandwidth.find((line) => /^DRAM(@|$)/.test(line.subject));
  const roofs = bandwidth.filter((line) => line.roof);
  const slowest = roofs.reduce((low, l) => (low && low.value <= l.value ? low : l), null);
  return (memory || slowest || {subject: null}).subject;
}

// The archive that the address names ("#archive=FILE"), else the first.
function archive_in_address() {
  const wanted = /^#archive=(.*)$/.exec(location.hash);
  if (!wanted) return 0;
  let name = wanted[1];
  try {
    name = decodeURIComponent(name);
  } catch {
    return 0;
  }
  return Math.max(0, data.archives.findIndex((archive) => archive.file === name));
}

// Where the probe stands at first: a quarter of the ridge of the farthest level and the first
// precision, so that levels differ there.
function first_probe(lines) {
  const level = roof_of(lines, "bandwidth", farthest_level(lines));
  const precision = roof_of(lines, "compute", [...state.precisions][0]);
  return level && precision ? Number((precision.value / level.value / 4).toPrecision(2)) : 1;
}

function begin() {
  const index = archive_in_address();
  const view = data.archives[index].view;
  Object.assign(state, {archive: index}, first_choice(view, first_scope(index)));
  state.probe = first_probe(lines_of_scope());
}
