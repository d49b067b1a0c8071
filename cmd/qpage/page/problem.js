
// The problem: its settings, which are flags of qgen by name, and the board on which a user edits them.

// features maps a setting, which is a flag of qgen, to the feature of package encode that a family may refuse.
const features = { queens: "Queens", stars: "Stars", colours: "Colours", independent: "Independent", variant: "Variant", minimal: "Minimal",
  "break-symmetry": "SymmetryBroken", encoding: "Encoding", queen: "Placed", block: "Blocked", paint: "Regions" };

// allows reports whether a family has a setting, or whether a press on a square can do something.
const allows = (family, what) => !families[family].refused.includes(features[what]);

// largestOf and usualOf return the largest size of the boards of a family, and the number of queens for a size.
const largestOf = (family) => families[family].largest ?? 30;

function usualOf(family, n) {
  const { usual } = families[family], { squares = 0, rows = 0, plus = 0, divisor } = usual ?? {};
  return usual ? Math.floor((squares * n * n + rows * n + plus) / divisor) : null;
}

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
  const n = whole(raw.n, 1, largestOf(family), 8);
  const squares = (list) => [...new Set(Array.isArray(list) ? list.slice(0, n * n).filter((name) => typeof name === "string" && squareOf(name, n) !== undefined) : [])];
  const place = has("queen") ? squares(raw.place) : [];
  return {
    family, n,
    queens: has("queens") ? whole(raw.queens, 0, n * n, usualOf(family, n)) : null,
    stars: has("stars") ? whole(raw.stars, 1, 5, 1) : null,
    colours: has("colours") ? whole(raw.colours, 1, 60, null) : null,
    place, block: has("block") ? squares(raw.block).filter((name) => !place.includes(name)) : [],
    regions: has("paint") ? checkedRegions(raw.regions, n) : "",
    variant: has("variant") && raw.variant === "torus" ? "torus" : "",
    encoding: has("encoding") && encodings.includes(raw.encoding) && raw.encoding !== encodings[0] ? raw.encoding : "",
    ...Object.fromEntries(["independent", "minimal", "break-symmetry"].map((flag) => [flag, has(flag) && raw[flag] === true])),
  };
}

// checkedRegions returns rows of letters, joined by slashes: the given ones, or else a region for each row.
function checkedRegions(rows, n) {
  const parts = typeof rows === "string" ? rows.split("/") : [], letters = new RegExp(`^[A-Z]{${n}}$`);
  return parts.length === n && parts.every((row) => letters.test(row)) ? rows : upTo(n).map((i) => regionNames[i].repeat(n)).join("/");
}

// squareOf returns the square of a name such as a1, or undefined.
function squareOf(name, n) {
  const [, letters, digits] = /^([a-z]{1,2})([1-9]\d?)$/.exec(name) ?? [];
  const col = letters && [...letters].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 96, 0) - 1;
  return letters ? squareAt({ n }, col, n - Number(digits)) : undefined;
}

// flagsOf returns the settings that differ from their defaults, as the module expects them.
function flagsOf(all) {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => name === "n" || value && value !== defaultFamily && value.length !== 0 && !(name === "stars" && value === 1) || value === 0));
}

// fillOf returns the colour of a region. It depends on the letter only, so that no colour changes while a
// user paints.
function fillOf(letter) {
  const i = regionNames.indexOf(letter);
  return `hsl(${Math.round(i * 137.508 + 40) % 360} ${[58, 46, 66][i % 3]}% ${[78, 70, 86][i % 3]}%)`;
}

// puzzleOf returns the puzzle of settings for the scripts of boards.
function puzzleOf({ family, n, variant, queens, stars, place, block, regions }) {
  const vars = (names) => names.map((name) => squareOf(name, n) + 1), letters = [...regions.replaceAll("/", "")], names = [...new Set(letters)].sort();
  const areas = regions ? { regions: letters.map((letter) => names.indexOf(letter)), names, fills: names.map(fillOf), stars } : {};
  return readPuzzle({ n, family, torus: variant === "torus", queens: queens ?? undefined, placed: vars(place), blocked: vars(block), attacks: true, letters: regions !== "", ...areas });
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
  const { family, n } = settings, board = boardOf(puzzleOf(settings)), draws = Object.keys(tools).filter((name) => allows(family, name));
  tool = draws.includes(tool) ? tool : draws[0] ?? "";
  showSquares(board, `The problem, ${n} by ${n}. Arrow keys move, Space uses the tool, Q places a queen, X blocks a square.`, (s) => describeSquare(board, s));
  at("stage").classList.toggle("dragged", tool !== "queen" && tool !== "");
  at("told").textContent = board.puzzle.play ? judge(board, true).text : "";
  at("n").max = largestOf(family);
  at("queens").max = n * n;
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
  at("steps").disabled = !draws.includes("queen"); // nobody explains other families
  document.querySelector(".problem").classList.remove("aside");
  at("undo").disabled = past.length === 0;
  at("clear").disabled = settings.place.length + settings.block.length === 0;
  at("fewest").disabled = families[family].aim !== "minimum";
  at("most").disabled = families[family].aim !== "maximum";
  showPalette();
  showKeys(keys);
}

// showPalette shows the regions to paint with.
function showPalette() {
  at("palette").hidden = tool !== "paint";
  brush = regionNames.indexOf(brush) < settings.n ? brush : "A";
  at("palette").replaceChildren(...(tool !== "paint" ? [] : regionNames.slice(0, settings.n)).map((letter) => {
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
  const { n, place, block, regions } = settings, names = squares.map((s) => squareName(s, n)), without = (list) => list.filter((name) => !names.includes(name));
  if (what === "paint") {
    const letters = [...regions.replaceAll("/", "")];
    squares.forEach((s) => { letters[s] = brush; });
    change({ regions: upTo(n).map((row) => letters.slice(row * n, row * n + n).join("")).join("/") });
  } else if (what === "queen") {
    change({ place: [...without(place), ...(on ? names : [])], block: without(block) });
  } else if (what === "block") {
    change({ place: without(place), block: [...without(block), ...(on ? names : [])] });
  }
}

// toggle uses a tool on a square, or takes it back if it has been used there.
function toggle(what, square) {
  if (allows(settings.family, what)) {
    const name = squareName(square, settings.n);
    use(what, [square], !(what === "queen" ? settings.place : settings.block).includes(name));
    pointAt(square);
  }
}

// A pointer that moves over squares blocks or paints all of them as one change.

function beginStroke(_, square) {
  return at("stage").matches(".dragged") ? { on: !settings.block.includes(squareName(square, settings.n)) } : null;
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
  const listenTo = (id, valueOf) => at(id).addEventListener("change", () => change({ [id]: valueOf(at(id)) }));
  const number = (e) => e.value === "" ? null : Number(e.value);
  ["queens", "stars", "colours"].forEach((id) => listenTo(id, number));
  ["independent", "minimal", "break-symmetry"].forEach((id) => listenTo(id, (e) => e.checked));
  listenTo("encoding", (e) => e.value);
  listenTo("variant", (e) => e.checked ? "torus" : "");
  at("n").addEventListener("change", () => { change({ n: number(at("n")) ?? settings.n, queens: null, regions: "" }); showProblem(); drawRegions(); });
  at("family").addEventListener("change", () => { change({ family: at("family").value, queens: null, regions: "" }); drawRegions(); });
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
  const { family, n, stars } = settings, before = settings;
  if (allows(family, "paint") && n >= 4 && n <= 12) {
    const drawn = await report(work("Drawing regions", { ask: "puzzle", settings: { ...flagsOf({ family, n, stars }), seed: Math.floor(Math.random() * 1e5) } }));
    if (drawn?.settings && settings === before) {
      setProblem(checked({ ...settings, regions: drawn.settings.regions }));
    }
  }
}
