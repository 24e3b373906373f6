// The panel beside the chart: archive, scope, levels and precisions, what else is drawn, and where
// kernels are placed; and the switch of the theme. Each control changes the state and nothing else.

// A checkbox in its label; `mark` is a piece of line in the colour of what it switches.
function checkbox(text, checked, change_to, mark = null, title = null) {
  const box = element("input", {type: "checkbox", checked,
                                onchange: (event) => change_to(event.target.checked)});
  return element("label", {class: "check", title}, box, mark, element("span", {}, text));
}

function choice(text, id, options, value, change_to) {
  const select = element("select", {id, onchange: (event) => change_to(event.target.value)},
      options.map(([key, title]) =>
        element("option", {value: key, selected: String(key) === String(value)}, title)));
  return element("p", {class: "choice"}, element("label", {for: id}, text), select);
}

const swatch = (colour, dash = "solid") =>
  element("span", {class: `swatch swatch-${dash}`, "aria-hidden": "true",
                   style: `--swatch: ${colour}`});

function group(title, ...content) {
  return element("fieldset", {class: "group"}, element("legend", {}, title), ...content);
}

// One checkbox for each level or precision, with its roof's value.
function subject_boxes(kind, field) {
  const lines = lines_of_scope();
  const toggled = (subject, on) => {
    const chosen = new Set(state[field]);
    if (on) chosen.add(subject);
    else chosen.delete(subject);
    change({[field]: chosen});
  };
  return subjects_of(lines, kind).map((subject) => {
    const roof = roof_of(lines, kind, subject) || lines.find((line) =>
      line.kind === kind && line.subject === subject);
    const box = checkbox(subject_text(subject), state[field].has(subject),
                         (on) => toggled(subject, on), swatch(line_ink(roof), line_dash(roof)),
                         subject_text(subject));
    box.append(element("span", {class: "value"}, si(roof.value, unit_of(roof))));
    return box;
  });
}

const archive_name = (archive) => {
  const kind = archive.summary.provenance === "measured" ? "" : ` (${archive.summary.provenance})`;
  return `${shown(archive.summary.device, 48)}${kind}`;
};

// Archives of the same device are told apart by their file.
function archive_label(index) {
  const archive = data.archives[index];
  const same = data.archives.filter((a) => archive_name(a) === archive_name(archive)).length > 1;
  return archive_name(archive) + (same ? `, ${shown(archive.file, 40)}` : "");
}

function source_controls() {
  const scopes = view_shown().scopes;
  return [
    data.archives.length > 1
      ? choice("Archive", "choose-archive", data.archives.map((_, i) => [i, archive_label(i)]),
               state.archive, (value) => choose_archive(Number(value)))
      : null,
    scopes.length > 1
      ? choice("Scope", "choose-scope", scopes.map((s) => [s.scope, shown(s.text, 40)]),
               state.scope, choose_scope)
      : null,
  ];
}

function other_controls() {
  const lines = lines_of_scope();
  const option = (text, field, there, title) => (there
    ? checkbox(text, state[field], (on) => change({[field]: on}), null, title) : null);
  const others = lines.filter((line) => !is_main(line) && !line.theoretical);
  const limits = lines.some((line) => line.theoretical || line.limit);
  return group("Also draw",
    option("no FMA, one chain", "techniques", lines.some((l) => techniques.has(l)),
           "dashed: what the compute roof falls to"),
    option("all secondary ceilings", "secondaries", others.some((line) => line.secondary),
           "dashed: what a missing technique leaves you under"),
    option("other mixes and paths", "mixes", others.some((line) => !line.secondary)),
    option("documented limits", "theoretical", limits, "dotted: not measured"),
    option("measured points", "empirical", (archive_shown().summary.empirical || []).length > 0,
           "hollow: kernels of tunable intensity"),
    option("spread bands", "bands", true, "interval of each roof's median"),
    option("ridge points", "ridges", true));
}

function kernel_controls() {
  const levels = kernel_levels();
  if (!levels.length) return null;
  const where = [["", "the level that binds each"], ...levels.map((l) => [l, subject_text(l)])];
  return group("Kernels",
    choice("Placed by bytes of", "choose-kernel-level", where, state.kernel_level,
           (value) => change({kernel_level: value})),
    levels.length > 1
      ? checkbox("join each one's levels", state.joined, (on) => change({joined: on})) : null);
}

// All boxes of a group at once.
function all_or_none(field, kind) {
  const every = () => new Set(subjects_of(lines_of_scope(), kind));
  return element("p", {class: "pair"},
    element("button", {type: "button", onclick: () => change({[field]: every()}),
                       "aria-label": `all ${field}`}, "all"),
    element("button", {type: "button", onclick: () => change({[field]: new Set()}),
                       "aria-label": `no ${field}`}, "none"));
}

function subject_group(title, kind, field) {
  const boxes = subject_boxes(kind, field);
  return boxes.length ? group(title, ...boxes, all_or_none(field, kind)) : null;
}

// Drawn anew, the control that had the focus gets it back.
function redraw_controls() {
  const place = by_id("controls");
  const controls = () => [...place.querySelectorAll("input, select, button")];
  const focused = controls().indexOf(document.activeElement);
  fill(place, ...source_controls(),
    subject_group("Memory levels", "bandwidth", "levels"),
    subject_group("Precisions", "compute", "precisions"),
    other_controls(), kernel_controls());
  if (focused >= 0 && controls()[focused]) controls()[focused].focus();
}

function draw_controls() {
  if (window.innerWidth < 720) by_id("controls-box").open = false;
  redraw_controls();
  on_change((fields) => {
    if (touches(fields, "archive", "scope", "levels", "precisions", "theme")) redraw_controls();
  });
}

// The theme: as the system has it, light, or dark. Print is always light.
function draw_theme() {
  const buttons = ["auto", "light", "dark"].map((theme) => element("label", {},
    element("input", {type: "radio", name: "theme", value: theme, checked: state.theme === theme,
                      onchange: () => change({theme})}), element("span", {}, theme)));
  fill(by_id("theme"), element("legend", {}, "Theme"), ...buttons);
  apply_theme();
  listeners.unshift((fields) => {
    if (touches(fields, "theme")) apply_theme();
  });
  darkness.addEventListener("change", () => change({theme: state.theme}));
  window.addEventListener("beforeprint", () => change({printing: true, theme: state.theme}));
  window.addEventListener("afterprint", () => change({printing: false, theme: state.theme}));
}
