
// The lesson: a user decides values of variables and sees the states of the clauses, the
// literals that unit propagation implies, and the clause learned from each conflict.

const lesson = JSON.parse(at("data").textContent);
const puzzle = { ...readPuzzle(lesson), numbers: true, attacks: true };
const n = puzzle.n, search = new Search(lesson.vars, lesson.clauses);

let analysis = null;   // the result of search.analyse, and step, the number of its steps shown
let selected = -1;     // the clause whose squares are lit
let comparing = false; // with the solution
let buttons = [];      // indexed by clause
let shownStates = [];  // indexed by clause: its state on the page
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

// groupOf returns the text of the group of a clause.
function groupOf(number) {
  let end = 0;
  return lesson.groups.find((g) => number < (end += g.clauses))?.text || "learned";
}

function describe(number) {
  return `${clauseText(search.clauses[number])} (${groupOf(number)})`;
}

// describeEntry says what a literal of the trail means and why it is true.
function describeEntry(lit) {
  const { level, reason } = search.entry(lit);
  return `${meaning(lit)}, at level ${level}, ${reason < 0 ? "by decision" : "from " + describe(reason)}`;
}

// choose gives a variable the next value: true, false, none.
function choose(variable) {
  const entry = search.entry(variable);
  if (entry && entry.reason >= 0) {
    select(entry.reason);
    render(`Here ${meaning(entry.lit)}, which follows from ${describe(entry.reason)}.`);
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
  render(next !== 0 ? `You decide, at level ${search.level}: ${meaning(next)}.` : `${variableName(variable)} has no value any more.`);
}

// advance takes the next step and describes it; the text is empty if no step is left.
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
    return `Unit: ${describe(unit)}. So ${meaning(search.trail.at(-1).lit)}.`;
  }
  if (search.isModel()) {
    return "";
  }
  search.decide(search.candidate(n * n));
  return `Nothing follows. Decision at level ${search.level}: ${meaning(search.trail.at(-1).lit)}.`;
}

function beginAnalysis() {
  analysis = { ...search.analyse(), step: 0 };
  closeGroups();
  selected = search.falsified;
  const told = `Conflict: ${describe(search.falsified)} is falsified`;
  if (analysis.level === 0) {
    learn();
    return `${told} at level 0, where nothing is decided.`;
  }
  return `${told}. The graph shows how that came.`;
}

// explainStep takes the next step of the analysis and describes it: a resolution, the first unique
// implication point, or the jump back.
function explainStep() {
  const { steps, level, uip, learned, jump } = analysis;
  analysis.step++;
  if (analysis.step < steps.length) {
    const { lit, reason, clause } = steps[analysis.step], left = clause.filter((l) => search.levelOf(l) === level).length;
    selected = reason;
    return `Here ${meaning(-lit)}, because of ${describe(reason)}. Resolved with that, the falsified clause is ${clauseText(clause)}, with ${plural(left, "literal")} of level ${level}.`;
  }
  if (analysis.step === steps.length) {
    return `First unique implication point: ${meaning(uip)}. It is all of level ${level} that the conflict needs. Learned clause: ${clauseText(learned)}.`;
  }
  select(learn());
  return `Back to level ${jump}: there the learned clause is unit. So ${meaning(learned[0])}.`;
}

// learn ends the analysis, and returns the number of the learned clause.
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

// leaveAnalysis ends an analysis without learning, and hides its conflict.
function leaveAnalysis() {
  at("conflict").hidden ||= analysis !== null;
  analysis = null;
}

// advanceUntil takes at least one step, until the condition holds or no step is left. It shows
// the number of new values and the last step.
function advanceUntil(condition) {
  const before = search.trail.length;
  let told = "", steps = 0;
  for (let text = "go"; text && !(steps > 0 && condition()); steps++) {
    text = advance();
    told = text || told;
  }
  closeGroups();
  selected = -1;
  const more = search.trail.length - before;
  render(steps > 2 && more > 1 ? `${plural(more, "value")} more. At last: ${told}` : told);
}

// allSteps goes through a conflict to its end. Without a conflict it propagates until no clause
// is unit, after a decision if no clause is unit now.
function allSteps() {
  const conflict = search.falsified >= 0;
  advanceUntil(() => conflict ? search.falsified < 0 : search.falsified >= 0 || search.findUnit() < 0);
}

// toConflict goes on to the next conflict, a board, or the empty clause.
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
  render(level > 0 ? "The last decision is taken back." : "There is no decision to take back.");
}

function clear() {
  search.forget();
  analysis = null;
  selected = -1;
  buttons.length = shownStates.length = search.formula;
  at("learned").querySelector("ul").replaceChildren();
  at("conflict").hidden = true;
  closeGroups();
  render("Nothing has a value. Press a square, or Next.");
}

// verdict says that all clauses are satisfied, that there is no model, or how the values
// differ from the solution; it is empty otherwise.
function verdict() {
  if (search.refuted) {
    return "The empty clause is derived: the clauses have no model, and so there is no board.";
  }
  if (search.isModel()) {
    const queens = trueSquares().map((s) => squareName(s, n)).join(" ");
    return `All ${plural(search.formula, "clause")} ${search.formula === 1 ? "is" : "are"} satisfied: this is a model. Its true squares are ${queens || "none"}.`;
  }
  if (!comparing) {
    return "";
  }
  const wrong = upTo(n * n).filter((s) => search.value(s + 1) === (lesson.solution.includes(s + 1) ? -1 : 1));
  return wrong.length > 0 ? `This solution has it otherwise on ${wrong.map((s) => squareName(s, n)).join(" ")}.` : "All values are those of this solution.";
}

function trueSquares() {
  return upTo(n * n).filter((s) => search.value(s + 1) > 0);
}

// select lights a clause and opens its group, and closes the groups that the page has opened.
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

// render draws everything again and shows a message, with the verdict after it.
function render(said) {
  renderBoard();
  renderClauses();
  renderTrail();
  if (analysis) {
    renderConflict();
  }
  const last = verdict();
  if (search.falsified >= 0 && !analysis && !search.refuted) {
    said += ` Falsified: ${describe(search.falsified)}. Next shows why.`;
  } else if (last && said !== last) {
    said += " " + last;
  }
  at("said").textContent = said.trim();
  if (matchMedia("(min-width: 52rem)").matches) { // where the board stays in sight
    (analysis ? at("conflict") : buttons[selected])?.scrollIntoView({ block: analysis ? "start" : "nearest" });
  }
}

const leastScale = 0.64; // the smallest scale of a graph that is wider than its region

// fitGraph makes a wide graph smaller. If it is still too large, it scrolls to the conflict at
// the right end, but not past the first unique implication point.
function fitGraph(svg) {
  const graph = at("graph"), whole = svg.viewBox.baseVal.width;
  svg.setAttribute("width", Math.max(Math.min(whole, graph.clientWidth), leastScale * whole));
  svg.removeAttribute("height");
  const scale = svg.clientWidth / whole, place = (node) => node.querySelector("rect").getBBox();
  const clash = place(svg.querySelector(".clash")), uip = svg.querySelector(".uip") ? place(svg.querySelector(".uip")) : clash;
  graph.scrollLeft = Math.min(svg.clientWidth - graph.clientWidth, scale * uip.x - 2);
  graph.scrollTop = scale * ((clash.y + uip.y) / 2 + clash.height / 2) - graph.clientHeight / 2;
}

// renderConflict draws the graph of the conflict and lists the steps of its analysis so far.
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
    texts.push(`Learned: ${clauseText(learned)}. Back to level ${jump}.`);
  }
  at("derivation").replaceChildren(...texts.map((text) => element("li", "", text)));
}

function renderBoard() {
  const state = (s) => ["no value", "queen", "empty"].at(search.value(s + 1));
  showSquares({ puzzle, queens: trueSquares() }, `Board of ${n} by ${n}. Arrows move; Enter makes a square a queen, empty, or nothing.`,
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
    if (button.getAttribute("aria-pressed") !== String(i === selected)) { // there are thousands
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

// clauseButton returns a button with a clause in words and as in the file, which lights its squares.
function clauseButton(number) {
  const clause = lesson.clauses[number] || search.clauses[number];
  const act = () => {
    selected = selected === number ? -1 : number;
    render(selected < 0 ? "" : `This clause is ${search.stateOf(number)}: ${describe(number)}.`);
  };
  return button("clause", act, element("span", "state"), " " + clauseText(clause) + " ", element("small", "", [...clause, 0].join(" ")));
}

// groupElement returns a group of clauses, closed.
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

// listenToGraph describes a literal of the graph when it is pressed.
function listenToGraph() {
  const tell = (e) => {
    const node = e.target.closest("[data-lit]");
    if (node && (e.type === "click" || e.key === "Enter" || e.key === " ")) {
      at("said").textContent = capitalized(node.getAttribute("aria-label")) + ".";
      e.preventDefault();
    }
  };
  at("graph").addEventListener("click", tell);
  at("graph").addEventListener("keydown", tell);
}

// listenToPrinter opens all groups while the page is printed.
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
