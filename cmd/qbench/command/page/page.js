"use strict";
// The plots are drawn from data, which the page has as what Go makes of its table.
const NS = "http://www.w3.org/2000/svg", W = 480, H = 360, LEFT = 52, RIGHT = 12, TOP = 10, BOTTOM = 38;
const color = (i) => `var(--c${i % 8})`;
const shapes = ["M-3-3h6v6h-6z", "M0-4l4 7h-8z", "M0-4.5l4 4.5l-4 4.5l-4-4.5z", "M-3.5-1h2.5v-2.5h2v2.5h2.5v2h-2.5v2.5h-2v-2.5h-2.5z",
  "M0 4l4-7h-8z", "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"];
const shape = (i) => shapes[i % shapes.length];
const limit = Math.max(...data.Instances.flatMap((r) => r.Cells.filter((c) => c).map((c) => c.Limit)));
const least = 0.001; // the last digit
const time = (c) => c.Solved ? Math.max(c.Seconds, least) : limit;

function add(to, name, attributes, text) {
  const e = document.createElementNS(NS, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  to.append(e);
  return e;
}

// A scale maps [low, high] to [from, to], by logarithms or not, and has ticks.
function scale(low, high, from, to, log) {
  if (high <= low) { low = log ? low / 2 : low - 1; high = log ? high * 2 : high + 1; }
  const f = log ? Math.log10 : (v) => v;
  const at = (v) => from + (to - from) * (f(v) - f(low)) / (f(high) - f(low));
  let ticks = [];
  if (log) {
    for (let e = Math.ceil(f(low) - 1e-9); e <= f(high) + 1e-9; e++) ticks.push(10 ** e);
    if (ticks.length < 2) ticks = [low, high];
  } else {
    const raw = (high - low) / 6, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw);
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(i * step);
  }
  return { at, ticks };
}

const number = (v) => String(parseFloat(v.toPrecision(4)));

function frame(svg, x, y, xLabel, yLabel) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  for (const t of x.ticks) {
    add(svg, "path", { class: "axis", d: `M${x.at(t)} ${TOP}V${H - BOTTOM}` });
    add(svg, "text", { class: "tick", x: x.at(t), y: H - BOTTOM + 14, "text-anchor": "middle" }, number(t));
  }
  for (const t of y.ticks) {
    add(svg, "path", { class: "axis", d: `M${LEFT} ${y.at(t)}H${W - RIGHT}` });
    add(svg, "text", { class: "tick", x: LEFT - 6, y: y.at(t) + 4, "text-anchor": "end" }, number(t));
  }
  add(svg, "text", { class: "label", x: (LEFT + W - RIGHT) / 2, y: H - 6, "text-anchor": "middle" }, xLabel);
  add(svg, "text", { class: "label", transform: `translate(12 ${(TOP + H - BOTTOM) / 2}) rotate(-90)`, "text-anchor": "middle" }, yLabel);
}

function mark(svg, i, x, y, title) {
  const p = add(svg, "path", { class: "point", d: shape(i), transform: `translate(${x} ${y})`, fill: color(i) });
  add(p, "title", {}, title);
}

const timeScale = (from, to) => {
  const all = data.Instances.flatMap((r) => r.Cells.filter((c) => c).map(time));
  const high = data.Instances.some((r) => r.Cells.some((c) => c && !c.Solved)) ? limit : 10 ** Math.ceil(Math.log10(Math.max(...all)));
  return scale(10 ** Math.floor(Math.log10(Math.min(...all))), high, from, to, true);
};

function cactus() {
  const svg = document.getElementById("cactus");
  const solved = data.Solvers.map((_, i) => data.Instances.map((r) => r.Cells[i]).filter((c) => c && c.Solved).map(time).sort((a, b) => a - b));
  const x = scale(0, Math.max(1, ...solved.map((s) => s.length)), LEFT, W - RIGHT, false), y = timeScale(H - BOTTOM, TOP);
  frame(svg, x, y, "instances", "seconds");
  solved.forEach((times, i) => {
    if (!times.length) return;
    add(svg, "path", { class: "line", stroke: color(i), d: "M" + times.map((t, k) => `${x.at(k + 1)} ${y.at(t)}`).join("L") });
    times.forEach((t, k) => mark(svg, i, x.at(k + 1), y.at(t), `${data.Solvers[i]}: ${k + 1} within ${number(t)} s`));
  });
}

function scatter() {
  const svg = document.getElementById("scatter"), a = +document.getElementById("x").value, b = +document.getElementById("y").value;
  const x = timeScale(LEFT, W - RIGHT), y = timeScale(H - BOTTOM, TOP);
  frame(svg, x, y, data.Solvers[a], data.Solvers[b]);
  add(svg, "path", { class: "limit", d: `M${LEFT} ${H - BOTTOM}L${W - RIGHT} ${TOP}` });
  for (const r of data.Instances) {
    const p = r.Cells[a], q = r.Cells[b];
    if (p && q) mark(svg, b, x.at(time(p)), y.at(time(q)), `${r.Name}: ${p.Answer} ${number(p.Seconds)} s, ${q.Answer} ${number(q.Seconds)} s`);
  }
}

const median = (v) => { v.sort((a, b) => a - b); return (v[(v.length - 1) >> 1] + v[v.length >> 1]) / 2; };

function sweep() {
  const svg = document.getElementById("sweep"), name = document.getElementById("parameter").value;
  const shown = data.Instances.filter((r) => name in r.Values), at = shown.map((r) => r.Values[name]);
  if (!shown.length) { svg.replaceChildren(); return; }
  const x = scale(Math.min(...at), Math.max(...at), LEFT + 8, W - RIGHT - 8, false), y = timeScale(H - BOTTOM, TOP);
  frame(svg, x, y, name, "seconds; the line joins medians");
  data.Solvers.forEach((solver, i) => {
    const by = new Map();
    for (const r of shown) {
      const c = r.Cells[i], v = r.Values[name];
      if (!c) continue;
      by.set(v, [...(by.get(v) || []), time(c)]);
      mark(svg, i, x.at(v), y.at(time(c)), `${solver} on ${r.Name}: ${c.Answer} ${number(c.Seconds)} s`);
    }
    const medians = [...by].sort((a, b) => a[0] - b[0]).map(([v, times]) => `${x.at(v)} ${y.at(median(times))}`);
    if (medians.length) add(svg, "path", { class: "line", stroke: color(i), d: "M" + medians.join("L") });
  });
}

function options(id, names, chosen, draw) {
  const select = document.getElementById(id);
  names.forEach(([value, text]) => select.append(new Option(text, value)));
  select.selectedIndex = Math.min(chosen, names.length - 1);
  select.addEventListener("change", draw);
}

// A click on the head of a column sorts by it, another one the other way round.
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

for (const e of document.querySelectorAll(".mark")) {
  const i = data.Solvers.indexOf(e.dataset.solver);
  if (i < 0) continue;
  const svg = add(e, "svg", { viewBox: "-6 -6 12 12" });
  add(svg, "path", { d: shape(i), fill: color(i) });
}
const solvers = data.Solvers.map((s, i) => [i, s]);
options("x", solvers, 0, scatter);
options("y", solvers, 1, scatter);
options("parameter", (data.Parameters || []).map((p) => [p, p]), 0, sweep);
cactus();
scatter();
sweep();
sortable(document.getElementById("runs"));
