
// Hints: what follows from the queens on a board. The board may hold too many queens, or
// queens on squares that have to stay empty.

// freeSquares returns the squares that can hold another queen, without the crossed ones.
function freeSquares(board, crosses) {
  const { puzzle, queens } = board, attacked = puzzle.clash(puzzle) ? attackedSquares(board) : new Map();
  return queens.length >= puzzle.total ? [] :
    upTo(puzzle.n ** 2).filter((s) => !queens.includes(s) && !attacked.has(s) && !crosses.has(s) && !puzzle.empty.has(s));
}

// directions returns the kinds of lines, each square on one line of each kind. A line is
// known by a number; on the torus as many diagonals as rows hold all squares.
function directions({ n, torus }) {
  const wrap = (i) => torus ? (i + n) % n : i, row = (s) => Math.floor(s / n), col = (s) => s % n;
  const through = (s) => `through ${squareName(s, n)}`;
  return [
    { noun: "row", line: row, name: (s) => `Row ${row(s) + 1} (rank ${n - row(s)})` },
    { noun: "column", line: col, name: (s) => `Column ${col(s) + 1} (file ${fileName(col(s))})` },
    { noun: "rising diagonal", line: (s) => wrap(row(s) + col(s)), name: (s) => `The rising diagonal ${through(s)}` },
    { noun: "falling diagonal", line: (s) => wrap(row(s) - col(s)), name: (s) => `The falling diagonal ${through(s)}` },
  ];
}

// demands returns what the missing queens have to do. A demand is a line or a square, part,
// with the squares of which at least one has to hold a queen. Missing queens need a line
// each, in each direction; if no more lines are left than queens, each line needs a queen.
function demands(board, crosses) {
  const { puzzle, queens } = board, missing = puzzle.total - queens.length, free = freeSquares(board, crosses);
  if (puzzle.covers) {
    return uncovered(board).map((bare) => {
      const near = linesOf(bare, puzzle).add(bare), squares = free.filter((s) => near.has(s));
      return { squares, part: [bare], text: `${squareName(bare, puzzle.n)} can be attacked from ${squares.length === 0 ? "no square" : "one square"}` };
    });
  }
  return directions(puzzle).flatMap(({ noun, line, name }) => {
    const lines = new Map(upTo(puzzle.n ** 2).map((s) => [line(s), { squares: [], part: [] }]));
    upTo(puzzle.n ** 2).forEach((s) => lines.get(line(s)).part.push(s));
    free.forEach((s) => lines.get(line(s)).squares.push(s));
    queens.forEach((q) => lines.delete(line(q)));
    const all = [...lines.values()], open = all.filter(({ squares }) => squares.length > 0);
    if (open.length < missing && all.length !== missing) {
      return { squares: [], part: open.flatMap(({ part }) => part), text: `${plural(missing, "queen")} ${missing === 1 ? "is" : "are"} missing, ` +
        `but only ${plural(open.length, noun)} ${open.length === 1 ? "has" : "have"} a square left` };
    }
    return open.length > missing ? [] : (all.length === missing ? all : open).map(({ squares, part }) =>
      ({ squares, part, text: `${name(part[0])} has ${squares.length === 0 ? "no square" : "one square"} left` }));
  });
}

// follow returns a demand that no square can meet, or else a demand that one square can meet.
function follow(board, crosses) {
  const all = demands(board, crosses);
  return all.find(({ squares }) => squares.length === 0) || all.find(({ squares }) => squares.length === 1);
}

// refute places a queen, and then the queens that follow by propagation. It returns a demand
// that no square can meet after that, or undefined.
function refute(board, square, crosses) {
  for (let queens = [...board.queens, square]; ;) {
    const next = follow({ ...board, queens }, crosses);
    if (!next || next.squares.length === 0) {
      return next;
    }
    queens = [...queens, next.squares[0]];
  }
}

// hint returns what follows from the queens alone, or else from the queens and the squares that
// the player has crossed out. It tries propagation first, then one queen that propagation
// refutes. part holds the squares to look at, square the queen that follows.
function hint(board, crosses) {
  const { puzzle, queens } = board, name = (s) => squareName(s, puzzle.n), [attack] = conflicts(board);
  if (attack || queens.length >= puzzle.total) {
    return { part: attack || [], text: judge(board, true).text };
  }
  const trusted = [[new Set(), "", "the queens"], [crosses, "With your crosses: ", "the queens and crosses"]].slice(0, crosses.size > 0 ? 2 : 1);
  for (const [crossed, prefix, what] of trusted) {
    const next = follow(board, crossed);
    if (next) {
      const { squares: [square], part, text } = next;
      return { part, square, text: prefix + text + (square === undefined ? `: ${what} so far cannot be completed.` : `: ${name(square)}.`) };
    }
  }
  for (const [crossed, prefix] of puzzle.covers && puzzle.n > 15 ? [] : trusted) { // or it would take long
    for (const square of freeSquares(board, crosses)) {
      const end = refute(board, square, crossed);
      if (end) {
        return { part: [square], text: `${prefix}${name(square)} stays empty. With a queen there, and what follows from it, ${end.text[0].toLowerCase()}${end.text.slice(1)}.` };
      }
    }
  }
  return { part: [], text: "Nothing follows from this by propagation. Choose a queen: Undo takes it back." };
}
