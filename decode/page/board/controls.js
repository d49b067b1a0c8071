
// Buttons, keys and squares that users press, with a finger, the mouse or the keyboard.

// button returns a button that calls act.
function button(className, act, ...content) {
  const b = element("button", className, ...content);
  b.type = "button";
  b.addEventListener("click", act);
  return b;
}

// Each page has a table of keys. A row has the names of keys, as in KeyboardEvent.key and separated by blanks,
// with "Ctrl+" before them if need be; the id of a button that they press, or a function of the event, or
// null if other code handles them; and what they do, unless the label of the button says so.

const labelOf = (id) => at(id).getAttribute("aria-label") || at(id).textContent;
const arrows = "ArrowLeft ArrowUp ArrowRight ArrowDown";
const keySigns = { ArrowLeft: "←", ArrowUp: "↑", ArrowRight: "→", ArrowDown: "↓", Escape: "Esc" };

// listen installs the event handlers. A click on the button called id calls acts[id], and the keys of the
// table press their buttons. Pressing a square calls press. It returns the handler of keys.
function listen(acts, press, keys) {
  for (const [id, act] of Object.entries({ ...acts, theme: changeTheme })) {
    at(id).addEventListener("click", act);
  }
  for (const [names, id] of keys.filter(([, id]) => typeof id === "string")) {
    at(id).setAttribute("aria-keyshortcuts", names.replaceAll("Ctrl", "Control"));
    at(id).title = `${at(id).title || labelOf(id)} (${names.split(" ").map((name) => keySigns[name] ?? name)[0]})`;
  }
  const onKey = (e) => {
    if (e.target === document.body && e.key.startsWith("Arrow")) { // the arrows move from square to square
      at("stage").querySelector('.square[tabindex="0"]')?.focus();
    }
    const key = ((e.ctrlKey || e.metaKey ? "ctrl+" : "") + e.key).toLowerCase(), typed = e.target.matches("input, select");
    const [, act] = keys.find(([names, act]) => act && names.toLowerCase().split(" ").includes(key)) ?? [];
    if (!act || typed || e.altKey || typeof act === "string" && at(act).closest("[hidden]")) {
      return;
    }
    e.preventDefault();
    if (typeof act === "string") {
      at(act).click();
    } else {
      act(e);
    }
  };
  document.addEventListener("keydown", onKey);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
  nameTheme();
  showKeys(keys);
  listenToSquares(press);
  at("stage").addEventListener("focusin", markFocus);
  at("stage").addEventListener("focusout", markFocus);
  return onKey;
}

let refusal = ""; // the reason that the page shows

// allow lets users press a button, which is an element or an id. With a reason, a press only shows the reason, and so
// does the focus by the keyboard.
function allow(id, reason = "") {
  const b = typeof id === "string" ? at(id) : id;
  b.dataset.title ??= b.title;
  b.title = reason || b.dataset.title;
  b.setAttribute("aria-disabled", String(reason !== ""));
}

// listenToRefusals installs the handlers of buttons with a reason of allow. They get a click before all others. tell
// shows the reason of a button; it gets an empty text if the focus leaves the button.
function listenToRefusals(tell) {
  const refusing = ({ target }) => target.closest?.('[aria-disabled="true"]');
  const show = (text, b) => {
    tell(text, b);
    refusal = text;
  };
  document.addEventListener("click", (e) => {
    if (refusing(e)) {
      e.stopPropagation();
      e.preventDefault();
      show(refusing(e).title, refusing(e));
    }
  }, true);
  document.addEventListener("focusin", (e) => { // a click must not move what it hits
    if (e.target.matches(":focus-visible") && (refusing(e) || refusal)) {
      show(refusing(e)?.title ?? "", refusing(e));
    }
  });
}

// showKeys lists the keys of a table, without those of hidden buttons.
function showKeys(keys) {
  at("keys").replaceChildren(...keys.filter(([, id]) => typeof id !== "string" || !at(id).hidden).map(([names, id, does = labelOf(id)]) =>
    element("span", "", ...names.split(" ").flatMap((name) => [element("kbd", "", keySigns[name] ?? name), " "]), does)));
}

// isDark reports whether the page is dark: the user's choice, or else the setting of the system.
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// nameTheme puts the name of the other theme on the button.
function nameTheme() {
  at("theme").textContent = isDark() ? "Light" : "Dark";
}

function changeTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
}

// showSquares draws a board on the stage with a button over each square. describe returns the name of a
// square for screen readers. Tab moves to one square, and arrow keys move from there. A square
// that has the focus keeps it.
function showSquares(board, label, describe) {
  const width = widthOf(board.puzzle), svg = drawBoard(board, label, true), focused = document.activeElement.closest(".square");
  const focus = Number((focused ?? at("stage").querySelector('.square[tabindex="0"]'))?.dataset.square ?? Math.floor(board.puzzle.n / 2) * width);
  svg.append(...upTo(areaOf(board.puzzle)).map((s) => shape("rect", { class: "square", x: s % width, y: Math.floor(s / width), width: 1, height: 1, role: "button",
    tabindex: s === focus ? 0 : -1, "data-square": s, "aria-pressed": String(board.queens.includes(s)), "aria-label": describe(s) })));
  at("stage").replaceChildren(svg);
  if (focused) {
    focusSquare(focus);
  }
}

// focusSquare moves the focus to a square.
function focusSquare(square) {
  at("stage").querySelectorAll(".square").forEach((e, s) => e.setAttribute("tabindex", s === square ? 0 : -1));
  at("stage").querySelector('.square[tabindex="0"]').focus();
}

// squareUnder returns the square under the pointer of an event, or undefined beside the board.
function squareUnder({ clientX, clientY }) {
  const p = new DOMPoint(clientX, clientY).matrixTransform(at("stage").firstElementChild.getScreenCTM().inverse());
  return squareAt(stageSize(), Math.floor(p.x), Math.floor(p.y));
}

// stageSize returns the board on the stage, as the functions for squares expect it.
function stageSize() {
  const size = (name) => Number(at("stage").querySelector(".light").getAttribute(name));
  return { n: size("height"), columns: size("width") };
}

let drag = null; // the drag over squares, or null: its last event, its squares, and the fields that begin returned

// listenToDrags installs the handlers of a pointer that moves from square to square. begin(e, square) returns
// fields of the drag, or null for no drag. go(drag) is called when drag.squares has grown, and
// end(drag, cancelled) at the end. Only a drag captures the pointer, so that a press remains a click on its square.
function listenToDrags(begin, go, end) {
  const stage = at("stage");
  stage.addEventListener("pointerdown", (e) => {
    const square = e.button === 0 && e.isPrimary && e.target.matches(".square") ? squareUnder(e) : undefined, fields = square === undefined ? null : begin(e, square);
    drag = fields && { ...fields, from: e, squares: new Set([square]) };
  });
  stage.addEventListener("pointermove", (e) => {
    if (drag?.from.pointerId !== e.pointerId) {
      return;
    }
    const { from, squares } = drag, had = squares.size, right = e.clientX - from.clientX, down = e.clientY - from.clientY;
    const steps = Math.max(1, Math.ceil(Math.hypot(right, down) / 4)); // because a fast pointer skips squares
    upTo(steps).forEach((i) => squares.add(squareUnder({ clientX: e.clientX - right * i / steps, clientY: e.clientY - down * i / steps })));
    squares.delete(undefined); // beside the board
    drag.from = e;
    if (squares.size > had) {
      stage.setPointerCapture(e.pointerId);
      go(drag);
    }
  });
  ["pointerup", "pointercancel"].forEach((name) => stage.addEventListener(name, (e) => {
    if (drag?.from.pointerId === e.pointerId) {
      const ended = drag;
      drag = null;
      end(ended, name === "pointercancel");
    }
  }));
}

// markFocus marks the square or queen that has the focus, if the keyboard moved the focus there.
function markFocus(e) {
  const square = e.target.dataset.square, inside = e.type === "focusin" && square !== undefined && e.target.matches(":focus-visible");
  const d = inside ? onSquares([square], stageSize(), marks.frame) : "";
  at("stage").querySelectorAll(".focus").forEach((path) => path.setAttribute("d", d));
}

function listenToSquares(press) {
  const go = (square) => {
    focusSquare(square);
    press(square);
  };
  at("stage").addEventListener("click", (e) => {
    if (e.target.matches(".square")) {
      go(Number(e.target.dataset.square));
    }
  });
  at("stage").addEventListener("keydown", (e) => {
    if (!e.target.matches(".square") || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    const board = stageSize(), { n, columns } = board, [col, row] = place(Number(e.target.dataset.square), board);
    const to = { ArrowLeft: [col - 1, row], ArrowRight: [col + 1, row], ArrowUp: [col, row - 1], ArrowDown: [col, row + 1],
      Home: [0, row], End: [columns - 1, row] }[e.key];
    if (to) {
      const [x, y] = to.map((i, side) => Math.min(Math.max(i, 0), [columns, n][side] - 1));
      focusSquare(y * columns + x);
    } else if (e.key === "Enter" || e.key === " ") {
      go(row * columns + col);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  });
}
