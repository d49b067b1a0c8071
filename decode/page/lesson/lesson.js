
// The lesson: a user decides values of variables and sees the states of the clauses, the
// literals that unit propagation implies, and the clause learned from each conflict.

const lesson = JSON.parse(at("data").textContent);
const puzzle = { ...readPuzzle(lesson), numbers: true, attacks: true };
const names = lesson.variables; // indexed by variable - 1; undefined if there is a board
const area = areaOf(puzzle), inputs = names ? lesson.vars : area, storageKey = "queens lesson " + checksum(at("data").textContent);
const mostSteps = 50000; // largest number of steps that one press takes

let run, search;       // the search and its steps
let log = [];          // what has happened since the start: a list of [act, argument], see perform
let shown = null;      // the last event
let tour = 0;          // number of the stop of the tour, -1 after it
let asked = "";        // what the page has asked the user to guess: unit, conflict, or nothing
let timer = 0;         // of the automatic steps, 0 if they stand still
let selected = -1;     // the clause whose squares are highlighted, or -1
let drawn = [];        // the analysis and the step that the graph shows
let comparing = false; // the solution is shown
let buttons = [];      // indexed by clause
let shownStates = [];  // indexed by clause: the state that the page shows
const options = { learning: true, guess: false, speed: 1000, watches: false, halt: 0 }; // halt is a literal to stop at, or 0
const opened = new Set(); // groups that the page, not the user, has opened

const isSquare = (lit) => Math.abs(lit) <= area;
const variableName = (v) => isSquare(v) ? squareName(v - 1, puzzle) : names?.[v - 1] ?? String(v);
const literalText = (lit) => lit < 0 ? say("not", variableName(-lit)) : variableName(lit);
const shortName = (lit) => (lit < 0 ? "¬" : "") + variableName(Math.abs(lit)).replace(/^(.{12}).{3,}(.{8})$/u, "$1…$2");
const inOrder = (clause) => [...clause].sort((a, b) => Math.abs(a) - Math.abs(b));

// clauseText returns a clause with its literals in reading order.
function clauseText(clause) {
  return clause.length > 0 ? inOrder(clause).map(literalText).join(words.or) : words.emptyClause;
}

function meaning(lit) {
  return say(isSquare(lit) ? (lit > 0 ? "queen" : "empty") : String(lit > 0), variableName(Math.abs(lit)));
}

// groupOf returns the name of the group of a clause, or its number if there is no board.
function groupOf(number) {
  if (names && number < search.formula) {
    return say("numbered", number + 1);
  }
  let end = 0;
  return lesson.groups.find((g) => number < (end += g.clauses))?.text || words.learnedGroup;
}

// lineOf returns the line of a clause that says that the line has a queen, or not two, and which of
// the two it says. For other clauses it returns an empty object.
function lineOf(number) {
  const clause = search.clauses[number], [, line, bound] = /^(.*): at (least|most) one \w+/.exec(groupOf(number)) ?? [];
  return clause.every(isSquare) && (bound === "least" && clause.every((l) => l > 0) || bound === "most" && clause.length === 2 && clause.every((l) => l < 0)) ?
    { line, bound } : {};
}

function describe(number) {
  return `${clauseText(search.clauses[number])} (${lineOf(number).line ?? groupOf(number)})`;
}

// reasonText returns the reason of an entry of the trail.
function reasonText(reason) {
  return reason === decided ? words.byDecision : reason === turned ? words.byTurn : describe(reason);
}

// describeEntry returns the meaning, the level and the reason of a literal on the trail.
function describeEntry(search, lit) {
  const { level, reason } = search.entry(lit);
  return capitalized(say(reason === decided ? "decidedEntry" : "entry", meaning(lit), level, reasonText(reason)));
}

function unitText(number) {
  const clause = search.clauses[number], { lit } = search.trail.at(-1), { line, bound } = lineOf(number);
  return bound === "least" ? say("oneLeft", clauseText(clause), capitalized(line), meaning(lit)) :
    bound === "most" ? say("oneQueen", clauseText(clause), capitalized(line), variableName(-clause.find((l) => l !== lit)), meaning(lit)) :
    say(["onlyLiteral", "lastOfTwo"][clause.length - 1] ?? "last", describe(number), meaning(lit));
}

function conflictText(number) {
  const clause = search.clauses[number], { line, bound } = lineOf(number), [a, b] = clause.map((l) => variableName(Math.abs(l)));
  return bound === "least" ? say("noSquare", line) : bound === "most" ? say("twoQueens", a, b, line) : say("allFalse", describe(number));
}

// tell returns the text of an event.
function tell({ kind, clause, lit, analysis }) {
  const { steps, step, level, uip, learned } = run.analysis ?? {}, last = search.trail.at(-1)?.lit;
  switch (kind) {
    case "unit":
      return unitText(clause);
    case "decision":
      return say("decision", search.level, meaning(last));
    case "conflict":
      return say(options.learning ? "graph" : "back", conflictText(clause));
    case "refuted":
      return say("refuted", conflictText(clause));
    case "resolution": {
      const { lit, reason, clause } = steps[step], left = clause.filter((l) => search.levelOf(l) === level).length;
      return say("resolution", variableName(Math.abs(lit)), clauseText(steps[step - 1].clause), describe(reason), clauseText(clause), plural(left, "literal"), level);
    }
    case "uip":
      return say("uip", meaning(uip), level, clauseText(learned));
    case "jump":
      return say("jump", analysis.jump, meaning(analysis.learned[0]));
    case "turn":
      return say("turn", meaning(last));
    case "chosen":
      return say("chosen", search.level, meaning(lit));
    case "removed":
      return say("removed", variableName(lit));
    default:
      return words[kind];
  }
}

// perform carries out an act of the log and returns its last event, or null if nothing happens. The acts
// are: "next", with a number of steps; "choose", which changes the value of a variable from none to true,
// to false, and to none; "guess", which makes a variable true or false by a unit clause; and "undo".
function perform([act, argument]) {
  if (act === "next") {
    let event = null, last = null;
    for (let i = 0; i < argument && i < 2 * mostSteps && (event = run.step()); i++) {
      last = event;
    }
    return last;
  }
  if (act === "guess") {
    const clause = unitWith(argument);
    run.steps++;
    search.propagate(clause);
    return { kind: "unit", clause };
  }
  run.analysis = null;
  if (act === "undo") {
    search.backtrack(search.level - 1);
    return { kind: "undone" };
  }
  const entry = search.entry(argument), lit = entry ? (entry.lit > 0 ? -argument : 0) : argument;
  if (entry) {
    search.withdraw(argument);
  }
  if (lit !== 0) {
    search.decide(lit);
  }
  return lit !== 0 ? { kind: "chosen", lit } : { kind: "removed", lit: argument };
}

// unitWith returns a unit clause that gives a variable its value, or -1.
function unitWith(variable) {
  return search.clauses.findIndex((clause, i) => search.stateOf(i) === "unit" && Math.abs(search.unassigned(clause)[0]) === variable);
}

// record adds an act to the log. Steps that follow one another are one act.
function record(act, argument) {
  const last = log.at(-1);
  if (act === "next" && last?.[0] === "next") {
    last[1] += argument;
  } else {
    log.push([act, argument]);
  }
}

function act(...what) {
  shown = perform(what);
  record(...what);
  show();
}

// halts reports whether an event has made the literal true at which to stop.
function halts({ kind }) {
  return options.halt !== 0 && ["unit", "decision", "jump", "turn"].includes(kind) && search.trail.at(-1).lit === options.halt;
}

// advance takes at least one step, until the condition or halts holds or no step is left.
function advance(condition, before = "") {
  const start = run.steps;
  let event = null, last = null;
  do {
    event = run.step();
    last = event ?? last;
  } while (event && !condition(event) && !halts(event) && run.steps - start < mostSteps);
  const taken = run.steps - start;
  if (taken > 0) {
    record("next", taken);
    shown = last;
  }
  if (!event || last.kind === "refuted") {
    stop();
    tally();
  }
  if (event && halts(event)) {
    stop();
  }
  const stopped = event && !condition(event) && !halts(event), text = last ? tell(last) : "";
  show(before + (stopped ? say("stopped", text, plural(taken, "step")) : taken > 1 ? say("many", plural(taken, "step"), text) : text), taken > 1);
}

// show draws the page after an event. Of several steps, it opens no group.
function show(text = shown ? tell(shown) : words.welcome, several = false) {
  const { kind, clause = -1 } = shown ?? {};
  for (let i = buttons.length; i < search.clauses.length; i++) {
    buttons.push(clauseButton(i));
    at("learned").querySelector("ul").append(element("li", "", buttons[i]));
  }
  closeGroups();
  selected = -1;
  if (["unit", "jump"].includes(kind) && !several) {
    select(clause);
  } else if (["conflict", "refuted", "resolution"].includes(kind)) {
    selected = clause;
  }
  asked = "";
  render(text);
  save();
}

// question returns what the user can guess now: the square that a unit clause gives a value, or a conflict.
function question() {
  if (search.falsified >= 0) {
    return run.analysis || search.refuted ? "" : "conflict";
  }
  const unit = search.findUnit();
  return unit >= 0 && (names || isSquare(search.unassigned(search.clauses[unit])[0])) ? "unit" : "";
}

function next() {
  if (tour >= 0) {
    visit(tour + 1);
  } else if (options.guess && !asked && question()) {
    asked = question();
    selected = -1;
    render(say(asked === "unit" ? "guessUnit" : "guessConflict"));
  } else {
    advance(() => true);
  }
}

// answer checks a guess of the user.
function answer(variable) {
  const name = variableName(variable);
  if (asked === "unit" && unitWith(variable) >= 0) {
    shown = perform(["guess", variable]);
    record("guess", variable);
    show(say("right", tell(shown)));
  } else if (asked === "conflict" && search.clauses.some((clause, i) => search.stateOf(i) === "falsified" && clause.some((l) => Math.abs(l) === variable))) {
    advance(() => true, say("right", ""));
  } else {
    render(say(asked === "unit" ? "wrongUnit" : "wrongConflict", name));
  }
}

// choose changes the value of a variable. If the value was propagated, it shows the reason instead.
function choose(variable) {
  const entry = search.entry(variable);
  stop();
  if (tour >= 0) {
    leaveTour();
    choose(variable);
  } else if (asked) {
    answer(variable);
  } else if (entry && entry.reason !== decided) {
    if (entry.reason >= 0) {
      select(entry.reason);
    }
    render(say("found", meaning(entry.lit), reasonText(entry.reason)));
  } else if (search.refuted) {
    render("");
  } else {
    act("choose", variable);
  }
}

function undo() {
  if (search.level > 0) {
    act("undo", 0);
  } else {
    render(words.nothing);
  }
}

// previous goes back one step, or one stop of the tour.
function previous() {
  const last = log.at(-1);
  if (tour >= 0) {
    visit(Math.max(0, tour - 1));
    return;
  }
  if (last && !asked && (last[0] !== "next" || --last[1] === 0)) {
    log.pop();
  }
  replay();
}

// replay starts again and repeats the acts of the log.
function replay() {
  restart();
  shown = null;
  log.forEach((act) => { shown = perform(act) ?? shown; });
  show();
}

// restart removes all values and learned clauses.
function restart() {
  run = new Run(lesson.vars, lesson.clauses, area, options.learning);
  search = run.search;
  buttons.length = shownStates.length = search.formula;
  at("learned").querySelector("ul").replaceChildren();
}

function clear() {
  log = [];
  replay();
}

// automatic starts or stops steps by a clock.
function automatic() {
  if (timer) {
    stop();
    return;
  }
  leaveTour();
  timer = setInterval(() => advance(() => true), options.speed);
  name();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  name();
}

// name shows the states of the options on their buttons.
function name() {
  for (const [id, on] of Object.entries({ play: timer !== 0, guess: options.guess, learning: options.learning, watches: options.watches, tour: tour >= 0, compare: comparing })) {
    at(id).setAttribute("aria-pressed", String(on));
  }
  at("halt").value = options.halt;
  at("speed").value = options.speed;
}

// formulaStops returns the stops of the tour if there is no board, as stops does.
function formulaStops() {
  const number = search.clauses.findIndex((clause) => clause.length > 1 && !clause.some((l) => clause.includes(-l)));
  const lits = inOrder(search.clauses[number] ?? []), last = lits.pop(), text = clauseText(search.clauses[number] ?? []);
  return [
    ...(lesson.vars > 0 ? [{ text: say("variable", variableName(1)), squares: [0] }] : []),
    ...(last ? [{ text: say("positive", text), clause: number }, { text: say("unit", text, meaning(last)), clause: number, suppose: lits.map((l) => -l) }] : []),
    { text: say("model", plural(search.formula, "clause")) },
  ];
}

// stops returns the stops of the tour: a text, the squares or the clause to look at, and the
// literals that are supposed to be true.
function stops() {
  if (names) {
    return formulaStops();
  }
  const lines = search.clauses.slice(0, search.formula).map((clause, i) => lineOf(i)), least = lines.findIndex(({ bound }) => bound === "least");
  const most = lines.findIndex(({ bound }) => bound === "most"), [a, b] = (search.clauses[most] ?? []).map((l) => variableName(-l));
  const quoted = (number) => clauseText(search.clauses[number]);
  return [
    { text: say("variable", squareName(0, puzzle), 1), squares: [0] },
    ...(least >= 0 ? [{ text: say("positive", quoted(least), lines[least].line), clause: least }] : []),
    ...(most >= 0 ? [{ text: say("negative", a, quoted(most), b, lines[most].line), clause: most }] : []),
    ...(lesson.auxiliary.length > 0 ? [{ text: say("auxiliary", area + 1, lesson.auxiliary[0]) }] : []),
    ...(most >= 0 ? [{ text: say("unit", a, quoted(most), b), clause: most, suppose: [-search.clauses[most][0]] }] : []),
    { text: say("model", plural(search.formula, "clause")) },
  ];
}

// visit shows a stop of the tour, or ends the tour after the last one.
function visit(i) {
  stop();
  restart();
  const all = stops();
  tour = i < all.length ? i : -1;
  if (tour < 0) {
    name();
    replay();
    return;
  }
  const { text, clause = -1, squares = [], suppose = [] } = all[tour];
  suppose.forEach((lit) => search.decide(lit));
  closeGroups();
  selected = -1;
  if (clause >= 0) {
    select(clause);
  }
  name();
  render(say("tour", tour + 1, all.length, text), squares);
  save();
}

// tally counts the steps of whole searches with and without learning, and shows them.
function tally() {
  if (!at("comparison").hidden) {
    return;
  }
  for (const learning of [true, false]) {
    const r = new Run(lesson.vars, lesson.clauses, area, learning);
    while (r.steps < mostSteps && r.step()) { /* until the end */ }
    const end = r.search.refuted ? "refutation" : r.search.isModel() ? "result" : "unfinished";
    [words[learning ? "withLearning" : "without"], r.steps, r.decisions, r.conflicts, words[end]].forEach((cell, i) => at("tally").rows[i].append(element("td", "", cell.toLocaleString("en"))));
  }
  at("comparison").hidden = false;
}

// save keeps the state in the browser.
function save() {
  keep(storageKey, JSON.stringify({ log, tour, options }));
}

// recall restores the state that the browser has kept.
function recall() {
  const isNumber = (i, most) => Number.isInteger(i) && i >= 0 && i <= most;
  try {
    const state = JSON.parse(kept(storageKey));
    options.learning = !!state.options.learning;
    options.guess = !!state.options.guess;
    options.watches = !!state.options.watches;
    options.halt = isNumber(Math.abs(state.options.halt), inputs) ? state.options.halt : 0;
    options.speed = isNumber(state.options.speed, 5000) ? state.options.speed : 1000;
    log = state.log.filter(([act, i]) => act === "next" ? isNumber(i, Infinity) : act === "undo" || isNumber(i - 1, lesson.vars - 1));
    tour = isNumber(state.tour, 9) ? state.tour : -1;
    replay();
  } catch {
    log = [];
    tour = 0;
    replay();
  }
}

// verdict returns a text if there is a model, if there is no model, or about the differences from the
// solution if the solution is shown. Otherwise the text is empty.
function verdict() {
  if (search.refuted) {
    return words.noModel;
  }
  if (search.isModel()) {
    const queens = trueSquares().map((s) => variableName(s + 1)).join(names ? ", " : " ");
    return say("isModel", `${plural(search.formula, "clause")} ${search.formula === 1 ? "is" : "are"}`, queens ? say("queensOn", queens) : say("noQueen"));
  }
  if (!comparing) {
    return "";
  }
  const wrong = upTo(area).filter((s) => search.value(s + 1) === (lesson.solution.includes(s + 1) ? -1 : 1));
  return wrong.length > 0 ? say("differs", wrong.map((s) => squareName(s, puzzle)).join(" ")) : words.agrees;
}

// trueSquares returns the squares with queens, or the true variables if there is no board, from 0.
function trueSquares() {
  return upTo(inputs).filter((s) => search.value(s + 1) > 0);
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

// render draws everything and shows a message, followed by the verdict. It marks squares and the squares of
// the selected clause.
function render(message, squares = []) {
  (names ? renderVariables : renderBoard)(squares);
  renderClauses();
  renderTrail();
  renderConflict();
  const last = tour < 0 ? verdict() : "";
  if (tour < 0 && search.falsified >= 0 && !run.analysis && !search.refuted && !asked) {
    message += " " + say("press", conflictText(search.falsified));
  } else if (last && message !== last) {
    message += " " + last;
  }
  at("message").replaceChildren(...glossed(message.trim()));
  at("term").hidden = true;
  at("count").textContent = tour < 0 ? plural(run.steps, "step") : "";
  allow("previous", (tour < 0 ? log.length : tour) > 0 ? "" : "This is the first step.");
  ["next", "play", "run", "all"].forEach((id) => allow(id, tour < 0 && (search.refuted || search.isModel()) ? "The steps have ended: press Clear to start again." : ""));
  if (matchMedia("(min-width: 52rem) and (min-height: 30rem)").matches) { // the board stays visible
    (run.analysis ? at("conflict") : buttons[selected])?.scrollIntoView({ block: run.analysis ? "start" : "nearest" });
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

// renderConflict draws the implication graph of the last conflict and lists the steps of its analysis so far.
function renderConflict() {
  const { analysis, search: then } = run.analysis ? run : run.last ?? {};
  at("conflict").hidden = !options.learning || !analysis;
  if (at("conflict").hidden || drawn[0] === analysis && drawn[1] === analysis.step) {
    return;
  }
  drawn = [analysis, analysis.step];
  const { steps, step, learned, jump } = analysis, last = Math.min(step, steps.length - 1);
  at("graph").replaceChildren(drawGraph(then, analysis, last, shortName, (lit) => describeEntry(then, lit)));
  fitGraph(at("graph").firstElementChild);
  const texts = steps.slice(0, last + 1).map(({ clause, lit, reason }, i) =>
    i === 0 ? say("falsifiedStep", clauseText(clause)) : say("resolvedStep", variableName(Math.abs(lit)), describe(reason), clauseText(clause)));
  if (step >= steps.length) {
    texts.push(say("learnedStep", clauseText(learned), jump));
  }
  at("derivation").replaceChildren(...texts.map((text) => element("li", "", text)));
}

function renderBoard(squares) {
  const state = (s) => ["no value", puzzle.piece, "empty"].at(search.value(s + 1));
  showSquares({ puzzle, queens: trueSquares() }, named(`Board of ${puzzle.n} by ${widthOf(puzzle)}. Arrow keys move; Enter sets a square to queen, empty or no value.`, puzzle),
    (s) => `${squareName(s, puzzle)}, variable ${s + 1}, ${state(s)}`);
  const on = (lits, mark) => onSquares(lits.filter(isSquare).map((l) => Math.abs(l) - 1), puzzle, mark);
  const literals = (wanted) => search.trail.filter(wanted).map((e) => e.lit);
  at("stage").querySelector(".glow").setAttribute("d", on(search.clauses[selected] ?? [], marks.whole) + onSquares(squares, puzzle, marks.whole));
  at("stage").querySelector(".square").before(
    path("empty", on(literals((e) => e.lit < 0), marks.smallCross)), path("implied", on(literals((e) => e.reason !== decided), marks.innerFrame)),
    path("ring", on(comparing ? lesson.solution : [], marks.dot)));
  showLegend([
    [comparing, say("ringSign"), samplePath("ring", marks.dot)],
    [true, say("queenSign"), sampleQueen("", figureOf(puzzle, 0))],
    [true, words.emptySign, samplePath("empty", marks.smallCross)],
    [true, words.foundSign, samplePath("implied", marks.innerFrame)],
    [true, words.clauseSign, samplePath("glow", marks.whole)],
    ...legendOf(puzzle),
  ]);
}

// renderVariables marks the variables that propagation has found, and the given variables and those of the selected
// clause. In the clauses, it marks the literals that are true, false and watched.
function renderVariables(marked) {
  const chosen = [...marked.map((s) => s + 1), ...(search.clauses[selected] ?? []).map((l) => Math.abs(l))];
  for (const b of at("variables").querySelectorAll("button")) {
    const variable = Number(b.dataset.variable), entry = search.entry(variable);
    b.classList.toggle("found", entry !== null && entry.reason !== decided);
    b.classList.toggle("chosen", chosen.includes(variable));
  }
  buttons.forEach((b, number) => b.querySelectorAll("[data-lit]").forEach((e) => {
    const lit = Number(e.dataset.lit), value = search.value(lit);
    e.classList.toggle("true", value > 0);
    e.classList.toggle("false", value < 0);
    e.classList.toggle("watched", options.watches && search.watched[number].includes(lit));
  }));
  at("legend").lastElementChild.hidden = !options.watches;
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
      const row = element("tr", reason === decided ? "decision" : "", element("td", "", meaning(lit)), element("td", "", reasonText(reason)));
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
    render(selected < 0 ? "" : say("state", capitalized(search.stateOf(number)), describe(number)));
  };
  const text = names && clause.length > 0 ? inOrder(clause).flatMap((l, i) => [...(i > 0 ? [words.or] : []), literalElement(l)]) : [clauseText(clause)];
  return button("clause", act, element("span", "state"), " ", ...text, " ", element("small", "", [...clause, 0].join(" ")));
}

function literalElement(lit) {
  const e = element("span", "", literalText(lit));
  e.dataset.lit = lit;
  return e;
}

// groupElement returns a closed group of clauses.
function groupElement(text, clauses) {
  const list = element("ul", "", ...clauses.map((b) => element("li", "", b)));
  return element("details", "", element("summary", "", text + " ", element("small", "", plural(clauses.length, "clause")), " ", element("span", "state")), list);
}

function showGroups() {
  buttons = search.clauses.map((c, i) => clauseButton(i));
  let first = 0;
  const learned = groupElement(words.learnedGroup, []);
  learned.id = "learned";
  at("groups").replaceChildren(...lesson.groups.map((g) => groupElement(g.text, buttons.slice(first, first += g.clauses))), learned);
  at("counts").replaceChildren(...["falsified", "unit", "satisfied", "unresolved"].map((state) => {
    const b = button("wide", () => {
      const next = shownStates.indexOf(state, selected + 1);
      select(next >= 0 ? next : shownStates.indexOf(state));
      buttons[selected].scrollIntoView({ block: "nearest" });
      render(say("state", capitalized(state), describe(selected)));
    });
    b.dataset.state = state;
    return b;
  }));
}

function showVariables() {
  at("auxiliary").hidden = lesson.vars === area || names !== undefined;
  for (let v = area + 1; v <= lesson.vars; v++) {
    const b = button("clause", () => choose(v), `${variableName(v)}: `, element("span", "state"), " " + (lesson.auxiliary[v - area - 1] || ""));
    b.dataset.variable = v;
    at("variables").append(element("li", "", b));
  }
}

// showFormula puts the variables in the place of a board, with a legend, and shows all clauses.
function showFormula() {
  document.body.classList.add("formula");
  at("stage").append(at("variables"));
  at("groups").firstElementChild.open = true;
  at("legend").replaceChildren(...["true", "false", "watched"].map((sign) => element("li", "", element("span", sign, words[sign + "Sign"]))));
  at("intro").querySelector("p").textContent = words.intro;
  at("watches").hidden = at("halt").parentElement.hidden = false;
  at("halt").append(new Option("–", 0), ...upTo(lesson.vars).flatMap((i) => [i + 1, -i - 1]).map((lit) => new Option(literalText(lit), lit)));
  at("halt").addEventListener("change", () => { options.halt = Number(at("halt").value); stop(); save(); });
}

// listenToGraph makes the nodes of the graph describe their literals when pressed.
function listenToGraph() {
  const tell = (e) => {
    const node = e.target.closest("[data-lit]");
    if (node && (e.type === "click" || e.key === "Enter" || e.key === " ")) {
      at("message").replaceChildren(...glossed(node.getAttribute("aria-label")));
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
  name();
  render("");
}

const acts = {
  previous: () => { stop(); previous(); }, next: () => { stop(); next(); }, play: automatic,
  run: () => { leaveTour(); advance(({ kind }) => kind === "conflict"); }, all: () => { leaveTour(); advance(() => false); },
  undo: () => { leaveTour(); undo(); }, clear: () => { leaveTour(); clear(); },
  tour: () => visit(tour < 0 ? 0 : Infinity), compare,
  watches: () => { options.watches = !options.watches; name(); renderVariables([]); save(); },
  guess: () => { options.guess = !options.guess; name(); save(); },
  learning: () => { leaveTour(); options.learning = !options.learning; clear(); name(); tally(); },
};

const keys = [
  [arrows, null, "move on the board"], ["Enter", null, named("queen, empty, no value", puzzle)], ["N", "next"], ["P", "previous"], ["S", "play"], ["R", "run"],
  ["A", "all"], ["U Ctrl+Z", "undo"], ["C", "clear"], ["G", "guess"], ["L", "learning"], ["W", "watches"], ["T", "tour"], ["V", "compare"], ["D", "theme", "dark or light"],
];

// leaveTour ends the tour and the automatic steps.
function leaveTour() {
  stop();
  if (tour >= 0) {
    visit(Infinity);
  }
}

function start() {
  at("title").textContent = document.title = translated(say("title", names ? plural(lesson.vars, "variable") : sizeText(puzzle, " × "), plural(lesson.clauses.length, "clause")));
  at("compare").hidden = !lesson.solution;
  at("notes").replaceChildren(...lesson.notes.map((text) => element("p", "", text)));
  document.querySelectorAll("h2").forEach((h) => h.replaceChildren(...glossed(h.textContent)));
  at("glossary").append(...Object.entries(explained).flatMap(([term, text]) => [element("dt", "", term), element("dd", "", text)]));
  at("speed").addEventListener("change", () => { options.speed = Number(at("speed").value); stop(); save(); });
  run = new Run(lesson.vars, lesson.clauses, area, true);
  search = run.search;
  showGroups();
  showVariables();
  if (names) {
    showFormula();
  }
  listen(acts, (square) => choose(square + 1), names ? keys.slice(2) : keys);
  listenToRefusals((text) => { at("term").textContent = text; at("term").hidden = !text; });
  listenToGraph();
  listenToPrinter();
  recall();
  if (tour >= 0) {
    visit(tour);
  }
  name();
}
