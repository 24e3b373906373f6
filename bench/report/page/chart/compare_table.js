// The table of crossovers: at each level and precision that the first archive shares with another
// one, how the two compare, and the intensity where they change places.

// Who is faster where.
function crossing_text(c) {
  const [base, other] = [archive_label(c.base), archive_label(c.other)];
  if (c.intensity) {
    const first = c.base_bandwidth > c.other_bandwidth ? base : other;
    return `${first} below AI ${plain_number(c.intensity)}, ${first === base ? other : base} above`;
  }
  const ahead = Math.sign(c.other_bandwidth - c.base_bandwidth) +
      Math.sign(c.other_compute - c.base_compute);
  return ahead === 0 ? "the same" : `${ahead > 0 ? other : base} everywhere`;
}

function crossing_row(c) {
  const shown_now = c.level === comparing.level && c.precision === comparing.precision;
  const show = () => {
    Object.assign(comparing, {level: c.level, precision: c.precision});
    redraw_comparison();
  };
  return element("tr", {class: shown_now ? "chosen" : null, "data-level": c.level,
                        "data-precision": c.precision},
    element("th", {scope: "row"}, element("button", {type: "button", class: "link", onclick: show},
      `${subject_text(c.level)}, ${subject_text(c.precision)}`)),
    element("td", {}, archive_label(c.other)),
    element("td", {class: "number"}, `${plain_number(c.other_bandwidth / c.base_bandwidth)} ×`),
    element("td", {class: "number"}, `${plain_number(c.other_compute / c.base_compute)} ×`),
    element("td", {class: "number"}, plain_number(c.base_ridge)),
    element("td", {class: "number"}, plain_number(c.other_ridge)),
    element("td", {class: "number crossover", "data-value": c.intensity},
            c.intensity ? plain_number(c.intensity) : kNoValue),
    element("td", {}, crossing_text(c)));
}

function crossing_table() {
  const base = archive_label(0);
  const head = ["Level, precision", "Against", "Bandwidth", "Compute", "Ridge of the first",
                "Its ridge", "Crossover AI", "Faster"];
  return element("div", {class: "table-box", tabindex: 0, role: "region",
                         "aria-label": "Crossovers"},
    element("table", {id: "crossovers"},
      element("caption", {}, `Against ${base}, of the highest ceilings`),
      element("thead", {}, element("tr", {}, head.map((t) => element("th", {scope: "col"}, t)))),
      element("tbody", {}, data.crossovers.map(crossing_row))));
}
