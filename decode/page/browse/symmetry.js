
// Classes of boards under the rotations and reflections that map their puzzle to itself.

// moved returns the image of a square under rotation or reflection s, from 0 to 7.
function moved(square, n, s) {
  let row = Math.floor(square / n), col = square % n;
  if (s & 1) { row = n - 1 - row; }
  if (s & 2) { col = n - 1 - col; }
  if (s & 4) { [row, col] = [col, row]; }
  return row * n + col;
}

// symmetries returns the rotations and reflections s that map the puzzle, also its regions, to itself. For halves of
// dominoes, turned maps the layer of a half to the layer of its image; it is empty for other
// pieces. The image is computed on a 3 by 3 board, with the other half next to the middle.
function symmetries({ n, placed, empty, colours, regions = [] }) {
  const keeps = (set, s) => [...set].every((square) => set.has(moved(square, n, s)));
  const keepsRegions = (s) => regions.every((region, square) => regions[moved(square, n, s)] === regions[moved(regions.indexOf(region), n, s)]);
  const ends = colours.flatMap(({ to }) => to ? [4 + 3 * to[0] + to[1]] : []);
  const all = upTo(8).filter((s) => keeps(placed, s) && keeps(empty, s) && keepsRegions(s));
  return all.map((s) => ({ s, turned: ends.map((end) => ends.indexOf(moved(end, 3, s))) }));
}

// classKey returns a string that is equal for two boards if and only if they are in the same class.
function classKey({ puzzle, queens, layers }) {
  const n = puzzle.n;
  puzzle.symmetries ??= symmetries(puzzle);
  const keys = puzzle.symmetries.map(({ s, turned }) => {
    const image = queens.map((q, i) => moved(q, n, s) + (turned[layers[i]] ?? layers[i]) * n * n);
    return new Int32Array(image).sort().join(" ");
  });
  return n + ":" + keys.sort()[0];
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
