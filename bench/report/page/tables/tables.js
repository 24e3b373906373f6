// Tables that can be sorted, filtered and opened: the parts common to ceilings, kernels, levels and
// ridge points. A table is described by its columns:
//   {title, hint, numeric, value(row): what is sorted by, cell(row): text or a node}
// and its rows are plain objects; numbers are sorted as numbers, unknown ones always last.

// Ascending by value; text as people order it ("L2" before "L10").
const kWordOrder = new Intl.Collator("en", {numeric: true});
function compare_values(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return kWordOrder.compare(String(a), String(b));
}

function sorted_rows(rows, column, direction) {
  if (!column || !direction) return rows;
  const known = [];
  const unknown = [];
  for (const row of rows) {
    const value = column.value(row);
    (value === null || value === undefined || value === "" ? unknown : known).push([value, row]);
  }
  known.sort(([a], [b]) => direction * compare_values(a, b));
  return [...known.map(([, row]) => row), ...unknown];
}

// True where every word of the filter is somewhere in the row's text.
function matches(text, filter) {
  return filter.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

// A head cell whose button sorts: once ascending (numbers: largest first), again the other way,
// a third time back to the table's own order.
function head_cell(column, index, table) {
  if (!column.value) return element("th", {scope: "col", title: column.hint}, column.title);
  const first = column.numeric ? -1 : 1;
  const sort = () => {
    const now = table.sorted === index ? table.direction : 0;
    table.direction = now === 0 ? first : now === first ? -first : 0;
    table.sorted = table.direction ? index : null;
    table.draw();
  };
  return element("th", {scope: "col", class: column.numeric ? "numeric" : null,
                        title: column.hint, "aria-sort": "none"},
    element("button", {type: "button", class: "sort", onclick: sort}, column.title));
}

function mark_sorted(table) {
  for (const [index, head] of [...table.head.children].entries()) {
    if (!head.hasAttribute("aria-sort")) continue;
    const own = table.sorted === index ? table.direction : 0;
    head.setAttribute("aria-sort", own > 0 ? "ascending" : own < 0 ? "descending" : "none");
  }
}

// The row that opens below another one.
function toggle_details(made, table) {
  const opener = made.querySelector(".opener");
  const opened = table.opened.get(made);
  opener.setAttribute("aria-expanded", !opened);
  if (opened) {
    opened.remove();
    table.opened.delete(made);
    return;
  }
  const content = table.details(table.rows_of.get(made));
  const cell = element("td", {colspan: table.columns.length},
                       element("div", {class: "details-in"}, content));
  const details = element("tr", {class: "details"}, cell);
  table.opened.set(made, details);
  made.after(details);
}

function body_row(row, table) {
  const cells = table.columns.map((column, index) => {
    const content = column.cell(row);
    if (index) return element("td", {class: column.numeric ? "numeric" : column.class}, content);
    const opener = table.details
      ? element("button", {type: "button", class: "opener", "aria-expanded": "false",
                           "aria-label": `Details of ${table.label(row)}`}) : null;
    return element("th", {scope: "row", class: "name"},
                   element("div", {class: "row-name"}, opener, element("span", {}, content)));
  });
  const made = element("tr", {class: `main ${table.row_class ? table.row_class(row) : ""}`}, cells);
  table.rows_of.set(made, row);
  return made;
}

// One listener for all rows: openers and marks open the details, the rest of the row chooses it.
function follow_clicks(table) {
  table.body.addEventListener("click", (event) => {
    const row = event.target.closest("tr.main");
    if (!row) return;
    if (event.target.closest(".opener, .marks")) toggle_details(row, table);
    else if (table.choose && !event.target.closest("button")) table.choose(table.rows_of.get(row));
  });
}

// The rows that filter and checkboxes leave, in the order asked for. Rows and their open details
// are kept while the same rows are sorted or filtered.
function draw_rows(table) {
  const filter = table.search ? table.search.value.trim() : "";
  const kept = table.rows.filter((row) =>
    matches(table.texts(row), filter) && table.checks.every((c) => !c.box.checked || c.keep(row)));
  const rows = sorted_rows(kept, table.columns[table.sorted], table.direction);
  const grouped = !table.direction;
  let last = null;
  const drawn = [];
  for (const row of rows) {
    if (!table.made.has(row)) table.made.set(row, body_row(row, table));
    const made = table.made.get(row);
    const group = table.group ? table.group(row) : null;
    made.classList.toggle("first-of-group", grouped && last !== null && group !== last);
    last = group;
    drawn.push(made);
    if (table.opened.has(made)) drawn.push(table.opened.get(made));
  }
  table.place.classList.toggle("grouped", grouped && Boolean(table.group));
  table.body.replaceChildren(...drawn);
  if (table.count) table.count.textContent = `${rows.length} of ${table.rows.length}`;
  mark_sorted(table);
}

function table_tools(table, filter_hint) {
  table.search = element("input", {type: "search", placeholder: filter_hint, oninput: table.draw});
  table.count = element("span", {class: "count", role: "status"});
  for (const check of table.checks) {
    check.box = element("input", {type: "checkbox", onchange: table.draw});
  }
  return element("div", {class: "table-tools"},
    element("label", {}, "Filter", table.search),
    table.checks.map((check) => element("label", {title: check.hint}, check.box, check.title)),
    table.extra, table.count);
}

// Puts a table into `place`. Options: columns, rows, label(row): its name, details(row),
// texts(row): what the filter looks in, checks [{title, keep(row)}], group(row),
// row_class(row), choose(row), filter_hint, caption, extra (more tools), tall: scrolls in its box.
function draw_table(place, options) {
  const table = {checks: [], sorted: null, direction: 0, made: new Map(), rows_of: new Map(),
                 opened: new Map(), texts: () => "", label: () => "row", ...options};
  table.draw = () => draw_rows(table);
  table.head = element("tr", {}, table.columns.map((c, i) => head_cell(c, i, table)));
  table.body = element("tbody");
  table.place = element("table", {}, element("caption", {}, table.caption),
                        element("thead", {}, table.head), table.body);
  follow_clicks(table);
  const tools = table.filter_hint ? table_tools(table, table.filter_hint) : null;
  place.append(...[tools, element("div", {
    class: table.tall ? "table-box table-tall" : "table-box", tabindex: 0, role: "region",
    "aria-label": table.caption}, table.place)].filter(Boolean));
  table.draw();
  return table;
}

// A share of something as a thin bar and its number; more than all of it fills the bar.
function share_cell(share) {
  if (share === null || share === undefined) return kNoValue;
  const filled = element("i");
  filled.style.width = `${Math.min(100, Math.max(0, share * 100))}%`;
  return element("span", {class: "share"},
                 element("span", {class: "bar", "aria-hidden": "true"}, filled),
                 element("span", {class: "number"}, percent(share)));
}

// Names and texts of what is known; what is not is left out.
function description(pairs) {
  const known = pairs.filter(([, text]) => text !== null && text !== undefined && text !== "");
  return element("dl", {}, known.flatMap(([name, text]) =>
    [element("dt", {}, name), element("dd", {}, text)]));
}

// Text that people take elsewhere: the clipboard where the browser allows it, else it is selected.
function copyable(text) {
  const code = element("code", {dir: "auto"}, shown(text, 6000));
  const button = element("button", {type: "button", class: "copy", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  }}, "Copy");
  return element("span", {}, code, " ", button);
}
