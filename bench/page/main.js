// Draws the page once; each part then follows the changes that concern it. A part that fails leaves
// the others standing and says so where it would have been.

function draw_parts() {
  begin();
  const parts = [
    ["theme", draw_theme], ["controls", draw_controls], ["chart", draw_chart],
    ["legend", draw_legend], ["probe", draw_probe], ["comparison", draw_comparison],
    ["kernels-body", draw_kernels], ["ceilings-body", draw_ceilings], ["sweep-body", draw_sweep],
    ["curves-body", draw_curves], ["levels-body", draw_levels],
    ["environment-body", draw_environment], ["masthead", draw_facts]];
  for (const [place, draw] of parts) {
    try {
      draw();
    } catch (error) {
      console.error(error);
      by_id(place).append(element("p", {class: "banner"},
        `This part could not be drawn: ${shown(error.message, 300)}`));
    }
  }
}

draw_parts();
