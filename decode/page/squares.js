
// Squares that can be pressed, with a finger, the mouse or the keyboard.

// pressable lays a button over each square of a drawn board; describe returns what
// it says to those who do not see it. One of them, at focus, is in the order of Tab,
// and arrows lead to the others.
function pressable(svg, board, focus, describe) {
  const n = board.puzzle.n;
  for (let s = 0; s < n * n; s++) {
    svg.append(shape("rect", { class: "square", x: s % n, y: Math.floor(s / n), width: 1, height: 1, role: "button",
      tabindex: s === focus ? 0 : -1, "data-square": s, "aria-pressed": String(board.queens.includes(s)), "aria-label": describe(s) }));
  }
  return svg;
}

// describeSquare says what is on a square of a board that is played, whose crosses are the
// player's own.
function describeSquare({ puzzle, queens, crosses }, square) {
  const on = puzzle.placed.has(square) ? "given queen" : queens.includes(square) ? "queen" : barred(puzzle, square) ? "stays empty" : crosses?.has(square) ? "crossed out" : "empty";
  return `${squareName(square, puzzle.n)}, ${on}`;
}

// focusSquare moves the keyboard to a square.
function focusSquare(stage, square) {
  for (const e of stage.querySelectorAll(".square")) {
    e.setAttribute("tabindex", Number(e.dataset.square) === square ? 0 : -1);
  }
  stage.querySelector(`.square[data-square="${square}"]`)?.focus();
}

// listenToFocus marks the square or queen that has the focus, if the keyboard gave it.
function listenToFocus(stage) {
  const mark = (e) => {
    const svg = stage.firstElementChild, square = Number(e.target.dataset.square);
    const inside = e.type === "focusin" && e.target.dataset.square !== undefined && e.target.matches(":focus-visible");
    const [x, y] = inside ? [square % size(svg), Math.floor(square / size(svg))] : [];
    svg?.querySelectorAll(".focus").forEach((path) => path.setAttribute("d", inside ? `M${x + 0.04} ${y + 0.04}h.92v.92h-.92z` : ""));
  };
  const size = (svg) => Number(svg.querySelector(".light").getAttribute("width"));
  stage.addEventListener("focusin", mark);
  stage.addEventListener("focusout", mark);
}

// listenToSquares calls press with the square that is pressed; size returns that of
// the board.
function listenToSquares(stage, size, press) {
  stage.addEventListener("click", (e) => {
    if (e.target.classList.contains("square")) {
      press(Number(e.target.dataset.square));
    }
  });
  stage.addEventListener("keydown", (e) => {
    if (!e.target.classList.contains("square") || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    const n = size(), square = Number(e.target.dataset.square), row = Math.floor(square / n), col = square % n;
    const to = { ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1], ArrowUp: [row - 1, col], ArrowDown: [row + 1, col],
      Home: [row, 0], End: [row, n - 1] }[e.key];
    if (to) {
      focusSquare(stage, Math.min(Math.max(to[0], 0), n - 1) * n + Math.min(Math.max(to[1], 0), n - 1));
    } else if (e.key === "Enter" || e.key === " ") {
      press(square);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  });
}
