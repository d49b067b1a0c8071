
"use strict";

// What is on the boards. Squares are numbers: row * n + column, both from 0 at
// the upper left, where the file numbers them from 1.

// families tell what is not as with pieces that never attack: which attack each other
// though they must not, what they are called, whether users can place them, and whether they
// have to attack each empty square.
const families = {
  queens: { clash: () => true, play: true },
  superqueens: { clash: () => true, play: true, knights: true },
  domination: { clash: (puzzle) => puzzle.apart, play: true, covers: true },
  colouring: { clash: (puzzle, a, b) => a === b, noun: "colours" },
  armies: { clash: (puzzle, a, b) => a !== b, kinds: ["white", "black"] },
};

// readBoards returns the boards of the data: a puzzle is an object, and the
// lists after it are the squares with queens, one list for each board. Those of the
// second colour or army follow those of the first, n * n later.
function readBoards(data) {
  const boards = [];
  let puzzle = null;
  for (const entry of data) {
    if (Array.isArray(entry)) {
      const squares = puzzle.n * puzzle.n, pieces = entry.map((v) => v - 1);
      boards.push({ puzzle, queens: pieces.map((v) => v % squares), layers: pieces.map((v) => Math.floor(v / squares)) });
      continue;
    }
    puzzle = { clash: () => false, kinds: [], noun: entry.noun || "queens on", ...families[entry.family || "queens"],
      n: entry.n, total: entry.queens ?? entry.n, apart: !!entry.apart, attacked: !!entry.attacked, colours: entry.colours || [], torus: !!entry.torus, attacks: !!entry.attacks, numbers: !!entry.numbers,
      placed: new Set((entry.placed || []).map((v) => v - 1)),
      blocked: new Set((entry.blocked || []).map((v) => v - 1)),
      rising: entry.rising || [], falling: entry.falling || [] };
  }
  return boards;
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

// linesOf returns the squares that a queen commands: its row, its column and
// its diagonals.
function linesOf(square, puzzle) {
  const n = puzzle.n, row = Math.floor(square / n), col = square % n, found = new Set();
  for (let other = 0; other < n; other++) {
    found.add(row * n + other);
    found.add(other * n + col);
    for (const across of [col + other - row, col - other + row]) {
      const wrapped = ((across % n) + n) % n;
      if (puzzle.torus || wrapped === across) {
        found.add(other * n + wrapped);
      }
    }
  }
  for (const [down, right] of puzzle.knights ? knightMoves : []) {
    const r = puzzle.torus ? (row + down + 2 * n) % n : row + down, c = puzzle.torus ? (col + right + 2 * n) % n : col + right;
    if (r >= 0 && r < n && c >= 0 && c < n) {
      found.add(r * n + c);
    }
  }
  found.delete(square);
  return found;
}

const knightMoves = [[1, 2], [1, -2], [-1, 2], [-1, -2], [2, 1], [2, -1], [-2, 1], [-2, -1]];

// attackedSquares returns which layers attack each square that is empty, as bits.
function attackedSquares(board) {
  const all = new Map(), queens = new Set(board.queens);
  board.queens.forEach((q, i) => {
    for (const s of linesOf(q, board.puzzle)) {
      if (!queens.has(s)) {
        all.set(s, (all.get(s) || 0) | 1 << board.layers[i]);
      }
    }
  });
  return all;
}

// isOn reports whether a square of that index is on one of the diagonals of a list.
function isOn(list, index, puzzle) {
  return list.some((i) => i === index || puzzle.torus && (i - index) % puzzle.n === 0);
}

// barred reports whether a square has to stay empty.
function barred(puzzle, square) {
  const n = puzzle.n, row = Math.floor(square / n), col = square % n;
  return puzzle.blocked.has(square) || isOn(puzzle.rising, row + col + 2, puzzle) || isOn(puzzle.falling, row - col, puzzle);
}

// conflicts returns pairs of queens that attack each other.
function conflicts(board) {
  const queens = new Map(board.queens.map((q, i) => [q, board.layers ? board.layers[i] : 0])), pairs = [];
  for (const q of board.queens) {
    for (const other of linesOf(q, board.puzzle)) {
      if (other > q && queens.has(other) && board.puzzle.clash(board.puzzle, queens.get(q), queens.get(other))) {
        pairs.push([q, other]);
      }
    }
  }
  return pairs;
}

// moved returns the square to which rotation or reflection s, from 0 to 7, takes a square.
function moved(square, n, s) {
  let row = Math.floor(square / n), col = square % n;
  if (s & 1) { row = n - 1 - row; }
  if (s & 2) { col = n - 1 - col; }
  if (s & 4) { [row, col] = [col, row]; }
  return row * n + col;
}

// symmetries returns the rotations and reflections that map the puzzle to itself.
function symmetries(puzzle) {
  const all = [0, 1, 2, 3, 4, 5, 6, 7], given = [...puzzle.placed], empty = [];
  if (puzzle.blocked.size + puzzle.rising.length + puzzle.falling.length > 0) {
    for (let square = 0; square < puzzle.n * puzzle.n; square++) {
      if (barred(puzzle, square)) { empty.push(square); }
    }
  }
  return all.filter((s) => given.every((q) => puzzle.placed.has(moved(q, puzzle.n, s))) && empty.every((q) => barred(puzzle, moved(q, puzzle.n, s))));
}

// images returns the keys of the images of a board under the symmetries of its puzzle, the
// least first.
function images(board) {
  const { puzzle } = board, n = puzzle.n, keys = [];
  puzzle.symmetries ??= symmetries(puzzle);
  for (const s of puzzle.symmetries) {
    const image = new Int32Array(board.queens.length);
    for (let i = 0; i < image.length; i++) {
      image[i] = moved(board.queens[i], n, s) + turned(puzzle, board.layers[i], s) * n * n;
    }
    keys.push(n + ":" + image.sort().join(" "));
  }
  return keys.sort();
}

// turned returns the layer of an image: another one if the pieces point somewhere.
function turned(puzzle, layer, s) {
  let [down, right] = puzzle.colours[layer]?.to || [];
  if (down === undefined) {
    return layer;
  }
  if (s & 1) { down = -down; }
  if (s & 2) { right = -right; }
  if (s & 4) { [down, right] = [right, down]; }
  return puzzle.colours.findIndex(({ to }) => to[0] === down && to[1] === right);
}

// classesOf groups boards by symmetry: of lists the numbers of the boards of
// each class, of holds the class of each board.
function classesOf(boards) {
  const byKey = new Map(), lists = [], of = new Int32Array(boards.length);
  boards.forEach((board, i) => {
    const key = images(board)[0];
    let c = byKey.get(key);
    if (c === undefined) {
      c = lists.length;
      byKey.set(key, c);
      lists.push([]);
    }
    lists[c].push(i);
    of[i] = c;
  });
  return { lists, of };
}
