
// The page to play a puzzle. It knows the rules, but not the solution.

const text = at("data").textContent, puzzle = readPuzzle(JSON.parse(text)), n = puzzle.n;
const key = "queens puzzle " + text; // names the game in the browser's storage
const game = new Game({ ...puzzle, attacks: puzzle.attacks || puzzle.attacked });

let crossing = false; // pressing a square crosses it out

// render draws the board and shows a message or, without one, the progress. It marks the squares of the
// hint hinted.
function render(message, hinted = { part: [] }) {
  const attacks = !!game.puzzle.attacks, { solved, text } = judge(game, attacks);
  game.puzzle.attacked = attacks;
  showSquares(game, `Your board, ${n} by ${n}. Arrow keys move, Space places or removes a queen, X crosses a square out.`, (s) => describeSquare(game, s));
  at("stage").querySelector(".glow").setAttribute("d", onSquares(hinted.part, n, marks.whole));
  at("stage").querySelector(".square").before(path("note", onSquares(game.crosses, n, marks.smallCross)),
    path("hinted", onSquares(hinted.square === undefined ? [] : [hinted.square], n, marks.innerFrame)));
  at("message").textContent = message || text;
  at("message").classList.toggle("solved", solved && !message);
  at("cross").setAttribute("aria-pressed", String(crossing));
  at("attacks").setAttribute("aria-pressed", String(attacks));
  showLegend(legendOf(game.puzzle));
}

// change draws and stores a changed game.
function change() {
  game.keep(key);
  render();
}

// press places a queen on a square or removes it. If cross is true, it does so with a cross.
function press(square, cross = crossing) {
  if (puzzle.placed.has(square) || puzzle.empty.has(square)) {
    render(`${squareName(square, n)} ${puzzle.placed.has(square) ? "holds a given queen" : "must stay empty"}.`);
    return;
  }
  game.press(square, cross);
  change();
}

// crossOut crosses out the square of an event, or removes its cross.
function crossOut(e) {
  if (e.target.matches(".square")) {
    e.preventDefault();
    press(Number(e.target.dataset.square), true);
  }
}

const acts = {
  cross: () => { crossing = !crossing; render(); },
  attacks: () => { game.puzzle.attacks = !game.puzzle.attacks; change(); },
  hint: () => { const hinted = hint(game, game.crosses); render(hinted.text, hinted); },
  undo: () => { game.undo(); change(); },
  clear: () => { game.clear(); change(); },
};

function start() {
  const given = new Game({ ...puzzle, attacks: false, attacked: false, numbers: false }), plays = playable(puzzle);
  at("paper").append(drawBoard(given, "", true));
  at("paper").firstChild.append(shape("rect", { class: "edge", "stroke-width": n / 200, width: n, height: n }));
  at("stage").style.setProperty("--squares", n); // so that a large board scrolls on a phone
  listen(plays ? acts : {}, press, plays ? { x: crossOut } : {});
  if (plays) {
    at("stage").addEventListener("contextmenu", crossOut);
    game.recall(key);
    render();
    at("stage").querySelector('[tabindex="0"]').focus({ preventScroll: true });
    return;
  }
  at("stage").append(drawBoard(given, `The board, ${n} by ${n}`));
  document.querySelectorAll(".player, #keys").forEach((e) => { e.hidden = true; });
  at("message").textContent = puzzle.play ? "This board is too large to play here." : "This page only shows puzzles of this kind, because it does not know their rules.";
  showLegend(legendOf(puzzle));
}
