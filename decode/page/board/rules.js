
// The rules of the boards. Squares are numbers: row * n + column, both from 0 at the
// upper left, where the file numbers them from 1.

// families holds what differs from pieces that never attack each other:
//   clash   whether two pieces that attack each other are wrong, by their layers
//   play    users can place queens
//   knights queens also move as knights do
//   covers  queens must attack each empty square
//   kinds   the name of each layer
//   noun    what the names of the squares follow
const families = {
  queens: { clash: () => true, play: true },
  superqueens: { clash: () => true, play: true, knights: true },
  domination: { clash: (puzzle) => puzzle.apart, play: true, covers: true },
  colouring: { clash: (puzzle, a, b) => a === b, noun: "colours" },
  armies: { clash: (puzzle, a, b) => a !== b, kinds: ["white", "black"] },
};

// readPuzzle returns a puzzle of the file with the rules of its family.
function readPuzzle(entry) {
  const { n, placed = [], blocked = [], rising = [], falling = [] } = entry;
  const diagonals = (list, column) => list.flatMap((i) => upTo(n).map((row) => squareAt(entry, column(row, i), row))).filter((s) => s !== undefined);
  const squares = { placed: placed.map((v) => v - 1), blocked: blocked.map((v) => v - 1),
    rising: diagonals(rising, (row, i) => i - 2 - row), falling: diagonals(falling, (row, i) => row - i) };
  const sets = Object.fromEntries(Object.entries(squares).map(([name, list]) => [name, new Set(list)]));
  return { clash: () => false, kinds: [], noun: "queens on", colours: [], total: entry.queens ?? n, ...families[entry.family || "queens"],
    ...entry, ...sets, empty: new Set([...squares.blocked, ...squares.rising, ...squares.falling]) };
}

// upTo returns the numbers from 0 to n - 1.
function upTo(n) {
  return [...Array(n).keys()];
}

// place returns the column and the row of a square.
function place(square, n) {
  return [square % n, Math.floor(square / n)];
}

// squareAt returns the square in a column and a row, undefined if it is not on the board.
function squareAt({ n, torus }, col, row) {
  if (torus) {
    [col, row] = [(col % n + n) % n, (row % n + n) % n];
  }
  return col >= 0 && col < n && row >= 0 && row < n ? row * n + col : undefined;
}

// squareName returns what chess players call a square.
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

const knightMoves = [[1, 2], [-1, 2], [1, -2], [-1, -2], [2, 1], [-2, 1], [2, -1], [-2, -1]];

// linesOf returns the squares that a queen attacks: its row, its column, its diagonals,
// and the moves of a knight if it has them.
function linesOf(square, puzzle) {
  const { n, knights } = puzzle, [col, row] = place(square, n), found = new Set();
  const add = (x, y) => found.add(squareAt(puzzle, x, y));
  for (let i = 0; i < n; i++) {
    add(i, row);
    add(col, i);
    add(col + i - row, i);
    add(col - i + row, i);
  }
  (knights ? knightMoves : []).forEach(([right, down]) => add(col + right, row + down));
  found.delete(undefined);
  found.delete(square);
  return found;
}

// layerOf returns the layer of a piece: its colour or its army. Boards without layers have one.
function layerOf(board, piece) {
  return board.layers?.[piece] ?? 0;
}

// attackedSquares returns the squares without a queen that queens attack, with the layers
// of these queens as bits.
function attackedSquares(board) {
  const all = new Map(), queens = new Set(board.queens);
  board.queens.forEach((q, i) => {
    for (const s of linesOf(q, board.puzzle)) {
      if (!queens.has(s)) {
        all.set(s, all.get(s) | 1 << layerOf(board, i));
      }
    }
  });
  return all;
}

// conflicts returns the pairs of queens that must not attack each other, and do.
function conflicts(board) {
  const layers = new Map(board.queens.map((q, i) => [q, layerOf(board, i)])), { puzzle, queens } = board;
  const clash = (q, other) => layers.has(other) && puzzle.clash(puzzle, layers.get(q), layers.get(other));
  return queens.flatMap((q) => [...linesOf(q, puzzle)].filter((other) => other > q && clash(q, other)).map((other) => [q, other]));
}

// uncovered returns the squares that no queen attacks or stands on.
function uncovered(board) {
  const attacked = attackedSquares(board);
  return upTo(board.puzzle.n ** 2).filter((s) => !attacked.has(s) && !board.queens.includes(s));
}

// playable reports whether users can place the queens, on squares that are large enough to
// be pressed.
function playable(puzzle) {
  return puzzle.n <= 30 && !!puzzle.play;
}

// judge says how far a board is and whether it is solved. Before the last queen is placed,
// it names queens that attack each other only if tell is true.
function judge(board, tell) {
  const { puzzle, queens } = board, missing = puzzle.total - queens.length;
  const name = (q) => squareName(q, puzzle.n), all = plural(puzzle.total, "queen");
  const [attack] = conflicts(board), stray = queens.find((q) => puzzle.empty.has(q)), lacking = [...puzzle.placed].find((q) => !queens.includes(q));
  const [bare] = missing === 0 && puzzle.covers ? uncovered(board) : [];
  const wrong = attack && tell ? `Queens on ${name(attack[0])} and ${name(attack[1])} attack each other.` :
    stray !== undefined ? `${name(stray)} has to stay empty.` :
    lacking !== undefined ? `${name(lacking)} has to hold a queen.` :
    missing > 0 ? `${queens.length} of ${all}.` :
    missing < 0 ? `${plural(queens.length, "queen")}, ${-missing} too many.` :
    attack ? `${all}, of which some attack each other.` :
    bare !== undefined ? `${all}, and none attacks ${name(bare)}.` : "";
  return { solved: wrong === "", text: wrong || `Solved: ${all}.` };
}

// describeSquare says what is on a square of a board that is played.
function describeSquare({ puzzle, queens, crosses }, square) {
  const on = puzzle.placed.has(square) ? "given queen" : queens.includes(square) ? "queen" :
    puzzle.empty.has(square) ? "stays empty" : crosses.has(square) ? "crossed out" : "empty";
  return `${squareName(square, puzzle.n)}, ${on}`;
}

function inflect(n, word) {
  return word + (n === 1 ? "" : word.endsWith("s") ? "es" : "s");
}

function plural(n, word) {
  return `${n.toLocaleString("en")} ${inflect(n, word)}`;
}
