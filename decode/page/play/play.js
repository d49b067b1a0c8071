
// The page to play puzzles. It knows the rules, and the solution only from the steps in the data.

const entries = [JSON.parse(at("data").textContent)].flat();
const games = entries.map((entry, i) => openGame(entry, i));
const options = { automatic: false, letters: false, clock: false, undo: true };

let current = 0;                   // index of the current game
let { game, puzzle, key } = games[current];

// openGame returns the stored game of an entry of the data, its name in the browser's storage, its steps
// and the button that opens it.
function openGame(entry, i) {
  const puzzle = readPuzzle(entry), key = "queens puzzle " + JSON.stringify({ ...entry, steps: undefined, caption: undefined, fills: undefined, letters: undefined });
  const game = new Game({ ...puzzle, attacks: puzzle.attacks || puzzle.attacked || !!puzzle.regions });
  game.recall(key);
  return { puzzle, key, game, steps: readSteps(entry), button: button("", () => choose(i)) };
}

// choose opens the game number i, which is at most the last one.
function choose(i) {
  const inside = at("stage").contains(document.activeElement);
  current = Math.min(Math.max(i, 0), games.length - 1);
  ({ game, puzzle, key } = games[current]);
  drag = null;
  document.body.classList.toggle("dragged", !!puzzle.regions || Math.max(puzzle.n, widthOf(puzzle)) <= largestDragged);
  at("stage").style.setProperty("--squares", widthOf(puzzle)); // so that a large board scrolls on a phone
  at("stage").replaceChildren();
  const plays = playable(puzzle), { steps } = games[current];
  document.querySelectorAll(".player, #keys").forEach((e) => { e.hidden = !plays; });
  document.querySelectorAll(".forregions").forEach((e) => { e.hidden = !plays || !puzzle.regions; });
  at("hint").hidden ||= steps.length > 0;
  document.querySelectorAll(".withsteps").forEach((e) => { e.hidden ||= steps.length === 0; });
  at("attacks").textContent = puzzle.regions ? "Clashes" : "Attacks";
  showKeys(keys);
  if (entries.length > 1) {
    at("place").textContent = `${current + 1} of ${games.length}`;
    at("previous").disabled = current === 0;
    at("next").disabled = current === games.length - 1;
    at("question").textContent = entries[current].caption;
    putInAddress(current);
    keep(pageKey, current);
  }
  if (plays) {
    render();
    if (inside) {
      at("stage").querySelector('[tabindex="0"]').focus();
    }
    return;
  }
  at("stage").append(drawBoard(given(puzzle), `The board, ${puzzle.n} by ${widthOf(puzzle)}`));
  at("message").textContent = puzzle.play ? "This board is too large to play here." : "This page only shows puzzles of this kind, because it does not know their rules.";
  at("message").classList.remove("solved");
  showLegend(legendOf(puzzle));
  nameButton(games[current], current);
}

// given returns the game in which nothing has been placed.
function given(puzzle) {
  return new Game({ letters: options.letters, ...puzzle, attacks: false, attacked: false, numbers: false });
}

// automaticCrosses returns the squares that the page crosses out itself.
function automaticCrosses() {
  return options.automatic ? ruledOut(game) : new Set();
}

// render draws the board and shows a message or, without one, the progress. It marks the squares of the
// hint or step hinted.
function render(message, hinted = { part: [] }) {
  const attacks = !!game.puzzle.attacks, { solved, text } = judge(game, attacks), automatic = automaticCrosses();
  game.puzzle.attacked = attacks && !puzzle.regions;
  game.puzzle.letters = options.letters;
  showSquares(game, named(`Your board, ${puzzle.n} by ${widthOf(puzzle)}. Arrow keys move, Space marks a cross, then a queen, then nothing, X crosses a square out, Q places a queen.`, puzzle), (s) => describeSquare(game, s, automatic));
  at("stage").querySelector(".glow").setAttribute("d", onSquares(hinted.part, puzzle, marks.whole));
  const { queens = hinted.square === undefined ? [] : [hinted.square], crosses = [] } = hinted;
  at("stage").querySelector(".square").before(path("note automatic", onSquares(automatic, puzzle, marks.smallCross)), path("note", onSquares(game.crosses, puzzle, marks.smallCross)),
    path("outline", outlineOf(hinted.part)), path("hinted", onSquares(queens, puzzle, marks.innerFrame) + onSquares(crosses, puzzle, marks.cross)));
  at("message").textContent = byPlace(message || text, game.puzzle);
  at("message").dataset.time = `${translated("Time")}: ${clock()}`; // shown once the puzzle is solved
  at("message").classList.toggle("solved", solved && (!message || message === text));
  at("stage").classList.toggle("celebrated", solved && game.solved === false);
  game.solved = solved;
  if (at("undo").hidden === options.undo) {
    at("undo").hidden = !options.undo;
    showKeys(keys);
  }
  at("clock").hidden = !options.clock;
  for (const [id, on] of Object.entries({ attacks, automatic: options.automatic, letters: options.letters, timed: options.clock, undoes: options.undo })) {
    at(id).setAttribute("aria-pressed", String(on));
  }
  showClock();
  showLegend(legendOf(game.puzzle));
  nameButton(games[current], current);
}

// nameButton shows on the button of a game whether it is solved, begun or current.
function nameButton({ game, puzzle, button }, i) {
  const state = playable(puzzle) && judge(game, true).solved ? "solved" : game.queens.length + game.crosses.size > puzzle.placed.size ? "begun" : "";
  button.textContent = i + 1 + (state === "solved" ? " ✓" : state === "begun" ? " …" : "");
  button.setAttribute("aria-label", `Puzzle ${i + 1}${state && ", " + state}`);
  games.forEach((g) => g.button.setAttribute("aria-current", String(g === games[current])));
}

// change draws and stores a changed game.
function change() {
  game.keep(key);
  render();
}

// press goes on from nothing to a cross, to a queen and to nothing. If cross or queen is true, it places
// one of them or removes it.
function press(square, cross = false, queen = false) {
  if (puzzle.placed.has(square) || puzzle.empty.has(square)) {
    render(named(`${squareName(square, puzzle)} ${puzzle.placed.has(square) ? "holds a given queen" : "must stay empty"}.`, puzzle));
    return;
  }
  if (cross || queen) {
    game.press(square, cross);
  } else {
    game.cycle(square, automaticCrosses());
  }
  change();
}

// onSquare returns an event handler that calls act with the square of the event.
function onSquare(act) {
  return (e) => {
    if (e.target.matches(".square")) {
      e.preventDefault();
      act(Number(e.target.dataset.square));
    }
  };
}

// On boards that need not scroll, a pointer that moves from square to square marks crosses. If it starts on a
// cross, it removes crosses.

function beginDrag(e, square) {
  return e.pointerType === "mouse" || document.body.classList.contains("dragged") ? { before: game.crosses, on: !game.crosses.has(square) } : null;
}

function goOn({ squares, on, before }) {
  game.sweep(squares, on, before);
  render();
}

// endDrag ends a drag, whose crosses Undo removes together. If the browser scrolls instead, no cross stays.
function endDrag({ before }, cancelled) {
  const after = cancelled ? before : game.crosses;
  if (game.crosses !== before) {
    game.crosses = before;
    if (after !== before) {
      game.change(game.queens, after);
    }
    change();
  }
}

// forward does the next step, unless the player contradicts the solution. back takes back the last change
// and shows the step before it.
function forward() {
  const step = explain(game, games[current].steps, true), { queens = [], crosses = [] } = step;
  if (queens.length + crosses.length > 0) {
    game.change([...new Set([...game.queens, ...queens])], new Set([...game.crosses, ...crosses]));
    game.keep(key);
  }
  showStep(step);
}

// showStep shows a step with its number, or what explain returns if no step is left.
function showStep(step) {
  render(step?.look ? `Step ${step.number + 1} of ${games[current].steps.length}: ${step.text}` : step?.text, step);
}

function back() {
  const { steps } = games[current];
  game.undo();
  game.keep(key);
  const { number = 0 } = explain(game, steps, true), step = number > 0 ? shownStep(steps, number - 1) : undefined;
  showStep(step);
}

// outlineOf returns a line around squares.
function outlineOf(squares) {
  const all = new Set(squares);
  return squares.map((s) => {
    const [x, y] = place(s, puzzle), side = (col, row, d) => all.has(squareAt({ ...puzzle, torus: false }, col, row)) ? "" : d;
    return side(x, y - 1, `M${x} ${y}h1`) + side(x, y + 1, `M${x} ${y + 1}h1`) + side(x - 1, y, `M${x} ${y}v1`) + side(x + 1, y, `M${x + 1} ${y}v1`);
  }).join("");
}

// clock returns the time that the player has taken, such as 3:07.
const clock = () => `${Math.floor(game.seconds / 60)}:${String(game.seconds % 60).padStart(2, "0")}`;

function showClock() {
  at("clock").textContent = clock();
}

// tick is called every second. The clock also runs if it is not shown. It stands still while the page or its frame is
// hidden, and after the puzzle is solved.
function tick() {
  if (!document.hidden && frameElement?.offsetParent !== null && playable(puzzle) && !game.solved) {
    game.seconds++;
    if (game.seconds % 5 === 0) {
      game.keep(key);
    }
    showClock();
  }
}

const optionsKey = "queens options", pageKey = "queens page " + checksum(at("data").textContent);
const largestDragged = 16; // largest board without regions that a finger drags over; larger ones scroll

// recallOptions reads the options that the player has chosen on any page.
function recallOptions() {
  try {
    for (const [name, on] of Object.entries(JSON.parse(kept(optionsKey)))) {
      if (name in options && typeof on === "boolean") {
        options[name] = on;
      }
    }
  } catch {
    // Nothing was kept, or it cannot be read.
  }
  options.letters ||= !!entries[0].letters;
}

// toggle returns the act that changes an option.
function toggle(name) {
  return () => {
    options[name] = !options[name];
    keep(optionsKey, JSON.stringify(options));
    drawPaper();
    render();
  };
}

// drawPaper draws the puzzles for the printer, as on a worksheet if there are several.
function drawPaper() {
  at("paper").replaceChildren(...games.map(({ puzzle }, i) => {
    const svg = drawBoard(given({ ...puzzle, letters: options.letters }), "", true), { n: height } = puzzle, width = widthOf(puzzle), side = Math.max(height, width);
    svg.append(shape("rect", { class: "edge", "stroke-width": side / 200, width, height }));
    return element("figure", side > 12 ? "large" : "", svg, ...(games.length > 1 ? [element("figcaption", "", entries[i].caption)] : []));
  }));
}

const acts = {
  attacks: () => { game.puzzle.attacks = !game.puzzle.attacks; change(); },
  hint: () => { const hinted = hint(game, game.crosses); render(hinted.text, hinted); },
  explain: () => { const step = explain(game, games[current].steps); render(step.text, step); },
  forward, back,
  undo: () => { game.undo(); change(); },
  clear: () => { game.clear(); change(); },
  previous: () => choose(current - 1), next: () => choose(current + 1),
  automatic: toggle("automatic"), letters: toggle("letters"), timed: toggle("clock"), undoes: toggle("undo"),
};

const crossOut = onSquare((s) => press(s, true));
const keys = [
  [arrows, null, "move"], ["Space", null, "presses a square"], ["Q", onSquare((s) => press(s, false, true)), "places a queen"],
  ["X", crossOut, "or the right mouse button crosses a square out"], ["A", "attacks"], ["H", "hint"], ["B", "back"], ["F", "forward"], ["E", "explain"],
  ["U Ctrl+Z", "undo"], ["C", "clear"], ["P", "previous"], ["N", "next"], ["O", "automatic"], ["L", "letters"], ["T", "timed"], ["D", "theme", "dark or light"],
];

function start() {
  recallOptions();
  const several = games.length > 1;
  document.body.classList.toggle("several", several);
  for (const id of ["pager", "previous", "next", "list"]) {
    at(id).hidden = !several;
  }
  at("list").append(...games.map(({ button }) => button));
  games.forEach(nameButton);
  drawPaper();
  listen(acts, press, keys);
  const stage = at("stage");
  stage.addEventListener("contextmenu", (e) => drag ? e.preventDefault() : crossOut(e)); // a finger that stays long is no right button
  listenToDrags(beginDrag, goOn, endDrag);
  setInterval(tick, 1000);
  addEventListener("hashchange", () => choose(boardInAddress()));
  choose(!several ? 0 : location.hash ? boardInAddress() : Number(kept(pageKey)) || 0);
}
