
// The rules of a puzzle with queens of one kind: what is wrong with a board, when it is
// solved, and what follows from the queens on it. A board may be one of too many queens,
// or of queens where none may be.

function inflect(n, word) {
  return word + (n === 1 ? "" : word.endsWith("s") ? "es" : "s");
}

function plural(n, word) {
  return `${n.toLocaleString("en")} ${inflect(n, word)}`;
}

// playable reports whether the rules here are those of the puzzle, on a board whose
// squares are large enough to be pressed.
function playable(puzzle) {
  return puzzle.n <= 30 && !!puzzle.play;
}

// judge says in words how far a board is, and whether that is solved. Only if tell is true
// it names queens that attack each other before the last is placed.
function judge(board, tell) {
  const { puzzle, queens } = board, name = (q) => squareName(q, puzzle.n), missing = puzzle.total - queens.length;
  const [attack] = conflicts(board), stray = queens.find((q) => barred(puzzle, q)), lacking = [...puzzle.placed].find((q) => !queens.includes(q));
  const [bare] = missing === 0 && puzzle.covers ? uncovered(board) : [];
  const wrong = attack && tell ? `Queens on ${name(attack[0])} and ${name(attack[1])} attack each other.` :
    stray !== undefined ? `${name(stray)} has to stay empty.` :
    lacking !== undefined ? `${name(lacking)} has to hold a queen.` :
    missing > 0 ? `${queens.length} of ${plural(puzzle.total, "queen")}.` :
    missing < 0 ? `${plural(queens.length, "queen")}, ${-missing} too many.` :
    attack ? `${plural(puzzle.total, "queen")}, of which some attack each other.` :
    bare !== undefined ? `${plural(puzzle.total, "queen")}, and none attacks ${name(bare)}.` : "";
  return { solved: wrong === "", text: wrong || `Solved: ${plural(puzzle.total, "queen")}.` };
}

// allSquares returns those of a puzzle.
function allSquares(puzzle) {
  return [...Array(puzzle.n * puzzle.n).keys()];
}

// commanded returns the squares that the queens attack.
function commanded(board) {
  const found = new Set();
  for (const q of board.queens) {
    linesOf(q, board.puzzle).forEach((s) => found.add(s));
  }
  return found;
}

// uncovered returns the squares that no queen attacks or stands on.
function uncovered(board) {
  const attacked = commanded(board);
  return allSquares(board.puzzle).filter((s) => !attacked.has(s) && !board.queens.includes(s));
}

// freeSquares returns those that can hold another queen, without the crossed ones.
function freeSquares(board, crosses) {
  const { puzzle, queens } = board, attacked = puzzle.clash(puzzle, 0, 0) ? commanded(board) : new Set();
  return queens.length >= puzzle.total ? [] :
    allSquares(puzzle).filter((s) => !queens.includes(s) && !attacked.has(s) && !crosses.has(s) && !barred(puzzle, s));
}

// directions are the kinds of lines, each square on one of each. A line is known by a
// number; on the torus as many diagonals as rows hold all squares.
function directions(puzzle) {
  const n = puzzle.n, wrap = (i) => puzzle.torus ? (i + n) % n : i, row = (s) => Math.floor(s / n), col = (s) => s % n;
  const through = (noun) => (first) => `The ${noun} through ${squareName(first, n)}`;
  return [
    { noun: "row", line: row, name: (s) => `Row ${row(s) + 1} (rank ${n - row(s)})` },
    { noun: "column", line: col, name: (s) => `Column ${col(s) + 1} (file ${fileName(col(s))})` },
    { noun: "rising diagonal", line: (s) => wrap(row(s) + col(s)), name: through("rising diagonal") },
    { noun: "falling diagonal", line: (s) => wrap(row(s) - col(s)), name: through("falling diagonal") },
  ];
}

// demands returns what the queens that are missing have to do: a line or a square, with the
// squares of which one at least has to hold a queen. Missing queens need a line each, in
// each direction; where no more lines are left than that, all of them need a queen.
function demands(board, crosses) {
  const { puzzle, queens } = board, missing = puzzle.total - queens.length, free = freeSquares(board, crosses), found = [];
  if (puzzle.covers) {
    return uncovered(board).map((bare) => {
      const near = linesOf(bare, puzzle).add(bare), squares = free.filter((s) => near.has(s));
      return { squares, part: [bare], text: `${squareName(bare, puzzle.n)} can be attacked from ${squares.length === 0 ? "no square" : "one square"}` };
    });
  }
  for (const { noun, line, name } of directions(puzzle)) {
    const lines = new Map(allSquares(puzzle).map((s) => [line(s), { squares: [], part: [] }]));
    allSquares(puzzle).forEach((s) => lines.get(line(s)).part.push(s));
    free.forEach((s) => lines.get(line(s)).squares.push(s));
    queens.forEach((q) => lines.delete(line(q)));
    const open = [...lines.values()].filter(({ squares }) => squares.length > 0);
    if (open.length < missing && lines.size !== missing) {
      const [are, have] = [missing, open.length].map((k) => k === 1 ? ["is", "has"] : ["are", "have"]).map((words, i) => words[i]);
      found.push({ squares: [], part: open.flatMap(({ part }) => part), text: `${plural(missing, "queen")} ${are} missing, but only ${plural(open.length, noun)} ${have} a square left` });
    } else if (open.length <= missing) {
      for (const { squares, part } of lines.size === missing ? lines.values() : open) {
        found.push({ squares, part, text: `${name(part[0])} has ${squares.length === 0 ? "no square" : "one square"} left` });
      }
    }
  }
  return found;
}

// follow returns a demand that cannot be met, or else one that a single square can meet.
function follow(board, crosses) {
  const all = demands(board, crosses);
  return all.find(({ squares }) => squares.length === 0) || all.find(({ squares }) => squares.length === 1);
}

// refute places a queen and what follows from it by propagation; it returns the demand that
// cannot be met then, if there is one.
function refute(board, square, crosses) {
  for (let queens = [...board.queens, square]; ;) {
    const next = follow({ ...board, queens }, crosses);
    if (!next || next.squares.length === 0) {
      return next;
    }
    queens = [...queens, next.squares[0]];
  }
}

// hint says what follows from the queens alone, or else with the squares that the player
// has crossed out: by propagation, and after that by one queen that propagation refutes.
// part is where to look.
function hint(board, crosses) {
  const { puzzle, queens } = board, name = (s) => squareName(s, puzzle.n), [attack] = conflicts(board);
  if (attack || queens.length >= puzzle.total) {
    return { part: attack || [], text: judge(board, true).text };
  }
  const trusted = [[new Set(), "", "the queens"], [crosses, "With your crosses: ", "the queens and crosses"]];
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
