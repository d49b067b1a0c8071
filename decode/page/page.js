
// The page: what is shown, and what the user does about it.

const boards = readBoards(JSON.parse(document.getElementById("boards").textContent));
const groupAtOnce = 20000; // boards that are grouped without being asked
const pageSize = 120;      // thumbnails at a time

let current = 0;      // number of the board shown
let grouped = false;  // step from class to class
let classes = null;   // of boards, once they are grouped
let pinned = null;    // the square whose lines stay
let page = -1;        // of thumbnails
let played = null;    // the board that the user makes, with the queens given, or null

// view returns the length of what is stepped through, the position in it, and the
// board at a position.
function view() {
  if (grouped) {
    return { length: classes.lists.length, position: classes.of[current], board: (i) => classes.lists[i][0] };
  }
  return { length: boards.length, position: current, board: (i) => i };
}

function queenNames(board) {
  const n = board.puzzle.n, { colours } = board.puzzle;
  const names = (queens) => [...queens].sort((a, b) => a % n - b % n || a - b).map((q) => squareName(q, n)).join(" ");
  const kinds = colours.length > 0 ? colours.map((c) => c.letter) : board.puzzle.kinds;
  if (kinds.length === 0) {
    return names(board.queens);
  }
  return kinds.map((kind, layer) => `${kind}: ${names(board.queens.filter((q, i) => board.layers[i] === layer))}`).join("; ");
}

function show(number) {
  played = null;
  at("play").setAttribute("aria-pressed", "false");
  at("play").disabled = !playable(boards[Math.min(Math.max(number, 0), boards.length - 1)].puzzle);
  current = Math.min(Math.max(number, 0), boards.length - 1);
  pinned = null;
  const board = boards[current], v = view();
  const label = `Board ${current + 1} of ${boards.length}, ${board.puzzle.n} by ${board.puzzle.n}, ${board.puzzle.noun} ${queenNames(board)}`;
  const focused = [...document.querySelectorAll("#stage .queen")].indexOf(document.activeElement);
  at("stage").replaceChildren(drawBoard(board, label));
  if (focused >= 0) { // keep the keyboard on the board
    document.querySelectorAll("#stage .queen")[Math.min(focused, board.queens.length - 1)]?.focus();
  }
  at("number").value = v.position + 1;
  at("of").textContent = "of " + v.length.toLocaleString("en");
  at("unit").textContent = inflect(v.length, grouped ? "class" : "board");
  at("first").disabled = at("previous").disabled = v.position === 0;
  at("last").disabled = at("next").disabled = v.position === v.length - 1;
  at("squares").textContent = queenNames(board);
  if (focused < 0) {
    at("lines").textContent = "Point at a square, or tap it, to see its lines.";
  }
  at("one").textContent = boards.length > 1 ? label.split(",")[0] : document.title;
  printAll(boards.length > 1);
  showLegend(board.puzzle);
  showAlike();
  showPage(Math.floor(v.position / pageSize));
  for (const t of document.querySelectorAll(".thumb")) {
    const inClass = grouped && t.parentNode.id === "thumbs" && classes.of[t.dataset.board] === classes.of[current];
    t.setAttribute("aria-current", String(Number(t.dataset.board) === current || inClass));
  }
  try {
    history.replaceState(null, "", "#" + (current + 1));
  } catch {
    // Some browsers limit how often; the address matters little.
  }
}

// printAll chooses what is printed: the boards of the thumbnails, or the large one.
function printAll(all) {
  document.body.className = all ? "all" : "one";
}

// setPlaying begins with the queens that the puzzle gives, or goes back to the board.
function setPlaying(on) {
  if (!on || at("play").disabled) {
    show(current);
    return;
  }
  const puzzle = { ...boards[current].puzzle, attacks: true };
  played = { puzzle, queens: [...puzzle.placed] };
  at("play").setAttribute("aria-pressed", "true");
  at("one").textContent = "Your board";
  printAll(false);
  showPlayed(Math.floor(puzzle.n / 2) * puzzle.n);
}

// showPlayed draws the board that the user makes and says how far it is.
function showPlayed(focus) {
  const { puzzle } = played, n = puzzle.n, label = `Your board, ${n} by ${n}. Arrows move, Enter places or removes a queen.`;
  at("stage").replaceChildren(pressable(drawBoard(played, label, true), played, focus, (s) => describeSquare(played, s)));
  at("squares").textContent = queenNames(played);
  at("lines").textContent = judge(played, true).text;
}

function play(square) {
  const { puzzle, queens } = played;
  if (!puzzle.placed.has(square)) {
    played.queens = queens.includes(square) ? queens.filter((q) => q !== square) : [...queens, square];
  }
  showPlayed(square);
  focusSquare(at("stage"), square);
}

// save makes the link one to the board shown.
function save() {
  at("save").download = played ? "queens.svg" : `queens-${current + 1}.svg`;
  at("save").href = "data:image/svg+xml," + encodeURIComponent(savedBoard(at("stage").firstElementChild));
}

function step(by) {
  const v = view(), position = Math.min(Math.max(v.position + by, 0), v.length - 1);
  if (position !== v.position) {
    show(v.board(position));
  }
}

function thumb(number, label) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "thumb";
  b.dataset.board = number;
  b.setAttribute("aria-label", `Board ${number + 1}, ${boards[number].puzzle.noun} ${queenNames(boards[number])}`);
  b.append(thumbnail(boards[number]), label);
  b.addEventListener("click", () => show(number));
  return b;
}

// showPage fills the grid of thumbnails unless it is there already.
function showPage(number) {
  const v = view(), first = number * pageSize, last = Math.min(first + pageSize, v.length);
  at("gallery").hidden = boards.length === 1;
  at("earlier").disabled = number === 0;
  at("later").disabled = last === v.length;
  if (number === page) {
    return;
  }
  page = number;
  at("range").textContent = (grouped ? "Classes " : "Boards ") +
    `${(first + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${v.length.toLocaleString("en")}`;
  const list = [];
  for (let i = first; i < last; i++) {
    const label = grouped ? `${i + 1} (×${classes.lists[i].length})` : String(i + 1);
    list.push(thumb(v.board(i), label));
  }
  at("thumbs").replaceChildren(...list);
}

// showAlike lists the other boards of the class.
function showAlike() {
  const list = classes ? classes.lists[classes.of[current]] : [];
  const known = new Set(), different = list.filter((i) => {
    const key = boards[i].queens.join(" ");
    return !known.has(key) && known.add(key);
  });
  at("alike").hidden = different.length < 2;
  at("images").replaceChildren(...different.map((i) => thumb(i, String(i + 1))));
}

// showLines lights up what a queen on the square commands; null clears it.
function showLines(square) {
  if (played) {
    return;
  }
  const board = boards[current], puzzle = board.puzzle, n = puzzle.n;
  const glow = document.querySelector("#stage .glow");
  if (square === null) {
    glow.setAttribute("d", "");
    return;
  }
  const lines = linesOf(square, puzzle), met = board.queens.filter((q) => lines.has(q));
  glow.setAttribute("d", puzzle.colours.some((c) => c.told) ? "" : squaresPath(lines, n));
  const name = squareName(square, n), names = met.map((q) => squareName(q, n)).join(" ");
  if (puzzle.colours.length > 0) {
    const { letter, told } = puzzle.colours[board.layers[board.queens.indexOf(square)]] || { told: "empty" };
    at("lines").textContent = told ? `${name} is ${told}.` : `${name} is ${letter}, a colour that no square on its lines has.`;
  } else if (board.queens.includes(square)) {
    at("lines").textContent = `The queen on ${name} commands ${plural(lines.size, "square")}` + (names ? `, with queens on ${names}.` : ", none with a queen.");
  } else {
    at("lines").textContent = names ? `${name} is commanded by ${plural(met.length, "queen")}: ${names}.` : `${name} is commanded by no queen.`;
  }
}

// squareAt returns the square under a pointer, or null.
function squareAt(event) {
  const svg = at("stage").firstElementChild, matrix = svg.getScreenCTM(), n = boards[current].puzzle.n;
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const col = Math.floor(p.x), row = Math.floor(p.y);
  return col >= 0 && col < n && row >= 0 && row < n ? row * n + col : null;
}

function setGrouped(on) {
  classes = classes || classesOf(boards);
  grouped = on;
  page = -1;
  at("group").setAttribute("aria-pressed", String(on));
  show(current);
}

const keys = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => step(-Infinity), End: () => step(Infinity),
  g: () => setGrouped(!grouped), d: changeTheme, p: () => setPlaying(!played),
  Escape: () => { if (played) { setPlaying(false); } else { pinned = null; showLines(null); } },
};

function listen() {
  const click = (id, act) => at(id).addEventListener("click", act);
  click("first", keys.Home);
  click("previous", keys.ArrowLeft);
  click("next", keys.ArrowRight);
  click("last", keys.End);
  click("group", keys.g);
  click("play", keys.p);
  click("save", save);
  click("print", () => print());
  click("printone", () => { printAll(false); print(); });
  addEventListener("afterprint", () => printAll(boards.length > 1 && !played));
  const goTo = (id, element) => at(id).addEventListener("click", (e) => { e.preventDefault(); element().focus(); });
  goTo("skip", () => at("back"));
  goTo("back", () => at("number"));
  click("earlier", () => showPage(page - 1));
  click("later", () => showPage(page + 1));
  at("number").addEventListener("change", (e) => {
    const v = view(), position = Math.round(Number(e.target.value)) - 1;
    show(Number.isFinite(position) ? v.board(Math.min(Math.max(position, 0), v.length - 1)) : current);
  });
  document.addEventListener("keydown", (e) => {
    const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (act && e.target.tagName !== "INPUT" && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      act();
    }
  });
  listenToSquares(at("stage"), () => played.puzzle.n, play);
  listenToFocus(at("stage"));
  listenToBoard(at("stage"));
  addEventListener("hashchange", () => show((parseInt(location.hash.slice(1), 10) || 1) - 1));
}

// listenToBoard handles pointing at squares, pinning one, and swiping.
function listenToBoard(stage) {
  let down = null;
  stage.addEventListener("pointermove", (e) => {
    if (pinned === null && e.pointerType !== "touch") {
      showLines(squareAt(e));
    }
  });
  stage.addEventListener("pointerleave", () => showLines(pinned));
  stage.addEventListener("pointerdown", (e) => { down = e; });
  stage.addEventListener("pointerup", (e) => {
    const moved = down ? e.clientX - down.clientX : 0;
    down = null;
    if (played) {
      return;
    }
    if (e.pointerType === "touch" && Math.abs(moved) > 40) {
      step(moved > 0 ? -1 : 1);
      return;
    }
    const square = squareAt(e);
    pinned = pinned === square ? null : square;
    showLines(pinned);
  });
  stage.addEventListener("focusin", (e) => {
    if (e.target.dataset.square !== undefined) {
      showLines(Number(e.target.dataset.square));
    }
  });
  stage.addEventListener("focusout", () => showLines(pinned));
}

function start() {
  if (boards.length === 0) {
    return;
  }
  const sizes = new Set(boards.map((b) => b.puzzle.n)), n = boards[0].puzzle.n;
  const title = document.body.dataset.title ?? plural(boards.length, "board") + (sizes.size === 1 ? ` of ${n} × ${n}` : "");
  at("title").textContent = document.title = title;
  at("group").hidden = boards.length === 1;
  if (boards.length <= groupAtOnce) {
    classes = classesOf(boards);
  }
  listen();
  listenToTheme();
  show((parseInt(location.hash.slice(1), 10) || 1) - 1);
}

start();
