
// The lesson: a person gives values to variables and sees what becomes of the
// clauses, and how unit propagation goes on.

const lesson = JSON.parse(document.getElementById("lesson").textContent);
const puzzle = { ...readBoards([lesson, []])[0].puzzle, numbers: true, attacks: true };
const n = puzzle.n, clauses = lesson.clauses;
const values = new Int8Array(lesson.vars + 1); // by variable: 1 true, -1 false, 0 unassigned
const states = ["falsified", "unit", "satisfied", "unresolved"];

let trail = [];       // literals that are true, with the clause that each follows from, -1 for a choice
let selected = -1;    // the clause whose squares are lit
let comparing = false;
let buttons = [];     // of clauses

const valueOf = (lit) => Math.sign(lit) * values[Math.abs(lit)];
const isSquare = (lit) => Math.abs(lit) <= n * n;
const variableName = (v) => isSquare(v) ? squareName(v - 1, n) : String(v);
const literalText = (lit) => (lit < 0 ? "not " : "") + variableName(Math.abs(lit));
const clauseText = (clause) => clause.length > 0 ? clause.map(literalText).join(" or ") : "nothing";

function meaning(lit) {
  const name = variableName(Math.abs(lit));
  if (!isSquare(lit)) {
    return `variable ${name} is ${lit > 0 ? "true" : "false"}`;
  }
  return lit > 0 ? `a queen is on ${name}` : `${name} stays empty`;
}

// stateOf returns what the values make of a clause.
function stateOf(clause) {
  let unassigned = 0;
  for (const lit of clause) {
    if (valueOf(lit) > 0) {
      return "satisfied";
    }
    unassigned += valueOf(lit) === 0 ? 1 : 0;
  }
  return ["falsified", "unit"][unassigned] || "unresolved";
}

function assign(lit, reason) {
  values[Math.abs(lit)] = Math.sign(lit);
  trail.push({ lit, reason });
}

function setTrail(entries) {
  values.fill(0);
  trail = [];
  entries.forEach((e) => assign(e.lit, e.reason));
}

// unassign takes back a choice and all that was propagated after it.
function unassign(variable) {
  const position = trail.findIndex((e) => Math.abs(e.lit) === variable);
  setTrail(trail.filter((e, i) => i < position || i > position && e.reason < 0));
}

// groupOf returns the text of the group of a clause.
function groupOf(number) {
  let end = 0;
  return lesson.groups.find((g) => number < (end += g.clauses)).text;
}

function describe(number) {
  return `${clauseText(clauses[number])} (${groupOf(number)})`;
}

// choose gives a variable the next value: true, false, none.
function choose(variable) {
  const entry = trail.find((e) => Math.abs(e.lit) === variable);
  if (entry && entry.reason >= 0) {
    select(entry.reason);
    render(`Here ${meaning(entry.lit)}, which follows from ${describe(entry.reason)}.`);
    return;
  }
  const next = entry ? (entry.lit > 0 ? -variable : 0) : variable;
  if (entry) {
    unassign(variable);
  }
  if (next !== 0) {
    assign(next, -1);
  }
  render(next !== 0 ? `You say: ${meaning(next)}.` : `${variableName(variable)} has no value any more.`);
}

// step takes the first unit clause and reports whether there was one.
function step() {
  const states = clauses.map(stateOf), wrong = states.indexOf("falsified"), unit = states.indexOf("unit");
  if (wrong >= 0) {
    select(wrong);
    render(`Falsified: ${describe(wrong)}. Undo a choice.`);
    return false;
  }
  if (unit < 0) {
    render(verdict() || "No clause is unit: place a queen, or mark a square as empty.");
    return false;
  }
  const lit = clauses[unit].find((l) => valueOf(l) === 0);
  assign(lit, unit);
  select(unit);
  render(`Unit: ${describe(unit)}. So ${meaning(lit)}.`);
  return true;
}

function undo() {
  const last = trail.findLastIndex((e) => e.reason < 0);
  setTrail(trail.slice(0, Math.max(last, 0)));
  render(last >= 0 ? "Your last choice is taken back." : "There is no choice to take back.");
}

// verdict says that all clauses are satisfied, or what a comparison with the
// solution tells; empty if there is nothing to say.
function verdict() {
  const queens = trueSquares().map((s) => squareName(s, n)).join(" ");
  if (clauses.every((c) => stateOf(c) === "satisfied")) {
    return `All ${clauses.length.toLocaleString("en")} clauses are satisfied: this is a model. Its true squares are ${queens}.`;
  }
  if (!comparing) {
    return "";
  }
  const solution = new Set(lesson.solution), wrong = [];
  for (let v = 1; v <= n * n; v++) {
    if (values[v] !== 0 && (values[v] > 0) !== solution.has(v)) {
      wrong.push(variableName(v));
    }
  }
  return wrong.length > 0 ? `This solution has it otherwise on ${wrong.join(" ")}.` : "All values are those of this solution.";
}

function trueSquares() {
  const list = [];
  for (let v = 1; v <= n * n; v++) {
    if (values[v] > 0) {
      list.push(v - 1);
    }
  }
  return list;
}

function select(number) {
  selected = number;
  const details = buttons[number].closest("details");
  details.open = true;
  if (matchMedia("(min-width: 52rem)").matches) { // where the board stays in sight
    buttons[number].scrollIntoView({ block: "nearest" });
  }
}

// render shows everything anew, and says something.
function render(said) {
  const all = clauses.map(stateOf), falsified = all.indexOf("falsified");
  renderBoard();
  renderClauses(all);
  renderTrail();
  const last = verdict();
  if (falsified >= 0 && !said.startsWith("Falsified")) {
    said += ` Falsified: ${describe(falsified)}.`;
  } else if (last && said !== last) {
    said += " " + last;
  }
  at("said").textContent = said.trim();
}

function renderBoard() {
  const queens = trueSquares(), board = { puzzle, queens };
  const focused = document.activeElement?.dataset?.square, focus = focused === undefined ? 0 : Number(focused);
  const svg = drawBoard(board, `Board of ${n} by ${n}. Arrows move; Enter makes a square a queen, empty, or nothing.`, true);
  let crosses = "", frames = "", rings = "";
  for (const { lit, reason } of trail.filter((e) => isSquare(e.lit))) {
    const x = (Math.abs(lit) - 1) % n, y = Math.floor((Math.abs(lit) - 1) / n);
    crosses += lit < 0 ? `M${x + 0.34} ${y + 0.34}l.32 .32m0 -.32l-.32 .32` : "";
    frames += reason >= 0 ? `M${x + 0.05} ${y + 0.05}h.9v.9h-.9z` : "";
  }
  for (const v of comparing ? lesson.solution : []) {
    rings += `M${(v - 1) % n + 0.1} ${Math.floor((v - 1) / n) + 0.5}a.4 .4 0 1 1 .8 0a.4 .4 0 1 1 -.8 0z`;
  }
  svg.append(shape("path", { class: "empty", "stroke-width": 0.07, d: crosses }), shape("path", { class: "implied", "stroke-width": 0.06, d: frames }),
    shape("path", { class: "ring", "stroke-width": 0.07, d: rings }));
  const lit = selected < 0 ? [] : clauses[selected].filter(isSquare).map((l) => Math.abs(l) - 1);
  svg.querySelector(".glow").setAttribute("d", squaresPath(lit, n));
  const what = (s) => `${squareName(s, n)}, variable ${s + 1}, ${values[s + 1] > 0 ? "queen" : values[s + 1] < 0 ? "empty" : "no value"}`;
  at("stage").replaceChildren(pressable(svg, board, focus, what));
  if (focused !== undefined) {
    focusSquare(at("stage"), focus);
  }
}

function renderClauses(all) {
  all.forEach((state, i) => {
    const button = buttons[i];
    button.className = "clause " + state;
    button.setAttribute("aria-pressed", String(i === selected));
    button.firstElementChild.className = "state " + state;
    button.firstElementChild.textContent = state;
  });
  let first = 0;
  for (const [i, group] of lesson.groups.entries()) {
    const inGroup = all.slice(first, first + group.clauses), worst = states.find((s) => inGroup.includes(s)) || "satisfied";
    const shown = inGroup.every((s) => s === "satisfied") ? "satisfied" : worst === "satisfied" ? "unresolved" : worst;
    const label = at("groups").children[i].querySelector(".state");
    label.className = "state " + shown;
    label.textContent = shown;
    first += group.clauses;
  }
  for (const b of at("counts").children) {
    const count = all.filter((s) => s === b.dataset.state).length;
    b.textContent = `${count.toLocaleString("en")} ${b.dataset.state}`;
    b.disabled = count === 0;
  }
  for (const b of at("variables").querySelectorAll("button")) {
    const value = values[Number(b.dataset.variable)];
    b.querySelector(".state").textContent = value > 0 ? "true" : value < 0 ? "false" : "no value";
  }
}

function renderTrail() {
  at("trail").replaceChildren(...trail.map(({ lit, reason }) => {
    const item = document.createElement("li");
    item.textContent = reason < 0 ? `You: ${meaning(lit)}` : `${meaning(lit)}, from ${describe(reason)}`;
    return item;
  }));
}

function element(name, className, ...content) {
  const e = document.createElement(name);
  e.className = className;
  e.append(...content);
  return e;
}

// clauseButton shows a clause in words and as in the file; pressed, it lights its
// squares.
function clauseButton(number) {
  const clause = clauses[number];
  const b = element("button", "clause", element("span", "state"), " " + clauseText(clause) + " ", element("small", "", [...clause, 0].join(" ")));
  b.type = "button";
  b.addEventListener("click", () => {
    selected = selected === number ? -1 : number;
    render(selected < 0 ? "" : `This clause is ${stateOf(clause)}: ${describe(number)}.`);
  });
  return b;
}

function showGroups() {
  let number = 0;
  at("groups").replaceChildren(...lesson.groups.map((group) => {
    const list = element("ul", "");
    for (let i = 0; i < group.clauses; i++, number++) {
      buttons.push(clauseButton(number));
      list.append(element("li", "", buttons[number]));
    }
    const count = `${group.clauses.toLocaleString("en")} ${group.clauses === 1 ? "clause" : "clauses"}`;
    return element("details", "", element("summary", "", group.text + " ", element("small", "", count), " ", element("span", "state")), list);
  }));
  at("counts").replaceChildren(...states.map((state) => {
    const b = element("button", "wide");
    b.type = "button";
    b.dataset.state = state;
    b.addEventListener("click", () => {
      const all = clauses.map(stateOf), next = all.indexOf(state, selected + 1);
      select(next >= 0 ? next : all.indexOf(state));
      buttons[selected].scrollIntoView({ block: "nearest" });
      render(`${state[0].toUpperCase() + state.slice(1)}: ${describe(selected)}.`);
    });
    return b;
  }));
}

function showVariables() {
  at("auxiliary").hidden = lesson.vars === n * n;
  for (let v = n * n + 1; v <= lesson.vars; v++) {
    const b = element("button", "clause", `${v}: `, element("span", "state"), " " + (lesson.auxiliary[v - n * n - 1] || ""));
    b.type = "button";
    b.dataset.variable = v;
    b.addEventListener("click", () => choose(v));
    at("variables").append(element("li", "", b));
  }
}

const keys = {
  s: step,
  a: () => { while (step()); },
  u: undo,
  c: () => { setTrail([]); selected = -1; render("Nothing has a value. Press a square, or step."); },
  v: () => {
    if (!lesson.solution) {
      return;
    }
    comparing = !comparing;
    at("compare").setAttribute("aria-pressed", String(comparing));
    at("solved").hidden = !comparing;
    render("");
  },
  d: changeTheme,
};

function start() {
  const title = `${n} × ${n} queens as ${clauses.length.toLocaleString("en")} clauses`;
  at("title").textContent = document.title = title;
  listenToTheme();
  at("compare").hidden = !lesson.solution;
  at("notes").replaceChildren(...lesson.notes.map((text) => element("p", "", text)));
  for (const [id, key] of Object.entries({ step: "s", all: "a", undo: "u", clear: "c", compare: "v" })) {
    at(id).addEventListener("click", () => keys[key]());
  }
  document.addEventListener("keydown", (e) => {
    const act = keys[e.key.toLowerCase()];
    if (act && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      act();
    }
  });
  listenToSquares(at("stage"), () => n, (square) => {
    focusSquare(at("stage"), square);
    choose(square + 1);
  });
  showGroups();
  showVariables();
  keys.c();
}

start();
