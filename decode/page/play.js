
// A puzzle to be played. The page knows its rules, and no answer.

const text = at("puzzle").textContent, puzzle = readBoards([JSON.parse(text), []])[0].puzzle;
const n = puzzle.n, key = "queens puzzle " + text; // of what is kept in the browser
const given = { puzzle: { ...puzzle, attacks: false, attacked: false, numbers: false }, queens: [...puzzle.placed], layers: [...puzzle.placed].map(() => 0) };

let queens = given.queens;  // on the board, first those given
let crosses = new Set();    // squares that the player has crossed out
let attacks = puzzle.attacks || puzzle.attacked; // mark what queens attack
let crossing = false;       // a press crosses out
const past = [];            // queens and crosses before each change

// board returns the board as it is drawn.
function board() {
  return { puzzle: { ...puzzle, attacks, attacked: attacks }, queens, crosses, layers: queens.map(() => 0) };
}

// render draws the board and says something, or else how far it is; hinted has the
// squares to look at, and the one that follows.
function render(said, hinted = { part: [] }) {
  const { solved, text } = judge(board(), attacks), focused = document.activeElement.dataset.square;
  const tab = Number(focused ?? at("stage").querySelector('[tabindex="0"]')?.dataset.square ?? Math.floor(n / 2) * n);
  const svg = drawBoard(board(), `Your board, ${n} by ${n}. Arrows move, Space places or takes away a queen, X crosses a square out.`, true);
  svg.querySelector(".glow").setAttribute("d", squaresPath(hinted.part, n));
  svg.append(shape("path", { class: "note", "stroke-width": 0.08, d: [...crosses].map((s) => `M${s % n + 0.34} ${Math.floor(s / n) + 0.34}l.32 .32m0 -.32l-.32 .32`).join("") }));
  if (hinted.square !== undefined) {
    svg.append(shape("path", { class: "hinted", "stroke-width": 0.08, d: `M${hinted.square % n + 0.06} ${Math.floor(hinted.square / n) + 0.06}h.88v.88h-.88z` }));
  }
  at("stage").replaceChildren(pressable(svg, board(), tab, (s) => describeSquare(board(), s)));
  if (focused !== undefined) {
    focusSquare(at("stage"), tab);
  }
  at("said").textContent = said || text;
  at("said").classList.toggle("solved", solved && !said);
  at("cross").setAttribute("aria-pressed", String(crossing));
  at("attacks").setAttribute("aria-pressed", String(attacks));
  showLegend(board().puzzle);
}

// keep remembers the board until the page is opened again. Browsers may forbid it.
function keep() {
  try {
    localStorage.setItem(key, JSON.stringify({ queens, crosses: [...crosses], attacks }));
  } catch {
    // The board is lost with the page.
  }
}

// recall returns to the board that was kept. It takes nothing that could not be played.
function recall() {
  const canHold = (s) => Number.isInteger(s) && s >= 0 && s < n * n && !puzzle.placed.has(s) && !barred(puzzle, s);
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    queens = [...given.queens, ...new Set(kept.queens.filter(canHold))];
    crosses = new Set(kept.crosses.filter((s) => canHold(s) && !queens.includes(s)));
    attacks = !!kept.attacks;
  } catch {
    // Nothing was kept, or it is not to be read.
  }
}

// change goes on with other queens and crosses.
function change(newQueens, newCrosses) {
  past.push([queens, crosses]);
  [queens, crosses] = [newQueens, newCrosses];
  keep();
  render();
}

// press puts a queen, or a cross, on a square, or takes it away.
function press(square, cross) {
  if (puzzle.placed.has(square) || barred(puzzle, square)) {
    render(`${squareName(square, n)} ${puzzle.placed.has(square) ? "holds a given queen" : "has to stay empty"}.`);
    return;
  }
  const others = queens.filter((q) => q !== square), left = new Set([...crosses].filter((s) => s !== square));
  if (cross) {
    change(others, crosses.has(square) ? left : left.add(square));
  } else {
    change(queens.includes(square) ? others : [...queens, square], left);
  }
}

const moves = {
  m: () => { crossing = !crossing; render(); },
  a: () => { attacks = !attacks; keep(); render(); },
  h: () => { const hinted = hint(board(), crosses); render(hinted.text, hinted); },
  u: () => {
    [queens, crosses] = past.pop() || [queens, crosses];
    keep();
    render();
  },
  c: () => change(given.queens, new Set()),
};

function listen() {
  for (const [id, act] of Object.entries({ cross: moves.m, attacks: moves.a, hint: moves.h, undo: moves.u, clear: moves.c })) {
    at(id).addEventListener("click", act);
  }
  listenToSquares(at("stage"), () => n, (square) => press(square, crossing));
  at("stage").addEventListener("contextmenu", (e) => {
    if (e.target.classList.contains("square")) {
      e.preventDefault();
      press(Number(e.target.dataset.square), true);
    }
  });
}

// listenToKeys calls what belongs to a letter; x is about the square that has the keyboard.
function listenToKeys(acts) {
  document.addEventListener("keydown", (e) => {
    const letter = e.key.toLowerCase(), square = e.target.dataset.square;
    const act = letter === "x" && square !== undefined ? () => press(Number(square), true) : acts[letter];
    if (act && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      act();
    }
  });
}

function start() {
  const plays = playable(puzzle);
  at("paper").append(drawBoard(given, "", true));
  at("paper").firstChild.append(shape("rect", { class: "edge", "stroke-width": n / 200, width: n, height: n }));
  listenToTheme();
  listenToFocus(at("stage"));
  listenToKeys({ d: changeTheme, ...(plays ? moves : {}) });
  at("stage").style.setProperty("--squares", n); // on a phone a large board is scrolled
  if (plays) {
    recall();
    listen();
    render();
    at("stage").querySelector('[tabindex="0"]').focus({ preventScroll: true });
    return;
  }
  at("stage").append(drawBoard(given, `The board, ${n} by ${n}`));
  document.querySelectorAll(".player, #keys").forEach((e) => { e.hidden = true; });
  at("said").textContent = puzzle.play ? "A board as large as this is shown here, not played." : "A puzzle of this kind is shown here, not played: the page does not know its rules.";
  showLegend(puzzle);
}

start();
