
"use strict";

// What is on the boards. Squares are numbers: row * n + column, both from 0 at
// the upper left, where the file numbers them from 1.

// readBoards returns the boards of the data: a puzzle is an object, and the
// lists after it are the squares with queens, one list for each board.
function readBoards(data) {
  const boards = [];
  let puzzle = null;
  for (const entry of data) {
    if (Array.isArray(entry)) {
      boards.push({ puzzle, queens: entry.map((v) => v - 1) });
      continue;
    }
    puzzle = { n: entry.n, torus: !!entry.torus, attacks: !!entry.attacks, numbers: !!entry.numbers,
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
  found.delete(square);
  return found;
}

// barred reports whether a square has to stay empty.
function barred(puzzle, square) {
  const n = puzzle.n, row = Math.floor(square / n), col = square % n;
  const on = (list, index) => list.some((i) => i === index || puzzle.torus && (i - index) % n === 0);
  return puzzle.blocked.has(square) || on(puzzle.rising, row + col + 2) || on(puzzle.falling, row - col);
}

// conflicts returns pairs of queens that attack each other.
function conflicts(board) {
  const queens = new Set(board.queens), pairs = [];
  for (const q of board.queens) {
    for (const other of linesOf(q, board.puzzle)) {
      if (other > q && queens.has(other)) {
        pairs.push([q, other]);
      }
    }
  }
  return pairs;
}

// images returns the keys of the eight rotations and reflections of a board,
// the least first.
function images(board) {
  const n = board.puzzle.n, m = n - 1, keys = [];
  for (let s = 0; s < 8; s++) {
    const image = new Int32Array(board.queens.length);
    for (let i = 0; i < image.length; i++) {
      let row = Math.floor(board.queens[i] / n), col = board.queens[i] % n;
      if (s & 1) { row = m - row; }
      if (s & 2) { col = m - col; }
      if (s & 4) { [row, col] = [col, row]; }
      image[i] = row * n + col;
    }
    keys.push(n + ":" + image.sort().join(" "));
  }
  return keys.sort();
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
