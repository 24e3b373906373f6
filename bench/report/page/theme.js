// Colours, dashes and symbols of all pictures, in a light and a dark set. They follow the order of
// the Okabe-Ito palette (M. Okabe, K. Ito, Color Universal Design, 2008), each made darker or
// lighter until it can be read as text on its paper (contrast of at least 4.5:1); what differs in
// colour also differs in dash, symbol or label.

const kLight = {
  paper: "#ffffff", ink: "#1c2530", muted: "#586574", grid: "#d9dfe6", faint: "#edf0f4",
  levels: ["#0067a5", "#00755a", "#8a5c00", "#b8430e", "#9b3a7d", "#2f7486", "#5f6a1d"],
  vector: "#1c2530", matrix: "#5b3fb0", integer: "#7a5230",
  cards: ["#0067a5", "#b8430e", "#00755a", "#9b3a7d", "#8a5c00", "#5b3fb0"],
  verdicts: ["#0067a5", "#00755a", "#2f7486", "#c2570c", "#8a6d00", "#9b3a7d", "#c01c3a",
             "#586574"],
};

const kDark = {
  paper: "#12161c", ink: "#e6ebf1", muted: "#a3afbc", grid: "#333c47", faint: "#1d242c",
  levels: ["#56b4e9", "#2fc79a", "#e6b33c", "#ff8a5c", "#e08cc5", "#7fd0dd", "#b9c766"],
  vector: "#e6ebf1", matrix: "#b8a5ff", integer: "#d9a87e",
  cards: ["#56b4e9", "#ff8a5c", "#2fc79a", "#e08cc5", "#e6b33c", "#b8a5ff"],
  verdicts: ["#56b4e9", "#2fc79a", "#7fd0dd", "#ff9a4d", "#e3c93f", "#e08cc5", "#ff7f8f",
             "#a3afbc"],
};

const kCardDashes = ["solid", "dash", "dashdot", "longdash", "dot", "longdashdot"];

// Place in the palette of the levels that most devices have; others follow behind.
const kLevelPlaces = lookup(
    {"L1": 0, "shared": 4, "L2": 1, "L2@near": 1, "L2@far": 5, "L3": 2, "DRAM": 3});

// What `ridgeline place` says of a kernel: place in the palette, symbol, name.
const kVerdicts = lookup({
  "on-bandwidth-roof": [0, "circle", "on a bandwidth roof"],
  "on-compute-roof": [1, "square", "on a compute roof"],
  "at-ridge": [2, "diamond", "at the ridge"],
  "under-secondary-ceiling": [3, "triangle-up", "under a secondary ceiling"],
  "between-ceilings": [4, "pentagon", "between ceilings"],
  "latency-bound": [5, "triangle-down", "bound by latency"],
  "above-roof": [6, "star", "above the roof"],
});

const darkness = window.matchMedia("(prefers-color-scheme: dark)");

function is_dark() {
  if (state.printing) return false;
  return state.theme === "auto" ? darkness.matches : state.theme === "dark";
}

const inks = () => (is_dark() ? kDark : kLight);

// The style sheet goes by this attribute, whoever chose the theme.
function apply_theme() {
  document.documentElement.dataset.theme = is_dark() ? "dark" : "light";
}

function level_ink(subject) {
  const palette = inks().levels;
  if (subject in kLevelPlaces) return palette[kLevelPlaces[subject]];
  const others = subjects_of(view_shown().lines, "bandwidth").filter((s) => !(s in kLevelPlaces));
  return palette[(4 + Math.max(0, others.indexOf(subject))) % palette.length];
}

function line_ink(line) {
  if (line.kind === "bandwidth") return level_ink(line.subject);
  if (!line.floating) return inks().integer;
  return line.matrix ? inks().matrix : inks().vector;
}

const card_ink = (index) => inks().cards[index % inks().cards.length];
// Another dash than its colour's in each further round, so that 36 cards differ.
const card_dash = (index) =>
  kCardDashes[(index + Math.floor(index / kCardDashes.length)) % kCardDashes.length];

const verdict_ink = (verdict) => inks().verdicts[(kVerdicts[verdict] || [7])[0]];
const verdict_symbol = (verdict) => (kVerdicts[verdict] || [7, "hexagon"])[1];
const verdict_text = (verdict) =>
  (kVerdicts[verdict] || [7, "", String(verdict ?? "unknown").replaceAll("-", " ")])[2];

// The same colour, part transparent: "#0067a5" becomes "rgba(0,103,165,0.2)".
function faded(colour, opacity) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `rgba(${parts.join(",")},${opacity})`;
}
