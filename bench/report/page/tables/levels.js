// The memory levels that the sweeps found, and the ridge points where bandwidth ceilings meet
// compute ceilings, as tables.

function level_columns(view) {
  const size = (field) => ({numeric: true, value: (r) => r[field],
                            cell: (r) => bytes_text(r[field], 4)});
  return [
    {title: "level", value: (r) => r.level, cell: (r) => subject_text(r.level)},
    {title: "sweep of", value: (r) => r.scope, cell: (r) => scope_text(view, r.scope)},
    {title: "from", ...size("first")},
    {title: "up to", ...size("knee"), hint: "the knee: where the sweep leaves the level's plateau",
     cell: (r) => (r.knee ? bytes_text(r.knee, 4) : "open-ended")},
    {title: "topology says", ...size("nominal")},
    {title: "sweep's bandwidth", numeric: true, value: (r) => r.bandwidth,
     cell: (r) => si(r.bandwidth, "B/s", 4)},
    {title: "latency", numeric: true, value: (r) => r.latency, cell: (r) => si(r.latency, "s")},
    {title: "its knee", ...size("latency_knee"), hint: "where dependent loads become slower"},
    {title: "note", cell: (r) => shown(r.notes ?? "", 600)}];
}

// How a ceiling is called, by its id; ids of ceilings that are not there stay ids.
function named_ceiling(names, id) {
  return names.get(id) || shown(id, 90);
}

function ridge_columns(view, names) {
  return [
    {title: "bandwidth ceiling", value: (r) => named_ceiling(names, r.bandwidth),
     cell: (r) => named_ceiling(names, r.bandwidth)},
    {title: "compute ceiling", value: (r) => named_ceiling(names, r.compute),
     cell: (r) => named_ceiling(names, r.compute)},
    {title: "on", value: (r) => r.scope, cell: (r) => scope_text(view, r.scope)},
    {title: "standing", value: (r) => r.standing, cell: (r) => shown(r.standing ?? "", 60)},
    {title: "ridge point", numeric: true, value: (r) => r.intensity,
     cell: (r) => `${plain_number(r.intensity, 4)} ${r.integer ? "OP/B" : "FLOP/B"}`,
     hint: "with less arithmetic a byte, memory binds; with more, arithmetic"}];
}

function redraw_levels() {
  const place = by_id("levels-body");
  const {view, summary} = archive_shown();
  place.replaceChildren();
  if (summary.levels.length) {
    draw_table(place, {rows: summary.levels, columns: level_columns(view),
                       caption: "Memory levels found"});
  } else {
    place.append(element("p", {class: "note"}, "No sweep of this archive found memory levels."));
  }
  const rows = ceiling_rows(archive_shown());
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const integer = new Set(rows.filter((row) => row.unit === "OP/s").map((row) => row.id));
  const ridges = summary.ridges.map((r) => ({...r, integer: integer.has(r.compute)}));
  if (!ridges.length) return;
  const usual = (ridge) => (ridge.scope === usual_scope(view) ? 0 : 1);
  draw_table(place, {
    rows: ridges.sort((a, b) => usual(a) - usual(b)), columns: ridge_columns(view, names),
    caption: "Ridge points", filter_hint: "DRAM fp64", tall: true, checks: [],
    group: (r) => `${r.scope} ${r.bandwidth}`,
    texts: (r) => [r.bandwidth, r.compute, named_ceiling(names, r.bandwidth), r.scope, r.standing,
                   named_ceiling(names, r.compute)].join(" ").toLowerCase(),
  });
}

function draw_levels() {
  redraw_levels();
  on_change((fields) => {
    if (touches(fields, "archive")) redraw_levels();
  });
}
