
// How boards are drawn. A square is one unit wide.

const svgNamespace = "http://www.w3.org/2000/svg";

function shape(name, attributes, ...children) {
  const e = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

// checkers returns the path of the dark squares by the even-odd rule: every
// other row and every other column.
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

function squaresPath(squares, n) {
  let d = "";
  for (const s of squares) {
    d += `M${s % n} ${Math.floor(s / n)}h1v1h-1z`;
  }
  return d;
}

// thumbnail draws a small board: a dot for each queen.
function thumbnail(board) {
  const n = board.puzzle.n;
  let dots = "", white = "";
  if (board.puzzle.colours.length > 0) {
    return shape("svg", { viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
      shape("rect", { class: "light", width: n, height: n }), coloured(board, !board.puzzle.colours[0].fill));
  }
  board.queens.forEach((q, i) => {
    const dot = `M${q % n + 0.1} ${Math.floor(q / n) + 0.5}a.4 .4 0 1 1 .8 0a.4 .4 0 1 1 -.8 0z`;
    if (board.puzzle.kinds.length > 0 && board.layers[i] === 0) { white += dot; } else { dots += dot; }
  });
  return shape("svg", { viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
    shape("rect", { class: "light", width: n, height: n }), checkers(n),
    shape("path", { class: "blocked", d: squaresPath(board.puzzle.blocked, n) }),
    shape("path", { class: "dots", d: dots }), shape("path", { class: "dots white", d: white, "stroke-width": 0.12 }));
}

// coloured returns the squares that are covered, with their letters or their shapes.
function coloured(board, letters) {
  const n = board.puzzle.n, g = shape("g", {});
  board.queens.forEach((q, i) => {
    const x = q % n, y = Math.floor(q / n), { letter, fill, path } = board.puzzle.colours[board.layers[i]];
    if (path) {
      g.append(shape("path", { class: "dots", d: `M${x} ${y}${path}` }));
      return;
    }
    g.append(shape("rect", { class: "light", x, y, width: 1, height: 1, ...(fill ? { class: "coloured", fill } : {}) }));
    if (letters) {
      g.append(shape("text", { class: "letter", x: x + 0.5, y: y + 0.5 + 0.18 / Math.sqrt(letter.length), "font-size": 0.5 / Math.sqrt(letter.length) }, letter));
    }
  });
  return g;
}

// attackedMarks marks the squares that queens attack; two armies have a small tile each.
function attackedMarks(board) {
  const n = board.puzzle.n, g = shape("g", { "aria-hidden": "true" }), squares = board.puzzle.attacked && board.puzzle.colours.length === 0 ? attackedSquares(board) : new Map();
  for (const [s, by] of squares) {
    const x = s % n, y = Math.floor(s / n);
    if (board.puzzle.kinds.length === 0) {
      g.append(shape("rect", { class: "reached", x, y, width: 1, height: 1 }));
      continue;
    }
    for (const [bit, kind, left] of [[1, "white", 0.25], [2, "black", 0.55]]) {
      if (by & bit) {
        g.append(shape("rect", { class: "mark " + kind, x: x + left, y: y + 0.4, width: 0.2, height: 0.2, "stroke-width": 0.03 }));
      }
    }
  }
  return g;
}

// soldier draws the queen of an army on its tile.
function soldier(q, layer, n, kind, voice) {
  const army = families.armies.kinds[layer], x = q % n, y = Math.floor(q / n);
  return shape("g", { class: `queen army ${army}${kind}`, ...voice },
    shape("rect", { class: "tile", x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88 }),
    shape("use", { class: "body", href: "#queen", x: x + 0.12, y: y + 0.12, width: 0.76, height: 0.76 }));
}

// coordinates returns the names of ranks and files, fewer on large boards.
function coordinates(n, size) {
  const step = n <= 30 ? 1 : n <= 100 ? 5 : 10 * Math.ceil(n / 400), g = shape("g", { "aria-hidden": "true" });
  for (let i = 1; i <= n; i++) {
    if (i % step !== 0 && i !== 1) {
      continue;
    }
    g.append(
      shape("text", { class: "coordinate", "font-size": size, x: -size, y: n - i + 0.5 + 0.36 * size }, String(i)),
      shape("text", { class: "coordinate", "font-size": size, x: i - 0.5, y: n + size * 1.36 }, fileName(i - 1)));
  }
  return g;
}

// marks draws what the puzzle says about its squares.
function marks(puzzle) {
  const n = puzzle.n, g = shape("g", { "aria-hidden": "true" });
  let crosses = "", frames = "", bars = "";
  for (const s of puzzle.blocked) {
    const x = s % n, y = Math.floor(s / n);
    crosses += `M${x + 0.22} ${y + 0.22}l.56 .56m0 -.56l-.56 .56`;
  }
  for (const s of puzzle.placed) {
    frames += `M${s % n + 0.04} ${Math.floor(s / n) + 0.04}h.92v.92h-.92z`;
  }
  for (let s = 0; puzzle.rising.length + puzzle.falling.length > 0 && s < n * n; s++) {
    const x = s % n, y = Math.floor(s / n);
    if (isOn(puzzle.rising, x + y + 2, puzzle)) {
      bars += `M${x + 0.18} ${y + 0.82}l.64 -.64`;
    }
    if (isOn(puzzle.falling, y - x, puzzle)) {
      bars += `M${x + 0.18} ${y + 0.18}l.64 .64`;
    }
  }
  g.append(shape("path", { class: "blocked", d: squaresPath(puzzle.blocked, n) }),
    shape("path", { class: "cross", "stroke-width": 0.09, d: crosses }),
    shape("path", { class: "barred", "stroke-width": 0.14, d: bars }),
    shape("path", { class: "placed", "stroke-width": 0.08, d: frames }));
  return g;
}

// conflictLines joins queens that attack each other; on the torus a line that
// wraps is drawn to and from the border.
function conflictLines(pairs, puzzle) {
  const n = puzzle.n;
  let d = "";
  for (const [a, b] of pairs) {
    const y1 = Math.floor(a / n), x1 = a % n, y2 = Math.floor(b / n), x2 = b % n;
    const down = y2 - y1, right = x2 - x1;
    const wraps = (down - right) % n === 0 || (down + right) % n === 0; // a knight's move does not
    if (down === 0 || right === 0 || Math.abs(down) === Math.abs(right) || !wraps) {
      d += `M${x1 + 0.5} ${y1 + 0.5}L${x2 + 0.5} ${y2 + 0.5}`;
      continue;
    }
    const side = (down - right) % n === 0 ? 1 : -1;
    d += `M${x1 + 0.5} ${y1 + 0.5}`;
    for (let y = y1, x = x1; y !== y2; y++) {
      const to = x + side;
      d += `L${x + 0.5 + side / 2} ${y + 1}`;
      x = (to + n) % n;
      d += (x === to ? "L" : "M") + `${x + 0.5 - side / 2} ${y + 1}L${x + 0.5} ${y + 1.5}`;
    }
  }
  return shape("path", { class: "conflict", "stroke-width": 0.12, d });
}

// besideNumber is where a queen stands in its square that has a number.
const besideNumber = { x: 0.25, y: 0.29, width: 0.69, height: 0.69 };

// numbers returns the variable of each square, in its corner.
function numbers(n) {
  const g = shape("g", { "aria-hidden": "true", class: "number", "font-size": 0.26 });
  for (let s = 0; s < n * n; s++) {
    g.append(shape("text", { x: s % n + 0.1, y: Math.floor(s / n) + 0.29 }, String(s + 1)));
  }
  return g;
}

// savedBoard returns a drawn board as the text of an SVG file of its own, with the
// colours that it has on the page.
function savedBoard(svg) {
  const copy = svg.cloneNode(true), drawn = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((e, i) => {
    const style = getComputedStyle(drawn[i]);
    for (const name of ["class", "tabindex", "data-square", "aria-pressed"]) {
      e.removeAttribute(name);
    }
    for (const name of ["fill", "fill-opacity", "stroke", "stroke-opacity", "font-family", "text-anchor", "shape-rendering"]) {
      e.setAttribute(name, style.getPropertyValue(name));
    }
  });
  copy.querySelectorAll('[role="button"]').forEach((e) => e.remove());
  const queen = document.getElementById("queen").cloneNode(true);
  queen.querySelector(".detail").setAttribute("fill", getComputedStyle(svg).getPropertyValue("--detail"));
  queen.querySelectorAll("path").forEach((e) => e.removeAttribute("class"));
  copy.prepend(shape("title", {}, svg.getAttribute("aria-label")), shape("defs", {}, queen));
  copy.setAttribute("width", "100%");
  return new XMLSerializer().serializeToString(copy);
}

// drawBoard returns the large board. The squares have no elements of their own;
// queens have, for the keyboard and for those who listen to the page, unless they
// are on squares that can be pressed.
function drawBoard(board, label, silent) {
  const n = board.puzzle.n, size = n < 8 ? 0.375 * Math.max(n, 4) / 8 : n <= 30 ? 0.375 : n <= 100 ? 0.75 : 0.008 * n;
  const wide = n < 100 ? 2 * size : 2.5 * size, all = n + wide + size;
  const pairs = board.puzzle.attacks ? conflicts(board) : [], attacked = new Set(pairs.flat());
  const svg = shape("svg", { viewBox: `${-wide} ${-size} ${all} ${all}`, role: "group", "aria-label": label },
    shape("rect", { class: "frame", x: -wide, y: -size, width: all, height: all }),
    shape("rect", { class: "light", width: n, height: n }), checkers(n), coordinates(n, size), marks(board.puzzle),
    ...(board.puzzle.colours.length > 0 ? [coloured(board, true)] : []), attackedMarks(board),
    shape("path", { class: "glow", d: "" }), conflictLines(pairs, board.puzzle));
  board.queens.forEach((q, i) => {
    if (board.puzzle.colours.length > 0) {
      return;
    }
    const kind = attacked.has(q) ? " attacked" : board.puzzle.placed.has(q) ? " given" : "";
    const army = board.puzzle.kinds.length > 0 ? board.puzzle.kinds[board.layers[i]] + " " : "";
    const { x, y, width, height } = board.puzzle.numbers ? besideNumber : { x: 0, y: 0, width: 1, height: 1 };
    const voice = silent ? { "aria-hidden": "true" } :
      { tabindex: 0, role: "img", "data-square": q, "aria-label": `${kind.trim()} ${army}queen on ${squareName(q, n)}`.trim() };
    svg.append(army ? soldier(q, board.layers[i], n, kind, voice) :
      shape("use", { class: "queen" + kind, href: "#queen", x: q % n + x, y: Math.floor(q / n) + y, width, height, ...voice }));
  });
  if (board.puzzle.numbers) {
    svg.append(numbers(n));
  }
  svg.append(shape("path", { class: "focus", d: "" }), shape("path", { class: "focus", d: "" }));
  return svg;
}
