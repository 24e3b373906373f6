// Who was measured, how, and what to beware of: the head of the page, the environment, the notes,
// and what was not measured.

const kProvenance = {measured: "measured", published: "published, not measured here",
                     simulated: "simulated"};

function provenance_tag(provenance) {
  return element("span", {class: `provenance provenance-${provenance}`},
                 kProvenance[provenance] || shown(provenance, 40));
}

function card_list() {
  if (data.archives.length < 2) return null;
  return element("ul", {class: "cards", "aria-label": "Archives"}, data.archives.map((archive, i) =>
    element("li", {}, element("button", {
      type: "button", "aria-pressed": String(i === state.archive), title: shown(archive.file),
      onclick: () => choose_archive(i)},
      archive_label(i)))));
}

function fact_list(facts) {
  return element("dl", {class: "facts"}, facts.map(({name, text}) => element("div", {},
    element("dt", {}, shown(name, 80)), element("dd", {}, element("bdi", {}, shown(text, 600))))));
}

function draw_masthead() {
  const {summary, view} = archive_shown();
  const careful = /^Take care/.test(summary.suspicion || "");
  const warnings = [...view.banners.map((banner) => banner.text),
                    careful ? summary.suspicion : null].filter(Boolean);
  const conclusion =
    [summary.balance, careful ? null : summary.suspicion].filter(Boolean).join(" ");
  fill(by_id("masthead"), card_list(),
    element("h1", {}, element("bdi", {}, shown(summary.device, 160)),
            provenance_tag(summary.provenance)),
    warnings.map((text) => element("p", {class: "banner"}, shown(text, 1200))),
    fact_list(view.facts), conclusion ? element("p", {}, shown(conclusion, 1200)) : null);
}

function pairs_table(caption, heads, rows) {
  return element("div", {class: "table-box", tabindex: 0, role: "region", "aria-label": caption},
    element("table", {}, element("caption", {}, caption),
      element("thead", {}, element("tr", {}, heads.map((h) => element("th", {scope: "col"}, h)))),
      element("tbody", {}, rows.map(([name, ...rest]) => element("tr", {},
        element("th", {scope: "row"}, element("bdi", {}, shown(name, 400))),
        rest.map((text) => element("td", {}, element("bdi", {}, shown(text ?? "", 2000)))))))));
}

function redraw_environment() {
  const {summary, view, file} = archive_shown();
  const skipped = (summary.not_measured || []).map((row) =>
    [row.first, row.count, row.status, row.reason]);
  const notes = (summary.notes || []).map(({note}) => note);
  fill(by_id("environment-body"),
    element("p", {class: "note"}, `From ${shown(file, 200)}`,
            summary.command ? [", by ", element("code", {}, shown(summary.command, 400))] : null),
    view.environment.length
      ? pairs_table("What the device ran with", ["fact", "value"],
                    view.environment.map(({name, value}) => [name, value]))
      : element("p", {class: "note"}, "The archive says nothing of its environment."),
    notes.length ? [element("h3", {}, "Notes"),
                    element("ul", {}, notes.map((n) => element("li", {}, shown(n, 2000))))] : null,
    skipped.length ? [element("h3", {}, "Not measured"),
                      pairs_table("What was skipped or failed", ["first", "cases", "how", "why"],
                                  skipped)] : null);
}

// Links to sections that have nothing to show are hidden with them. To be called when those have
// been drawn.
function redraw_links() {
  for (const link of by_id("sections").children) {
    link.hidden = by_id(link.getAttribute("href").slice(1)).hidden;
  }
}

// Whatever is looked at, scrolled or printed: simulated numbers never look like measured ones.
function redraw_watermark() {
  const old = document.querySelector(".page-watermark");
  if (old) old.remove();
  if (archive_shown().summary.provenance !== "simulated") return;
  document.body.append(element("div", {class: "page-watermark", "aria-hidden": "true"},
                               element("span", {}, "SIMULATED")));
}

function draw_facts() {
  const draw = () => {
    draw_masthead();
    redraw_watermark();
  };
  draw();
  fill(by_id("foot"), `Written by ${shown(data.program, 200)}. 1 FMA counts as 2 FLOP; rates are ` +
      "decimal (1 GB/s = 1e9 B/s), sizes binary (1 KiB = 1024 B). Charts: plotly.js (MIT).");
  on_change((fields) => {
    if (touches(fields, "archive")) draw();
  });
}

function draw_environment() {
  redraw_environment();
  on_change((fields) => {
    if (touches(fields, "archive")) redraw_environment();
  });
}
