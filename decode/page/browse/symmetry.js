
// Classes of boards under the rotations and reflections that map their puzzle to itself.

// moved returns the image of a square under rotation or reflection s, from 0 to 7. Those from 4 need a square board.
function moved(square, board, s) {
  const width = widthOf(board);
  let [col, row] = place(square, board);
  if (s & 1) { row = board.n - 1 - row; }
  if (s & 2) { col = width - 1 - col; }
  if (s & 4) { [row, col] = [col, row]; }
  return row * width + col;
}

// symmetries returns the rotations and reflections s that map the puzzle, also its regions, to itself. For halves of
// dominoes, turned maps the layer of a half to the layer of its image; it is empty for other
// pieces. The image is computed on a 3 by 3 board, with the other half next to the middle.
function symmetries(puzzle) {
  const { n, placed, empty, colours, regions = [] } = puzzle, to = (square, s) => moved(square, puzzle, s);
  const keeps = (set, s) => [...set].every((square) => set.has(to(square, s)));
  const keepsRegions = (s) => regions.every((region, square) => regions[to(square, s)] === regions[to(regions.indexOf(region), s)]);
  const ends = colours.flatMap(({ to }) => to ? [4 + 3 * to[0] + to[1]] : []);
  const all = upTo(widthOf(puzzle) === n ? 8 : 4).filter((s) => keeps(placed, s) && keeps(empty, s) && keepsRegions(s));
  return all.map((s) => ({ s, turned: ends.map((end) => ends.indexOf(moved(end, { n: 3 }, s))) }));
}

// classKey returns a string that is equal for two boards if and only if they are in the same class.
function classKey({ puzzle, queens, layers }) {
  puzzle.symmetries ??= symmetries(puzzle);
  const keys = puzzle.symmetries.map(({ s, turned }) => {
    const image = queens.map((q, i) => moved(q, puzzle, s) + (turned[layers[i]] ?? layers[i]) * areaOf(puzzle));
    return new Int32Array(image).sort().join(" ");
  });
  return sizeText(puzzle) + ":" + keys.sort()[0];
}

// classesOf groups boards by symmetry. lists[c] holds the indices of the boards in class c, and of[i]
// is the class of board i.
function classesOf(boards) {
  const byKey = new Map(), lists = [], of = boards.map((board, i) => {
    const key = classKey(board);
    if (!byKey.has(key)) {
      byKey.set(key, lists.push([]) - 1);
    }
    lists[byKey.get(key)].push(i);
    return byKey.get(key);
  });
  return { lists, of };
}
