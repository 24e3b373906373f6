// Draws the page once; each part then follows the changes that concern it. The roofline is there
// first, and the rest, one part at a time, while it can be looked at already. A part that fails
// leaves the others standing and says so where it would have been.

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
  const first = [
    ["masthead", draw_facts], ["theme", draw_theme], ["controls", draw_controls],
    ["chart", draw_chart], ["probe", draw_probe]];
  for (const part of first) draw_part(...part);
  setTimeout(draw_later, 0, [
    ["legend", draw_legend], ["comparison", draw_comparison], ["kernels-body", draw_kernels],
    ["ceilings-body", draw_ceilings], ["sweep-body", draw_sweep], ["curves-body", draw_curves],
    ["levels-body", draw_levels], ["environment-body", draw_environment]]);
}

draw_parts();
