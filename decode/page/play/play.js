
// The page to play puzzles. It knows the rules, and the solution only from the steps in the data.

const entries = [JSON.parse(at("data").textContent)].flat();
const games = entries.map((entry, i) => openGame(entry, i));
const options = { automatic: false, letters: false, clock: false, undo: true };

let current = 0;                   // index of the current game
let { game, puzzle, key } = games[current];
let n = puzzle.n;
let crossing = false; // pressing a square crosses it out
let drag = null;      // the drag that marks crosses, or null

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
  n = puzzle.n;
  crossing = false;
  drag = null;
  document.body.classList.toggle("regions", !!puzzle.regions);
  at("stage").style.setProperty("--squares", n); // so that a large board scrolls on a phone
  at("stage").replaceChildren();
  const plays = playable(puzzle), { steps } = games[current];
  document.querySelectorAll(".player, #keys").forEach((e) => { e.hidden = !plays; });
  document.querySelectorAll(".forregions").forEach((e) => { e.hidden = !plays || !puzzle.regions; });
  at("cross").hidden ||= !!puzzle.regions;
  at("hint").hidden ||= steps.length > 0;
  at("explain").hidden ||= steps.length === 0;
  at("attacks").textContent = puzzle.regions ? "Clashes" : "Attacks";
  if (entries.length > 1) {
    at("place").textContent = `${current + 1} of ${games.length}`;
    at("previous").disabled = current === 0;
    at("next").disabled = current === games.length - 1;
    at("question").textContent = entries[current].caption;
    putInAddress(current);
  }
  if (plays) {
    render();
    if (inside) {
      at("stage").querySelector('[tabindex="0"]').focus();
    }
    return;
  }
  at("stage").append(drawBoard(given(puzzle), `The board, ${n} by ${n}`));
  at("message").textContent = puzzle.play ? "This board is too large to play here." : "This page only shows puzzles of this kind, because it does not know their rules.";
  at("message").classList.remove("solved");
  showLegend(legendOf(puzzle));
  nameButton(games[current], current);
}

// given returns the game in which nothing has been placed.
function given(puzzle) {
  return new Game({ ...puzzle, attacks: false, attacked: false, numbers: false, letters: options.letters });
}

// automaticCrosses returns the squares that the page crosses out itself.
function automaticCrosses() {
  return options.automatic && puzzle.regions ? ruledOut(game) : new Set();
}

// render draws the board and shows a message or, without one, the progress. It marks the squares of the
// hint or step hinted.
function render(message, hinted = { part: [] }) {
  const attacks = !!game.puzzle.attacks, { solved, text } = judge(game, attacks), automatic = automaticCrosses();
  game.puzzle.attacked = attacks && !puzzle.regions;
  game.puzzle.letters = options.letters;
  const does = puzzle.regions ? "Space marks a cross, then a queen, then nothing, X crosses a square out, Q places a queen." : "Space places or removes a queen, X crosses a square out.";
  showSquares(game, `Your board, ${n} by ${n}. Arrow keys move, ${does}`, (s) => describeSquare(game, s, automatic));
  at("stage").querySelector(".glow").setAttribute("d", onSquares(hinted.part, n, marks.whole));
  const { queens = hinted.square === undefined ? [] : [hinted.square], crosses = [] } = hinted;
  at("stage").querySelector(".square").before(path("note automatic", onSquares(automatic, n, marks.smallCross)), path("note", onSquares(game.crosses, n, marks.smallCross)),
    path("hinted", onSquares(queens, n, marks.innerFrame) + onSquares(crosses, n, marks.cross)));
  at("message").textContent = message || text;
  at("message").classList.toggle("solved", solved && !message);
  at("undo").hidden = !options.undo;
  at("clock").hidden = !options.clock;
  for (const [id, on] of Object.entries({ cross: crossing, attacks, automatic: options.automatic, letters: options.letters, timed: options.clock, undoes: options.undo })) {
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

// press places a queen on a square or removes it. If cross is true, it does so with a cross. With
// regions, it goes on from nothing to a cross, to a queen and to nothing, unless queen or cross
// chooses one of them.
function press(square, cross = crossing, queen = !puzzle.regions) {
  if (puzzle.placed.has(square) || puzzle.empty.has(square)) {
    render(`${squareName(square, n)} ${puzzle.placed.has(square) ? "holds a given queen" : "must stay empty"}.`);
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

// With regions, a pointer that moves from square to square marks crosses. If it starts on a cross, it
// removes crosses. Only a drag captures the pointer, so that a press remains a click on its square.

function beginDrag(e) {
  const square = puzzle.regions && e.button === 0 && e.isPrimary && e.target.matches(".square") ? squareUnder(e) : undefined;
  drag = square === undefined ? null : { game, from: e, squares: new Set([square]), before: game.crosses, on: !game.crosses.has(square) };
}

function goOn(e) {
  if (drag?.from.pointerId !== e.pointerId) {
    return;
  }
  const { from, squares } = drag, had = squares.size, right = e.clientX - from.clientX, down = e.clientY - from.clientY;
  const steps = Math.max(1, Math.ceil(Math.hypot(right, down) / 4)); // because a fast pointer skips squares
  for (let i = 1; i <= steps; i++) {
    const square = squareUnder({ clientX: from.clientX + right * i / steps, clientY: from.clientY + down * i / steps });
    if (square !== undefined) {
      squares.add(square);
    }
  }
  drag.from = e;
  if (squares.size > had) {
    at("stage").setPointerCapture(e.pointerId);
    game.sweep(squares, drag.on, drag.before);
    render();
  }
}

// endDrag ends a drag, whose crosses Undo removes together. If the browser scrolls instead, no cross stays.
function endDrag(e) {
  if (drag?.from.pointerId !== e.pointerId) {
    return;
  }
  const { before } = drag, after = e.type === "pointercancel" ? before : game.crosses;
  drag = null;
  if (game.crosses !== before) {
    game.crosses = before;
    if (after !== before) {
      game.change(game.queens, after);
    }
    change();
  }
}

function showClock() {
  at("clock").textContent = `${Math.floor(game.seconds / 60)}:${String(game.seconds % 60).padStart(2, "0")}`;
}

// tick is called every second. The clock stands still while the page is hidden, and after the puzzle is solved.
function tick() {
  if (options.clock && !document.hidden && playable(puzzle) && !judge(game, true).solved) {
    game.seconds++;
    game.keep(key);
    showClock();
  }
}

const optionsKey = "queens options";

// recallOptions reads the options that the player has chosen on any page.
function recallOptions() {
  try {
    for (const [name, on] of Object.entries(JSON.parse(localStorage.getItem(optionsKey)))) {
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
    try {
      localStorage.setItem(optionsKey, JSON.stringify(options));
    } catch {
      // The option is lost with the page.
    }
    drawPaper();
    render();
  };
}

// drawPaper draws the puzzles for the printer, as on a worksheet if there are several.
function drawPaper() {
  at("paper").replaceChildren(...games.map(({ puzzle }, i) => {
    const svg = drawBoard(given(puzzle), "", true), side = puzzle.n;
    svg.append(shape("rect", { class: "edge", "stroke-width": side / 200, width: side, height: side }));
    return element("figure", side > 12 ? "large" : "", svg, ...(games.length > 1 ? [element("figcaption", "", entries[i].caption)] : []));
  }));
}

const acts = {
  cross: () => { crossing = !crossing; render(); },
  attacks: () => { game.puzzle.attacks = !game.puzzle.attacks; change(); },
  hint: () => { const hinted = hint(game, game.crosses); render(hinted.text, hinted); },
  explain: () => { const step = explain(game, games[current].steps); render(step.text, step); },
  undo: () => { game.undo(); change(); },
  clear: () => { game.clear(); change(); },
  previous: () => choose(current - 1), next: () => choose(current + 1),
  automatic: toggle("automatic"), letters: toggle("letters"), timed: toggle("clock"), undoes: toggle("undo"),
};

function start() {
  recallOptions();
  const several = games.length > 1, crossOut = onSquare((s) => press(s, true));
  document.body.classList.toggle("several", several);
  for (const id of ["pager", "previous", "next", "list"]) {
    at(id).hidden = !several;
  }
  at("list").append(...games.map(({ button }) => button));
  games.forEach(nameButton);
  drawPaper();
  listen(acts, press, { x: crossOut, q: onSquare((s) => press(s, false, true)) });
  const stage = at("stage");
  stage.addEventListener("contextmenu", (e) => drag ? e.preventDefault() : crossOut(e)); // a finger that stays long is no right button
  stage.addEventListener("pointerdown", beginDrag);
  stage.addEventListener("pointermove", goOn);
  stage.addEventListener("pointerup", endDrag);
  stage.addEventListener("pointercancel", endDrag);
  setInterval(tick, 1000);
  addEventListener("hashchange", () => choose(boardInAddress()));
  choose(several ? boardInAddress() : 0);
  stage.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
}
