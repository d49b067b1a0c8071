
// The lesson: a user decides values of variables and sees the states of the clauses, the
// literals that unit propagation implies, and the clause learned from each conflict.

const lesson = JSON.parse(at("data").textContent);
const puzzle = { ...readPuzzle(lesson), numbers: true, attacks: true };
const n = puzzle.n, search = new Search(lesson.vars, lesson.clauses);

let analysis = null;   // the result of search.analyse with the number of steps shown, step; null without a conflict in analysis
let selected = -1;     // the clause whose squares are highlighted, or -1
let comparing = false; // the solution is shown
let buttons = [];      // indexed by clause
let shownStates = [];  // indexed by clause: the state that the page shows
const opened = new Set(); // groups that the page, not the user, has opened

const isSquare = (lit) => Math.abs(lit) <= n * n;
const variableName = (v) => isSquare(v) ? squareName(v - 1, n) : String(v);
const literalText = (lit) => (lit < 0 ? "not " : "") + variableName(Math.abs(lit));
const shortName = (lit) => (lit < 0 ? "¬" : "") + variableName(Math.abs(lit));
const clauseText = (clause) => clause.length > 0 ? clause.map(literalText).join(" or ") : "the empty clause";
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

function meaning(lit) {
  const name = variableName(Math.abs(lit));
  if (!isSquare(lit)) {
    return `variable ${name} is ${lit > 0 ? "true" : "false"}`;
  }
  return lit > 0 ? `a queen is on ${name}` : `${name} stays empty`;
}

// groupOf returns the name of the group of a clause.
function groupOf(number) {
  let end = 0;
  return lesson.groups.find((g) => number < (end += g.clauses))?.text || "learned";
}

function describe(number) {
  return `${clauseText(search.clauses[number])} (${groupOf(number)})`;
}

// describeEntry returns the meaning, the level and the reason of a literal on the trail.
function describeEntry(lit) {
  const { level, reason } = search.entry(lit);
  return `${meaning(lit)}, at level ${level}, ${reason < 0 ? "by decision" : "because of " + describe(reason)}`;
}

// choose changes the value of a variable: from none to true, to false, and to none. If the value was
// propagated, it shows the reason instead.
function choose(variable) {
  const entry = search.entry(variable);
  if (entry && entry.reason >= 0) {
    select(entry.reason);
    render(`Found by propagation: ${meaning(entry.lit)}, because of ${describe(entry.reason)}.`);
    return;
  }
  if (search.refuted) {
    render("");
    return;
  }
  leaveAnalysis();
  const next = entry ? (entry.lit > 0 ? -variable : 0) : variable;
  if (entry) {
    search.withdraw(variable);
  }
  if (next !== 0) {
    search.decide(next);
  }
  render(next !== 0 ? `Your decision at level ${search.level}: ${meaning(next)}.` : `${variableName(variable)} has no value now.`);
}

// advance takes the next step and returns its description, which is empty if no step is left.
function advance() {
  if (search.refuted) {
    return "";
  }
  if (search.falsified >= 0) {
    return analysis ? explainStep() : beginAnalysis();
  }
  const unit = search.propagate();
  if (unit >= 0) {
    select(unit);
    const why = ["So", "Its other literal is false, so"][search.clauses[unit].length - 1] ?? "Its other literals are false, so";
    return `Unit clause: ${describe(unit)}. ${why} ${meaning(search.trail.at(-1).lit)}.`;
  }
  if (search.isModel()) {
    return "";
  }
  search.decide(search.candidate(n * n));
  return `No clause is unit. Decision at level ${search.level}: ${meaning(search.trail.at(-1).lit)}.`;
}

function beginAnalysis() {
  analysis = { ...search.analyse(), step: 0 };
  closeGroups();
  selected = search.falsified;
  const conflict = `Conflict: all literals of ${describe(search.falsified)} are false`;
  if (analysis.level === 0) {
    learn();
    return `${conflict}, without any decision.`;
  }
  return `${conflict}. The graph shows why.`;
}

// explainStep takes the next step of the analysis and returns its description: a resolution, the first
// unique implication point, or the backjump.
function explainStep() {
  const { steps, level, uip, learned, jump } = analysis;
  analysis.step++;
  if (analysis.step < steps.length) {
    const { lit, reason, clause } = steps[analysis.step], left = clause.filter((l) => search.levelOf(l) === level).length;
    selected = reason;
    return `Resolution: ${meaning(-lit)} because of ${describe(reason)}. Resolving this clause with the falsified one on ${variableName(Math.abs(lit))} gives ${clauseText(clause)}, with ${plural(left, "literal")} of level ${level}.`;
  }
  if (analysis.step === steps.length) {
    return `First unique implication point: ${meaning(uip)}. Only this literal of level ${level} is left, so the clause is learned: ${clauseText(learned)}.`;
  }
  select(learn());
  return `Backjump to level ${jump}. There the learned clause is unit, so ${meaning(learned[0])}.`;
}

// learn ends the analysis and returns the number of the learned clause.
function learn() {
  analysis.step = analysis.steps.length;
  renderConflict();
  const number = search.learn(analysis);
  analysis = null;
  for (let i = buttons.length; i < search.clauses.length; i++) {
    buttons.push(clauseButton(i));
    at("learned").querySelector("ul").append(element("li", "", buttons[i]));
  }
  return number;
}

// leaveAnalysis ends an analysis without learning and hides the conflict.
function leaveAnalysis() {
  at("conflict").hidden ||= analysis !== null;
  analysis = null;
}

// advanceUntil takes at least one step, until the condition holds or no step is left. It shows the number
// of new values and the description of the last step.
function advanceUntil(condition) {
  const before = search.trail.length;
  let last = "", steps = 0;
  for (let text = "go"; text && !(steps > 0 && condition()); steps++) {
    text = advance();
    last = text || last;
  }
  closeGroups();
  selected = -1;
  const more = search.trail.length - before;
  render(steps > 2 && more > 1 ? `${plural(more, "more variable")} have a value. Last step: ${last}` : last);
}

// allSteps finishes the analysis of a conflict. Without a conflict it propagates until no clause is unit;
// if no clause is unit now, it takes a decision first.
function allSteps() {
  const conflict = search.falsified >= 0;
  advanceUntil(() => conflict ? search.falsified < 0 : search.falsified >= 0 || search.findUnit() < 0);
}

// toConflict continues to the next conflict, a model, or the empty clause.
function toConflict() {
  if (search.falsified >= 0) {
    allSteps();
  }
  advanceUntil(() => search.falsified >= 0 || search.isModel());
}

function undo() {
  const level = search.level;
  leaveAnalysis();
  search.backtrack(level - 1);
  render(level > 0 ? "The last decision was undone." : "There is no decision to undo.");
}

function clear() {
  search.forget();
  analysis = null;
  selected = -1;
  buttons.length = shownStates.length = search.formula;
  at("learned").querySelector("ul").replaceChildren();
  at("conflict").hidden = true;
  closeGroups();
  render("No variable has a value. Press a square or Next.");
}

// verdict returns a text if there is a model, if there is no model, or about the differences from the
// solution if the solution is shown. Otherwise the text is empty.
function verdict() {
  if (search.refuted) {
    return "The empty clause is derived: the clauses have no model, so the puzzle has no solution.";
  }
  if (search.isModel()) {
    const queens = trueSquares().map((s) => squareName(s, n)).join(" ");
    return `All ${plural(search.formula, "clause")} ${search.formula === 1 ? "is" : "are"} satisfied: this is a model, with ${queens ? "queens on " + queens : "no queen"}.`;
  }
  if (!comparing) {
    return "";
  }
  const wrong = upTo(n * n).filter((s) => search.value(s + 1) === (lesson.solution.includes(s + 1) ? -1 : 1));
  return wrong.length > 0 ? `The solution shown differs on ${wrong.map((s) => squareName(s, n)).join(" ")}.` : "All values agree with the solution shown.";
}

function trueSquares() {
  return upTo(n * n).filter((s) => search.value(s + 1) > 0);
}

// select highlights a clause. Unless its group is open, it opens the group and closes the other
// groups that the page has opened.
function select(number) {
  selected = number;
  const details = buttons[number].closest("details");
  if (!details.open) {
    closeGroups();
    details.open = true;
    opened.add(details);
  }
}

function closeGroups() {
  opened.forEach((details) => { details.open = false; });
  opened.clear();
}

// render draws everything and shows a message, followed by the verdict.
function render(message) {
  renderBoard();
  renderClauses();
  renderTrail();
  if (analysis) {
    renderConflict();
  }
  const last = verdict();
  if (search.falsified >= 0 && !analysis && !search.refuted) {
    message += ` Conflict: all literals of ${describe(search.falsified)} are false. Press Next to see why.`;
  } else if (last && message !== last) {
    message += " " + last;
  }
  at("message").textContent = message.trim();
  if (matchMedia("(min-width: 52rem) and (min-height: 30rem)").matches) { // the board stays visible
    (analysis ? at("conflict") : buttons[selected])?.scrollIntoView({ block: analysis ? "start" : "nearest" });
  }
}

const leastScale = 0.64; // the smallest scale of a graph that is wider than its region

// fitGraph makes a wide graph smaller. If the graph is still too wide, it scrolls to the conflict at the
// right end, but not beyond the first unique implication point.
function fitGraph(svg) {
  const graph = at("graph"), whole = svg.viewBox.baseVal.width;
  svg.setAttribute("width", Math.max(Math.min(whole, graph.clientWidth), leastScale * whole));
  svg.removeAttribute("height");
  const scale = svg.clientWidth / whole, place = (node) => node.querySelector("rect").getBBox();
  const clash = place(svg.querySelector(".clash")), uip = svg.querySelector(".uip") ? place(svg.querySelector(".uip")) : clash;
  graph.scrollLeft = Math.min(svg.clientWidth - graph.clientWidth, scale * uip.x - 2);
  graph.scrollTop = scale * ((clash.y + uip.y) / 2 + clash.height / 2) - graph.clientHeight / 2;
}

// renderConflict draws the implication graph and lists the steps of the analysis so far.
function renderConflict() {
  const { steps, step, level, learned, jump } = analysis, shown = Math.min(step, steps.length - 1);
  at("conflict").hidden = level === 0;
  if (level === 0) {
    return;
  }
  at("graph").replaceChildren(drawGraph(search, analysis, shown, shortName, describeEntry));
  fitGraph(at("graph").firstElementChild);
  const texts = steps.slice(0, shown + 1).map(({ clause, lit }, i) => `${i === 0 ? "Falsified" : "Resolved on " + variableName(Math.abs(lit))}: ${clauseText(clause)}`);
  if (step >= steps.length) {
    texts.push(`Learned: ${clauseText(learned)}. Backjump to level ${jump}.`);
  }
  at("derivation").replaceChildren(...texts.map((text) => element("li", "", text)));
}

function renderBoard() {
  const state = (s) => ["no value", "queen", "empty"].at(search.value(s + 1));
  showSquares({ puzzle, queens: trueSquares() }, `Board of ${n} by ${n}. Arrow keys move; Enter sets a square to queen, empty or no value.`,
    (s) => `${squareName(s, n)}, variable ${s + 1}, ${state(s)}`);
  const on = (lits, mark) => onSquares(lits.filter(isSquare).map((l) => Math.abs(l) - 1), n, mark);
  const literals = (wanted) => search.trail.filter(wanted).map((e) => e.lit);
  at("stage").querySelector(".glow").setAttribute("d", on(search.clauses[selected] ?? [], marks.whole));
  at("stage").querySelector(".square").before(
    path("empty", on(literals((e) => e.lit < 0), marks.smallCross)), path("implied", on(literals((e) => e.reason >= 0), marks.innerFrame)),
    path("ring", on(comparing ? lesson.solution : [], marks.dot)));
  showLegend([
    [comparing, "queen of the solution", samplePath("ring", marks.dot)],
    [true, "queen: its variable is true", sampleQueen("")],
    [true, "empty: its variable is false", samplePath("empty", marks.smallCross)],
    [true, "found by unit propagation", samplePath("implied", marks.innerFrame)],
    ...legendOf(puzzle),
  ]);
}

// showState writes a state on a label, in its colour.
function showState(label, state) {
  label.className = "state " + state;
  label.textContent = state;
}

function renderClauses() {
  const all = search.clauses.map((c, i) => search.stateOf(i));
  all.forEach((state, i) => {
    const button = buttons[i];
    if (button.getAttribute("aria-pressed") !== String(i === selected)) { // because there are thousands
      button.setAttribute("aria-pressed", String(i === selected));
    }
    if (state !== shownStates[i]) {
      button.className = "clause " + state;
      showState(button.firstElementChild, state);
    }
  });
  shownStates = all;
  at("learned").hidden = search.clauses.length === search.formula;
  at("learned").querySelector("small").textContent = plural(search.clauses.length - search.formula, "clause");
  let first = 0;
  for (const details of at("groups").children) {
    const inGroup = all.slice(first, first += details.querySelector("ul").children.length);
    showState(details.querySelector("summary .state"), ["falsified", "unit", "unresolved"].find((s) => inGroup.includes(s)) ?? "satisfied");
  }
  for (const b of at("counts").children) {
    const count = all.filter((s) => s === b.dataset.state).length;
    b.textContent = `${count.toLocaleString("en")} ${b.dataset.state}`;
    b.disabled = count === 0;
  }
  for (const b of at("variables").querySelectorAll("button")) {
    const text = ["no value", "true", "false"].at(search.value(Number(b.dataset.variable)));
    if (b.dataset.value !== text) {
      b.dataset.value = b.querySelector(".state").textContent = text;
    }
  }
}

// renderTrail shows the trail by levels, each literal with its reason.
function renderTrail() {
  const bodies = Array.from({ length: search.level + 1 }, (_, level) => {
    const entries = search.trail.filter((e) => e.level === level), body = element("tbody", "");
    entries.forEach(({ lit, reason }, i) => {
      const row = element("tr", reason < 0 ? "decision" : "", element("td", "", meaning(lit)), element("td", "", reason < 0 ? "decision" : describe(reason)));
      if (i === 0) {
        const head = element("th", "", String(level));
        head.scope = "rowgroup";
        head.rowSpan = entries.length;
        row.prepend(head);
      }
      body.append(row);
    });
    return body;
  });
  [...at("trail").tBodies].forEach((body) => body.remove());
  at("trail").append(...bodies);
  at("steps").hidden = search.trail.length === 0;
}

// clauseButton returns a button with a clause in words and as in the file. It highlights the squares of the
// clause.
function clauseButton(number) {
  const clause = lesson.clauses[number] || search.clauses[number];
  const act = () => {
    selected = selected === number ? -1 : number;
    render(selected < 0 ? "" : `This clause is ${search.stateOf(number)}: ${describe(number)}.`);
  };
  return button("clause", act, element("span", "state"), " " + clauseText(clause) + " ", element("small", "", [...clause, 0].join(" ")));
}

// groupElement returns a closed group of clauses.
function groupElement(text, clauses) {
  const list = element("ul", "", ...clauses.map((b) => element("li", "", b)));
  return element("details", "", element("summary", "", text + " ", element("small", "", plural(clauses.length, "clause")), " ", element("span", "state")), list);
}

function showGroups() {
  buttons = search.clauses.map((c, i) => clauseButton(i));
  let first = 0;
  const learned = groupElement("learned", []);
  learned.id = "learned";
  at("groups").replaceChildren(...lesson.groups.map((g) => groupElement(g.text, buttons.slice(first, first += g.clauses))), learned);
  at("counts").replaceChildren(...["falsified", "unit", "satisfied", "unresolved"].map((state) => {
    const b = button("wide", () => {
      const next = shownStates.indexOf(state, selected + 1);
      select(next >= 0 ? next : shownStates.indexOf(state));
      buttons[selected].scrollIntoView({ block: "nearest" });
      render(`${capitalized(state)}: ${describe(selected)}.`);
    });
    b.dataset.state = state;
    return b;
  }));
}

function showVariables() {
  at("auxiliary").hidden = lesson.vars === n * n;
  for (let v = n * n + 1; v <= lesson.vars; v++) {
    const b = button("clause", () => choose(v), `${v}: `, element("span", "state"), " " + (lesson.auxiliary[v - n * n - 1] || ""));
    b.dataset.variable = v;
    at("variables").append(element("li", "", b));
  }
}

// listenToGraph makes the nodes of the graph describe their literals when pressed.
function listenToGraph() {
  const tell = (e) => {
    const node = e.target.closest("[data-lit]");
    if (node && (e.type === "click" || e.key === "Enter" || e.key === " ")) {
      at("message").textContent = capitalized(node.getAttribute("aria-label")) + ".";
      e.preventDefault();
    }
  };
  at("graph").addEventListener("click", tell);
  at("graph").addEventListener("keydown", tell);
}

// listenToPrinter opens all groups for printing.
function listenToPrinter() {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach((details) => { details.open = false; }));
}

function compare() {
  comparing = !comparing;
  at("compare").setAttribute("aria-pressed", String(comparing));
  render("");
}

function start() {
  at("title").textContent = document.title = `${n} × ${n} queens as ${plural(search.formula, "clause")}`;
  at("compare").hidden = !lesson.solution;
  at("notes").replaceChildren(...lesson.notes.map((text) => element("p", "", text)));
  listen({ next: () => render(advance()), all: allSteps, run: toConflict, undo, clear, compare }, (square) => choose(square + 1));
  listenToGraph();
  listenToPrinter();
  showGroups();
  showVariables();
  clear();
}
