
// The rules of the boards. A board has n rows and, unless columns is null or undefined, as many columns. A square is
// the number row * columns + column, both from 0 at the upper left. The data of the page number squares from 1.

// Package decode writes families before this script: the data of each family of package encode. rules
// interprets the rule of a family, or of a mixture of pieces. The fields are:
//   clash   whether two pieces that attack each other break the rule, given their layers
//   play    users can place queens
//   covers  queens must attack every empty square
//   noun    the words before a list of squares
const rules = {
  mixture: { clash: ({ same }, a, b) => !same || a !== b },
  peaceful: { clash: () => true, play: true },
  dominating: { clash: (puzzle) => puzzle.apart, play: true, covers: true },
  opposed: { clash: (puzzle, a, b) => a !== b },
  coloured: { clash: (puzzle, a, b) => a === b, noun: "colours" },
  tiled: { noun: "dominoes" },
  divided: { clash: () => true, play: true },
};

const defaultFamily = Object.keys(families)[0];

// readPuzzle returns a puzzle from the data of the page, with the rules of its family. pieces has the moves of each
// layer, or of all layers; kinds the names of the layers, if there are several; and piece the name of a piece.
function readPuzzle(entry) {
  const { n, placed = [], blocked = [], rising = [], falling = [] } = entry;
  const diagonals = (list, column) => list.flatMap((i) => upTo(entry.torus ? areaOf(entry) : n).map((row) => squareAt(entry, column(row, i), row))).filter((s) => s !== undefined);
  const squares = { placed: placed.map((v) => v - 1), blocked: blocked.map((v) => v - 1),
    rising: diagonals(rising, (row, i) => i - 2 - row), falling: diagonals(falling, (row, i) => row - i) };
  const sets = Object.fromEntries(Object.entries(squares).map(([name, list]) => [name, new Set(list)]));
  const total = entry.queens ?? Math.min(n, widthOf(entry)) * (entry.stars ?? 1), units = entry.regions ? unitsOf(entry, total) : [];
  const { rule, pieces: own = [], lines = [], leaps = [] } = families[entry.family || defaultFamily], armies = rule === "opposed";
  const pieces = entry.pieces ?? [{ name: "queen", lines, leaps }], mixed = pieces.length > 1, piece = mixed ? "piece" : pieces[0].name;
  const kinds = armies ? own.map(({ name }) => name.split(" ")[0]) : mixed ? pieces.map(({ name }) => name) : []; // white and black, or names
  return { clash: () => false, kinds, armies, pieces, piece, mixed, noun: piece + "s on", colours: [], units, total, ...rules[mixed ? "mixture" : rule],
    ...entry, ...sets, empty: new Set([...squares.blocked, ...squares.rising, ...squares.falling]) };
}

// named returns a text about queens with the name of the pieces of a puzzle instead.
function named(text, { piece }) {
  return piece === "queen" ? text : text.replace(/(\b[Aa] )?([Qq])ueen/g, (_, article = "", first) =>
    article.replace(" ", /^[aeiou]/.test(piece) ? "n " : " ") + (first === "Q" ? capitalized(piece) : piece));
}

// The names of lines are those of package encode.
const rowName = (row, n) => `Row ${n - row}`;
const columnName = (col) => `Column ${fileName(col)}`;

// unitsOf returns the rows, the columns and the regions of a puzzle with regions and a number of queens: the name of
// each, the set of its squares, and whether it may be empty, because there are more of its kind than queens.
function unitsOf(entry, total) {
  const { n, regions, names } = entry, width = widthOf(entry), all = upTo(areaOf(entry));
  const unit = (name, part, optional = false) => ({ name, squares: new Set(all.filter(part)), optional });
  return [...upTo(n).map((i) => unit(rowName(i, n), (s) => Math.floor(s / width) === i, n > total)), ...upTo(width).map((i) => unit(columnName(i), (s) => s % width === i, width > total)),
    ...names.map((name, i) => unit("Region " + name, (s) => regions[s] === i))];
}

// byPlace returns an English text with the first squares of regions in the place of their names, unless the puzzle
// shows letters: "the region at a8" for "region A".
function byPlace(text, puzzle) {
  const { regions, names, letters } = puzzle, known = (name) => names.includes(name);
  return !regions || letters ? text : text.replace(/\b([Rr])egion(?: (\w+)|(s) (\w+(?:, \w+)* and \w+))/g, (found, first, one, s = "", several = one) =>
    several.split(/, | and /).every(known) ? `${first === "R" ? "The" : "the"} region${s} at ` +
      several.replace(/\w+/g, (name) => known(name) ? squareName(regions.indexOf(names.indexOf(name)), puzzle) : name) : found);
}

// queensIn returns the queens of a board in a unit.
function queensIn({ queens }, { squares }) {
  return queens.filter((q) => squares.has(q));
}

// upTo returns the numbers from 0 to n - 1.
function upTo(n) {
  return [...Array(n).keys()];
}

// widthOf returns the number of columns of a board, areaOf the number of its squares, and sizeText its size in words.
const widthOf = ({ n, columns }) => columns ?? n;
const areaOf = (board) => board.n * widthOf(board);
const sizeText = (board, by = " by ") => `${board.n}${by}${widthOf(board)}`;

// gcd returns the greatest common divisor of two numbers, of which the first is not 0.
const gcd = (a, b) => b === 0 ? a : gcd(b, a % b);

// place returns the column and the row of a square.
function place(square, board) {
  return [square % widthOf(board), Math.floor(square / widthOf(board))];
}

// squareAt returns the square in a column and a row, or undefined if it is not on the board. On the
// torus, columns and rows wrap around.
function squareAt(board, col, row) {
  const { n, torus } = board, width = widthOf(board);
  if (torus) {
    [col, row] = [(col % width + width) % width, (row % n + n) % n];
  }
  return col >= 0 && col < width && row >= 0 && row < n ? row * width + col : undefined;
}

// squareName returns the chess name of a square, such as a1.
function squareName(square, board) {
  const [col, row] = place(square, board);
  return fileName(col) + (board.n - row);
}

// squareNames returns the names of squares column by column, from the top, with blanks between them.
function squareNames(squares, board) {
  const byColumn = (a, b) => place(a, board)[0] - place(b, board)[0] || a - b;
  return [...squares].sort(byColumn).map((s) => squareName(s, board)).join(" ");
}

// fileName returns the letters of a column: a to z, aa to zz, and so on.
function fileName(col) {
  let name = "";
  for (let c = col + 1; c > 0; c = Math.floor((c - 1) / 26)) {
    name = String.fromCharCode(97 + (c - 1) % 26) + name;
  }
  return name;
}

// has reports whether the lines or leaps of a piece, which may be undefined, contain a step.
const has = (steps = [], ...step) => steps.some((other) => other.join() === step.join());

// linesOf returns the set of squares that a queen, or a piece of another layer, attacks: on its lines, and by leaps. If
// each row, column and region holds one queen, it also attacks the squares of its units. The caller must not change
// the set.
function linesOf(square, puzzle, layer = 0) {
  const moves = puzzle.pieces[layer] ?? puzzle.pieces[0], known = (puzzle.reach ??= new Map()).get(moves) ?? new Map();
  puzzle.reach.set(moves, known);
  if (!known.has(square)) {
    known.set(square, findLines(square, puzzle, moves));
  }
  return known.get(square);
}

// findLines does the work of linesOf, for a piece with given moves.
function findLines(square, puzzle, { lines = [], leaps = [] }) {
  const { units, stars } = puzzle, [col, row] = place(square, puzzle), found = new Set();
  leaps.forEach(([down, right]) => found.add(squareAt(puzzle, col + right, row + down)));
  lines.flatMap(([down, right]) => [[down, right], [-down, -right]]).forEach(([down, right]) => {
    let s, i = 1;
    while ((s = squareAt(puzzle, col + i * right, row + i * down)) !== undefined && s !== square) {
      found.add(s);
      i++;
    }
  });
  units.filter(({ squares }) => stars === 1 && squares.has(square)).forEach(({ squares }) => squares.forEach((s) => found.add(s)));
  found.delete(undefined);
  found.delete(square);
  return found;
}

// layerOf returns the layer of a piece, which is its colour or its army, or 0.
function layerOf(board, piece) {
  return board.layers?.[piece] ?? 0;
}

// attackedSquares maps each empty square that queens attack to the layers of these queens: bit i is
// layer i. In a unit that holds all its queens, every other square is attacked.
function attackedSquares(board) {
  const all = new Map(), queens = new Set(board.queens);
  board.queens.forEach((q, i) => {
    for (const s of linesOf(q, board.puzzle, layerOf(board, i))) {
      if (!queens.has(s)) {
        all.set(s, all.get(s) | 1 << layerOf(board, i));
      }
    }
  });
  for (const unit of board.puzzle.stars > 1 ? board.puzzle.units : []) { // linesOf knows the units of one queen
    if (queensIn(board, unit).length >= board.puzzle.stars) {
      unit.squares.forEach((s) => queens.has(s) || all.set(s, 1));
    }
  }
  return all;
}

// ruledOut returns the squares that must stay empty because queens attack them.
function ruledOut(board) {
  return new Set(board.puzzle.clash(board.puzzle) ? attackedSquares(board).keys() : []);
}

// conflicts returns the pairs of queens that break the rules: they attack each other, or they follow
// one another in a unit with too many queens.
function conflicts(board) {
  const layers = new Map(board.queens.map((q, i) => [q, layerOf(board, i)])), { puzzle, queens } = board;
  const attacks = (q, other) => linesOf(q, puzzle, layers.get(q)).has(other);
  const clash = (q, other) => layers.has(other) && puzzle.clash(puzzle, layers.get(q), layers.get(other));
  const isFirst = (q, other) => other > q || puzzle.mixed && !attacks(other, q); // because a pair is found once or twice
  const pairs = queens.flatMap((q) => [...linesOf(q, puzzle, layers.get(q))].filter((other) => clash(q, other) && isFirst(q, other)).map((other) => [q, other]));
  const crowds = puzzle.units.map((unit) => queensIn(board, unit)).filter((crowd) => puzzle.stars > 1 && crowd.length > puzzle.stars);
  return [...pairs, ...crowds.flatMap((crowd) => crowd.slice(1).map((q, i) => [crowd[i], q]))];
}

// describeConflict says which rule a pair of queens breaks.
function describeConflict(board, [a, b]) {
  const { puzzle } = board, { units, stars } = puzzle, [x, y] = place(a, puzzle), [col, row] = place(b, puzzle);
  const pair = `Queens on ${squareName(a, puzzle)} and ${squareName(b, puzzle)}`;
  const full = units.find((unit) => unit.squares.has(a) && unit.squares.has(b) && queensIn(board, unit).length > stars);
  return units.length === 0 ? `${pair} attack each other.` : Math.max(Math.abs(col - x), Math.abs(row - y)) === 1 ? `${pair} touch.` :
    stars === 1 ? `${pair} are both in ${full.name[0].toLowerCase()}${full.name.slice(1)}.` :
    `${full.name} has ${plural(queensIn(board, full).length, "queen")}, expected ${stars}.`;
}

// uncovered returns the squares that no queen attacks or stands on.
function uncovered(board) {
  const attacked = attackedSquares(board);
  return upTo(areaOf(board.puzzle)).filter((s) => !attacked.has(s) && !board.queens.includes(s));
}

// playable reports whether users can place queens: the page knows the rules, and the squares are large
// enough to press.
function playable(puzzle) {
  return Math.max(puzzle.n, widthOf(puzzle)) <= 30 && !!puzzle.play;
}

// judge reports whether a board is solved, and returns a text about the progress or the first mistake.
// Unless tell is true, the text names no queens that break a rule together.
function judge(board, tell) {
  const { puzzle, queens } = board, missing = puzzle.total - queens.length;
  const name = (q) => squareName(q, puzzle), all = plural(puzzle.total, "queen");
  const [attack] = conflicts(board), stray = queens.find((q) => puzzle.empty.has(q)), lacking = [...puzzle.placed].find((q) => !queens.includes(q));
  const [bare] = missing === 0 && puzzle.covers ? uncovered(board) : [];
  const wrong = attack && tell ? describeConflict(board, attack) :
    stray !== undefined ? `${name(stray)} must stay empty.` :
    lacking !== undefined ? `${name(lacking)} must hold a queen.` :
    missing > 0 ? `${queens.length} of ${all}.` :
    missing < 0 ? `${plural(queens.length, "queen")}, ${-missing} too many.` :
    attack ? `${all}, but some ${puzzle.regions ? "break a rule" : "attack each other"}.` :
    bare !== undefined ? `${all}, but none attacks ${name(bare)}.` : "";
  return { solved: wrong === "", text: named(wrong || `Solved: ${all}.`, puzzle) };
}

// describeSquare returns the name of a square, its region and its content, for a board that a user
// plays. The page crosses out the squares in automatic itself.
function describeSquare({ puzzle, queens, crosses }, square, automatic = new Set()) {
  const on = puzzle.placed.has(square) ? "given queen" : queens.includes(square) ? "queen" :
    puzzle.empty.has(square) ? "stays empty" : crosses.has(square) ? "crossed out" :
    automatic.has(square) ? "crossed out by a queen" : "empty";
  return [squareName(square, puzzle), ...(puzzle.regions ? ["region " + puzzle.names[puzzle.regions[square]]] : []), named(on, puzzle)].join(", ");
}

function inflect(n, word) {
  return word + (n === 1 ? "" : word.endsWith("s") ? "es" : "s");
}

function plural(n, word) {
  return `${n.toLocaleString("en")} ${inflect(n, word)}`;
}
