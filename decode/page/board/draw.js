
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

// onSquares returns the path data of a mark on each of the squares of a board.
function onSquares(squares, board, mark) {
  return Array.from(squares, (s) => `M${place(s, board).join(" ")}${mark}`).join("");
}

function path(name, d) {
  return shape("path", { class: name, d });
}

// grid returns a picture of a board of light squares, and draws content on them.
function grid(board, ...content) {
  const width = widthOf(board), height = board.n;
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, shape("rect", { class: "light", width, height }), ...content);
}

// checkers returns the dark squares as one path: every other row and every other column, with
// the even-odd rule.
function checkers(board) {
  const { n } = board, width = widthOf(board);
  let d = "";
  for (let i = 1 - n % 2; i < n; i += 2) {
    d += `M0 ${i}h${width}v1h-${width}z`;
  }
  for (let i = 1; i < width; i += 2) {
    d += `M${i} 0v${n}h1v-${n}z`;
  }
  return shape("path", { class: Math.max(n, width) > 60 ? "pale" : "dark", "fill-rule": "evenodd", d });
}

// regionFloor returns the squares of a board with regions: an area for each region, thin lines between
// squares, thick lines between regions and, if the puzzle asks for them, the letters of the regions.
function regionFloor(puzzle) {
  const { n, regions, names, fills = [], letters } = puzzle, width = widthOf(puzzle), g = shape("g", { "aria-hidden": "true" }), all = upTo(areaOf(puzzle));
  names.forEach((name, i) => g.append(shape("path", { class: "region", d: onSquares(all.filter((s) => regions[s] === i), puzzle, marks.whole), ...(fills[i] ? { fill: fills[i] } : {}) })));
  const sides = (thick) => all.map((s) => {
    const [x, y] = place(s, puzzle), line = (there, other, d) => there && (regions[s] !== regions[other]) === thick ? d : "";
    return line(x > 0, s - 1, `M${x} ${y}v1`) + line(y > 0, s - width, `M${x} ${y}h1`);
  }).join("");
  g.append(path("side", sides(false)), path("border", sides(true) + `M0 0h${width}v${n}h-${width}z`));
  if (letters) {
    g.append(shape("g", { class: "letter", "font-size": 0.2 }, ...all.map((s) => shape("text", { x: s % width + 0.96 - 0.07 * names[regions[s]].length, y: Math.floor(s / width) + 0.93 }, names[regions[s]]))));
  }
  return g;
}

// floor returns the squares of a board without its pieces.
function floor(puzzle) {
  return puzzle.regions ? regionFloor(puzzle) : checkers(puzzle);
}

// thumbnail draws a small board: a dot for each queen, or the pieces of a mixture.
function thumbnail(board) {
  const { puzzle, queens } = board, { colours, kinds, blocked, mixed } = puzzle;
  if (colours.length > 0) {
    return grid(puzzle, coloured(board, !colours[0].fill));
  }
  const isWhite = (q, i) => kinds[layerOf(board, i)] === "white", dots = (queens) => onSquares(mixed ? [] : queens, puzzle, marks.dot);
  return grid(puzzle, floor({ ...puzzle, letters: false }), path("blocked", onSquares(blocked, puzzle, marks.whole)), ...(mixed ? pieces(board, new Set(), true) : []),
    path("dots", dots(queens.filter((q, i) => !isWhite(q, i)))), path("dots white", dots(queens.filter(isWhite))));
}

// coloured returns the squares of a colouring, with their letters if letters is true. For
// dominoes it returns their halves.
function coloured(board, letters) {
  const g = shape("g", {});
  board.queens.forEach((q, i) => {
    const [x, y] = place(q, board.puzzle), { letter, fill, path: half } = board.puzzle.colours[layerOf(board, i)];
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
  const { puzzle } = board, { kinds, armies } = puzzle, attacked = [...attackedSquares(board)];
  const by = (layer, mark) => onSquares(attacked.filter(([, layers]) => !armies || layers & 1 << layer).map(([s]) => s), puzzle, mark);
  return !armies ? [path("reached", by(0, marks.whole))] : kinds.map((kind, layer) => path("mark " + kind, by(layer, marks[kind])));
}

// figureOf returns the reference to the symbol of the pieces of a layer. The first call for a piece with a figure adds
// its symbol to the page; other pieces have that of queens, and all have it on a page that shows stars.
function figureOf({ pieces }, layer) {
  const { name, body, detail = "" } = pieces[layer] ?? pieces[0], id = body && document.documentElement.dataset.symbol !== "star" ? "figure-" + name : "queen";
  if (!at(id)) {
    at("queen").after(shape("symbol", { id, viewBox: "0 0 100 100" }, path("body", body), path("detail", detail)));
  }
  return "#" + id;
}

// armyQueen draws the piece of an army, whose symbol is href, on its tile.
function armyQueen(x, y, href, attributes) {
  return shape("g", attributes,
    shape("rect", { class: "tile", x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88 }),
    shape("use", { class: "body", href, x: x + 0.12, y: y + 0.12, width: 0.76, height: 0.76 }));
}

// pieces returns the queens. If silent is true, the keyboard and screen readers skip them.
function pieces(board, attacked, silent) {
  const { puzzle } = board, { kinds, armies, placed, numbers } = puzzle;
  return board.queens.map((q, i) => {
    const kind = attacked.has(q) ? "attacked" : placed.has(q) ? "given" : "", name = kinds[layerOf(board, i)] ?? "", href = figureOf(puzzle, layerOf(board, i)), [x, y] = place(q, puzzle);
    const voice = silent ? { "aria-hidden": "true" } :
      { tabindex: 0, role: "img", "data-square": q, "aria-label": [kind, name, puzzle.mixed ? "on" : named("queen on", puzzle), squareName(q, puzzle)].filter((word) => word).join(" ") };
    if (armies) {
      return armyQueen(x, y, href, { class: `queen army ${name} ${kind}`, ...voice });
    }
    const box = numbers ? { x: x + 0.25, y: y + 0.29, width: 0.69, height: 0.69 } : { x, y, width: 1, height: 1 };
    return shape("use", { class: "queen " + kind, href, ...box, ...voice });
  });
}

// coordinates returns the names of rows and columns. Large boards have only some of them.
function coordinates(board, size) {
  const { n } = board, width = widthOf(board), long = Math.max(n, width), step = long <= 30 ? 1 : long <= 100 ? 5 : 10 * Math.ceil(long / 400);
  const g = shape("g", { "aria-hidden": "true", "font-size": size });
  for (const i of upTo(long + 1).filter((i) => i === 1 || i > 0 && i % step === 0)) {
    g.append(...(i > n ? [] : [shape("text", { class: "coordinate", x: -size, y: n - i + 0.5 + 0.36 * size }, String(i))]),
      ...(i > width ? [] : [shape("text", { class: "coordinate", x: i - 0.5, y: n + size * 1.36 }, fileName(i - 1))]));
  }
  return g;
}

// puzzleMarks returns the marks of blocked squares, blocked diagonals and given queens.
function puzzleMarks(puzzle) {
  const { blocked, rising, falling, placed } = puzzle, on = (squares, mark) => onSquares(squares, puzzle, mark);
  return shape("g", { "aria-hidden": "true" },
    path("blocked", on(blocked, marks.whole)), path("cross", on(blocked, marks.cross)),
    path("barred", on(rising, marks.rising) + on(falling, marks.falling)), path("placed", on(placed, marks.frame)));
}

// along draws lines, each through a list of squares, and numbers their beginnings if there are several. On the torus, a
// line ends at the edge and continues at the opposite edge.
function along(lines, board) {
  const drawn = lines.filter((line) => line.length > 1).map((line) => {
    const places = line.map((s) => place(s, board)), steps = places.slice(1).map(([x, y], i) => [x - places[i][0], y - places[i][1]]);
    const [right, down] = steps.reduce((a, b) => Math.hypot(...b) < Math.hypot(...a) ? b : a); // the others wrap
    return places.map(([x, y], i) => (steps[i - 1]?.[0] === right && steps[i - 1][1] === down ? "" : `M${x + 0.5 - 0.4 * right} ${y + 0.5 - 0.4 * down}`) +
      `L${x + 0.5 + 0.4 * right} ${y + 0.5 + 0.4 * down}`).join("");
  });
  const numbers = drawn.flatMap((d, i) => {
    const [x, y] = d.slice(1).split(/[ L]/).map(Number);
    return [shape("rect", { class: "ordinal", x: x - 0.13, y: y - 0.13, width: 0.26, height: 0.26 }), shape("text", { class: "ordinal", x, y: y + 0.07, "font-size": 0.2 }, String(i + 1))];
  });
  return shape("g", { "aria-hidden": "true" }, path("along", drawn.join("")), ...(drawn.length > 1 ? numbers : []));
}

// conflictLines returns lines between the queens of conflicts. On the torus, a line that
// wraps ends at the edge and continues at the opposite edge.
function conflictLines(pairs, board) {
  const { n, torus } = board, width = widthOf(board), divisor = gcd(n, width);
  let d = "";
  for (const [a, b] of pairs) {
    const [x1, y1] = place(a, board), [x2, y2] = place(b, board), down = y2 - y1, right = x2 - x1;
    const wraps = torus && ((down - right) % divisor === 0 || (down + right) % divisor === 0); // a knight's move does not wrap
    d += `M${x1 + 0.5} ${y1 + 0.5}`;
    if (down === 0 || right === 0 || Math.abs(down) === Math.abs(right) || !wraps) {
      d += `L${x2 + 0.5} ${y2 + 0.5}`;
      continue;
    }
    const side = (down - right) % divisor === 0 ? 1 : -1;
    for (let y = y1, x = x1; y !== y2 || x !== x2;) {
      const to = x + side, under = y + 1;
      d += `L${x + 0.5 + side / 2} ${under}`;
      [x, y] = [(to + width) % width, under % n];
      d += (x === to && y === under ? "L" : "M") + `${x + 0.5 - side / 2} ${y}L${x + 0.5} ${y + 0.5}`;
    }
  }
  return path("conflict", d);
}

// numbers returns the variable of each square, in the corner of the square.
function numbers(board) {
  const g = shape("g", { "aria-hidden": "true", class: "number", "font-size": 0.26 });
  upTo(areaOf(board)).forEach((s) => g.append(shape("text", { x: place(s, board)[0] + 0.1, y: place(s, board)[1] + 0.29 }, String(s + 1))));
  return g;
}

// drawBoard returns the large board. Its squares are not elements, so that large boards stay fast.
// If the caller adds buttons for squares, silent is true, and screen readers skip the queens.
function drawBoard(board, label, silent) {
  const { puzzle } = board, { n: height } = puzzle, width = widthOf(puzzle), n = Math.max(height, width), tiles = puzzle.colours.length > 0;
  const size = n < 8 ? 0.375 * Math.max(n, 4) / 8 : n <= 30 ? 0.375 : n <= 100 ? 0.75 : 0.008 * n;
  const wide = n < 100 ? 2 * size : 2.5 * size, more = wide + size, pairs = puzzle.attacks ? conflicts(board) : [];
  const svg = shape("svg", { viewBox: `${-wide} ${-size} ${width + more} ${height + more}`, role: "group", "aria-label": label },
    shape("rect", { class: "frame", x: -wide, y: -size, width: width + more, height: height + more }),
    shape("rect", { class: "light", width, height }), floor(puzzle), coordinates(puzzle, size), puzzleMarks(puzzle),
    ...(tiles ? [coloured(board, true)] : puzzle.attacked ? attackedMarks(board) : []),
    path("glow", ""), conflictLines(pairs, puzzle), ...(tiles ? [] : pieces(board, new Set(pairs.flat()), silent)),
    ...(puzzle.numbers ? [numbers(puzzle)] : []), path("focus", ""), path("focus", ""));
  svg.style.setProperty("--shape", (width + more) / (height + more)); // so that a tall board fits into the window
  return svg;
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
  copy.removeAttribute("style");
  const figures = [...document.querySelectorAll(".artwork symbol")].map((figure) => figure.cloneNode(true)).filter(({ id }) => id === "queen" || copy.querySelector(`[href="#${id}"]`));
  figures.forEach((figure) => figure.querySelectorAll("*").forEach((e) => {
    if (e.matches(".detail")) {
      e.setAttribute("fill", getComputedStyle(svg).getPropertyValue("--detail"));
    }
    e.removeAttribute("class");
  }));
  copy.prepend(shape("title", {}, svg.getAttribute("aria-label")), shape("defs", {}, ...figures));
  copy.setAttribute("width", "100%");
  return new XMLSerializer().serializeToString(copy);
}


// showLegend explains marks. An entry is an array: whether to show it, a text, and shapes.
function showLegend(entries) {
  at("legend").replaceChildren(...entries.filter(([there]) => there).map(([, text, ...shapes]) => element("li", "", grid({ n: 1 }, ...shapes), text)));
}

const samplePath = (name, mark) => path(name, "M0 0" + mark);
const sampleQueen = (kind, href = "#queen") => shape("use", { class: "queen " + kind, href, width: 1, height: 1 });

// legendOf returns the entries of showLegend for the boards of a puzzle.
function legendOf(puzzle) {
  const { placed, blocked, rising, falling, attacks, attacked, covers, apart, colours, kinds, armies, mixed, pieces, regions, torus } = puzzle, figure = figureOf(puzzle, 0);
  const reached = armies ? ["attacked by white, by black", ...kinds.map((kind) => samplePath("mark " + kind, marks[kind]))] :
    ["attacked square", samplePath("reached", marks.whole)];
  return [
    ...(mixed ? pieces.map(({ name, count }, layer) => [true, plural(count, name), sampleQueen("", figureOf(puzzle, layer))]) : []),
    [placed.size, named("given queen", puzzle), samplePath("placed", marks.frame), sampleQueen("given", figure)],
    [blocked.size, "blocked square", samplePath("blocked", marks.whole), samplePath("cross", marks.cross)],
    [rising.size + falling.size, "blocked diagonal", samplePath("barred", marks.rising)],
    [attacks && (!covers || apart), named(regions ? "queens that break a rule" : "queens that attack each other", puzzle), sampleQueen("attacked", figure)],
    [attacked && colours.length === 0, ...reached],
    [torus, "torus: rows, columns and diagonals continue at the opposite edge", samplePath("cross", "m.55 .45l.45 -.45M0 1l.45 -.45")],
  ];
}
