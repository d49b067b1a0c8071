"use strict";
// data holds the table of the results, which Go writes into the page as JSON.
const NS = "http://www.w3.org/2000/svg", W = 480, H = 360, LEFT = 64, RIGHT = 28, TOP = 12, BOTTOM = 40;
const color = (i) => `var(--c${i % 8})`;
const shapes = ["M-3-3h6v6h-6z", "M0-4l4 7h-8z", "M0-4.5l4 4.5l-4 4.5l-4-4.5z", "M-3.5-1h2.5v-2.5h2v2.5h2.5v2h-2.5v2.5h-2v-2.5h-2.5z",
  "M0 4l4-7h-8z", "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"];
const shape = (i) => shapes[i % shapes.length];
const limit = Math.max(...data.Instances.flatMap((r) => r.Cells.filter((c) => c).map((c) => c.Limit)));

// measure is the field of a run that the plots show. An unsolved run counts as infinite, and is
// drawn on a line of its own beyond the limit.
const units = { Seconds: "seconds", CPU: "seconds of processor time", MB: "MB" };
let measure = "Seconds";
const solved = (c) => c.Answer === "SAT" || c.Answer === "UNSAT";
const took = (c) => solved(c) ? Math.max(c[measure], 0.001) : Infinity;
const known = (c) => c && (!solved(c) || measure !== "MB" || c.MB > 0);

function add(to, name, attributes, text) {
  const e = document.createElementNS(NS, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  to.append(e);
  return e;
}

// scale returns { at, ticks }: at maps [low, high] to [from, to], linearly or by logarithms, and
// ticks are the values to label. If gap is not 0, infinite values are at the end, and finite
// values end at that distance before it.
function scale(low, high, from, to, { log = false, whole = false, gap = 0 } = {}) {
  if (high <= low) { low = log ? low / 2 : low - 1; high = log ? high * 2 : high + 1; }
  const f = log ? Math.log10 : (v) => v, end = to + Math.sign(from - to) * gap;
  const at = (v) => v === Infinity ? to : from + (end - from) * (f(v) - f(low)) / (f(high) - f(low));
  let ticks = [];
  if (log) {
    for (let e = Math.ceil(f(low) - 1e-9); e <= f(high) + 1e-9; e++) ticks.push(10 ** e);
    if (gap) ticks = [...ticks.filter((t) => t < high / 1.5), high, Infinity];
    else if (ticks.length < 2) ticks = [low, high];
  } else {
    const raw = (high - low) / 6, power = 10 ** Math.floor(Math.log10(raw));
    const step = Math.max([1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw), whole ? 1 : 0);
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(i * step);
  }
  return { at, ticks };
}

const number = (v) => v === Infinity ? "unsolved" : String(parseFloat(v.toPrecision(4)));
const short = (text) => text.length > 48 ? text.slice(0, 47) + "\u2026" : text;

function frame(svg, x, y, xLabel, yLabel) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  const line = (t) => t === Infinity ? "limit" : "axis";
  for (const t of x.ticks) {
    add(svg, "path", { class: line(t), d: `M${x.at(t)} ${TOP}V${H - BOTTOM}` });
    add(svg, "text", { class: "tick", x: x.at(t), y: H - BOTTOM + 14, "text-anchor": "middle" }, number(t));
  }
  for (const t of y.ticks) {
    add(svg, "path", { class: line(t), d: `M${LEFT} ${y.at(t)}H${W - RIGHT}` });
    add(svg, "text", { class: "tick", x: LEFT - 6, y: y.at(t) + 4, "text-anchor": "end" }, number(t));
  }
  add(svg, "text", { class: "label", x: (LEFT + W - RIGHT) / 2, y: H - 8, "text-anchor": "middle" }, short(xLabel));
  add(svg, "text", { class: "label", transform: `translate(12 ${(TOP + H - BOTTOM) / 2}) rotate(-90)`, "text-anchor": "middle" }, short(yLabel));
}

function mark(svg, i, x, y, title) {
  const p = add(svg, "path", { class: "point", d: shape(i), transform: `translate(${x} ${y})`, fill: color(i) });
  add(p, "title", {}, title);
}

// measured returns a scale for the measure of all runs. If gap is not 0 and some runs are
// unsolved, it has a line for unsolved runs.
function measured(from, to, gap) {
  const all = data.Instances.flatMap((r) => r.Cells.filter(known).map(took)), finite = all.filter((v) => v < Infinity);
  const some = finite.length < all.length, power = (v, round) => 10 ** round(Math.log10(v));
  if (!finite.length) finite.push(limit);
  const high = some && measure === "Seconds" ? limit : power(Math.max(...finite), Math.ceil);
  return scale(power(Math.min(...finite), Math.floor), high, from, to, { log: true, gap: some ? gap : 0 });
}

const say = (c) => `${c.Answer} ${number(c.Seconds)} s, CPU ${number(c.CPU)} s` + (c.MB ? `, ${number(c.MB)} MB` : "");

function cactus() {
  const svg = document.getElementById("cactus");
  const common = data.Instances.filter((r) => r.Cells.every((c) => c));
  const lists = data.Solvers.map((_, i) => common.map((r) => r.Cells[i]).filter((c) => known(c) && solved(c)).map(took).sort((a, b) => a - b));
  const x = scale(0, Math.max(1, ...lists.map((s) => s.length)), LEFT, W - RIGHT, { whole: true }), y = measured(H - BOTTOM, TOP, 0);
  frame(svg, x, y, "instances", units[measure]);
  lists.forEach((list, i) => {
    if (!list.length) return;
    add(svg, "path", { class: "line", stroke: color(i), d: "M" + list.map((t, k) => `${x.at(k + 1)} ${y.at(t)}`).join("L") });
    list.forEach((t, k) => mark(svg, i, x.at(k + 1), y.at(t), `${data.Solvers[i]}: ${k + 1} within ${number(t)} ${units[measure]}`));
  });
}

function scatter() {
  const svg = document.getElementById("scatter"), a = +document.getElementById("x").value, b = +document.getElementById("y").value;
  const x = measured(LEFT, W - RIGHT, 46), y = measured(H - BOTTOM, TOP, 22);
  frame(svg, x, y, `${units[measure]} of ${data.Solvers[a]}`, `${units[measure]} of ${data.Solvers[b]}`);
  const ends = [x, y].map((s) => s.ticks.filter((t) => t < Infinity));
  add(svg, "path", { class: "limit", d: `M${x.at(ends[0][0])} ${y.at(ends[1][0])}L${x.at(ends[0].at(-1))} ${y.at(ends[1].at(-1))}` });
  for (const r of data.Instances) {
    const p = r.Cells[a], q = r.Cells[b];
    if (known(p) && known(q)) mark(svg, b, x.at(took(p)), y.at(took(q)), `${r.Name}: ${say(p)}; ${say(q)}`);
  }
  const pair = document.getElementById("pair");
  pair.replaceChildren(icon(b), `an instance, by ${data.Solvers[a]} and ${data.Solvers[b]}`);
}

const median = (v) => { v.sort((a, b) => a - b); return (v[(v.length - 1) >> 1] + v[v.length >> 1]) / 2; };

function sweep() {
  const svg = document.getElementById("sweep"), name = document.getElementById("parameter").value;
  const shown = data.Instances.filter((r) => name in r.Values), at = shown.map((r) => r.Values[name]);
  if (!shown.length) { svg.replaceChildren(); return; }
  const x = scale(Math.min(...at), Math.max(...at), LEFT + 8, W - RIGHT - 8, { whole: at.every(Number.isInteger) }), y = measured(H - BOTTOM, TOP, 22);
  frame(svg, x, y, name, units[measure] + "; lines join medians");
  data.Solvers.forEach((solver, i) => {
    const by = new Map();
    for (const r of shown) {
      const c = r.Cells[i], v = r.Values[name];
      if (!known(c)) continue;
      by.set(v, [...(by.get(v) || []), took(c)]);
      mark(svg, i, x.at(v), y.at(took(c)), `${solver} on ${r.Name}: ${say(c)}`);
    }
    const medians = [...by].sort((a, b) => a[0] - b[0]).map(([v, list]) => `${x.at(v)} ${y.at(median(list))}`);
    if (medians.length) add(svg, "path", { class: "line", stroke: color(i), d: "M" + medians.join("L") });
  });
}

// icon returns the mark of a solver.
function icon(i) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("class", "mark");
  svg.setAttribute("viewBox", "-6 -6 12 12");
  add(svg, "path", { d: shape(i), fill: color(i) });
  return svg;
}

// runs lists the runs of the table with their cells. seconds keeps the text from Go, which is
// shown again when the measure is Seconds.
const digits = (v) => v.toFixed(v < 1 ? 3 : v < 10 ? 2 : 1);
const runs = [...document.querySelectorAll("#runs tbody tr")].flatMap((row, k) =>
  data.Instances[k].Cells.map((c, i) => ({ c, cell: row.cells[i + 3] })).filter(({ c }) => c));
for (const run of runs) run.seconds = [run.cell.textContent, run.cell.dataset.value];

function draw() {
  measure = document.getElementById("measure").value;
  for (const { c, cell, seconds } of runs) {
    const other = measure === "MB" && !c.MB ? ["", 0] : [digits(c[measure]), c[measure]];
    [cell.textContent, cell.dataset.value] = measure === "Seconds" ? seconds : other;
  }
  cactus();
  scatter();
  sweep();
}

function options(id, names, chosen, draw) {
  const select = document.getElementById(id);
  names.forEach(([value, text]) => select.append(new Option(text, value)));
  select.selectedIndex = Math.min(chosen, names.length - 1);
  select.addEventListener("change", draw);
}

// sortable makes a table sort its rows when the reader clicks the head of a column. A second
// click reverses the order.
function sortable(table) {
  [...table.tHead.rows[0].cells].forEach((head, i) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const h of table.tHead.rows[0].cells) h.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[i].dataset.value ?? row.cells[i].textContent;
      const order = (a, b) => key(a).localeCompare(key(b), "en", { numeric: true });
      const numeric = (a, b) => (parseFloat(key(a)) || 0) - (parseFloat(key(b)) || 0);
      const rows = [...table.tBodies[0].rows].sort(i > 2 ? numeric : order);
      table.tBodies[0].append(...(up ? rows : rows.reverse()));
    });
  });
}

// picture returns a plot as a text in SVG, which needs no style sheet. Its legend lists all solvers.
function picture(plot) {
  const copy = plot.cloneNode(true), bottom = H + 18 * data.Solvers.length;
  for (const [k, v] of Object.entries({ xmlns: NS, viewBox: `0 0 ${W} ${bottom}`, width: W, height: bottom })) copy.setAttribute(k, v);
  data.Solvers.forEach((name, i) => {
    add(copy, "path", { d: shape(i), fill: color(i), transform: `translate(${LEFT} ${H + 18 * i})` });
    add(copy, "text", { class: "label", x: LEFT + 12, y: H + 18 * i + 4 }, name);
  });
  plot.after(copy); // elements outside of the page have no computed style
  for (const e of copy.querySelectorAll("path, text")) {
    const style = getComputedStyle(e);
    for (const p of ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size"]) e.setAttribute(p, style.getPropertyValue(p));
  }
  copy.remove();
  return new XMLSerializer().serializeToString(copy);
}

for (const plot of document.querySelectorAll("figure > svg")) {
  const link = document.createElement("a");
  link.append("Save");
  link.href = "#";
  link.download = plot.id + ".svg";
  link.addEventListener("click", () => { link.href = "data:image/svg+xml," + encodeURIComponent(picture(plot)); });
  plot.parentElement.append(link);
}

for (const e of document.querySelectorAll("span.mark")) {
  const i = data.Solvers.indexOf(e.dataset.solver);
  if (i >= 0) e.replaceWith(icon(i));
}
const solvers = data.Solvers.map((s, i) => [i, s]);
options("x", solvers, 0, scatter);
options("y", solvers, 1, scatter);
options("parameter", (data.Parameters || []).map((p) => [p, p]), 0, sweep);
document.getElementById("measure").addEventListener("change", draw);
draw();
sortable(document.getElementById("runs"));
