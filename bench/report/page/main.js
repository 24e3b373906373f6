// Draws the page once; each part then follows the changes that concern it. What the device is comes
// first, then the roofline, then the rest, one part at a time, so that what is there can be looked
// at already. A part that fails leaves the others standing and says so where it would have been.

// plotly lies in the page as text. A browser takes a second or two to compile it the first time.
function run_plotly() {
  document.head.append(element("script", {}, by_id("plotly").textContent));
}

function draw_part(place, draw) {
  try {
    draw();
  } catch (error) {
    console.error(error);
    by_id(place).append(element("p", {class: "banner"},
      `This part could not be drawn: ${shown(error.message, 300)}`));
  }
}

// Calls itself until nothing is left; `data-drawn` on the root then says so.
function draw_later(parts) {
  if (parts.length > 0) {
    draw_part(...parts[0]);
    setTimeout(draw_later, 0, parts.slice(1));
    return;
  }
  redraw_links();
  on_change((fields) => {
    if (touches(fields, "archive")) redraw_links();
  });
  document.documentElement.dataset.drawn = "yes";
  // A link to a section that was not there yet.
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted && window.scrollY === 0) wanted.scrollIntoView();
}

function draw_parts() {
  begin();
  const first = [["masthead", draw_facts], ["theme", draw_theme], ["controls", draw_controls]];
  for (const part of first) draw_part(...part);
  window.addEventListener("load", () => setTimeout(draw_later, 0, [
    ["chart", run_plotly], ["chart", draw_chart], ["probe", draw_probe], ["legend", draw_legend],
    ["comparison", draw_comparison], ["kernels-body", draw_kernels],
    ["ceilings-body", draw_ceilings], ["sweep-body", draw_sweep], ["curves-body", draw_curves],
    ["levels-body", draw_levels], ["environment-body", draw_environment]]));
}

draw_parts();
