
// Drawing boards, with their thumbnails and legends. A square is one unit wide.

const at = (id) => document.getElementById(id);

// element returns an element of HTML.
function element(name, className, ...content) {
  const e = document.createElement(name);
  e.className = className;
  e.append(...content);
  return e;
}

// shape returns an element of SVG.
function shape(name, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

// marks holds the SVG paths of marks. They begin at the upper left corner of a square.
const marks = {
  whole: "h1v1h-1z",
  frame: "m.04 .04h.92v.92h-.92z",
  innerFrame: "m.05 .05h.9v.9h-.9z",
  cross: "m.22 .22l.56 .56m0 -.56l-.56 .56",
  smallCross: "m.34 .34l.32 .32m0 -.32l-.32 .32",
  rising: "m.18 .82l.64 -.64",
  falling: "m.18 .18l.64 .64",
  dot: "m.1 .5a.4 .4 0 1 1 .8 0a.4 .4 0 1 1 -.8 0z",
  white: "m.25 .4h.2v.2h-.2z",
  black: "m.55 .4h.2v.2h-.2z",
};

// onSquares returns the path data of a mark on each of the squares.
function onSquares(squares, n, mark) {
  return Array.from(squares, (s) => `M${place(s, n).join(" ")}${mark}`).join("");
}

function path(name, d) {
  return shape("path", { class: name, d });
}

// grid returns a picture of n rows and columns of light squares, and draws content on them.
function grid(n, ...content) {
  return shape("svg", { viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" }, shape("rect", { class: "light", width: n, height: n }), ...content);
}

// checkers returns the dark squares as one path: every other row and every other column, with
// the even-odd rule.
function checkers(n) {
  let d = "";
  for (let i = 1 - n % 2; i < n; i += 2) {
    d += `M0 ${i}h${n}v1h-${n}z`;
  }
  for (let i = 1; i < n; i += 2) {
    d += `M${i} 0v${n}h1v-${n}z`;
  }
  return shape("path", { class: n > 60 ? "pale" : "dark", "fill-rule": "evenodd", d });
}

// regionFloor returns the squares of a board with regions: an area for each region, thin lines between
// squares, thick lines between regions and, if the puzzle asks for them, the letters of the regions.
function regionFloor({ n, regions, names, fills = [], letters }) {
  const g = shape("g", { "aria-hidden": "true" }), all = upTo(n * n);
  names.forEach((name, i) => g.append(shape("path", { class: "region", d: onSquares(all.filter((s) => regions[s] === i), n, marks.whole), ...(fills[i] ? { fill: fills[i] } : {}) })));
  const sides = (thick) => all.map((s) => {
    const [x, y] = place(s, n), line = (there, other, d) => there && (regions[s] !== regions[other]) === thick ? d : "";
    return line(x > 0, s - 1, `M${x} ${y}v1`) + line(y > 0, s - n, `M${x} ${y}h1`);
  }).join("");
  g.append(path("side", sides(false)), path("border", sides(true) + `M0 0h${n}v${n}h-${n}z`));
  if (letters) {
    g.append(shape("g", { class: "letter", "font-size": 0.2 }, ...all.map((s) => shape("text", { x: s % n + 0.96 - 0.07 * names[regions[s]].length, y: Math.floor(s / n) + 0.93 }, names[regions[s]]))));
  }
  return g;
}

// floor returns the squares of a board without its pieces.
function floor(puzzle) {
  return puzzle.regions ? regionFloor(puzzle) : checkers(puzzle.n);
}

// thumbnail draws a small board: a dot for each queen.
function thumbnail(board) {
  const { puzzle: { n, colours, kinds, blocked }, queens } = board;
  if (colours.length > 0) {
    return grid(n, coloured(board, !colours[0].fill));
  }
  const isWhite = (q, i) => kinds[layerOf(board, i)] === "white", dots = (queens) => onSquares(queens, n, marks.dot);
  return grid(n, floor({ ...board.puzzle, letters: false }), path("blocked", onSquares(blocked, n, marks.whole)),
    path("dots", dots(queens.filter((q, i) => !isWhite(q, i)))), path("dots white", dots(queens.filter(isWhite))));
}

// coloured returns the squares of a colouring, with their letters if letters is true. For
// dominoes it returns their halves.
function coloured(board, letters) {
  const g = shape("g", {});
  board.queens.forEach((q, i) => {
    const [x, y] = place(q, board.puzzle.n), { letter, fill, path: half } = board.puzzle.colours[layerOf(board, i)];
    if (half) {
      g.append(path("dots", `M${x} ${y}${half}`));
      return;
    }
    g.append(shape("rect", { class: "light", x, y, width: 1, height: 1, ...(fill ? { class: "coloured", fill } : {}) }));
    if (letters) {
      g.append(shape("text", { class: "letter", x: x + 0.5, y: y + 0.5 + 0.18 / Math.sqrt(letter.length), "font-size": 0.5 / Math.sqrt(letter.length) }, letter));
    }
  });
  return g;
}

// attackedMarks marks the squares that queens attack. With two armies, a small tile stands for
// each army that attacks the square.
function attackedMarks(board) {
  const { n, kinds } = board.puzzle, attacked = [...attackedSquares(board)];
  const by = (layer, mark) => onSquares(attacked.filter(([, layers]) => layers & 1 << layer).map(([s]) => s), n, mark);
  return kinds.length === 0 ? [path("reached", by(0, marks.whole))] : kinds.map((kind, layer) => path("mark " + kind, by(layer, marks[kind])));
}

// armyQueen draws the queen of an army on its tile.
function armyQueen(x, y, attributes) {
  return shape("g", attributes,
    shape("rect", { class: "tile", x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88 }),
    shape("use", { class: "body", href: "#queen", x: x + 0.12, y: y + 0.12, width: 0.76, height: 0.76 }));
}

// pieces returns the queens. If silent is true, the keyboard and screen readers skip them.
function pieces(board, attacked, silent) {
  const { n, kinds, placed, numbers } = board.puzzle;
  return board.queens.map((q, i) => {
    const kind = attacked.has(q) ? "attacked" : placed.has(q) ? "given" : "", army = kinds[layerOf(board, i)] ?? "", [x, y] = place(q, n);
    const voice = silent ? { "aria-hidden": "true" } :
      { tabindex: 0, role: "img", "data-square": q, "aria-label": [kind, army, "queen on", squareName(q, n)].filter((word) => word).join(" ") };
    if (army) {
      return armyQueen(x, y, { class: `queen army ${army} ${kind}`, ...voice });
    }
    const box = numbers ? { x: x + 0.25, y: y + 0.29, width: 0.69, height: 0.69 } : { x, y, width: 1, height: 1 };
    return shape("use", { class: "queen " + kind, href: "#queen", ...box, ...voice });
  });
}

// coordinates returns the names of ranks and files. Large boards have only some of them.
function coordinates(n, size) {
  const step = n <= 30 ? 1 : n <= 100 ? 5 : 10 * Math.ceil(n / 400), g = shape("g", { "aria-hidden": "true", "font-size": size });
  for (const i of upTo(n + 1).filter((i) => i === 1 || i > 0 && i % step === 0)) {
    g.append(shape("text", { class: "coordinate", x: -size, y: n - i + 0.5 + 0.36 * size }, String(i)),
      shape("text", { class: "coordinate", x: i - 0.5, y: n + size * 1.36 }, fileName(i - 1)));
  }
  return g;
}

// puzzleMarks returns the marks of blocked squares, blocked diagonals and given queens.
function puzzleMarks({ n, blocked, rising, falling, placed }) {
  return shape("g", { "aria-hidden": "true" },
    path("blocked", onSquares(blocked, n, marks.whole)), path("cross", onSquares(blocked, n, marks.cross)),
    path("barred", onSquares(rising, n, marks.rising) + onSquares(falling, n, marks.falling)), path("placed", onSquares(placed, n, marks.frame)));
}

// conflictLines returns lines between the queens of conflicts. On the torus, a line that
// wraps ends at the edge and continues at the opposite edge.
function conflictLines(pairs, { n, torus }) {
  let d = "";
  for (const [a, b] of pairs) {
    const [x1, y1] = place(a, n), [x2, y2] = place(b, n), down = y2 - y1, right = x2 - x1;
    const wraps = torus && ((down - right) % n === 0 || (down + right) % n === 0); // a knight's move does not wrap
    d += `M${x1 + 0.5} ${y1 + 0.5}`;
    if (down === 0 || right === 0 || Math.abs(down) === Math.abs(right) || !wraps) {
      d += `L${x2 + 0.5} ${y2 + 0.5}`;
      continue;
    }
    const side = (down - right) % n === 0 ? 1 : -1;
    for (let y = y1, x = x1; y !== y2; y++) {
      const to = x + side;
      d += `L${x + 0.5 + side / 2} ${y + 1}`;
      x = (to + n) % n;
      d += (x === to ? "L" : "M") + `${x + 0.5 - side / 2} ${y + 1}L${x + 0.5} ${y + 1.5}`;
    }
  }
  return path("conflict", d);
}

// numbers returns the variable of each square, in the corner of the square.
function numbers(n) {
  const g = shape("g", { "aria-hidden": "true", class: "number", "font-size": 0.26 });
  upTo(n * n).forEach((s) => g.append(shape("text", { x: s % n + 0.1, y: Math.floor(s / n) + 0.29 }, String(s + 1))));
  return g;
}

// drawBoard returns the large board. Its squares are not elements, so that large boards stay fast.
// If the caller adds buttons for squares, silent is true, and screen readers skip the queens.
function drawBoard(board, label, silent) {
  const { puzzle } = board, n = puzzle.n, tiles = puzzle.colours.length > 0;
  const size = n < 8 ? 0.375 * Math.max(n, 4) / 8 : n <= 30 ? 0.375 : n <= 100 ? 0.75 : 0.008 * n;
  const wide = n < 100 ? 2 * size : 2.5 * size, all = n + wide + size, pairs = puzzle.attacks ? conflicts(board) : [];
  return shape("svg", { viewBox: `${-wide} ${-size} ${all} ${all}`, role: "group", "aria-label": label },
    shape("rect", { class: "frame", x: -wide, y: -size, width: all, height: all }),
    shape("rect", { class: "light", width: n, height: n }), floor(puzzle), coordinates(n, size), puzzleMarks(puzzle),
    ...(tiles ? [coloured(board, true)] : puzzle.attacked ? attackedMarks(board) : []),
    path("glow", ""), conflictLines(pairs, puzzle), ...(tiles ? [] : pieces(board, new Set(pairs.flat()), silent)),
    ...(puzzle.numbers ? [numbers(n)] : []), path("focus", ""), path("focus", ""));
}

// savedBoard returns the text of an SVG file with a drawn board, in the colours of the page.
function savedBoard(svg) {
  const copy = svg.cloneNode(true), drawn = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((e, i) => {
    const style = getComputedStyle(drawn[i]);
    for (const name of ["class", "tabindex", "data-square", "aria-pressed"]) {
      e.removeAttribute(name);
    }
    for (const name of ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "font-family", "text-anchor", "shape-rendering"]) {
      e.setAttribute(name, style.getPropertyValue(name));
    }
  });
  copy.querySelectorAll('[role="button"]').forEach((e) => e.remove());
  const queen = at("queen").cloneNode(true);
  queen.querySelector(".detail").setAttribute("fill", getComputedStyle(svg).getPropertyValue("--detail"));
  queen.querySelectorAll("path").forEach((e) => e.removeAttribute("class"));
  copy.prepend(shape("title", {}, svg.getAttribute("aria-label")), shape("defs", {}, queen));
  copy.setAttribute("width", "100%");
  return new XMLSerializer().serializeToString(copy);
}


// showLegend explains marks. An entry is an array: whether to show it, a text, and shapes.
function showLegend(entries) {
  at("legend").replaceChildren(...entries.filter(([there]) => there).map(([, text, ...shapes]) => element("li", "", grid(1, ...shapes), text)));
}

const samplePath = (name, mark) => path(name, "M0 0" + mark);
const sampleQueen = (kind) => shape("use", { class: "queen " + kind, href: "#queen", width: 1, height: 1 });

// legendOf returns the entries of showLegend for the boards of a puzzle.
function legendOf({ placed, blocked, rising, falling, attacks, attacked, covers, apart, colours, kinds, regions, torus }) {
  const reached = kinds.length > 0 ? ["attacked by white, by black", ...kinds.map((kind) => samplePath("mark " + kind, marks[kind]))] :
    ["attacked square", samplePath("reached", marks.whole)];
  return [
    [placed.size, "given queen", samplePath("placed", marks.frame), sampleQueen("given")],
    [blocked.size, "blocked square", samplePath("blocked", marks.whole), samplePath("cross", marks.cross)],
    [rising.size + falling.size, "blocked diagonal", samplePath("barred", marks.rising)],
    [attacks && (!covers || apart), regions ? "queens that break a rule" : "queens that attack each other", sampleQueen("attacked")],
    [attacked && colours.length === 0, ...reached],
    [torus, "torus: rows, columns and diagonals continue at the opposite edge", samplePath("cross", "m.55 .45l.45 -.45M0 1l.45 -.45")],
  ];
}
