
// The rules of the boards. A square is the number row * n + column, both from 0 at the upper left.
// The data of the page number squares from 1.

// Package decode writes families before this script: the data of each family of package encode. rules
// interprets the rule of a family. The fields are:
//   clash   whether two pieces that attack each other break the rule, given their layers
//   play    users can place queens
//   covers  queens must attack every empty square
//   noun    the words before a list of squares
const rules = {
  peaceful: { clash: () => true, play: true },
  dominating: { clash: (puzzle) => puzzle.apart, play: true, covers: true },
  opposed: { clash: (puzzle, a, b) => a !== b },
  coloured: { clash: (puzzle, a, b) => a === b, noun: "colours" },
  tiled: { noun: "dominoes" },
  divided: { clash: () => true, play: true },
};

const defaultFamily = Object.keys(families)[0];

// readPuzzle returns a puzzle from the data of the page, with the rules of its family.
function readPuzzle(entry) {
  const { n, placed = [], blocked = [], rising = [], falling = [] } = entry;
  const diagonals = (list, column) => list.flatMap((i) => upTo(n).map((row) => squareAt(entry, column(row, i), row))).filter((s) => s !== undefined);
  const squares = { placed: placed.map((v) => v - 1), blocked: blocked.map((v) => v - 1),
    rising: diagonals(rising, (row, i) => i - 2 - row), falling: diagonals(falling, (row, i) => row - i) };
  const sets = Object.fromEntries(Object.entries(squares).map(([name, list]) => [name, new Set(list)]));
  const units = entry.regions ? unitsOf(entry) : [], total = entry.queens ?? n * (entry.stars ?? 1);
  const { rule, pieces = [], lines = [], leaps = [] } = families[entry.family || defaultFamily];
  const kinds = rule === "opposed" ? pieces.map(({ name }) => name.split(" ")[0]) : []; // white and black
  return { clash: () => false, kinds, lines, leaps, noun: "queens on", colours: [], units, total, ...rules[rule],
    ...entry, ...sets, empty: new Set([...squares.blocked, ...squares.rising, ...squares.falling]) };
}

// The names of lines are those of package encode.
const rowName = (row, n) => `Rank ${n - row}`;
const columnName = (col) => `Column ${fileName(col)}`;

// unitsOf returns the rows, the columns and the regions of a puzzle with regions: the name of each
// and the set of its squares.
function unitsOf({ n, regions, names }) {
  const unit = (name, part) => ({ name, squares: new Set(upTo(n * n).filter(part)) });
  return [...upTo(n).map((i) => unit(rowName(i, n), (s) => Math.floor(s / n) === i)), ...upTo(n).map((i) => unit(columnName(i), (s) => s % n === i)),
    ...names.map((name, i) => unit("Region " + name, (s) => regions[s] === i))];
}

// queensIn returns the queens of a board in a unit.
function queensIn({ queens }, { squares }) {
  return queens.filter((q) => squares.has(q));
}

// upTo returns the numbers from 0 to n - 1.
function upTo(n) {
  return [...Array(n).keys()];
}

// place returns the column and the row of a square.
function place(square, n) {
  return [square % n, Math.floor(square / n)];
}

// squareAt returns the square in a column and a row, or undefined if it is not on the board. On the
// torus, columns and rows wrap around.
function squareAt({ n, torus }, col, row) {
  if (torus) {
    [col, row] = [(col % n + n) % n, (row % n + n) % n];
  }
  return col >= 0 && col < n && row >= 0 && row < n ? row * n + col : undefined;
}

// squareName returns the chess name of a square, such as a1.
function squareName(square, n) {
  return fileName(square % n) + (n - Math.floor(square / n));
}

// fileName returns the letters of a column: a to z, aa to zz, and so on.
function fileName(col) {
  let name = "";
  for (let c = col + 1; c > 0; c = Math.floor((c - 1) / 26)) {
    name = String.fromCharCode(97 + (c - 1) % 26) + name;
  }
  return name;
}

// linesOf returns the set of squares that a queen attacks: on its lines, and by leaps. If each row, column
// and region holds one queen, it also attacks the squares of its units. The caller must not change the set.
function linesOf(square, puzzle) {
  puzzle.reach ??= new Map();
  if (!puzzle.reach.has(square)) {
    puzzle.reach.set(square, findLines(square, puzzle));
  }
  return puzzle.reach.get(square);
}

// findLines does the work of linesOf.
function findLines(square, puzzle) {
  const { n, lines, leaps, units, stars } = puzzle, [col, row] = place(square, n), found = new Set();
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
    for (const s of linesOf(q, board.puzzle)) {
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
  const clash = (q, other) => layers.has(other) && puzzle.clash(puzzle, layers.get(q), layers.get(other));
  const attacks = queens.flatMap((q) => [...linesOf(q, puzzle)].filter((other) => other > q && clash(q, other)).map((other) => [q, other]));
  const crowds = puzzle.units.map((unit) => queensIn(board, unit)).filter((crowd) => puzzle.stars > 1 && crowd.length > puzzle.stars);
  return [...attacks, ...crowds.flatMap((crowd) => crowd.slice(1).map((q, i) => [crowd[i], q]))];
}

// describeConflict says which rule a pair of queens breaks.
function describeConflict(board, [a, b]) {
  const { n, units, stars } = board.puzzle, [x, y] = place(a, n), [col, row] = place(b, n), pair = `Queens on ${squareName(a, n)} and ${squareName(b, n)}`;
  const full = units.find((unit) => unit.squares.has(a) && unit.squares.has(b) && queensIn(board, unit).length > stars);
  return units.length === 0 ? `${pair} attack each other.` : Math.max(Math.abs(col - x), Math.abs(row - y)) === 1 ? `${pair} touch.` :
    stars === 1 ? `${pair} are both in ${full.name[0].toLowerCase()}${full.name.slice(1)}.` :
    `${full.name} has ${plural(queensIn(board, full).length, "queen")}, expected ${stars}.`;
}

// uncovered returns the squares that no queen attacks or stands on.
function uncovered(board) {
  const attacked = attackedSquares(board);
  return upTo(board.puzzle.n ** 2).filter((s) => !attacked.has(s) && !board.queens.includes(s));
}

// playable reports whether users can place queens: the page knows the rules, and the squares are large
// enough to press.
function playable(puzzle) {
  return puzzle.n <= 30 && !!puzzle.play;
}

// judge reports whether a board is solved, and returns a text about the progress or the first mistake.
// Unless tell is true, the text names no queens that break a rule together.
function judge(board, tell) {
  const { puzzle, queens } = board, missing = puzzle.total - queens.length;
  const name = (q) => squareName(q, puzzle.n), all = plural(puzzle.total, "queen");
  const [attack] = conflicts(board), stray = queens.find((q) => puzzle.empty.has(q)), lacking = [...puzzle.placed].find((q) => !queens.includes(q));
  const [bare] = missing === 0 && puzzle.covers ? uncovered(board) : [];
  const wrong = attack && tell ? describeConflict(board, attack) :
    stray !== undefined ? `${name(stray)} must stay empty.` :
    lacking !== undefined ? `${name(lacking)} must hold a queen.` :
    missing > 0 ? `${queens.length} of ${all}.` :
    missing < 0 ? `${plural(queens.length, "queen")}, ${-missing} too many.` :
    attack ? `${all}, but some ${puzzle.regions ? "break a rule" : "attack each other"}.` :
    bare !== undefined ? `${all}, but none attacks ${name(bare)}.` : "";
  return { solved: wrong === "", text: wrong || `Solved: ${all}.` };
}

// describeSquare returns the name of a square, its region and its content, for a board that a user
// plays. The page crosses out the squares in automatic itself.
function describeSquare({ puzzle, queens, crosses }, square, automatic = new Set()) {
  const on = puzzle.placed.has(square) ? "given queen" : queens.includes(square) ? "queen" :
    puzzle.empty.has(square) ? "stays empty" : crosses.has(square) ? "crossed out" :
    automatic.has(square) ? "crossed out by a queen" : "empty";
  return [squareName(square, puzzle.n), ...(puzzle.regions ? ["region " + puzzle.names[puzzle.regions[square]]] : []), on].join(", ");
}

function inflect(n, word) {
  return word + (n === 1 ? "" : word.endsWith("s") ? "es" : "s");
}

function plural(n, word) {
  return `${n.toLocaleString("en")} ${inflect(n, word)}`;
}
