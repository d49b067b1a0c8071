
// The formula: a text in which each line with a clause is tied to the squares of its variables.

const longestShown = 5000; // lines, and characters of a line; a longer formula is cut and cannot be edited
const largestFile = 64 << 20; // bytes
const largestPasted = 200_000; // characters; a field takes seconds for each MB
const lineHeight = 20;     // of the text, in pixels, as in the style

let own = null;      // the request that opened a formula other than that of the board and its text, or null
let made = "qgen 8"; // the command that writes the formula
let formula = readFormula("");
let marked = new Set(); // the lines that are marked
let asking = null;      // the last request about the formula
let pointed;            // the square that a user points at, or undefined

let unread = null;        // while the module has not read the text of the user: the formula before it, as a field own

// setOwn makes another formula the formula, or that of the board. Only a board can be saved as a picture. If there is
// no board, the problem steps aside.
function setOwn(next, from = null) {
  own = next;
  unread = from;
  const aside = !!own && !own.board, problem = document.querySelector(".problem");
  problem.classList.toggle("aside", aside);
  (aside ? problem : document.querySelector(".formula")).querySelector(".tools[role=toolbar]").append(at("restore"));
  document.querySelectorAll("#files [data-draw]").forEach((e) => { e.hidden = !!own && !own.board && e.dataset.draw !== "cnf"; });
}

// readFormula returns the lines of a formula, the descriptions of its variables in comments such as `c variable 1: a
// queen on a8`, the names that it gives variables in comments such as `c 1 Ada`, and by line its clause, a list of literals.
function readFormula(text) {
  const lines = text.split("\n"), names = new Map(), given = new Map(), clauses = new Map(), weighted = /^(p wcnf|h) /m.test(text);
  lines.forEach((line, i) => {
    const [, variable, name] = /^c variable (\d+): (.*)/.exec(line) ?? [], [, number, label] = /^c (?:varname )?(\d+)\$? (\S.*)/.exec(line) ?? [];
    if (number) {
      given.set(Number(number), label);
    } else if (variable) {
      names.set(Number(variable), name);
    } else if (/^(h |x ?|-?[\d.]+ (?=.* 0$))?\s*-?\d/.test(line)) {
      clauses.set(i, line.replace(weighted ? /^\s*\S+/ : /^x/, "").split(/\s+/).map(Number).filter((lit) => lit));
    }
  });
  return { lines, names, given, clauses, squares: new Map(), colours: [] };
}

// squaresOf returns the squares of a variable.
function squaresOf(variable) {
  const board = shownPuzzle(), { names, squares } = formula;
  if (board && !squares.has(variable)) {
    const found = (names.get(variable)?.match(/\b[a-z]{1,2}\d{1,2}\b/g) ?? []).map((name) => squareOf(name, board)).filter((s) => s !== undefined);
    squares.set(variable, found.length > 0 || names.size > 0 ? found : variable <= areaOf(board) ? [variable - 1] : []);
  }
  return board ? squares.get(variable) : [];
}

// shownPuzzle returns the puzzle of the board, or undefined if the formula is about something else.
const shownPuzzle = () => own === null || own.board ? at("stage").firstElementChild && settings : undefined;

// literalName returns a literal in words.
function literalName(lit) {
  const name = formula.given.get(Math.abs(lit)) ?? formula.names.get(Math.abs(lit))?.replace(/^an? \w+ on /, "") ?? (squaresOf(Math.abs(lit)).length > 0 ? squareName(squaresOf(Math.abs(lit))[0], settings) : `variable ${Math.abs(lit)}`);
  return lit < 0 ? `not ${name}` : name;
}

// meaningOf returns the meaning of a line: the comment above it and its literals in words, or what a comment says.
function meaningOf(line) {
  const clause = formula.clauses.get(line), { lines } = formula;
  if (!clause) {
    const [, variable] = /^c variable (\d+): /.exec(lines[line]) ?? [];
    return variable ? literalName(Number(variable)) : lines[line]?.replace(/^c (group .*|note: )?/, "") ?? "";
  }
  let above = line;
  while (above >= 0 && formula.clauses.has(above)) {
    above--;
  }
  const comment = /^c (?!variable|group|note)(.*)/.exec(lines[above] ?? "")?.[1];
  const or = lines[line].startsWith("x") ? " xor " : " or ", literals = clause.slice(0, 12).map(literalName).join(or) + (clause.length > 12 ? or + "…" : "");
  return (comment ? `${capitalized(comment)}. ` : "") + `${literals || "the empty clause"}.`;
}

// pointAt marks the clauses of a square, and the square; without a square it removes the marks.
function pointAt(square) {
  pointed = own && !own.board ? undefined : square;
  marked = new Set(pointed === undefined ? [] : [...formula.clauses].filter(([, clause]) => clause.some((lit) => squaresOf(Math.abs(lit)).includes(square))).map(([line]) => line));
  showMarks();
  glow(pointed === undefined ? [] : [pointed]);
  if (pointed !== undefined && formula.clauses.size > 0) {
    at("meaning").textContent = `${squareName(square, settings)} is in ${plural(marked.size, "clause")}${formula.cut ? " of those shown" : ""}.`;
    const top = at("formula").scrollTop, lines = rows.flatMap((line, row) => marked.has(line) ? row * lineHeight : []);
    if (lines.length > 0 && document.activeElement !== at("formula") && !lines.some((y) => y >= top && y < top + at("formula").clientHeight - lineHeight)) {
      at("formula").scrollTop = Math.max(0, lines[0] - 2 * lineHeight);
    }
  }
}

// pointAgain marks what a user points at in another formula.
function pointAgain() {
  const text = at("formula");
  at("meaning").textContent = own && !own.board ? "Point at a clause to read it in words." : "Point at a square or a clause: each shows where the other is.";
  if (document.activeElement === text) {
    pointAtRow(text.value.slice(0, text.selectionStart).split("\n").length - 1);
  } else {
    pointAt(pointed);
  }
}

// pointAtRow marks the line of a row of the editor, and its squares.
function pointAtRow(row) {
  const line = rows[row], clause = formula.clauses.get(line);
  marked = new Set(clause ? [line] : []);
  showMarks();
  glow(clause ? clause.flatMap((lit) => squaresOf(Math.abs(lit))) : []);
  at("meaning").textContent = meaningOf(line) || " ";
}

function glow(squares) {
  at("stage").querySelector(".glow")?.setAttribute("d", onSquares(new Set(squares), settings, marks.whole));
}

// followBoard writes the formula of the board. While one is written, only the last change waits.
function followBoard() {
  const mine = asking = {};
  at("restore").hidden = true;
  made = `qgen ${settings.columns ? sizeText(settings, "x") : settings.n}`;
  const request = { ask: "problem", settings: problemFlags() };
  written = written.then(() => mine === asking ? engine.ask(request).then((reply) => showFormula(reply, mine), (error) => showFault(error, mine)) : undefined);
}

// reopen opens another formula again.
function reopen(formula) {
  const mine = asking = {};
  setOwn(formula);
  setText(own.text);
  at("formula").readOnly = at("restore").hidden = false;
  written = engine.ask(own.request).then((reply) => showOpened(reply, formula.request, mine, false), (error) => showFault(error, mine));
}

// problemFlags returns the flags of the problem, with the flag of the optimum that is asked for.
function problemFlags() {
  const puzzle = puzzleOf(settings), clash = conflicts(boardOf(puzzle)).length > 0;
  return { ...flagsOf(settings), ...(aim && { [aim]: true }), ...(aim && { queens: null, colours: null }), ...(clash && { "allow-conflict": true }) };
}

// showFormula shows the reply to a request about the formula.
function showFormula(reply, mine, keepText = false) {
  if (mine !== asking) {
    return;
  }
  const lines = reply.text.split("\n"), cut = reply.cut || lines.length > longestShown || lines.some((line) => line.length > longestShown);
  const text = cut ? lines.slice(0, longestShown).map((line) => line.slice(0, longestShown)).join("\n") : reply.text;
  formula = { ...readFormula(text), cut, colours: reply.board?.colours ?? [] };
  if (!keepText) {
    setText(text);
    at("formula").scrollTop = 0;
  }
  at("formula").readOnly = cut;
  at("fault").hidden = at("mend").hidden = true;
  at("size").textContent = `${plural(reply.vars, "variable")}, ${plural(reply.clauses, "clause")}` + (cut ? "; cut" : "");
  followText();
  made = reply.command ?? made;
  showPipeline();
  pointAgain();
  if (reply.note) {
    at("told").textContent = `${capitalized(reply.note)}.`;
  }
}

function showFault(error, mine) {
  if (mine === asking && !(error instanceof Stopped)) {
    formula = readFormula(wholeText());
    at("fault").textContent = error.message;
    at("fault").hidden = false;
    at("mend").hidden = !/header/.test(error.message) || at("formula").readOnly;
    at("size").textContent = "";
    followText();
    pointAgain();
  }
}

// mendHeader writes a header with the numbers of variables and clauses that the text has. It keeps a larger number of
// variables.
function mendHeader() {
  const lines = [...source], place = lines.findIndex((line) => /^\s*p\b/.test(line));
  const isClause = (line) => !/^\s*([cp]\b|$)/.test(line), numbers = lines.filter(isClause).join(" ").split(/\s+/).filter((word) => word).map(Number);
  const vars = numbers.reduce((most, lit) => Math.max(most, Math.abs(lit)), Number(/^\s*p cnf (\d+)/.exec(lines[place])?.[1] ?? 0));
  lines.splice(place < 0 ? Math.max(0, lines.findIndex(isClause)) : place, place < 0 ? 0 : 1, `p cnf ${vars} ${numbers.filter((lit) => lit === 0).length}`);
  setText(lines.join("\n"));
  edit();
}

// edit makes the text of the user the formula. A link, or the regions of a board, are opened instead.
async function edit() {
  const text = wholeText();
  stopWork();
  if (/^\s*(https?:\/\/|file:\/\/|#)\S+\s*$/.test(text)) {
    await openLink(text.trim());
    return;
  }
  const from = unread ?? { own };
  if (!own) {
    remember();
  }
  const request = { ask: "open", text, name: own?.request.name ?? "formula.cnf" };
  setOwn({ request, text, board: own ? own.board : true }, from);
  aim = "";
  notify("");
  clearAnswer();
  at("restore").hidden = false;
  allow("undo");
  const mine = asking = {};
  written = new Promise((done) => setTimeout(done, 250)).then(async () => {
    if (mine === asking) { // no further change followed at once
      await engine.ask(request).then((reply) => isBoard(reply) ? openPasted(reply, from.own) : showOpened(reply, request, mine, true), (error) => showFault(error, mine));
      keepState();
    }
  });
}

// openPasted opens the problem of regions that a user has pasted as the formula, in the place of the formula before.
function openPasted(reply, before) {
  if (!before) {
    past.pop();
  }
  setOwn(before);
  openBoard(reply, "workbench");
}

// isShown reports whether this page shows boards with settings of a formula, which may be undefined.
const isShown = (raw, next = checked(raw)) => raw?.n === next.n && (raw.columns ?? null) === next.columns && (raw.piece ?? "") === next.piece && !raw.pieces && (raw.regions ?? "") === next.regions && (raw.stars ?? next.stars) === next.stars;

// showOpened shows a formula that a user has opened or edited.
function showOpened(reply, request, mine, keepText) {
  if (mine !== asking) {
    return;
  }
  const { name } = request, next = checked(reply.settings), known = isShown(reply.settings, next);
  if (known) {
    settings = next;
    showProblem();
  }
  setOwn({ request, text: reply.cut ? "" : reply.text, board: known });
  if (!known || !request.bytes) {
    allow("steps", "Steps explain the rules of a board, not clauses of your own: press Back to the board.");
  }
  ["fewest", "most"].forEach((id) => allow(id, "The fewest and the most are asked of a board, not of clauses of your own: press Back to the board."));
  allow("undo", past.length > 0 ? "" : nothingToUndo);
  at("restore").hidden = false;
  at("told").textContent = known ? at("told").textContent : "The formula describes no board that this page shows.";
  showFormula({ ...reply, command: `cat ${/^[\w.-]+$/.test(name) ? name.replace(/^-/, "./-") : "formula.cnf"}` }, mine, keepText);
}

// uncompressed returns the bytes of a file, which gzip may have compressed.
async function uncompressed(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return read(first === 0x1f && second === 0x8b ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream(), largestFile);
}

// read returns the bytes of a stream, which has at most a number of them.
async function read(stream, most) {
  const reader = stream.getReader(), parts = [];
  for (let n = 0; n <= most;) {
    const { done, value } = await reader.read();
    if (done) {
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    }
    n += value.length;
    parts.push(value);
  }
  reader.cancel();
  throw new Error(`It has more than ${most.toLocaleString("en")} bytes. Use the programs in a shell.`);
}

// openFile opens a formula, or checks a proof of the current formula.
async function openFile(file) {
  const bytes = await report(uncompressed(file)), request = { ask: "open", name: file.name, bytes };
  const reply = bytes && await report(work(`Reading ${file.name.slice(0, 60)}`, request));
  if (reply?.text === undefined) {
    if (reply) {
      showAnswer({ ...reply, headline: checkedHeadline(reply) });
    }
    return;
  }
  if (isBoard(reply)) {
    openBoard(reply, state.tab === "puzzles" ? state.tab : "workbench");
    return;
  }
  asking = {};
  remember();
  clearAnswer();
  showOpened(reply, request, asking, false);
  openTab("workbench");
  keepState();
}

// listenToFormula installs the event handlers of the formula.
function listenToFormula() {
  listenToEditor();
  const text = at("formula");
  const rowAt = (e) => Math.floor((e.clientY - text.getBoundingClientRect().top - 1 + text.scrollTop - 8) / lineHeight);
  text.addEventListener("beforeinput", (e) => {
    if (e.data?.length > largestPasted) {
      e.preventDefault();
      const [lines] = merged(text.value.slice(0, text.selectionStart) + e.data + text.value.slice(text.selectionEnd));
      openFile(new File([lines.join("\n")], own?.request.name ?? "formula.cnf"));
    }
  });
  text.addEventListener("input", () => { [source, rows] = merged(text.value); edit(); });
  text.addEventListener("scroll", showMarks);
  text.addEventListener("keydown", (e) => {
    e.stopPropagation(); // letters are no shortcuts here
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "f" && !e.shiftKey && !e.altKey) {
      e.preventDefault();
      at("find").focus();
      at("find").select();
    }
  });
  text.addEventListener("pointermove", (e) => pointAtRow(rowAt(e)));
  text.addEventListener("pointerleave", () => { marked = new Set(); showMarks(); glow([]); });
  document.addEventListener("selectionchange", () => {
    if (document.activeElement === text) {
      pointAgain();
    }
  });
  new ResizeObserver(showMarks).observe(text);
  at("restore").addEventListener("click", () => { remember(); setProblem(settings); });
  at("mend").addEventListener("click", mendHeader);
  at("open").addEventListener("click", () => at("file").click());
  at("file").addEventListener("change", () => { [...at("file").files].forEach(openFile); at("file").value = ""; });
  at("save-formula").addEventListener("click", () => saveDrawn("cnf"));
  document.addEventListener("dragover", (e) => { e.preventDefault(); document.body.classList.add("dropping"); });
  document.addEventListener("dragleave", (e) => { if (!e.relatedTarget) { document.body.classList.remove("dropping"); } });
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    document.body.classList.remove("dropping");
    [...e.dataTransfer.files].slice(0, 1).forEach(openFile);
    const text = e.dataTransfer.getData("text").trim();
    if (text && e.dataTransfer.files.length === 0) {
      openLink(text);
    }
  });
}
