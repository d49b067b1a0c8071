
// Hints: conclusions from the queens on a board. The board may hold too many queens, or queens on
// squares that must stay empty.

// freeSquares returns the squares that can hold another queen, without squares in crosses.
function freeSquares(board, crosses) {
  const { puzzle, queens } = board, attacked = ruledOut(board);
  return queens.length >= puzzle.total ? [] :
    upTo(areaOf(puzzle)).filter((s) => !queens.includes(s) && !attacked.has(s) && !crosses.has(s) && !puzzle.empty.has(s));
}

// directions returns the kinds of lines in which queens attack, and the blocks of two by two squares in which kings do.
// line(s) is the number of the line through square s, and name(s) its name. On the torus, a diagonal wraps. Without
// any of these, each square is a line.
function directions(puzzle) {
  const { n, torus, pieces: [{ lines, leaps }] } = puzzle, width = widthOf(puzzle), divisor = gcd(n, width);
  const wrap = (i) => torus ? (i + n * width) % divisor : i, row = (s) => Math.floor(s / width), col = (s) => s % width;
  const through = (s) => `through ${squareName(s, puzzle)}`;
  const all = [
    { is: has(lines, 0, 1), noun: "row", line: row, name: (s) => rowName(row(s), n) },
    { is: has(lines, 1, 0), noun: "column", line: col, name: (s) => columnName(col(s)) },
    { is: has(lines, 1, -1), noun: "rising diagonal", line: (s) => wrap(row(s) + col(s)), name: (s) => `The rising diagonal ${through(s)}` },
    { is: has(lines, 1, 1), noun: "falling diagonal", line: (s) => wrap(row(s) - col(s)), name: (s) => `The falling diagonal ${through(s)}` },
    { is: has(leaps, 0, 1) && has(leaps, 1, 0) && has(leaps, 1, 1), noun: "block", line: (s) => (row(s) >> 1) * width + (col(s) >> 1), name: (s) => `The block of squares at ${squareName(s, puzzle)}` },
  ].filter(({ is }) => is);
  return all.length > 0 ? all : [{ noun: "square", line: (s) => s }];
}

// demands returns conditions on the missing queens. A demand says that at least need of squares, or one,
// must hold a queen; part holds the squares of its line, or the square to attack. In each direction,
// every missing queen needs a line of its own. So if there are only as many lines as missing queens,
// each of these lines needs a queen. With regions, each unit needs all its queens.
function demands(board, crosses) {
  const { puzzle, queens } = board, missing = puzzle.total - queens.length, free = freeSquares(board, crosses);
  if (puzzle.covers) {
    return uncovered(board).map((bare) => {
      const near = new Set(linesOf(bare, puzzle)).add(bare), squares = free.filter((s) => near.has(s));
      return { squares, part: [bare], text: `${squareName(bare, puzzle)} can be attacked from ${squares.length === 0 ? "no square" : "one square"}` };
    });
  }
  if (puzzle.regions) {
    const open = new Set(free);
    return puzzle.units.filter(({ optional }) => !optional).map((unit) => [unit, puzzle.stars - queensIn(board, unit).length]).filter(([, need]) => need > 0).map(([{ name, squares: part }, need]) => {
      const squares = [...part].filter((s) => open.has(s)), left = squares.length === 0 ? "no square" : squares.length === 1 ? "one square" : plural(squares.length, "square");
      return { squares, need, part: [...part], text: `${name} has ${left} left` + (need > 1 ? ` for ${plural(need, "queen")}` : "") };
    });
  }
  return directions(puzzle).flatMap(({ noun, line, name }) => {
    const one = noun === "square", diagonal = noun.endsWith("diagonal");
    const lines = new Map(upTo(areaOf(puzzle)).map((s) => [line(s), { squares: [], part: [] }]));
    upTo(areaOf(puzzle)).forEach((s) => lines.get(line(s)).part.push(s));
    free.forEach((s) => lines.get(line(s)).squares.push(s));
    queens.forEach((q) => lines.delete(line(q)));
    const all = [...lines.values()], open = all.filter(({ squares }) => squares.length > 0);
    if (open.length < missing && all.length !== missing) {
      return { diagonal, squares: [], part: open.flatMap(({ part }) => part), text: `${plural(missing, "queen")} ${missing === 1 ? "is" : "are"} missing, ` +
        `but only ${plural(open.length, noun)} ${one ? open.length === 1 ? "is" : "are" : open.length === 1 ? "has a square" : "have a square"} left` };
    }
    return open.length > missing ? [] : (all.length === missing ? all : open).map(({ squares, part }) =>
      ({ diagonal, squares, part, text: one ? "Every free square is needed" : `${name(part[0])} has ${squares.length === 0 ? "no square" : "one square"} left` }));
  });
}

// follow returns a demand that cannot be met, or else a demand that needs all its squares, or else
// undefined. If plain is true, demands about diagonals come last.
function follow(board, crosses, plain = false) {
  const all = demands(board, crosses), find = (list) => list.find(fails) || list.find(({ squares, need = 1 }) => squares.length === need);
  return plain ? find(all.filter(({ diagonal }) => !diagonal)) || find(all.filter(({ diagonal }) => diagonal)) : find(all);
}

// fails reports whether a demand has too few squares.
function fails({ squares, need = 1 }) {
  return squares.length < need;
}

// refute places a queen on square, and then at most most queens that follow by propagation. It returns these queens,
// and the demand that cannot be met then, or undefined.
function refute(board, square, crosses, most) {
  for (const follows = []; follows.length <= most;) {
    const end = follow({ ...board, queens: [...board.queens, square, ...follows] }, crosses, true);
    if (!end || fails(end)) {
      return end && { follows, end };
    }
    follows.push(end.squares[0]);
  }
  return undefined;
}

// hint returns a conclusion from the queens or, if there is none, from the queens and the squares that
// the player has crossed out. It tries propagation first, and then looks for the square where a queen
// leads to a contradiction after the fewest queens that follow, if possible without counting diagonals. If queens attack each other, or no queen is missing, it
// returns the text of judge instead. In the result, part holds the squares to look at, and square
// is the square of a queen that follows, or undefined.
function hint(board, crosses) {
  const { puzzle, queens } = board, name = (s) => squareName(s, puzzle), [attack] = conflicts(board), said = (text) => named(text, puzzle);
  if (attack || queens.length >= puzzle.total) {
    return { part: attack || [], text: judge(board, true).text };
  }
  const trusted = [[new Set(), "", "the queens"], [crosses, "With your crosses: ", "the queens and crosses"]].slice(0, crosses.size > 0 ? 2 : 1);
  for (const [crossed, prefix, what] of trusted) {
    const next = follow(board, crossed);
    if (next) {
      const { part, text } = next, square = fails(next) ? undefined : next.squares[0];
      return { part, square, text: said(prefix + text + (square === undefined ? `: ${what} so far cannot be completed.` : `: ${name(square)}.`)) };
    }
  }
  for (const [crossed, prefix] of Math.max(puzzle.n, widthOf(puzzle)) > (puzzle.covers ? 15 : puzzle.regions ? 20 : 30) ? [] : trusted) { // because it would take long
    let best;
    for (const square of freeSquares(board, crosses)) {
      const found = refute(board, square, crossed, best && !best.end.diagonal ? best.follows.length - 1 : puzzle.total);
      const isBetter = found && (!found.end.diagonal || !best || best.end.diagonal && found.follows.length < best.follows.length);
      best = isBetter ? { square, ...found } : best;
    }
    if (best) {
      const { square, follows, end: { part, text } } = best, end = text[0].toLowerCase() + text.slice(1), others = follows.map(name), last = others.pop();
      const why = !last ? end : others.length === 0 ? `a queen on ${last} follows, and then ${end}` : `queens on ${others.join(", ")} and ${last} follow, and then ${end}`;
      return { part: [square, ...part], text: said(`${prefix}${name(square)} must stay empty. With a queen on ${name(square)}, ${why}.`) };
    }
  }
  return { part: [], text: said("Nothing follows by propagation. Place a queen as a guess; Undo removes it again.") };
}
