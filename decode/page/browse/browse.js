
// The page to look through boards, to group them by symmetry, and to play one of the puzzles.

const boards = readBoards(JSON.parse(at("data").textContent));
const groupAtOnce = 20000; // the largest number of boards that the page groups at once
const pageSize = 120;      // number of thumbnails shown at a time

let current = 0;      // index of the current board
let grouped = false;  // the user steps from class to class
let classes = null;   // the result of classesOf, or null before it is needed
let pinned = null;    // the square whose lines stay highlighted, or null
let page = -1;        // index of the current page of thumbnails
let played = null;    // the game that the user plays, or null

// readBoards returns the boards in the data. An object is a puzzle, and each list after it holds the
// squares of one board, from 1. In layer k, the numbers are higher by k times the
// number of squares.
function readBoards(data) {
  let puzzle = null;
  return data.flatMap((entry) => {
    if (!Array.isArray(entry)) {
      puzzle = readPuzzle(entry);
      return [];
    }
    const squares = areaOf(puzzle), pieces = entry.map((v) => v - 1);
    return [{ puzzle, queens: pieces.map((v) => v % squares), layers: pieces.map((v) => Math.floor(v / squares)) }];
  });
}

// view returns the list that the user steps through, which contains classes or boards: its length, the
// position of the current board, and a function from a position to the index of a board.
function view() {
  return grouped ? { length: classes.lists.length, position: classes.of[current], board: (i) => classes.lists[i][0] } :
    { length: boards.length, position: current, board: (i) => i };
}

function queenNames({ puzzle, queens, layers }) {
  const { colours, kinds } = puzzle, names = (queens) => squareNames(queens, puzzle);
  const all = colours.length > 0 ? colours.map((c) => c.letter) : kinds;
  const ofLayer = (layer) => names(queens.filter((q, i) => layers[i] === layer));
  return all.length === 0 ? names(queens) : all.map((kind, layer) => `${kind}: ${ofLayer(layer)}`).join("; ");
}

function show(number) {
  current = clamp(number, boards.length);
  played = pinned = null;
  const board = boards[current], v = view(), { puzzle } = board;
  const label = `Board ${current + 1} of ${boards.length}, ${sizeText(puzzle)}, ${puzzle.noun} ${queenNames(board)}`;
  const focused = [...document.querySelectorAll("#stage .queen")].indexOf(document.activeElement);
  at("stage").replaceChildren(drawBoard(board, label));
  if (focused >= 0) { // keep the keyboard on the board
    document.querySelectorAll("#stage .queen")[Math.min(focused, board.queens.length - 1)]?.focus();
  } else {
    at("lines").textContent = named("Point at a square or tap it to see what a queen there attacks.", puzzle);
  }
  at("play").setAttribute("aria-pressed", "false");
  at("play").disabled = !playable(puzzle);
  at("number").value = v.position + 1;
  at("of").textContent = "of " + v.length.toLocaleString("en");
  at("unit").textContent = inflect(v.length, grouped ? "class" : "board");
  at("first").disabled = at("previous").disabled = v.position === 0;
  at("last").disabled = at("next").disabled = v.position === v.length - 1;
  at("squares").textContent = queenNames(board);
  at("one").textContent = boards.length > 1 ? label.split(",")[0] : document.title;
  printAll(boards.length > 1);
  showLegend(legendOf(puzzle));
  showAlike();
  showPage(Math.floor(v.position / pageSize));
  for (const t of document.querySelectorAll(".thumb")) {
    const inClass = grouped && t.parentNode.id === "thumbs" && classes.of[t.dataset.board] === classes.of[current];
    t.setAttribute("aria-current", String(Number(t.dataset.board) === current || inClass));
  }
  putInAddress(current);
}

// clamp returns the index below length that is nearest to i.
function clamp(i, length) {
  return Math.min(Math.max(i, 0), length - 1);
}

// printAll selects what to print: the thumbnails if all is true, else the large board.
function printAll(all) {
  document.body.className = all ? "all" : "one";
}

// togglePlay starts a game with the given queens, or goes back from a game to the board.
function togglePlay() {
  if (played || at("play").disabled) {
    show(current);
    return;
  }
  played = new Game({ ...boards[current].puzzle, attacks: true });
  at("play").setAttribute("aria-pressed", "true");
  at("one").textContent = "Your board";
  printAll(false);
  showPlayed();
}

// showPlayed draws the game and shows its progress.
function showPlayed() {
  const { puzzle } = played;
  showSquares(played, named(`Your board, ${sizeText(puzzle)}. Arrow keys move, Enter places or removes a queen.`, puzzle), (s) => describeSquare(played, s));
  at("squares").textContent = queenNames(played);
  at("lines").textContent = byPlace(judge(played, true).text, played.puzzle);
}

function play(square) {
  if (!played.puzzle.placed.has(square)) {
    played.press(square);
  }
  showPlayed();
}

// save sets the link to a picture of the current board.
function save() {
  at("save").download = played ? "queens.svg" : `queens-${current + 1}.svg`;
  at("save").href = "data:image/svg+xml," + encodeURIComponent(savedBoard(at("stage").firstElementChild));
}

function step(by) {
  const v = view(), position = clamp(v.position + by, v.length);
  if (position !== v.position) {
    show(v.board(position));
  }
}

function thumb(number, label) {
  const b = button("thumb", () => show(number), thumbnail(boards[number]), label);
  b.dataset.board = number;
  b.setAttribute("aria-label", `Board ${number + 1}, ${boards[number].puzzle.noun} ${queenNames(boards[number])}`);
  return b;
}

// showPage shows a page of thumbnails, unless it is shown already.
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
  const label = (i) => `${i + 1}` + (grouped ? ` (×${classes.lists[i].length})` : "");
  at("thumbs").replaceChildren(...upTo(last).slice(first).map((i) => thumb(v.board(i), label(i))));
}

// showAlike shows the other boards in the class of the current board.
function showAlike() {
  const list = classes ? classes.lists[classes.of[current]] : [];
  const known = new Set(), different = list.filter((i) => {
    const key = boards[i].queens.join(" ");
    return !known.has(key) && known.add(key);
  });
  at("alike").hidden = different.length < 2;
  at("images").replaceChildren(...different.map((i) => thumb(i, String(i + 1))));
}

// showLines highlights the squares that a queen on square attacks, and describes them. On an empty square of a mixture,
// it highlights the pieces that attack the square. null removes the highlight.
function showLines(square) {
  if (played) {
    return;
  }
  const board = boards[current], { puzzle } = board, { colours } = puzzle, glow = at("stage").querySelector(".glow");
  if (square === null) {
    glow.setAttribute("d", "");
    return;
  }
  const piece = board.queens.indexOf(square), own = linesOf(square, puzzle, board.layers[piece]);
  const met = board.queens.filter((q, i) => piece < 0 ? linesOf(q, puzzle, board.layers[i]).has(square) : own.has(q)), lines = piece < 0 && puzzle.mixed ? met : own;
  glow.setAttribute("d", colours.some((c) => c.told) ? "" : onSquares(lines, puzzle, marks.whole));
  const name = squareName(square, puzzle), names = met.map((q) => squareName(q, puzzle)).join(" "), kind = puzzle.mixed ? puzzle.kinds[board.layers[piece]] : puzzle.piece;
  const { letter, told } = colours[board.layers[piece]] ?? { told: "empty" };
  at("lines").textContent =
    colours.length > 0 ? (told ? `${name} is ${told}.` : `${name} is ${letter}, a colour that no square on its lines has.`) :
    piece >= 0 ? `The ${kind} on ${name} attacks ${plural(own.size, "square")}` + (names ? `, with ${puzzle.piece}s on ${names}.` : ` and no ${puzzle.piece}.`) :
    names ? `${name} is attacked by ${plural(met.length, puzzle.piece)}: ${names}.` : `${name} is attacked by no ${puzzle.piece}.`;
}

function setGrouped(on) {
  classes = classes || classesOf(boards);
  grouped = on;
  page = -1;
  at("group").setAttribute("aria-pressed", String(on));
  show(current);
}

const acts = {
  first: () => step(-Infinity), previous: () => step(-1), next: () => step(1), last: () => step(Infinity),
  group: () => setGrouped(!grouped), play: togglePlay, save,
  print: () => print(), printone: () => { printAll(false); print(); },
  skip: (e) => goTo(e, "back"), back: (e) => goTo(e, "number"),
  earlier: () => showPage(page - 1), later: () => showPage(page + 1),
};

const keys = [
  ["ArrowLeft", "previous"], ["ArrowRight", "next"], ["Home", "first"], ["End", "last"], ["G", "group"], ["P", "play"], ["D", "theme", "dark or light"],
  ["Escape", leave, "back to the board"], ["Tab", null, "from queen to queen"],
];

function goTo(event, id) {
  event.preventDefault();
  at(id).focus();
}

// leave goes back from a game to the board, or unpins a square.
function leave() {
  if (played) {
    show(current);
  } else {
    pinned = null;
    showLines(null);
  }
}

// listenToBoard handles pointing at squares, pinning one, and swiping.
function listenToBoard() {
  const stage = at("stage");
  let down = null;
  stage.addEventListener("pointermove", (e) => {
    if (pinned === null && e.pointerType !== "touch") {
      showLines(squareUnder(e) ?? null);
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
    const square = squareUnder(e) ?? null;
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
  const sizes = [...new Set(boards.map(({ puzzle }) => sizeText(puzzle, " × ")))];
  const title = at("title").dataset.title ?? translated(plural(boards.length, "board") + (sizes.length === 1 ? ` of ${sizes[0]}` : ""));
  at("title").textContent = document.title = title;
  at("group").hidden = boards.length === 1;
  if (boards.length <= groupAtOnce) {
    classes = classesOf(boards);
  }
  listen(acts, play, keys);
  listenToBoard();
  at("number").addEventListener("change", (e) => {
    const v = view(), position = Math.round(Number(e.target.value)) - 1;
    show(Number.isFinite(position) ? v.board(clamp(position, v.length)) : current);
  });
  addEventListener("afterprint", () => printAll(boards.length > 1 && !played));
  addEventListener("hashchange", () => show(boardInAddress()));
  show(boardInAddress());
}
