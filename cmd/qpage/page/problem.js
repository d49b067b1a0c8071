
// The problem: its settings, which are flags of qgen by name, and the board on which a user edits them.

// features maps a setting, which is a flag of qgen, to the feature of package encode that a family may refuse.
const features = { queens: "Queens", stars: "Stars", colours: "Colours", independent: "Independent", variant: "Variant", minimal: "Minimal",
  "break-symmetry": "SymmetryBroken", encoding: "Encoding", piece: "Pieces", queen: "Placed", block: "Blocked", paint: "Regions" };

// allows reports whether a family has a setting, or whether a press on a square can do something.
const allows = (family, what) => !families[family].refused.includes(features[what]);

// largestOf returns the largest number of rows and of columns of the boards of a family.
const largestOf = (family) => families[family].largest ?? 30;

// proposals has, by rule and by piece, numbers of pieces for r rows and c columns: about the most that do not attack
// each other, or enough to dominate the board. Of other pieces, each row or each column has one.
const proposals = {
  peaceful: { king: (r, c) => Math.ceil(r / 2) * Math.ceil(c / 2), knight: (r, c) => Math.ceil(r * c / 2), bishop: (r, c) => Math.max(1, r + c - 2) },
  dominating: { king: (r, c) => Math.ceil(r / 3) * Math.ceil(c / 3), knight: (r, c) => Math.ceil(r * c / 4) + (r * c > 1) },
};

// usualOf returns the number of pieces that the page proposes, or null for the default of qgen, which pieces that
// attack along rows have.
function usualOf({ family, piece, ...size }) {
  const { usual, rule } = families[family], { squares = 0, rows = 0, plus = 0, divisor } = usual ?? {}, width = widthOf(size);
  if (piece && rule in proposals) {
    return rule === "peaceful" && has(pieceOf(piece).lines, 0, 1) ? null : (proposals[rule][piece] ?? Math.min)(size.n, width);
  }
  return usual ? Math.floor((squares * areaOf(size) + rows * Math.min(size.n, width) + plus) / divisor) : null;
}

// pieceOf returns the piece with a name.
const pieceOf = (wanted) => allPieces.find(({ name }) => name === wanted);

const encodings = ["pairwise", "sequential", "ladder", "commander", "product", "binary", "bimander"];
const regionNames = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const tools = { queen: "queen-tool", block: "block-tool", paint: "paint-tool" };

let settings = checked({});
let tool = "queen", brush = "A";
const mostPast = 200;
const past = [];   // the settings and the other formula before each change

// checked returns settings in which every value is valid. The argument may come from a link or another
// untrusted source.
function checked(raw) {
  raw = raw && typeof raw === "object" ? raw : {};
  const family = typeof raw.family === "string" && Object.hasOwn(families, raw.family) ? raw.family : defaultFamily, has = (what) => allows(family, what);
  const whole = (x, low, high, otherwise) => Number.isInteger(x) ? Math.min(Math.max(x, low), high) : otherwise;
  const n = whole(raw.n, 1, largestOf(family), 8), width = whole(raw.columns, 1, largestOf(family), n), columns = width === n ? null : width, size = { n, columns };
  const piece = has("piece") && raw.piece !== allPieces[0].name && pieceOf(raw.piece) ? raw.piece : ""; // "" for queens
  const squares = (list) => [...new Set(Array.isArray(list) ? list.slice(0, areaOf(size)).filter((name) => typeof name === "string" && squareOf(name, size) !== undefined) : [])];
  const place = has("queen") ? squares(raw.place) : [], regions = has("paint") ? checkedRegions(raw.regions, size) : "";
  return {
    family, n, columns, piece,
    queens: regions && columns ? new Set(regions.replaceAll("/", "")).size : has("queens") ? whole(raw.queens, 0, areaOf(size), usualOf({ family, piece, ...size })) : null,
    stars: has("stars") ? whole(raw.stars, 1, 5, 1) : null,
    colours: has("colours") ? whole(raw.colours, 1, 60, null) : null,
    place, block: has("block") ? squares(raw.block).filter((name) => !place.includes(name)) : [],
    regions,
    variant: has("variant") && raw.variant === "torus" ? "torus" : "",
    encoding: has("encoding") && encodings.includes(raw.encoding) && raw.encoding !== encodings[0] ? raw.encoding : "",
    ...Object.fromEntries(["independent", "minimal", "break-symmetry"].map((flag) => [flag, has(flag) && raw[flag] === true])),
  };
}

// checkedRegions returns rows of letters, joined by slashes: the given ones, or else a region for each row or, if they
// are fewer, for each column.
function checkedRegions(rows, size) {
  const { n } = size, width = widthOf(size), parts = typeof rows === "string" ? rows.split("/") : [], letters = new RegExp(`^[A-Z]{${width}}$`);
  return parts.length === n && parts.every((row) => letters.test(row)) ? rows : upTo(n).map((i) => n > width ? regionNames.slice(0, width).join("") : regionNames[i].repeat(width)).join("/");
}

// squareOf returns the square of a name such as a1, or undefined.
function squareOf(name, board) {
  const [, letters, digits] = /^([a-z]{1,2})([1-9]\d?)$/.exec(name) ?? [];
  const col = letters && [...letters].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 96, 0) - 1;
  return letters ? squareAt({ ...board, torus: false }, col, board.n - Number(digits)) : undefined;
}

// flagsOf returns the settings that differ from their defaults, as the module expects them.
function flagsOf(all) {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => name === "n" || value && value !== defaultFamily && value.length !== 0 && !(name === "stars" && value === 1) || value === 0));
}

// fillOf returns the colour of a region. It depends on the letter only, so that no colour changes while a
// user paints.
const fillOf = (letter) => regionColours[regionNames.indexOf(letter) % regionColours.length];

// puzzleOf returns the puzzle of settings for the scripts of boards.
function puzzleOf({ family, n, columns, piece, variant, queens, stars, place, block, regions }) {
  const vars = (names) => names.map((name) => squareOf(name, { n, columns }) + 1), letters = [...regions.replaceAll("/", "")], names = [...new Set(letters)].sort();
  const areas = regions ? { regions: letters.map((letter) => names.indexOf(letter)), names, fills: names.map(fillOf), stars } : {};
  const pieces = piece ? { pieces: [pieceOf(piece)] } : {};
  return readPuzzle({ n, columns, family, torus: variant === "torus", queens: queens ?? undefined, placed: vars(place), blocked: vars(block), attacks: true, letters: regions !== "", ...pieces, ...areas });
}

const boardOf = (puzzle) => ({ puzzle, queens: [...puzzle.placed], crosses: new Set() });

// change replaces some of the settings. It stops a question that runs, because the answer would be about
// another problem.
function change(part) {
  const next = checked({ ...settings, ...part });
  if (JSON.stringify(next) !== JSON.stringify(settings)) {
    remember();
    setProblem(next);
  }
}

// remember keeps the problem for undo, and undo brings it back. It forgets the oldest problems beyond a number, and
// if their formulas are larger than a file may be.
function remember() {
  past.push({ settings, own });
  const size = () => past.reduce((sum, { own }) => sum + (own?.request.bytes ?? own?.text ?? "").length, 0);
  while (past.length > mostPast || size() > largestFile) {
    past.shift();
  }
  forgetLink();
}

function undo() {
  const before = past.pop();
  if (before) {
    forgetLink();
    setProblem(before.settings);
    if (before.own) {
      reopen(before.own);
      keepState();
    }
  }
}

// setProblem shows other settings and writes their formula.
function setProblem(next) {
  stopWork();
  notify("");
  settings = next;
  setOwn(null);
  drag = null;
  aim = "";
  showProblem();
  clearAnswer();
  followBoard();
  keepState();
}

// showProblem draws the board and shows the settings.
function showProblem() {
  const { family } = settings, board = boardOf(puzzleOf(settings)), draws = Object.keys(tools).filter((name) => allows(family, name));
  tool = draws.includes(tool) ? tool : draws[0] ?? "";
  showSquares(board, named(`The problem, ${sizeText(settings)}. Arrow keys move, Space uses the tool, Q places a queen, X blocks a square.`, board.puzzle), (s) => describeSquare(board, s));
  at("stage").classList.toggle("dragged", tool !== "queen" && tool !== "");
  at("told").textContent = board.puzzle.play ? judge(board, true).text : "";
  at("n").max = at("columns").max = largestOf(family);
  at("queens").max = areaOf(settings);
  for (const id of ["queens", "queen-tool"]) { // named after the pieces
    const text = (id === "queens" ? at(id).labels[0] : at(id)).firstChild;
    text.data = id === "queens" && family === "regions" ? "In total " : named(id === "queens" ? "Queens " : "Queen", board.puzzle); // beside Stars
  }
  for (const [id, value] of Object.entries(settings)) {
    const e = at(id);
    if (e && ["INPUT", "SELECT"].includes(e.tagName)) {
      e.value = value ?? "";
      e.checked = value === true || value === "torus";
    }
  }
  at("encoding").value = settings.encoding || encodings[0];
  document.querySelectorAll("[data-for]").forEach((e) => { e.hidden = !allows(family, e.dataset.for); });
  for (const [name, id] of Object.entries(tools)) {
    at(id).hidden = !draws.includes(name);
    at(id).setAttribute("aria-pressed", String(tool === name));
  }
  allow("steps", draws.includes("queen") ? "" : "Steps need a board with queens or other pieces.");
  document.querySelector(".problem").classList.remove("aside");
  allow("undo", past.length > 0 ? "" : nothingToUndo);
  allow("clear", settings.place.length + settings.block.length > 0 ? "" : "There is no given queen and no blocked square to remove.");
  allow("fewest", families[family].aim === "minimum" ? "" : "Fewest: this puzzle has no number to minimise.");
  allow("most", families[family].aim === "maximum" ? "" : "Most: this puzzle has no number to maximise.");
  showActs();
  showPalette();
  showKeys(keys);
}

const nothingToUndo = "There is nothing to undo.";

// showActs shows what one can do with a board with regions, and the way back to the game.
function showActs() {
  const acts = [...at("acts").children];
  const { n, columns, regions } = settings, missing = columns ? 0 : n - new Set(regions.replaceAll("/", "")).size;
  const counted = missing > 0 ? `The board needs ${n} regions, as many as rows: paint ${missing} more.` : "";
  acts.forEach((b) => { b.hidden = b.id === "back-to-game" ? b.hidden : regions === ""; });
  at("acts").hidden = acts.every((b) => b.hidden);
  ["play-board", "rate"].forEach((id) => allow(id, counted));
  allow("repair", columns ? "Only square boards are given one solution." : counted);
  allow("copy-elsewhere", columns ? "puzz.link has only square boards." : "");
}

// makeUnique changes regions so that the board has one solution, and shows the changed squares.
function makeUnique() {
  const before = settings;
  return seek("Looking for regions with one solution", { ask: "make", settings: { ...problemFlags(), unique: true, repair: true } }, (found) => {
    const next = checked({ ...before, regions: found.settings.regions }), letters = (all) => [...all.regions.replaceAll("/", "")];
    const changed = upTo(areaOf(next)).filter((s) => letters(next)[s] !== letters(before)[s]);
    if (settings === before) {
      change({ regions: next.regions });
      const words = changed.map((s) => `${squareName(s, next)} from ${letters(before)[s]} to ${letters(next)[s]}`).join(", ");
      showAnswer({ headline: changed.length > 0 ? `${plural(changed.length, "square")} changed: now there is 1 solution. Undo goes back.` : "The board has 1 solution already.",
        command: "", frames: [{ board: boardOf(puzzleOf(next)), found: changed, text: words && `Changed: ${words}.` }] });
      const mine = asking;
      written.then(() => {
        if (mine === asking && changed.length > 0) { // the command of the board is in the place of its own
          made = found.command;
          showPipeline();
        }
      });
    }
  });
}

// rate shows the number of solutions and, if there is one, the difficulty and the hardest step.
async function rate() {
  const mine = asking;
  notify("");
  try {
    const reply = await work("Rating the board", { ask: "steps", settings: own ? undefined : problemFlags() });
    if (mine === asking) {
      const { board: { steps = [] }, difficulty } = reply, kinds = steps.map(({ kind }) => kind ?? ""), hardest = kinds.indexOf(kinds.toSorted().at(-1));
      showAnswer({ ...reply, frames: framesOf(steps), headline: `1 solution, ${difficulty}.${steps.length > 0 ? ` Step ${hardest + 1} of ${steps.length} is the hardest:` : ""}` });
      showFrame(hardest);
    }
  } catch (error) {
    if (/no solution/.test(error.message)) {
      showFailure(error, /./, "0 solutions: press Why not?");
    } else if (error instanceof Stopped) {
      return;
    } else {
      await question("count"); // several, or too hard to explain
    }
  }
}

// showPalette shows the regions to paint with.
function showPalette() {
  at("palette").hidden = tool !== "paint";
  const most = Math.max(settings.n, widthOf(settings));
  brush = regionNames.indexOf(brush) < most ? brush : "A";
  at("palette").replaceChildren(...(tool !== "paint" ? [] : regionNames.slice(0, most)).map((letter) => {
    const b = button("swatch", () => { brush = letter; showPalette(); at("palette").querySelector('[aria-checked="true"]').focus(); }, letter);
    b.setAttribute("role", "radio");
    b.setAttribute("aria-checked", String(letter === brush));
    b.setAttribute("aria-label", `Region ${letter}`);
    b.tabIndex = letter === brush ? 0 : -1;
    b.style.setProperty("background", fillOf(letter));
    return b;
  }));
}

// use carries out a tool on squares. If on is false it takes back what the tool does.
function use(what, squares, on) {
  const { n, place, block, regions } = settings, width = widthOf(settings), names = squares.map((s) => squareName(s, settings)), without = (list) => list.filter((name) => !names.includes(name));
  if (what === "paint") {
    const letters = [...regions.replaceAll("/", "")];
    squares.forEach((s) => { letters[s] = brush; });
    change({ regions: upTo(n).map((row) => letters.slice(row * width, row * width + width).join("")).join("/") });
  } else if (what === "queen") {
    change({ place: [...without(place), ...(on ? names : [])], block: without(block) });
  } else if (what === "block") {
    change({ place: without(place), block: [...without(block), ...(on ? names : [])] });
  }
}

// toggle uses a tool on a square, or takes it back if it has been used there.
function toggle(what, square) {
  if (allows(settings.family, what)) {
    const name = squareName(square, settings);
    use(what, [square], !(what === "queen" ? settings.place : settings.block).includes(name));
    pointAt(square);
  }
}

// A pointer that moves over squares blocks or paints all of them as one change.

function beginStroke(_, square) {
  return at("stage").matches(".dragged") ? { on: !settings.block.includes(squareName(square, settings)) } : null;
}

function endStroke({ squares, on }, cancelled) {
  if (squares.size > 1 && !cancelled) {
    use(tool, [...squares], on);
  }
}

// listenToProblem installs the event handlers of the settings and the board.
function listenToProblem() {
  at("family").append(...Object.entries(families).map(([name, { label }]) => new Option(label, name)));
  at("encoding").append(...encodings.map((name) => new Option(name, name)));
  ["piece", "puzzle-piece"].forEach((id) => at(id).append(...allPieces.map(({ name }, i) => new Option(capitalized(name), i === 0 ? "" : name))));
  const listenTo = (id, valueOf) => at(id).addEventListener("change", () => change({ [id]: valueOf(at(id)) }));
  const number = (e) => e.value === "" ? null : Number(e.value);
  ["queens", "stars", "colours"].forEach((id) => listenTo(id, number));
  ["independent", "minimal", "break-symmetry"].forEach((id) => listenTo(id, (e) => e.checked));
  listenTo("encoding", (e) => e.value);
  listenTo("variant", (e) => e.checked ? "torus" : "");
  const start = (id, valueOf) => at(id).addEventListener("change", () => { change({ [id]: valueOf(at(id)), queens: null, regions: "" }); showProblem(); drawRegions(); });
  start("n", (e) => number(e) ?? settings.n);
  start("columns", number);
  ["piece", "family"].forEach((id) => start(id, (e) => e.value));
  const stage = at("stage");
  stage.addEventListener("contextmenu", (e) => { if (e.target.matches(".square")) { e.preventDefault(); toggle("block", Number(e.target.dataset.square)); } });
  listenToDrags(beginStroke, ({ squares }) => glow(squares), endStroke);
  stage.addEventListener("pointerover", (e) => { if (e.target.matches(".square")) { pointAt(Number(e.target.dataset.square)); } });
  stage.addEventListener("pointerleave", () => pointAt());
  stage.addEventListener("focusin", (e) => { if (e.target.matches(".square:focus-visible")) { pointAt(Number(e.target.dataset.square)); } });
  at("palette").addEventListener("keydown", (e) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key], all = [...at("palette").children];
    if (step) {
      e.preventDefault();
      e.stopPropagation();
      all.at((all.indexOf(document.activeElement) + step) % all.length).click();
    }
  });
}

// drawRegions asks for regions with one solution, in the place of a region for each row.
async function drawRegions() {
  const { family, n, columns, stars } = settings, before = settings;
  if (allows(family, "paint") && !columns && n >= 4 && n <= 12) {
    await seek("Drawing regions", { ask: "make", settings: flagsOf({ family, n, stars }) }, (drawn) => {
      if (settings === before) {
        setProblem(checked({ ...settings, regions: drawn.settings.regions }));
      }
    });
  }
}
