
// The exercises: eight, from reading a clause to writing a formula. The module compares an answer with the right formula,
// so that every answer with the same meaning is right.

const mapColours = [["red", "#e79a8f"], ["green", "#8fc79a"], ["blue", "#93b4e6"]];
const maps = ["AABB/ACCB/CCCC/CDDD", "AABBB/ACCBD/ACCDD/EEEED", "AAABB/ACCBB/ACDDD/CCDEE/CDDEE"];

let practice = []; // by exercise: variant, text, chosen, and whether it is solved, was tried, and shows a solution
let exercise = 0;  // the index of the exercise that is shown
let item = null;   // its variant, from the function make; done if the answer was right

// dice returns a function that returns numbers below its argument, the same ones for the same seed.
function dice(seed) {
  let state = seed * 7919 + 4211;
  return (n) => (state = state * 48271 % 2147483647) % n;
}

// someClause returns a clause of a number of literals.
function someClause(random, vars, length) {
  const left = upTo(vars);
  return sorted(upTo(length).map(() => (1 + left.splice(random(left.length), 1)[0]) * (random(2) ? 1 : -1)));
}

// Values of variables are lists of literals. allValues returns all values of n variables.
const allValues = (n) => upTo(2 ** n).map((bits) => upTo(n).map((i) => bits >> n - 1 - i & 1 ? -1 - i : i + 1));
const isTrue = (clause, values) => clause.some((l) => values.includes(l));
const sorted = (lits) => lits.sort((a, b) => Math.abs(a) - Math.abs(b));
const lineOf = (clause) => [...clause, 0].join(" ");
const textOfClauses = (clauses) => clauses.map(lineOf).join("\n");
const paragraph = (text) => element("p", "", text);
const preformatted = (text) => [element("pre", "", text)];
const variables = (n) => upTo(n).map((i) => i + 1);

// valueTable returns values of variables as a table.
function valueTable(values) {
  const row = (kind, name, cells) => element("tr", "", element("th", "", name), ...cells.map((text) => element(kind, "", text)));
  return element("table", "values", row("th", "Variable", values.map((l) => String(Math.abs(l)))), row("td", "Value", values.map((l) => String(l > 0))));
}

// choosing makes a button choose a number, or take it back.
function choosing(b, number) {
  const state = practice[exercise], is = state.chosen.includes(number);
  b.setAttribute("data-lit", number);
  b.setAttribute("aria-pressed", String(is));
  b.addEventListener("click", () => {
    if (!state.shown) {
      state.chosen = is ? state.chosen.filter((other) => other !== number) : [...state.chosen, number];
      showArea();
    }
  });
  return b;
}

const choice = (number, ...content) => choosing(button("wide", () => {}, ...content), number);

// clauseList returns the clauses with their state in values, in which a variable may lack a value.
function clauseList(clauses, values) {
  const literal = (l) => values.includes(l) ? element("b", "", String(l)) : values.includes(-l) ? element("s", "", String(l)) : String(l);
  return element("ul", "clauses", ...clauses.map((clause) => {
    const state = isTrue(clause, values) ? "true" : clause.every((l) => values.includes(-l)) ? "false" : "";
    return element("li", state, element("code", "", ...clause.flatMap((l) => [literal(l), " "]), "0"), { true: "✓ ", false: "✗ " }[state] ?? "", element("span", "", state));
  }));
}

// cells returns a table of buttons with the numbers of variables. Dragging over them chooses several.
function cells(rows, columns, names, titles) {
  const table = element("table", "cells"), head = (name) => element("th", "", name), press = (b, on) => b?.setAttribute("aria-pressed", String(on)), isPressed = (b) => b?.getAttribute("aria-pressed") === "true";
  let from = null, on = false; // the last event of a drag, and whether it chooses or takes back
  table.append(...(titles ? [element("tr", "", head(""), ...titles.map(head))] : []), ...upTo(rows).map((row) => element("tr", "", ...(names ? [head(names[row])] : []), ...upTo(columns).map((column) => {
    const b = button("", (e) => { if (e.detail === 0) { press(b, !isPressed(b)); } }, String(row * columns + column + 1)); // a click by the keyboard
    press(b, false);
    return element("td", "", b);
  }))));
  const drag = (e) => {
    const under = (i) => document.elementFromPoint(e.clientX + (from.clientX - e.clientX) * i / 8, e.clientY + (from.clientY - e.clientY) * i / 8)?.closest(".cells button");
    if (e.type === "pointerdown") {
      from = e;
      on = !isPressed(under(0));
    }
    if (from && e.buttons === 1) {
      upTo(8).forEach((i) => press(under(i), on)); // because a fast pointer skips buttons
    }
    from = e.buttons === 1 ? e : null;
  };
  ["pointerdown", "pointermove"].forEach((name) => table.addEventListener(name, drag));
  return table;
}

// editor returns a field for clauses. Buttons write the clauses of the chosen cells of a table.
function editor(state, rows, table) {
  const field = element("textarea", ""), label = element("label", "writing", element("span", "", "Your clauses"), field);
  Object.assign(field, { id: "clauses", rows, value: state.text, spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", readOnly: state.shown });
  const store = () => { state.text = field.value; keepState(); };
  field.addEventListener("input", store);
  field.addEventListener("keydown", (e) => e.stopPropagation()); // letters are no shortcuts here
  const write = (clausesOf) => () => {
    const chosen = [...table.querySelectorAll('[aria-pressed="true"]')], clauses = clausesOf(chosen.map((b) => Number(b.textContent)));
    if (chosen.length > 0 && !state.shown) {
      field.value += (/[^\n]$/.test(field.value) ? "\n" : "") + clauses.map((clause) => lineOf(clause) + "\n").join("");
      field.scrollTop = field.scrollHeight;
      chosen.forEach((b) => b.setAttribute("aria-pressed", "false"));
      store();
    }
  };
  return [...(table ? [table, element("div", "tools", element("span", "", "Of the chosen:"), button("wide", write((lits) => [lits]), "At least one"),
    button("wide", write((lits) => lits.flatMap((a, i) => lits.slice(i + 1).map((b) => [-a, -b]))), "At most one"))] : []), label];
}

// writing returns the fields of an exercise in which a formula is written. right is a text or its promise, picture draws
// values, and why returns the reason that they are no solution, or "".
function writing(state, { vars, right, picture, why = () => "", table }) {
  const part = (texts, values) => element("div", "", ...texts.filter((text) => text).map(paragraph), picture(values));
  return {
    area: () => editor(state, table ? 8 : 5, table?.()),
    question: async () => ({ text: state.text, right: await right(), vars: variables(vars) }),
    wrong({ weak, strong }) {
      const forbids = [...readFormula(state.text).clauses.values()].find((clause) => strong && clause.every((l) => strong.includes(-l)));
      return [...(weak ? [part(["Too weak: your clauses allow this, but it is no solution.", why(weak)], weak)] : []),
        ...(strong ? [part(["Too strong: this is a solution, but your clauses forbid it.", forbids && `Your clause ${lineOf(forbids)} is false here.`], strong)] : [])];
    },
    solve: async () => preformatted((await right()).split("\n").filter((line) => /^(-?\d|c .*: at )/.test(line)).join("\n")),
  };
}

// readMap returns a map, with the pairs of its regions that have a common border.
function readMap(text) {
  const rows = text.split("/"), puzzle = { n: rows.length, columns: rows[0].length, names: [...new Set(rows.join(""))].sort(), rule: "" };
  puzzle.regions = [...rows.join("")].map((name) => puzzle.names.indexOf(name));
  const pairs = puzzle.regions.flatMap((a, s) => [place(s, puzzle)].flatMap(([x, y]) => [squareAt(puzzle, x + 1, y), squareAt(puzzle, x, y + 1)]).map((t) => [a, puzzle.regions[t]].sort().join()));
  return { ...puzzle, pairs: [...new Set(pairs)].map((pair) => pair.split(",").map(Number)).filter(([a, b]) => a < b) };
}

// drawMap draws a map. Values choose the colours of its regions.
function drawMap(map, values = []) {
  const size = 44, coloursOf = (i) => mapColours.filter((_, k) => values.includes(3 * i + k + 1)), fills = map.names.map((_, i) => coloursOf(i).length === 1 ? coloursOf(i)[0][1] : "");
  const words = (i) => coloursOf(i).map(([name]) => translated(name)), text = (i) => `${map.names[i]} ${words(i).length > 1 ? `×${words(i).length}` : words(i).join("")}`.trim();
  return shape("svg", { class: "map", viewBox: `-2 -2 ${widthOf(map) * size + 4} ${map.n * size + 4}`, role: "img", "aria-label": map.names.map((name, i) => [name, ...words(i)].join(" ")).join(", ") },
    shape("g", { transform: `scale(${size})` }, regionFloor({ ...map, fills })), ...map.names.map((_, i) => {
      const [x, y] = place(map.regions.indexOf(i), map).map((k) => k * size), width = 7 * text(i).length + 12;
      return shape("g", { class: "node" }, shape("rect", { x: x + 5, y: y + 10, width, height: 24, rx: 4 }), shape("text", { x: x + 5 + width / 2, y: y + 27 }, text(i)));
    }));
}

// Formulas to write: what they say, and their clauses.
const formulasToWrite = [
  ["Write clauses that say: exactly one of the variables 1, 2 and 3 is true.", [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]]],
  ["Write clauses that say: at least two of the variables 1, 2 and 3 are true.", [[1, 2], [1, 3], [2, 3]]],
  ["Write clauses that say: the variables 1, 2 and 3 do not all have the same value.", [[1, 2, 3], [-1, -2, -3]]],
  ["Write clauses that say: variable 1 is true if both 2 and 3 are true, and false otherwise.", [[-1, 2], [-1, 3], [1, -2, -3]]],
  ["Write clauses that say: an even number of the variables 1, 2 and 3 is true, so none or two.", [[-1, 2, 3], [1, -2, 3], [1, 2, -3], [-1, -2, -3]]],
];
const boardsToWrite = [
  ["Place four queens on a board of 4 by 4 squares, so that no two of them are in the same row, column or diagonal.", { n: 4 }],
  ["Place four rooks on a board of 4 by 4 squares, so that no two of them are in the same row or column.", { n: 4, piece: "rook" }],
  ["Place five queens on a board of 5 by 5 squares, so that no two of them are in the same row, column or diagonal.", { n: 5 }],
];

// Each exercise has a title, seeds of good variants, and a function make(state, random). It returns a variant of the exercise: its task, a list of
// texts and elements; hints; area(), the elements to work with; question(), the fields of a request to compare the answer;
// wrong(reply), elements that say what is wrong, none if the answer is right; right, which says why it is right; and
// solve(), which shows a solution, and may return elements.
const exercises = [
  { title: "Read a clause", make(state, random) {
    const clause = someClause(random, 3, 2 + state.variant % 2), rows = allValues(3), say = (values, text) => values ? [paragraph(text), valueTable(values)] : [];
    return {
      task: ["The literal 2 is true if variable 2 is true. The literal -2 is true if variable 2 is false. A clause is true if at least one of its literals is true; the 0 only ends it.", element("code", "", lineOf(clause)), "Choose all values with which this clause is true."],
      hints: ["Find the values with which every literal of the clause is false. With all others, the clause is true.", "If the clause does not contain a variable, the value of this variable changes nothing."],
      area: () => [element("div", "assignments", ...rows.map((values, i) => choice(i, ...values.map((l) => element("span", "", `${Math.abs(l)} ${l > 0}`)))))],
      question: () => ({ text: textOfClauses(rows.filter((_, i) => !state.chosen.includes(i)).map((values) => values.map((l) => -l))), right: lineOf(clause), vars: variables(3) }),
      wrong: ({ weak, strong }) => [...say(weak, "You have chosen these values, but they make all literals of the clause false:"), ...say(strong, "You have not chosen these values, but they make a literal of the clause true:")],
      right: "A clause forbids only the values with which all its literals are false.",
      solve: () => { state.chosen = upTo(8).filter((i) => isTrue(clause, rows[i])); },
    };
  } },
  { title: "Find a model", seeds: [2, 4, 6, 11, 20, 27, 33, 36, 38, 39], make(state, random) {
    let models = allValues(5);
    const clauses = [];
    while (models.length > 2) {
      const clause = someClause(random, 5, 2 + random(2)), left = models.filter((values) => isTrue(clause, values));
      if (left.length > 0 && left.length < models.length) {
        models = left;
        clauses.push(clause);
      }
    }
    const values = () => variables(5).map((v) => state.chosen.includes(v) ? v : -v);
    return {
      task: ["A model gives each variable a value, so that every clause is true. Press the variables to change their values until you have a model."],
      hints: ["Choose a clause that is false, and make one of its literals true.", "Begin with the clauses of two literals, because they leave the least choice."],
      area: () => [element("div", "tools", ...values().map((l) => choice(Math.abs(l), `${Math.abs(l)} ${l > 0}`))), clauseList(clauses, values())],
      question: () => ({ text: textOfClauses(values().map((l) => [l])), right: textOfClauses(clauses), vars: variables(5) }),
      wrong: ({ weak }) => weak ? [paragraph(`This is no model, because all literals of the clause ${lineOf(clauses.find((clause) => !isTrue(clause, weak)))} are false.`)] : [],
      right: "This is a model, because each clause has a true literal. Any other model is right, too.",
      solve: () => { state.chosen = models[0].filter((l) => l > 0); },
    };
  } },
  { title: "Unit propagation", seeds: [96, 97, 110, 129, 197, 200, 272, 277, 280, 283], make(state, random) {
    const clauses = upTo(8).map(() => someClause(random, 6, 2 + random(2))), first = 1 + random(6);
    let search;
    const begin = () => { search = new Search(6, clauses); search.decide(first); };
    const unit = (l) => search.falsified >= 0 ? -1 : clauses.findIndex((clause, i) => search.stateOf(i) === "unit" && (!l || search.unassigned(clause)[0] === l));
    const answer = (right, text, wrong, ends) => { state.tried ||= !right; tell([paragraph(right ? text() : wrong)], right && ends); };
    const press = (l) => {
      const line = unit(l) >= 0 && lineOf(clauses[unit(l)]);
      state.chosen.push(l); // showArea takes it back if it does not follow
      showArea();
      answer(line, () => `Right: ${l} follows from the clause ${line}, because its other literals are false.`, search.falsified >= 0 ? "All literals of a clause are false already. Then propagation ends." : `The literal ${l} does not follow: in no clause are all other literals false.`, false);
    };
    const ends = [button("wide", () => answer(search.falsified >= 0, () => `All literals of the clause ${lineOf(clauses[search.falsified])} are false, so the decision cannot lead to a model.`, "There is no conflict: each clause has a literal that is not false.", true), "Conflict"),
      button("wide", () => answer(search.falsified < 0 && unit() < 0, () => "Nothing follows any more. A solver would now take another decision.", "There is more: a clause is false, or all its literals but one are false.", true), "Nothing follows")];
    return {
      task: [`Suppose that ${first} is true. If all literals of a clause but one are false, this last literal must be true: it follows. Press the literals that follow, one after the other.`, "If all literals of a clause are false, press Conflict. If nothing follows any more, press Nothing follows."],
      hints: ["A false literal is crossed out, and a true literal is bold. A clause with a true literal is done.", "Look for a clause without a true literal in which only one literal is not crossed out."],
      area() {
        begin();
        state.chosen = state.chosen.filter((l) => unit(l) >= 0 && search.propagate(unit(l)) >= 0);
        const values = search.trail.map(({ lit }) => lit), free = variables(6).filter((v) => search.value(v) === 0);
        return [paragraph(`True so far: ${values.join(", ")}`), clauseList(clauses, values), ...(state.shown ? [] : [element("div", "tools", ...free.flatMap((v) => [v, -v]).map((l) => button("wide", () => press(l), String(l)))), element("div", "tools", ...ends)])];
      },
      solve() {
        begin();
        while (search.falsified < 0 && search.propagate() >= 0) { /* the next literal */ }
        state.chosen = search.trail.slice(1).map(({ lit }) => lit);
        return [paragraph(search.falsified >= 0 ? "These literals follow, and then all literals of a clause are false: a conflict." : "These literals follow, and then nothing follows any more.")];
      },
    };
  } },
  { title: "Write a formula", make(state) {
    const [text, clauses] = formulasToWrite[state.variant % formulasToWrite.length];
    return {
      ...writing(state, { vars: 3, right: () => textOfClauses(clauses), picture: valueTable }),
      task: [text, "Write one clause per line, with 0 at its end, such as 1 -2 0. There are several right answers. Further variables are allowed, from 4 on."],
      hints: ["Which values are forbidden? A clause forbids the values with which all its literals are false.", "To forbid that 1 and 2 are both true, write -1 -2 0."],
      right: "Your clauses allow the right values, and no others: a solver has compared them.",
    };
  } },
  { title: "Four queens", make(state) {
    const [text, flags] = boardsToWrite[state.variant % boardsToWrite.length], settings = checked(flags), { n } = settings, puzzle = { ...puzzleOf(settings), numbers: true };
    const board = (values) => boardWith(puzzle, values.filter((l) => l > 0));
    return {
      ...writing(state, { vars: n * n, right: async () => (await engine.ask({ ask: "draw", format: "cnf", settings: flagsOf(settings) })).text, table: () => cells(n, n),
        picture: (values) => drawBoard(board(values), "Board", true), why: (values) => judge(board(values), true).text }),
      task: [text, "Variable 1 is true if there is a piece on the square with the number 1, and so on. Write clauses whose models are exactly the solutions. Further variables are allowed.", "You need not type them all: choose squares by a press or a drag, and then press a button."],
      hints: ["Each row needs a piece: write one clause for each row.", "Each row, each column and each diagonal holds at most one piece, also the short diagonals."],
      right: "The models of your clauses are exactly the solutions: a solver has compared them on the squares.",
    };
  } },
  { title: "Resolve two clauses", make(state, random) {
    const [p, a, b, c, d] = someClause(random, 5, 5).map((l, i, all) => all[(i + state.variant) % 5]), v = Math.abs(p), kind = state.variant % 3;
    const clauses = [[p, a, b], [[-p, c, d], [-p, -a, c], [-p, a, c, d]][kind]].map(sorted), resolvent = sorted([...new Set(clauses.flat().filter((l) => Math.abs(l) !== v))]);
    return {
      task: ["A variable is in two clauses with opposite signs. Whatever its value is, one of the two clauses must be true by another literal. So a third clause follows, the resolvent: all other literals of both, each once.", element("code", "", lineOf(clauses[0])), element("code", "", lineOf(clauses[1])), "Write the resolvent of these two clauses. If it is always true, because it contains a literal and its complement, you may say so instead."],
      hints: ["Find a variable with opposite signs. Leave it out, and write all other literals of both clauses.", "Leave out only one variable, also if there are two with opposite signs."],
      area: () => [...editor(state, 2), element("div", "tools", choice(1, "It is always true"))],
      question: () => ({ text: state.chosen.length > 0 ? "" : state.text.trim() || undefined, right: textOfClauses(clauses), vars: variables(5).filter((other) => other !== v) }),
      wrong({ weak, strong }) {
        const contains = [...readFormula(state.text).clauses.values()].some((clause) => clause.some((l) => Math.abs(l) === v) && !clause.some((l) => clause.includes(-l))) && state.chosen.length === 0;
        return contains ? [paragraph(`The resolvent does not contain variable ${v}: each of its values makes one of the two clauses true.`)] :
          strong ? [paragraph("Your clause does not follow. With these values it is false, but both clauses can be true:"), valueTable(strong)] :
          weak ? [paragraph("Your clause says too little. It allows these values, with which the two clauses cannot both be true:"), valueTable(weak)] : [];
      },
      right: kind === 1 ? "The resolvent contains a literal and its complement, so it is always true. It says nothing, and a solver drops it." : "The resolvent follows from the two clauses. Solvers learn their clauses by resolution.",
      solve: () => [...preformatted(lineOf(resolvent)), ...(kind === 1 ? [paragraph("This clause is always true.")] : [])],
    };
  } },
  { title: "Learn from a conflict", seeds: [1470, 2810, 5357, 701, 8793, 5355, 1554, 2630, 4471, 6526], make(state, random) {
    const clauses = upTo(34).map(() => someClause(random, 9, 3)), run = new Run(9, clauses, 0, true), { search } = run;
    while (!run.analysis && run.step()) { /* up to the first conflict */ }
    const { analysis } = run, { level } = analysis, graph = implicationGraph(search, analysis, true);
    // ways returns the ways from the left to the conflict that avoid some literals: lists of literals.
    const ways = (avoided, from = graph.conflict) => from.filter((l) => !avoided.includes(l)).flatMap((l) => (graph.parents.get(l).length > 0 ? ways(avoided, graph.parents.get(l)) : [[]]).map((way) => [...way, l]));
    return {
      task: [`The graph shows a conflict at level ${level}. Lines lead from literals to those that follow from them, and 4 @2 means that 4 became true at level 2. Decisions are filled.`, "A cut is a choice of literals through which all ways to the conflict lead. They cannot all be true, so the clause of their complements follows, and a solver may learn it.", `Press the literals of the cut at the first unique implication point: only one of them is of level ${level}, as near to the conflict as possible.`],
      hints: ["Begin with the literals from which lines lead to the conflict. All literals of earlier levels that you meet stay.", `While two literals of level ${level} are chosen, replace the one further to the right by the literals from which lines lead to it.`],
      area() {
        state.chosen = state.chosen.filter((l) => graph.parents.has(l));
        const clause = state.chosen.map((l) => -l), steps = analysis.steps.map((step) => ({ ...step, clause })), svg = drawGraph(search, { ...analysis, steps }, item.done || state.shown ? steps.length - 1 : 0, String, String);
        svg.querySelectorAll("[data-lit]").forEach((g) => choosing(g, Number(g.dataset.lit)).addEventListener("keydown", (e) => { if (["Enter", " "].includes(e.key)) { e.preventDefault(); g.dispatchEvent(new Event("click")); } }));
        return [element("div", "scroll", svg), paragraph(`Clause of the cut: ${lineOf(clause)}`)];
      },
      question: () => ({ text: textOfClauses(clauses), right: lineOf(state.chosen.map((l) => -l)), vars: variables(9) }),
      wrong({ weak }) {
        const { chosen } = state, [around] = ways(chosen), spare = chosen.find((l) => ways(chosen.filter((other) => other !== l)).length === 0), last = chosen.filter((l) => search.levelOf(l) === level);
        return around ? [paragraph(weak ? "This clause does not follow from the formula." : "This clause follows, but not from this graph."), paragraph(`This way leads around the cut: ${around.join(", ")}, conflict.`)] :
          spare ? [paragraph(`This clause follows, but the cut does not need ${spare}. Without it, the clause says more.`)] :
          last.length > 1 ? [paragraph(`This clause follows, and a solver could learn it. But ${last.length} of its literals are of level ${level}, so that it would not be unit after a jump back.`)] :
          last[0] !== analysis.uip ? [paragraph(`This clause follows, and only one literal is of level ${level}. But there is such a literal nearer to the conflict.`)] : [];
      },
      right: "This is the clause at the first unique implication point. After the jump back all its literals but one are false, so this one follows.",
      solve: () => { state.chosen = analysis.learned.map((l) => -l); },
    };
  } },
  { title: "Colour a map", make(state) {
    const map = readMap(maps[state.variant % maps.length]), n = map.names.length, of = (i) => mapColours.map((_, k) => 3 * i + k + 1);
    const clauses = [...upTo(n).flatMap((i) => [of(i), ...of(i).flatMap((a, k) => of(i).slice(k + 1).map((b) => [-a, -b]))]), ...map.pairs.flatMap(([a, b]) => of(a).map((v, k) => [-v, -of(b)[k]]))];
    const why = (values) => {
      const has = (i) => of(i).filter((v) => values.includes(v)), other = upTo(n).find((i) => has(i).length !== 1), [a, b] = map.pairs.find(([a, b]) => has(a)[0] % 3 === has(b)[0] % 3) ?? [];
      return other === undefined ? `Regions ${map.names[a]} and ${map.names[b]} have a common border, and the same colour.` : has(other).length === 0 ? `Region ${map.names[other]} has no colour.` : `Region ${map.names[other]} has several colours.`;
    };
    return {
      ...writing(state, { vars: 3 * n, right: () => textOfClauses(clauses), picture: (values) => drawMap(map, values), why, table: () => cells(n, 3, map.names, mapColours.map(([name]) => name)) }),
      task: ["Each region of the map gets exactly one of the colours red, green and blue. Regions with a common border get different colours; a common corner does not matter.", drawMap(map), "The table has a variable for each region and colour: variable 1 is true if A is red, and so on. Write clauses whose models are exactly the colourings. Further variables are allowed."],
      hints: ["Each region has at least one colour, and at most one. These are clauses about a row of the table.", "Two regions with a common border are not both red: this is a clause of two literals. Green and blue need one each, too."],
      right: "The models of your clauses are exactly the colourings: a solver has compared them.",
    };
  } },
];

// showArea shows what the user works with, and keeps the focus.
function showArea() {
  const focused = document.activeElement.dataset?.lit;
  at("exercise-area").replaceChildren(...item.area());
  at("exercise-area").querySelector(`[data-lit="${focused}"]`)?.focus();
  keepState();
}

// showExercise shows an exercise.
function showExercise(number) {
  exercise = number;
  const { title, make, seeds = upTo(10) } = exercises[exercise], state = practice[exercise];
  item = make(state, dice(seeds[state.variant % seeds.length]));
  at("exercise-title").replaceChildren(`${exercise + 1}. `, title);
  at("exercise-task").replaceChildren(...item.task.map((part) => typeof part === "string" ? paragraph(part) : part));
  at("check").hidden = !item.question;
  item.hinted = 0;
  showArea();
  tell([], false);
}

// tell shows what an answer is worth, and the state of all exercises.
function tell(content, right) {
  const state = practice[exercise];
  state.solved ||= right && !state.shown;
  at("feedback").replaceChildren(...(right ? [element("p", "right", "✓ Right.")] : []), ...content);
  at("feedback").hidden = content.length === 0;
  at("reveal").hidden = !state.tried || state.shown;
  at("check").disabled = state.shown;
  at("solved").textContent = `${practice.filter(({ solved }) => solved).length} of ${exercises.length} solved`;
  [...at("exercise-list").children].forEach((b, i) => {
    b.setAttribute("aria-label", `Exercise ${i + 1}${practice[i].solved ? ", solved" : ""}: ${exercises[i].title}`);
    b.setAttribute("aria-current", String(i === exercise));
    b.lastChild.textContent = practice[i].solved ? "✓" : "";
  });
  if (content.length > 0) {
    at("feedback").scrollIntoView({ block: "nearest" });
  }
  keepState();
}

// checkAnswer compares the answer with the right formula.
async function checkAnswer() {
  const mine = item, state = practice[exercise];
  try {
    const request = await item.question(), open = (request.text ?? "").split("\n").findIndex((line) => /^\s*-?\d/.test(line) && !/(^|\s)0\s*$/.test(line));
    if (request.text === undefined || open >= 0) {
      throw new Error(open >= 0 ? `Line ${open + 1} does not end with 0.` : "Write a clause first.");
    }
    const reply = await work("Comparing", { ask: "compare", ...request });
    if (mine === item) {
      const wrong = item.wrong(reply);
      item.done = wrong.length === 0;
      state.tried ||= !item.done;
      showArea();
      tell(item.done ? [paragraph(item.right)] : wrong, item.done);
    }
  } catch (error) {
    if (mine === item && !(error instanceof Stopped)) {
      tell([paragraph(capitalized(error.message))], false);
    }
  }
}

// renew shows the exercise as at first, or another variant of it.
function renew(change) {
  Object.assign(practice[exercise], { text: "", chosen: [], tried: false, shown: false, ...change });
  showExercise(exercise);
}

// recallPractice takes over what keepState has stored, if it is valid.
function recallPractice(stored) {
  const list = (raw) => Array.isArray(raw) ? raw : [];
  practice = exercises.map((_, i) => {
    const { variant, text, chosen, ...raw } = list(stored?.practice)[i] ?? {};
    return { variant: Number.isInteger(variant) && variant >= 0 && variant < 1e5 ? variant : 0, text: typeof text === "string" ? text.slice(0, 1e5) : "",
      chosen: list(chosen).filter(Number.isSafeInteger).slice(0, 100), solved: raw.solved === true, tried: raw.tried === true, shown: raw.shown === true };
  });
  exercise = Math.max(0, exercises.findIndex((_, i) => i === stored?.exercise));
}

// listenToExercises installs the event handlers of the exercises.
function listenToExercises() {
  const listenTo = (id, act) => at(id).addEventListener("click", act);
  at("exercise-list").append(...exercises.map(({ title }, i) => button("wide", () => showExercise(i), element("b", "", String(i + 1)), element("span", "", title), element("i", ""))));
  listenTo("check", checkAnswer);
  listenTo("hint", () => { tell([paragraph(item.hints[item.hinted++ % item.hints.length])], false); });
  listenTo("another", () => renew({ variant: practice[exercise].variant + 1 }));
  listenTo("again", () => renew({ variant: 0, solved: false }));
  listenTo("reveal", async () => {
    const mine = item;
    practice[exercise].shown = true;
    const shown = await item.solve() ?? [];
    if (mine === item) {
      showArea();
      tell([paragraph("This is a solution. Press Another one to try again."), ...shown], false);
    }
  });
}
