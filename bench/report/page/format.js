// Words and numbers of the page: SI and binary prefixes, text that came from archives made fit to
// be shown, and elements built without ever reading text as HTML. Everything else on the page uses
// these. Values are SI base units (B/s, FLOP/s, s, Hz, B); null is unknown and shown as a dash.

const kPrefixes = [[1e18, "E"], [1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"],
                   [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"], [1e-12, "p"]];
const kBinary = [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]];
const kNoValue = "–";

// A plain number with so many significant digits: 0.265, 6.94, 262, 12 300.
function plain_number(value, digits = 3) {
  if (value === null || value === undefined || !Number.isFinite(value)) return kNoValue;
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size >= 1e6 || size < 1e-4) return rounded.toExponential(digits - 1).replace("e+", "e");
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return rounded.toFixed(Math.min(decimals, 8));
}

// A value with the prefix that leaves one to three digits before the point: "262 GB/s".
function si(value, unit, digits = 3) {
  if (value === null || value === undefined || !Number.isFinite(value)) return kNoValue;
  if (value === 0) return `0 ${unit}`;
  const rounded = Number(value.toPrecision(digits));
  const [factor, prefix] = kPrefixes.find(([f]) => Math.abs(rounded) >= f) || kPrefixes.at(-1);
  return `${plain_number(rounded / factor, digits)} ${prefix}${unit}`;
}

// A working set or capacity in binary units: "48 KiB", "1.56 MiB".
function bytes_text(value, digits = 3) {
  if (value === null || value === undefined || !Number.isFinite(value)) return kNoValue;
  const [factor, name] = kBinary.find(([f]) => value >= f) || [1, "B"];
  return `${Number((value / factor).toPrecision(digits))} ${name}`;
}

function percent(share, digits = 3) {
  if (share === null || share === undefined || !Number.isFinite(share)) return kNoValue;
  return `${plain_number(share * 100, digits)} %`;
}

// Text from outside, fit to be shown: control characters become visible pictures of themselves,
// marks that turn their surroundings, break lines or hide in a name become visible too, no letter
// carries a tower of accents, and what is longer than `limit` is cut in the middle, where file and
// function names differ least.
function shown(text, limit = 200) {
  const clean = String(text ?? "").replace(/[\u0000-\u001f]/g,
      (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
      .replace(/[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, "\u2426")
      .replace(/(\p{M}{4})\p{M}+/gu, "$1");
  const letters = Array.from(clean);
  if (letters.length <= limit) return letters.join("");
  const head = Math.ceil((limit - 1) * 0.7);
  const tail = limit - 1 - head;
  return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - tail).join("")}`;
}

// The same for plotly, which reads a little HTML in every text: what could be a tag or an entity is
// escaped, and the text is isolated, so that right-to-left names do not turn the line around them.
function for_plotly(text, limit = 80) {
  const safe = shown(text, limit).replace(/&/g, "&amp;").replace(/</g, "&lt;")
      .replace(/>/g, "&gt;");
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(safe) ? `\u2068${safe}\u2069` : safe;
}

// Long text in lines of at most `width` characters, for plotly's hover boxes.
function wrapped(text, width = 64, limit = 600) {
  const lines = [""];
  for (const word of shown(text, limit).split(" ")) {
    for (let rest = word; ; rest = rest.slice(width)) {
      const last = lines[lines.length - 1];
      if (last && last.length + 1 + Math.min(rest.length, width) > width) lines.push("");
      const at = lines.length - 1;
      lines[at] += (lines[at] ? " " : "") + rest.slice(0, width);
      if (rest.length <= width) break;
    }
  }
  return lines.map((line) => for_plotly(line, width + 1)).join("<br>");
}

// "fp16->fp32" as people write it, "L2@near" as it is called.
function subject_text(subject) {
  return shown(subject, 40).replace("->", "→").replace("@", " ");
}

// The unit of a line's value: integer work is never given in FLOP.
function unit_of(line) {
  if (line.kind === "bandwidth") return "B/s";
  return line.floating ? "FLOP/s" : "OP/s";
}

// element("button", {class: "x", onclick: f, "aria-pressed": true}, "text", child...). Attributes
// that are null or false are left out; children are nodes or text, never HTML.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") made.style.cssText = value;
    else if (name === "value" || name === "checked") made[name] = value;
    else made.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) made.append(child);
  }
  return made;
}

// Everything in `place` is replaced by these nodes.
function fill(place, ...children) {
  place.replaceChildren(...children.flat().filter((c) => c !== null && c !== undefined));
}

// A table of names that text from outside is looked up in: without what every object of JavaScript
// carries along, so that a level called "constructor" is not found.
const lookup = (names) => Object.assign(Object.create(null), names);

const by_id = (id) => document.getElementById(id);
