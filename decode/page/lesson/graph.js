
// The implication graph of a conflict, drawn from left to right: each literal is to the right of the
// literals that imply it, and the conflict is at the right end.

// largestWholeGraph is the largest number of literals in a graph that starts at the decision. If it would
// have more, the graph starts at the first unique implication point.
const largestWholeGraph = 40;

// implicationGraph returns the true literals of an analysis: parents maps each literal to the
// literals that imply it, conflict holds the literals that falsify the clause. If all is true,
// the graph goes back from the first unique implication point to the decision of the last level.
function implicationGraph(search, { steps, level }, all) {
  const parents = new Map(), reasons = (number, lit) => search.clauses[number].filter((l) => l !== lit && search.levelOf(l) > 0).map((l) => -l);
  const meet = (lits) => lits.forEach((l) => parents.has(l) || parents.set(l, []));
  const conflict = reasons(search.falsified, 0);
  meet(conflict);
  for (const { lit, reason } of steps.slice(1)) {
    parents.set(-lit, reasons(reason, -lit));
    meet(parents.get(-lit));
  }
  for (const e of all ? [...search.trail].reverse() : []) {
    if (e.level === level && e.reason >= 0 && parents.has(e.lit)) {
      parents.set(e.lit, reasons(e.reason, e.lit));
      meet(parents.get(e.lit));
    }
  }
  return { parents, conflict };
}

// columnsOf places each literal to the right of its parents, and a literal without parents next
// to its first child. Within a column, a literal is near its parents and children.
function columnsOf({ parents, conflict }) {
  const column = new Map(), children = new Map([...parents.keys()].map((l) => [l, []]));
  const place = (l) => {
    if (!column.has(l)) {
      column.set(l, 0);
      column.set(l, 1 + Math.max(-1, ...parents.get(l).map(place)));
    }
    return column.get(l);
  };
  parents.forEach((from, l) => { place(l); from.forEach((p) => children.get(p).push(l)); });
  const last = 1 + Math.max(-1, ...conflict.map(place));
  for (const [l, to] of children) {
    if (parents.get(l).length === 0) {
      column.set(l, Math.min(last, ...to.map((c) => column.get(c))) - 1);
    }
  }
  const columns = Array.from({ length: last }, () => []), row = new Map();
  column.forEach((c, l) => columns[c].push(l));
  const order = (lits, near) => {
    const middle = new Map(lits.map((l) => {
      const rows = near(l).map((k) => row.get(k)).filter((r) => r !== undefined);
      return [l, rows.length > 0 ? rows.reduce((a, b) => a + b, 0) / rows.length : row.get(l) ?? 0];
    }));
    lits.sort((a, b) => middle.get(a) - middle.get(b));
    lits.forEach((l, i) => row.set(l, i - (lits.length - 1) / 2));
  };
  for (let sweep = 0; sweep < 2; sweep++) {
    columns.forEach((lits) => order(lits, (l) => parents.get(l)));
    columns.toReversed().forEach((lits) => order(lits, (l) => children.get(l)));
  }
  return { columns, row };
}

// drawGraph returns the graph after a step of the analysis. Decisions are filled. A literal is framed if
// its complement is in the clause of that step, and dashed if a resolution has removed it. name
// returns the label of a literal, describe its description.
function drawGraph(search, analysis, step, name, describe) {
  const small = implicationGraph(search, analysis, false), whole = implicationGraph(search, analysis, true);
  const graph = whole.parents.size <= largestWholeGraph ? whole : small, { columns, row } = columnsOf(graph);
  const label = (l) => `${name(l)} @${search.levelOf(l)}`;
  const wide = 8 * Math.max(5, ...[...graph.parents.keys()].map((l) => label(l).length)) + 8, last = Math.max(wide, 72), high = 26, pitchX = wide + 26, pitchY = high + 16;
  const rows = Math.max(1, ...columns.map((lits) => lits.length));
  const width = columns.length * pitchX + last + 4, height = rows * pitchY + 28;
  const at = new Map();
  columns.forEach((lits, c) => lits.forEach((l) => at.set(l, [c * pitchX + 2, height / 2 + row.get(l) * pitchY])));
  const end = [columns.length * pitchX + 2, height / 2];
  const { clause } = analysis.steps[step], inClause = new Set(clause.map((l) => -l)), done = step === analysis.steps.length - 1;
  const resolved = new Set(analysis.steps.slice(1, step + 1).map(({ lit }) => -lit));
  const edge = (from, to, crossing) => {
    const [x1, y1] = [from[0] + wide, from[1]], [x2, y2] = to, bend = Math.min(40, (x2 - x1) / 2);
    return shape("path", { class: crossing ? "edge crossing" : "edge", d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` });
  };
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
    "aria-label": `Implication graph of a conflict at level ${analysis.level}, with ${graph.parents.size} literals` });
  graph.parents.forEach((from, l) => from.forEach((p) => svg.append(edge(at.get(p), at.get(l), resolved.has(l) && inClause.has(p)))));
  graph.conflict.forEach((p) => svg.append(edge(at.get(p), end, inClause.has(p))));
  const node = ([x, y], attributes, text, width = wide) => shape("g", attributes,
    shape("rect", { x, y: y - high / 2, width, height: high, rx: 6 }), shape("text", { x: x + width / 2, y: y + 5 }, text));
  for (const [l, place] of at) {
    const uip = done && l === analysis.uip, [x, y] = place;
    const classes = { node: true, decision: search.entry(l).reason < 0, inclause: inClause.has(l), resolved: resolved.has(l), uip };
    const g = node(place, { class: Object.keys(classes).filter((name) => classes[name]).join(" "), role: "button", tabindex: 0, "data-lit": l,
      "aria-label": describe(l) + (uip ? ", the first unique implication point" : "") }, label(l));
    if (uip) {
      g.append(shape("text", { class: "point", x: x + wide / 2, y: y - high / 2 - 6 }, "first UIP"));
    }
    svg.append(g);
  }
  svg.append(node(end, { class: "node clash" }, "conflict", last));
  return svg;
}
