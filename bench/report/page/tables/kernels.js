// The table of the kernels placed under the first archive: what each took, reached, could reach,
// and what limits it. A click on a row marks its kernel in the chart, and the other way round.

let kernels_table = null;

const is_integer_kernel = (kernel) => !kernel.flop && kernel.integer_operations > 0;

const kernel_rate = (kernel, value) => si(value, is_integer_kernel(kernel) ? "OP/s" : "FLOP/s");
const kernel_intensity = (kernel, value) =>
  `${plain_number(value)} ${is_integer_kernel(kernel) ? "OP" : "FLOP"}/B`;

// Names can be thousands of letters long (C++ templates): the whole one is in the details.
const kernel_name = (kernel) => shown(kernel.name, 90);

// Levels whose bytes were counted, by the fields that carry them.
function counted_levels(kernel) {
  return Object.keys(kernel).map((key) => /^bytes_(?!read_|written_|from$)(.+)$/.exec(key))
      .filter((found) => found && kernel[found[0]] !== null).map((found) => found[1]);
}

function kernel_level_table(kernel) {
  const levels = counted_levels(kernel);
  if (!levels.length) return null;
  const heads = ["level", "bytes", is_integer_kernel(kernel) ? "OP/B" : "FLOP/B", "bandwidth",
                 "of its ceiling", "attainable"];
  const cells = (level) => {
    const of = (name) => kernel[`${name}_${level}`];
    return [si(of("bytes"), "B"), plain_number(of("intensity")), si(of("bandwidth"), "B/s"),
            percent(of("share")), kernel_rate(kernel, of("attainable"))];
  };
  return element("table", {},
    element("thead", {}, element("tr", {}, heads.map((head, i) =>
      element("th", {scope: "col", class: i ? "numeric" : null}, head)))),
    element("tbody", {}, levels.map((level) => element("tr", {},
      element("th", {scope: "row"}, subject_text(level)),
      cells(level).map((text) => element("td", {class: "numeric"}, text))))));
}

function kernel_details(row) {
  const kernel = row.kernel;
  const whole = (text) => (text ? shown(text, 4000) : null);
  const name = String(kernel.name ?? "");
  return [
    name.length > 60 ? description([["full name", copyable(name)]]) : null,
    description([["diagnosis", whole(kernel.diagnosis)], ["advice", whole(kernel.advice)],
                 ["likely causes", whole(kernel.causes)], ["notes", whole(kernel.notes)],
                 ["operations", whole(kernel.types)], ["launches", kernel.launches],
                 ["to gain", kernel.gain ? `${plain_number(kernel.gain)} × at the most` : null],
                 ["ceiling", whole(kernel.ceiling)]]),
    kernel_level_table(kernel),
    element("p", {}, element("button", {type: "button", onclick: () => choose_kernel(row.index)},
                             "Mark in the roofline"))];
}

function bound_text(kernel) {
  return kernel.bound_by ? subject_text(kernel.bound_by) : "";
}

function verdict_cell(kernel) {
  const signs = {circle: "●", square: "■", diamond: "◆", "triangle-up": "▲", "triangle-down": "▼",
                 pentagon: "⬟", star: "★", hexagon: "⬢"};
  const sign = element("span", {class: "verdict-sign", "aria-hidden": "true"},
                       `${signs[verdict_symbol(kernel.verdict)] || "●"} `);
  sign.style.color = verdict_ink(kernel.verdict);
  return element("span", {}, sign, shown(verdict_text(kernel.verdict), 60));
}

function kernel_columns(total) {
  const of = (field) => (row) => row.kernel[field];
  const share = (row) => (total && row.kernel.seconds ? row.kernel.seconds / total : null);
  return [
    {title: "kernel", value: of("name"),
     cell: ({kernel}) => element("bdi", {title: shown(kernel.name, 500)}, kernel_name(kernel))},
    {title: "time", numeric: true, value: of("seconds"), cell: (r) => si(r.kernel.seconds, "s")},
    {title: "of total", numeric: true, value: share, cell: (r) => share_cell(share(r))},
    {title: "reached", numeric: true, value: of("rate"),
     cell: ({kernel}) => kernel_rate(kernel, kernel.rate)},
    {title: "attainable", numeric: true, value: of("attainable"),
     cell: ({kernel}) => kernel_rate(kernel, kernel.attainable),
     hint: "what the roof allows at its arithmetic intensity"},
    {title: "of what binds", numeric: true, value: of("share"),
     cell: (r) => share_cell(r.kernel.share), hint: "share of the ceiling that binds it"},
    {title: "bound by", value: (r) => bound_text(r.kernel), cell: (r) => bound_text(r.kernel)},
    {title: "verdict", value: (r) => verdict_text(r.kernel.verdict),
     cell: (r) => verdict_cell(r.kernel)}];
}

function colour_verdicts() {
  for (const [row, made] of kernels_table.made) {
    made.querySelector(".verdict-sign").style.color = verdict_ink(row.kernel.verdict);
  }
}

// The row of the kernel chosen, brought into its box without moving the page.
function mark_chosen() {
  for (const [row, made] of kernels_table.made) {
    const chosen = row.index === state.kernel;
    made.classList.toggle("chosen", chosen);
    if (!chosen || !made.isConnected) continue;
    const box = made.closest(".table-box");
    const [top, bottom] = [made.offsetTop - 60, made.offsetTop + made.offsetHeight];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = top;
  }
}

function kernels_words(kernels, archive) {
  const facts = [`${kernels.launches} ${kernels.launches === 1 ? "launch" : "launches"}`,
                 `${si(kernels.seconds, "s")} together`];
  if (kernels.source) facts.push(`from ${shown(kernels.source, 80)}`);
  return `Placed on ${shown(archive.summary.device, 80)}, ` +
      `${scope_text(archive.view, kernels.scope)}: ${facts.join(", ")}. A click on a row marks ` +
      "its kernel in the roofline; its triangle opens diagnosis and advice.";
}

function redraw_kernels() {
  const place = by_id("kernels-body");
  const kernels = data.kernels;
  const rows = kernels.kernels.map((kernel, index) => ({kernel, index}));
  place.replaceChildren(element("p", {class: "note"}, kernels_words(kernels, data.archives[0])));
  kernels_table = draw_table(place, {
    rows, columns: kernel_columns(kernels.seconds), caption: `${rows.length} kernels placed`,
    filter_hint: "gemm DRAM", tall: true, label: (row) => kernel_name(row.kernel),
    texts: ({kernel}) => [kernel.name, kernel.verdict, verdict_text(kernel.verdict), kernel.types,
                          bound_text(kernel)].join(" ").toLowerCase(),
    checks: [], sorted: 1, direction: -1, details: kernel_details, row_class: () => "selectable",
    choose: (row) => choose_kernel(row.index),
  });
  mark_chosen();
}

function draw_kernels() {
  if (!data.kernels || !data.kernels.kernels.length) return;
  by_id("kernels").hidden = false;
  redraw_kernels();
  on_change((fields) => {
    if (touches(fields, "theme", "printing")) colour_verdicts();
    if (touches(fields, "kernel")) mark_chosen();
  });
}
