// The table of all ceilings of the archive shown: levels first, then latencies and links, then
// precisions; in each the roof on top of what it covers. Marked ones say why when they are opened.

let ceilings_table = null;

const kKindOrder = lookup({bandwidth: 0, link: 1, latency: 2, compute: 3});

const kLatencyPaths = lookup({chase: "dependent loads"});

function ceiling_subject(ceiling) {
  // Archives of old say it in the id alone.
  if (ceiling.kind !== "link" && !ceiling.level && !ceiling.precision) {
    return ceiling.id.split("/")[1] || "";
  }
  if (ceiling.kind === "compute") {
    return ceiling.precision + (ceiling.accumulate ? `->${ceiling.accumulate}` : "");
  }
  if (ceiling.kind === "link") return (ceiling.id.split("/")[1] || "link").replace("-", " to ");
  return (ceiling.level || "") + (ceiling.node ? `@${ceiling.node}` : "");
}

function ceiling_words(ceiling, line) {
  if (line) return shown(line.name, 80);
  if (ceiling.kind === "latency") {
    return `latency, ${kLatencyPaths[ceiling.path] || shown(ceiling.path || "", 60)}`;
  }
  return shown([ceiling.mix, ceiling.path].filter(Boolean).join(", ") || ceiling.id, 80);
}

function scope_text(view, scope) {
  const known = view.scopes.find((s) => s.scope === scope);
  return shown(known ? known.text : scope, 40);
}

// Roof and reference first, then the other primary ones, then the secondary ones.
function standing_order({roof, reference, role}) {
  if (roof) return 0;
  if (reference) return 1;
  return role === "secondary" ? 3 : 2;
}

function ceiling_standing(ceiling) {
  const standings =
    [ceiling.roof ? "roof" : "", ceiling.reference ? "reference" : ""].filter(Boolean);
  if (ceiling.lacks) standings.push(`lacks ${shown(ceiling.lacks, 40)}`);
  else if (!standings.length && ceiling.role === "secondary") standings.push("secondary");
  return standings.join(", ");
}

const kCycleUnits = lookup({bandwidth: "B", compute: "", latency: "cycles", link: "B"});

function per_cycle_text(ceiling) {
  if (ceiling.per_cycle === null || ceiling.per_cycle === undefined) return kNoValue;
  const unit = kCycleUnits[ceiling.kind] || (ceiling.unit || "").replace("/s", "");
  return `${plain_number(ceiling.per_cycle, 4)} ${unit}`;
}

function how_reached(ceiling) {
  const parts = [ceiling.working_sets ? shown(ceiling.working_sets, 40) : "",
                 ceiling.repetitions ? `${ceiling.repetitions} rep.` : ""];
  if (ceiling.traffic && ceiling.value && Math.abs(ceiling.traffic / ceiling.value - 1) > 0.005) {
    parts.push(`traffic ${si(ceiling.traffic, "B/s")}`);
  }
  return parts.filter(Boolean).join(", ");
}

const flags_of = (suspect) => String(suspect || "").split(/[;\s]+/).filter(Boolean);

// Rows in their order: of the part of the device that the chart shows first.
function ceiling_rows(archive) {
  const lines = new Map(archive.view.lines.filter((l) => !l.theoretical).map((l) => [l.id, l]));
  const subjects = new Map();
  const rows = (archive.summary.ceilings || []).map((ceiling) => {
    const subject = ceiling_subject(ceiling);
    const group = `${ceiling.scope} ${ceiling.kind} ${subject}`;
    if (!subjects.has(`${ceiling.kind} ${subject}`)) {
      subjects.set(`${ceiling.kind} ${subject}`, subjects.size);
    }
    return {...ceiling, subject, group, order: subjects.get(`${ceiling.kind} ${subject}`),
            name: `${subject_text(subject)} ${ceiling_words(ceiling, lines.get(ceiling.id))}`,
            scope_text: scope_text(archive.view, ceiling.scope), flags: flags_of(ceiling.suspect)};
  });
  const view_order = new Map([...archive.view.lines].map((l, i) => [`${l.kind} ${l.subject}`, i]));
  const place = (row) => view_order.get(`${row.kind} ${row.subject}`) ?? 1e6 + row.order;
  const usual = (row) => (row.scope === usual_scope(archive.view) ? 0 : 1);
  return rows.sort((a, b) => usual(a) - usual(b) || compare_values(a.scope, b.scope) ||
      (kKindOrder[a.kind] ?? 9) - (kKindOrder[b.kind] ?? 9) || place(a) - place(b) ||
      standing_order(a) - standing_order(b) || b.value - a.value);
}

// "!" and the first reason's name, as a button that opens the rest.
function marks_cell(row, reasons) {
  if (!row.flags.length) return "";
  const more = row.flags.length > 1 ? ` +${row.flags.length - 1}` : "";
  return element("button", {type: "button", class: "marks", title: reasons(row).join("\n"),
                            "aria-label": `Suspect: ${row.flags.join(", ")}. Open the reasons`},
                 `! ${shown(row.flags[0], 24)}${more}`);
}

function ceiling_details(row, reasons) {
  const clock = row.clock_hz ? `${si(row.clock_hz, "Hz")} while measuring` : null;
  const limit = row.limit ? `${si(row.limit, row.unit, 4)}, ` +
      `${shown(row.limit_source || "source unknown", 600)}` : null;
  return [
    description([
      ["id", copyable(row.id)],
      ["value", `${si(row.value, row.unit, 4)}, 95 % interval ${si(row.low, row.unit, 4)} to ` +
          `${si(row.high, row.unit, 4)}`],
      ["best repetition", row.best ? si(row.best, row.unit, 4) : null],
      ["traffic", row.traffic ? `${si(row.traffic, "B/s", 4)} in the memory itself` : null],
      ["documented limit", limit], ["clock", clock],
      ["working sets", row.working_sets ? shown(row.working_sets) : null],
      ["repetitions", row.repetitions || null],
      ["notes", row.notes ? shown(row.notes, 2000) : null],
      ["source", row.source ? shown(row.source, 2000) : null]]),
    row.flags.length ? element("p", {class: "marks-why"}, "Suspect, because:") : null,
    row.flags.length
      ? element("ul", {}, reasons(row).map((reason) => element("li", {}, reason))) : null];
}

function ceiling_columns(reasons) {
  return [
    {title: "ceiling", value: (r) => r.name, cell: (r) => r.name},
    {title: "on", class: "short", value: (r) => r.scope_text, cell: (r) => r.scope_text,
     hint: "how much of the device worked"},
    {title: "value", numeric: true, value: (r) => r.value, cell: (r) => si(r.value, r.unit, 4)},
    {title: "spread", numeric: true, value: (r) => r.spread, cell: (r) => percent(r.spread),
     hint: "of the repetitions: largest less smallest, over the median"},
    {title: "per cycle", numeric: true, value: (r) => r.per_cycle, cell: per_cycle_text,
     hint: "in a clock cycle of one core or SM; latencies in cycles"},
    {title: "of limit", numeric: true, value: (r) => r.share, cell: (r) => share_cell(r.share),
     hint: "share of the documented limit at the clock seen"},
    {title: "standing", value: (r) => ceiling_standing(r) || "z", cell: ceiling_standing},
    {title: "marks", value: (r) => -r.flags.length, cell: (r) => marks_cell(r, reasons)},
    {title: "how it was reached", value: how_reached, cell: how_reached}];
}

// What each mark in the table means, once.
function flag_notes(view, rows) {
  const seen = new Set(rows.flatMap((row) => row.flags));
  const known = view.flags.filter((flag) => seen.has(flag.flag));
  if (!known.length) return null;
  return element("details", {open: true}, element("summary", {}, "What the marks mean"),
    element("dl", {class: "flags"}, known.flatMap(({flag, text}) =>
      [element("dt", {}, `! ${shown(flag)}`), element("dd", {}, shown(text, 600))])));
}

function redraw_ceilings() {
  const place = by_id("ceilings-body");
  const archive = archive_shown();
  const rows = ceiling_rows(archive);
  const texts = new Map(archive.view.flags.map(({flag, text}) => [flag, text]));
  const reasons = (row) => row.flags.map((flag) =>
    shown(texts.has(flag) ? `${flag}: ${texts.get(flag)}` : flag, 600));
  place.replaceChildren();
  ceilings_table = null;
  if (!rows.length) {
    place.append(element("p", {class: "note"}, "This archive has no ceilings."));
    return;
  }
  ceilings_table = draw_table(place, {
    rows, columns: ceiling_columns(reasons),
    caption: `Ceilings of ${shown(archive.summary.device, 160)}`,
    filter_hint: "avx2 L1", tall: true, label: (row) => row.name,
    texts: (row) => [row.name, row.id, row.subject, row.scope_text, ceiling_standing(row),
                     ...row.flags].join(" ").toLowerCase(),
    checks: [{title: "roofs only", keep: (row) => row.roof},
             {title: "this part of the device only", keep: (row) => row.scope === state.scope,
              hint: "the part that the roofline above shows"},
             {title: "suspect only", keep: (row) => row.flags.length > 0}],
    group: (row) => row.group, details: (row) => ceiling_details(row, reasons),
    row_class: (row) => (row.roof ? "roof" : "covered"),
  });
  const notes = flag_notes(archive.view, rows);
  if (notes) place.append(notes);
}

function draw_ceilings() {
  redraw_ceilings();
  on_change((fields) => {
    if (touches(fields, "archive")) redraw_ceilings();
    else if (touches(fields, "scope") && ceilings_table) ceilings_table.draw();
  });
}
