// Labels on the lines of the roofline chart: bandwidth along the slope, compute at the right end.
// A label is tried at places along its line, above and below it, and takes the one with the fewest
// faults; labels never overlap one another. Lines that nearly coincide share one label. All in
// pixels of the plot area, x to the right and y downwards.

const kLabelFont = 12;
const kLabelHeight = 15;
const kMostFaults = 100;  // a secondary's label crosses one line at most, else it stays away
const kTogether = 0.03;   // roofs that differ by less share a label

const measuring = document.createElement("canvas").getContext("2d");

// Width of a text of the chart's font as drawn, without plotly's tags.
function text_width(text, size = kLabelFont, bold = false) {
  const plain = text.replace(/<[^>]*>/g, "").replace(/&[a-z]+;/g, "x");
  measuring.font = `${bold ? "600 " : ""}${size}px ${kChartFont}`;
  return measuring.measureText(plain).width;
}

// A box: centre, half sizes along and across its own direction, angle in radians (y downwards).
function box_corners(box) {
  const [c, s] = [Math.cos(box.angle), Math.sin(box.angle)];
  box.corners ??= [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([a, b]) =>
    [box.x + a * box.w * c - b * box.h * s, box.y + a * box.w * s + b * box.h * c]);
  return box.corners;
}

// Whether one of the two directions of `base` separates the boxes.
function apart_along(base, one, two) {
  const [c, s] = [Math.cos(base.angle), Math.sin(base.angle)];
  for (const [a, b] of [[c, s], [-s, c]]) {
    let [low1, high1, low2, high2] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of box_corners(one)) {
      const at = x * a + y * b;
      low1 = Math.min(low1, at);
      high1 = Math.max(high1, at);
    }
    for (const [x, y] of box_corners(two)) {
      const at = x * a + y * b;
      low2 = Math.min(low2, at);
      high2 = Math.max(high2, at);
    }
    if (high1 <= low2 || high2 <= low1) return true;
  }
  return false;
}

// Two turned boxes are apart if one of their four directions separates them.
function boxes_overlap(one, two) {
  const far = Math.hypot(one.w, one.h) + Math.hypot(two.w, two.h);
  if (Math.abs(one.x - two.x) >= far || Math.abs(one.y - two.y) >= far) return false;
  return !apart_along(one, one, two) && !apart_along(two, one, two);
}

// How much of a straight line runs through a box (0 where it passes by).
function line_through(box, from, to) {
  const [c, s] = [Math.cos(box.angle), Math.sin(box.angle)];
  const local = ([x, y]) =>
    [(x - box.x) * c + (y - box.y) * s, -(x - box.x) * s + (y - box.y) * c];
  const [[x0, y0], [x1, y1]] = [local(from), local(to)];
  let [enter, leave] = [0, 1];
  for (const [start, step, half] of [[x0, x1 - x0, box.w], [y0, y1 - y0, box.h]]) {
    if (Math.abs(step) < 1e-9) {
      if (Math.abs(start) >= half) return 0;
      continue;
    }
    const cuts = [(-half - start) / step, (half - start) / step].sort((a, b) => a - b);
    [enter, leave] = [Math.max(enter, cuts[0]), Math.min(leave, cuts[1])];
  }
  return Math.max(0, leave - enter) * Math.hypot(to[0] - from[0], to[1] - from[1]);
}

function outside(box, frame) {
  return box_corners(box).some(([x, y]) => x < 1 || y < 1 || x > frame.w - 1 || y > frame.h - 1);
}

// The visible piece of a line as pixels [from, to], or null.
function visible_piece(line, lines, frame) {
  const [from, to] = reach(line, lines).map(Math.log10);
  const rate = Math.log10(line.value);
  let [x0, x1] = [Math.max(from, frame.x[0]), Math.min(to, frame.x[1])];
  if (line.kind === "bandwidth") {
    x0 = Math.max(x0, frame.y[0] - rate);
    x1 = Math.min(x1, frame.y[1] - rate);
  } else if (rate < frame.y[0] || rate > frame.y[1]) {
    return null;
  }
  if (x1 <= x0) return null;
  const pixel = (x) => [frame.px(x), frame.py(line.kind === "bandwidth" ? rate + x : rate)];
  return [pixel(x0), pixel(x1)];
}

// What a label says besides its subject: of a roof's bandwidth only the mix, else all of its name.
function path_label(line) {
  if (line.theoretical) return "documented";
  const name = shown(line.name, 40);
  return line.kind === "bandwidth" && is_main(line) ? name.split(",")[0] : name;
}

// "262 GB/s", or "798–802 TFLOP/s" of several lines.
function value_text(group) {
  const unit = unit_of(group[0]);
  const values = group.map((line) => line.value);
  const [low, high] = [si(Math.min(...values), unit), si(Math.max(...values), unit)];
  if (low === high) return high;
  const same_prefix = low.split(" ")[1] === high.split(" ")[1];
  return same_prefix ? `${low.split(" ")[0]}–${high}` : `${low}–${high}`;
}

function label_text(group, short) {
  const names = [...new Set(group.map((line) => subject_text(line.subject)))];
  const paths = [...new Set(group.map(path_label))];
  const name = names.length > 3 ? `${names.slice(0, 2).join(", ")} +${names.length - 2}`
                                : names.join(", ");
  const word = paths.length === 1 && !short ? ` ${shown(paths[0], 26)}` : "";
  const mark = group.some((line) => line.suspect) ? " !" : "";
  return for_plotly(`${name}${word} ${value_text(group)}${mark}`, 90);
}

// Lines of one kind whose values nearly coincide, the best first; secondaries stand alone.
function label_groups(lines) {
  const rank = (line) => (line.theoretical ? 2 : line.roof ? 0 : is_main(line) ? 1 : 3);
  const sorted = [...lines].sort((a, b) => rank(a) - rank(b) || b.value - a.value);
  const groups = [];
  for (const line of sorted) {
    const first = groups.find(([l]) => l.kind === line.kind && rank(l) < 3 && rank(line) < 3 &&
        l.floating === line.floating &&
        Math.abs(line.value / l.value - 1) < kTogether);
    if (first && rank(first[0]) === rank(line)) first.push(line);
    else groups.push([line]);
  }
  return groups;
}

// Places to try: along the line and on either side of it. Compute lines are filled from the right.
function label_places(piece, kind, width, angle, tries) {
  const length = Math.hypot(piece[1][0] - piece[0][0], piece[1][1] - piece[0][1]);
  const half = width / 2 + 3;
  if (length < 2 * half) return [];
  const places = [];
  const step = Math.max(14, (length - 2 * half) / tries);
  for (let at = half + 4; at <= length - half; at += step) {
    const share = (kind === "compute" ? length - at : at) / length;
    for (const side of [-1, 1]) {
      const away = side * (kLabelHeight / 2 + 2);
      places.push({
        x: piece[0][0] + share * (piece[1][0] - piece[0][0]) - away * Math.sin(angle),
        y: piece[0][1] + share * (piece[1][1] - piece[0][1]) + away * Math.cos(angle),
        w: half, h: kLabelHeight / 2, angle, cost: at / length * 30 + (side > 0 ? 12 : 0),
      });
    }
  }
  return places;
}

// The best free place of those tried; null where each one overlaps a label.
function best_place(places, taken, pieces, points, frame) {
  let best = null;
  for (const place of places) {
    if (best && place.cost >= best.cost) continue;
    if (outside(place, frame) || taken.some((box) => boxes_overlap(place, box))) continue;
    let cost = place.cost;
    for (const [from, to] of pieces) {
      if (best && cost >= best.cost) break;
      cost += line_through(place, from, to) > 0.5 ? 60 : 0;
    }
    for (const [x, y] of points) {
      if (Math.abs(x - place.x) > place.w + 4 || Math.abs(y - place.y) > place.w + 4) continue;
      if (line_through(place, [x - 3, y], [x + 3, y]) > 0) cost += 25;
    }
    if (!best || cost < best.cost) best = {...place, cost};
  }
  return best;
}

// All labels of the lines drawn, as plotly annotations. `points` are pixels of measured points and
// kernels, which labels had better not cover; `limits` are drawn and not labelled.
function line_labels(lines, limits, frame, points, taken) {
  const angle = -Math.atan2(frame.ppd_y, frame.ppd_x);
  const visible = lines.map((line) => [line, visible_piece(line, lines, frame)])
      .filter(([, piece]) => piece);
  const pieces = [...visible.map(([, piece]) => piece),
                  ...limits.map((line) => visible_piece(line, lines, frame)).filter(Boolean)];
  const annotations = [];
  for (const group of label_groups(visible.map(([line]) => line))) {
    const line = group[0];
    const piece = visible.find(([own]) => own === line)[1];
    const turn = line.kind === "bandwidth" ? angle : 0;
    const size = is_main(line) ? kLabelFont : kLabelFont - 1;
    const bold = line.roof && !line.theoretical;
    for (const short of [false, true]) {
      const text = label_text(group, short);
      const places = label_places(piece, line.kind, text_width(text, size, bold), turn,
                                  is_main(line) ? 24 : 10);
      const place = best_place(places, taken, pieces, points, frame);
      if (!place || (!bold && !is_main(line) && place.cost > kMostFaults)) continue;
      taken.push(place);
      annotations.push(annotation_at(place, bold ? `<b>${text}</b>` : text, frame,
                                     {font: {size, color: line_ink(line)}}));
      break;
    }
  }
  return annotations;
}

// An annotation centred on a box, at plot coordinates so that it moves with the picture.
function annotation_at(box, text, frame, extra = {}) {
  return {
    x: frame.from_px(box.x), y: frame.from_py(box.y), xref: "x", yref: "y", text,
    showarrow: false, xanchor: "center", yanchor: "middle", textangle: box.angle * 180 / Math.PI,
    borderpad: 0, bgcolor: faded(inks().paper, 0.75), captureevents: false, ...extra,
  };
}
