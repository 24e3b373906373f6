// Axes and frame of the roofline chart: ranges that hold what is drawn with decades of equal length
// on both axes, pixels to values and back, ticks, and the watermark of simulated archives.

const kChartFont = '"Inter", "Segoe UI", system-ui, "Liberation Sans", Arial, sans-serif';

const is_narrow = (place) => place.clientWidth < 560;

const chart_margins = (place) =>
  (is_narrow(place) ? {l: 52, r: 10, t: 34, b: 46} : {l: 72, r: 18, t: 34, b: 52});

// The plot area in pixels.
function plot_size(place) {
  const margin = chart_margins(place);
  return {w: Math.max(80, place.clientWidth - margin.l - margin.r),
          h: Math.max(80, place.clientHeight - margin.t - margin.b)};
}

// Range of log10 of intensity and rate that shows the ridges with some slope before and some flat
// behind them, and all points.
function first_ranges(place, lines, points) {
  const compute = lines.filter((line) => line.kind === "compute").map((line) => line.value);
  const bandwidth = lines.filter((line) => line.kind === "bandwidth").map((line) => line.value);
  const spare = [points.map((p) => p.y).filter((y) => y > 0), points.map((p) => p.x)];
  const top = Math.max(...(compute.length ? compute : spare[0].length ? spare[0] : [1e12]));
  const low = Math.min(...(compute.length ? compute : spare[0].length ? spare[0] : [1e9]));
  const fast = Math.max(...(bandwidth.length ? bandwidth : [top]));
  const slow = Math.min(...(bandwidth.length ? bandwidth : [low / 10]));
  const x = [Math.log10(Math.min(low / fast / 6, ...spare[1])) - 0.15,
             Math.log10(Math.max(top / slow * 6, ...spare[1])) + 0.15];
  const y = [Math.log10(Math.min(low / 8, slow * 10 ** x[0] * 12, ...spare[0])) - 0.3,
             Math.log10(Math.max(top, ...spare[0])) + 0.3];
  return equal_decades(place, x, y);
}

// The shorter of the two is widened (downwards, and to both sides) until decades are equal.
function equal_decades(place, x, y) {
  const size = plot_size(place);
  const per_pixel = Math.max((x[1] - x[0]) / size.w, (y[1] - y[0]) / size.h);
  const more_x = per_pixel * size.w - (x[1] - x[0]);
  const more_y = per_pixel * size.h - (y[1] - y[0]);
  return {x: [x[0] - more_x / 2, x[1] + more_x / 2],
          y: [y[0] - more_y * 0.85, y[1] + more_y * 0.15]};
}

// Pixels and logarithms of a range, both ways.
function frame_of(place, ranges) {
  const {w, h} = plot_size(place);
  const [x, y] = [ranges.x, ranges.y];
  const [ppd_x, ppd_y] = [w / (x[1] - x[0]), h / (y[1] - y[0])];
  return {
    w, h, x, y, ppd_x, ppd_y,
    px: (log) => (log - x[0]) * ppd_x,
    py: (log) => h - (log - y[0]) * ppd_y,
    from_px: (pixel) => x[0] + pixel / ppd_x,
    from_py: (pixel) => y[0] + (h - pixel) / ppd_y,
  };
}

// Decades, and where there is room also their halves.
function log_axis(range, pixels, suffix) {
  const ink = inks();
  const [from, to] = [Math.ceil(range[0] - 1e-9), Math.floor(range[1] + 1e-9)];
  const every = Math.max(1, Math.ceil(44 / (pixels / (range[1] - range[0]))));
  const exponents = Array.from({length: Math.max(0, to - from + 1)}, (_, i) => from + i)
      .filter((e) => e % every === 0);
  const fine = exponents.length < 3 && every === 1;
  const values = fine ? fine_ticks(range) : exponents.map((e) => 10 ** e);
  return {
    type: "log", range, tickmode: "array", tickvals: values, ticktext: values.map(suffix),
    minor: {dtick: "D1", ticks: "inside", ticklen: 3, tickcolor: ink.grid, showgrid: false},
    gridcolor: ink.grid, gridwidth: 1, zeroline: false, showline: true, linecolor: ink.muted,
    mirror: true, tickfont: {color: ink.muted, size: 12}, fixedrange: false, automargin: false,
  };
}

// Ticks of less than two decades: 1, 2 and 5, or even steps when zoomed in further.
function fine_ticks(range) {
  const values = [];
  for (let e = Math.floor(range[0]); e <= Math.ceil(range[1]); e++) {
    for (const digit of [1, 2, 5]) values.push(digit * 10 ** e);
  }
  const inside = values.filter((v) => Math.log10(v) >= range[0] && Math.log10(v) <= range[1]);
  if (inside.length > 1) return inside;
  const steps = [0.15, 0.5, 0.85].map((share) => 10 ** (range[0] + share * (range[1] - range[0])));
  return steps.map((value) => Number(value.toPrecision(3)));
}

const intensity_tick = (value) => plain_number(value, value < 1e6 && value >= 1e-4 ? 3 : 1)
    .replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
const rate_tick = (value) =>
  si(value, "", 3).replace(/(\.\d*?)0+ /, "$1 ").replace(/\. /, " ").trim();

// "SIMULATED" across the picture, for archives that nothing was measured for.
function watermark(archives, frame) {
  if (!archives.some((archive) => archive.summary.provenance === "simulated")) return [];
  return [{
    xref: "paper", yref: "paper", x: 0.5, y: 0.45, text: "SIMULATED", showarrow: false,
    textangle: -24, font: {size: Math.min(110, frame.w / 7, frame.h / 3),
                           color: faded(inks().muted, 0.16)},
    captureevents: false, name: "watermark",
  }];
}

// What the picture is of, above it, so that it is known wherever the picture goes; left of the bar.
function caption(place, text) {
  const room = Math.floor((plot_size(place).w - 190) / 6.5);
  return room < 30 ? [] : [{
    xref: "paper", yref: "paper", x: 0, y: 1, xanchor: "left", yanchor: "bottom", yshift: 4,
    text: for_plotly(text, room), showarrow: false, font: {size: 12, color: inks().muted},
    captureevents: false, name: "caption",
  }];
}

function chart_axes(place, ranges, integer) {
  const frame = frame_of(place, ranges);
  const font = {color: inks().ink, size: 13};
  const unit = integer === "only" ? "OP" : "FLOP";
  const also = integer === "too" ? ", OP/s of integers" : "";
  return {
    xaxis: {...log_axis(ranges.x, frame.w, intensity_tick),
            title: {text: `Arithmetic intensity (${unit}/B)`, font, standoff: 8}},
    yaxis: {...log_axis(ranges.y, frame.h, rate_tick),
            title: {text: `Performance (${unit}/s${also})`, font, standoff: 6}},
  };
}
