// The lines of the roofline chart: which are drawn, over which intensities, in which style, and
// what they say when pointed at. A bandwidth line ends where it meets the highest compute line
// drawn, a compute line begins where the highest bandwidth line meets it: what lies beyond is
// unreachable.

const kDomain = [1e-6, 1e8];  // FLOP/B: far beyond any zoom
const kPoints = 72;           // across the picture, so that a line can be pointed at anywhere

const line_key = (line) => `${line.kind} ${line.id} ${line.theoretical ? "documented" : ""}`;

// Ceilings of an archive by id, for what lines do not carry.
const ceilings_by_id = new Map(data.archives.map((archive) =>
  [archive, new Map((archive.summary.ceilings || []).map((c) => [c.id, c]))]));

// What a precision is left with without FMA, and with a single chain: the highest of each, which
// are shown before anyone asks for all secondary ceilings.
const techniques = new Set(data.archives.flatMap(({view}) => {
  const best = new Map();
  for (const line of view.lines) {
    if (line.kind !== "compute" || !["FMA", "ILP"].includes(line.lacks) || is_main(line)) continue;
    const key = `${line.scope} ${line.subject} ${line.lacks}`;
    if (!best.has(key) || best.get(key).value < line.value) best.set(key, line);
  }
  return [...best.values()];
}));

function is_chosen(line) {
  const chosen = line.kind === "bandwidth" ? state.levels : state.precisions;
  if (!chosen.has(line.subject)) return false;
  if (line.theoretical) return state.theoretical;
  if (is_main(line)) return true;
  if (state.techniques && techniques.has(line)) return true;
  return line.secondary ? state.secondaries : state.mixes;
}

// Lines that the choices ask for, those switched off in the legend among them.
const lines_chosen = () => lines_of_scope().filter(is_chosen);
const lines_drawn = () => lines_chosen().filter((line) => !state.hidden.has(line_key(line)));

// Documented limits of the roofs and reference lines drawn, as lines of their own.
function limits_of(lines) {
  const limits = [];
  for (const line of lines) {
    if (!line.limit || !is_main(line)) continue;
    const known = limits.some((l) => l.kind === line.kind && l.subject === line.subject &&
        Math.abs(l.value / line.limit - 1) < 0.01);
    if (known) continue;
    limits.push({...line, value: line.limit, low: line.limit, high: line.limit, of: line,
                 theoretical: true, roof: false, reference: false, suspect: null});
  }
  return limits;
}

const highest = (lines, kind) =>
  Math.max(0, ...lines.filter((line) => line.kind === kind).map((line) => line.value));

// First and last intensity of a line among those drawn.
function reach(line, lines) {
  const other = highest(lines, line.kind === "bandwidth" ? "compute" : "bandwidth");
  if (!other) return kDomain;
  if (line.kind === "bandwidth") return [kDomain[0], other / line.value];
  return [line.value / other, kDomain[1]];
}

// Rate of a line at an intensity.
const rate_at = (line, intensity) =>
  line.kind === "bandwidth" ? line.value * intensity : line.value;

function line_dash(line) {
  if (line.theoretical) return "dot";
  return is_main(line) && !line.secondary ? "solid" : line.roof ? "solid" : "dash";
}

function line_width(line) {
  if (line.theoretical) return 1.4;
  if (line.roof) return 2.6;
  return is_main(line) ? 1.7 : 1.1;
}

const standing_text = (line) => {
  if (line.theoretical) return "documented limit";
  const but = line.lacks ? `, though it lacks ${line.lacks}` : "";
  if (line.roof) return (line.reference ? "roof and reference line" : "roof") + but;
  if (line.reference) return "reference line";
  if (stand_ins.has(line)) return "highest that was measured";
  if (!line.secondary) return "other mix or path";
  return line.lacks ? `secondary: lacks ${line.lacks}` : "secondary";
};

// Why a line is doubted: one sentence a mark.
function suspect_reasons(view, suspect) {
  const texts = new Map(view.flags.map((flag) => [flag.flag, flag.text]));
  return String(suspect || "").split(/[;\s]+/).filter(Boolean)
      .map((flag) => (texts.has(flag) ? `${flag}: ${texts.get(flag)}` : flag));
}

// The hover box of a line: value, spread, how it was measured, doubts.
function line_hover(archive, line) {
  const unit = unit_of(line);
  const title = `<b>${for_plotly(subject_text(line.subject))} ${for_plotly(line.name, 60)}</b>`;
  if (line.theoretical) {
    const source = (ceilings_by_id.get(archive).get(line.id) || {}).limit_source || line.source;
    return [`${title}`, `documented limit ${si(line.value, unit, 4)}, not measured`,
            ...(source ? [wrapped(source)] : [])].join("<br>");
  }
  const rows = [title, `<b>${si(line.value, unit, 4)}</b>  (${si(line.low, unit)} to ` +
      `${si(line.high, unit)})`, for_plotly(standing_text(line))];
  if (line.limit) {
    rows.push(`${percent(line.value / line.limit)} of the documented ${si(line.limit, unit)}`);
  }
  const ceiling = ceilings_by_id.get(archive).get(line.id);
  if (ceiling) {
    const how = [ceiling.repetitions ? `${ceiling.repetitions} repetitions` : "",
                 ceiling.working_sets ? `working sets ${ceiling.working_sets}` : ""];
    if (how.some(Boolean)) rows.push(for_plotly(how.filter(Boolean).join(", "), 100));
  }
  if (archive.summary.provenance !== "measured") rows.push(archive.summary.provenance);
  if (line.source) rows.push(wrapped(line.source));
  const reasons = suspect_reasons(archive.view, line.suspect);
  rows.push(...reasons.map((reason) => wrapped(`! ${reason}`)));
  return rows.join("<br>");
}

// Intensities from one to another, both among them, between them those of a grid over what is seen
// (log10 from, to) and half as much on either side; lines that share a grid are told apart by the
// pointer's height alone.
function intensities(from, to, seen) {
  const step = (seen[1] - seen[0]) / kPoints;
  const first = Math.max(Math.floor(Math.log10(from) / step) + 1,
                         Math.floor((seen[0] * 1.5 - seen[1] * 0.5) / step));
  const last = Math.min(Math.ceil(Math.log10(to) / step) - 1,
                        Math.ceil((seen[1] * 1.5 - seen[0] * 0.5) / step));
  const grid = Array.from({length: Math.max(0, last - first + 1)},
                          (_, i) => 10 ** ((first + i) * step));
  return [from, ...grid, to];
}

function line_trace(archive, line, lines, seen) {
  const x = intensities(...reach(line, lines), seen);
  return {
    type: "scatter", mode: "lines", x, y: x.map((intensity) => rate_at(line, intensity)),
    name: for_plotly(`${subject_text(line.subject)} ${line.name}`), meta: {key: line_key(line)},
    line: {color: line_ink(line), width: line_width(line), dash: line_dash(line)},
    opacity: line.theoretical || is_main(line) ? 1 : 0.8,
    hoverinfo: "text", hovertext: line_hover(archive, line),
    hoverlabel: {bordercolor: line_ink(line)},
  };
}

// The interval of a roof or reference line, as an area.
function band_trace(line, lines) {
  const [from, to] = reach(line, lines);
  const flat = line.kind === "compute";
  const y = (value, x) => (flat ? value : value * x);
  return {
    type: "scatter", mode: "lines", fill: "toself", hoverinfo: "skip", line: {width: 0},
    x: [from, to, to, from],
    y: [y(line.low, from), y(line.low, to), y(line.high, to), y(line.high, from)],
    fillcolor: faded(line_ink(line), 0.22), meta: {band: true},
  };
}

// Where the lines of one standing meet: reference with reference, roof with roof.
function ridges_of(lines) {
  const ridges = new Map();
  for (const standing of ["reference", "roof"]) {
    const own = lines.filter((line) =>
      !line.theoretical && (line[standing] || stand_ins.has(line)));
    for (const level of own.filter((line) => line.kind === "bandwidth")) {
      for (const compute of own.filter((line) => line.kind === "compute")) {
        const key = `${line_key(level)} ${line_key(compute)}`;
        if (ridges.has(key)) continue;
        ridges.set(key, {level, compute, standing, intensity: compute.value / level.value,
                         rate: compute.value});
      }
    }
  }
  return [...ridges.values()];
}

// The ridge point that a device is known by: farthest level, double precision if it is drawn.
function known_ridge(ridges) {
  const far = farthest_level(ridges.map((ridge) => ridge.level));
  const own = ridges.filter((ridge) => ridge.level.subject === far);
  return own.find((r) => r.compute.subject === "fp64" && r.standing === "reference") || own[0];
}

function ridge_trace(ridges) {
  const hover = ({level, compute, intensity, standing}) => [
    `<b>Ridge point ${plain_number(intensity, 4)} FLOP/B</b>`,
    `${for_plotly(subject_text(level.subject))} ${for_plotly(level.name)} ` +
        `${si(level.value, "B/s")}`,
    `meets ${for_plotly(subject_text(compute.subject))} ${for_plotly(compute.name)} ` +
        `${si(compute.value, unit_of(compute))}`,
    standing === "reference" ? "of the reference lines" : "of the roofs"].join("<br>");
  return {
    type: "scatter", mode: "markers", x: ridges.map((r) => r.intensity),
    y: ridges.map((r) => r.rate), hoverinfo: "text", hovertext: ridges.map(hover),
    marker: {symbol: "circle", size: 6, color: inks().paper,
             line: {width: 1.5, color: ridges.map((r) => level_ink(r.level.subject))}},
    meta: {ridges: true},
  };
}
