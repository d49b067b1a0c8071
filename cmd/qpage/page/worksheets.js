
// Worksheets: the dialog that makes a set of puzzles to print, and sets to play, which a link may hold.

const mostPuzzles = 30; // on a worksheet
const widthOfPaper = 750; // of the preview, in pixels; in a smaller frame, it is scaled
const sheetLanguages = ["", "de", "fr", "es", "pl"], sheetSymbols = ["", "star", "dot"], sheetGrades = ["", "easy", "medium", "hard"]; // "" is the default of qshow and qgen
const drawn = new Map(); // by the flags that qgen gets, in JSON: the puzzles that it has made so far

let sheet = null;     // the set in the preview, with its page and its command, or null before the first one
let making;           // a promise that is fulfilled when the worksheet for the last change is in the preview, or has a fault
let playedSet = null; // the set in the frame of the tab Puzzles, or null
let seenSet = null;   // the last playedSet whose choices the dialog has shown

const oneOf = (list, x) => list.includes(x) ? x : "";

// gradeAt returns the difficulty of puzzle i of a set. The choice mixed goes from easy to hard.
const gradeAt = (choice, i, count) => choice === "mixed" ? sheetGrades[1 + Math.floor(3 * i / count)] : choice;

// kindAt returns the flags with which qgen makes puzzle i of the set in the dialog.
function kindAt(i, count) {
  const family = at("sheet-family").value, n = Number(at("sheet-n").value) || 8, piece = allows(family, "piece") ? at("sheet-piece").value : "";
  const stars = allows(family, "stars") && Number(at("sheet-stars").value) || 1;
  return flagsOf({ family, n, piece, queens: usualOf({ family, piece, n }), stars, difficulty: gradeAt(at("sheet-difficulty").value, i, count) });
}

// drawPuzzles returns the puzzles for the choices of the dialog. It makes only those that were not made before.
async function drawPuzzles(ask) {
  const count = Number(at("sheet-number").value) || 1, used = new Map(), puzzles = [];
  for (const i of upTo(count)) {
    const kind = kindAt(i, count), key = JSON.stringify(kind), index = used.get(key) ?? 0;
    drawn.set(key, drawn.get(key) ?? []);
    used.set(key, index + 1);
    if (index === drawn.get(key).length) {
      at("doing").textContent = `Making puzzle ${i + 1} of ${count}`;
      at("bar").value = i / count;
      drawn.get(key).push(await drawPuzzle(ask, kind, puzzles));
    }
    puzzles.push(drawn.get(key)[index]);
  }
  return puzzles;
}

const withoutSeed = ({ seed, ...puzzle }) => puzzle;

// drawPuzzle makes a puzzle that is not among others. After three tries, it accepts a puzzle among the others.
async function drawPuzzle(ask, kind, others) {
  const text = (puzzle) => JSON.stringify(withoutSeed(puzzle));
  for (let left = 2; ; left--) {
    const { settings, seed } = await askWithSeeds(ask, { ask: "make", settings: kind }, 3), made = { ...flagsOf(checked(settings)), difficulty: kind.difficulty, seed };
    if (left === 0 || !others.some((puzzle) => text(puzzle) === text(made))) {
      return made;
    }
  }
}

const lookOf = ({ title, lang, symbol }) => ({ title, lang, symbol });

// changeSheet makes the worksheet for the choices of the dialog.
function changeSheet() {
  making = makeSheet();
}

// makeSheet makes a worksheet, and shows it.
async function makeSheet() {
  const valueOf = (name) => at("sheet-" + name).value, look = { title: valueOf("title").trim(), lang: valueOf("lang"), symbol: valueOf("symbol") };
  tellSheet(corrected);
  try {
    sheet = await work("Making the worksheet", async (ask) => {
      const puzzles = await drawPuzzles(ask), paper = valueOf("paper"), columns = valueOf("columns") || (puzzles.length === 1 ? "1" : "");
      const { page, command } = await ask({ ask: "sheet", puzzles, flags: { ...look, paper, columns, answers: at("sheet-answers").checked } });
      return { ...look, puzzles, paper, page, command };
    });
    at("sheet-preview").srcdoc = sheet.page;
    at("sheet-command").textContent = `${sheet.command} > worksheet.html`;
  } catch (error) {
    showSheetFault(error);
  }
  showSheetButtons();
}

const tellSheet = (text) => { at("sheet-told").textContent = text; };

// showSheetFault shows the error of a question of the dialog, unless another question has stopped it.
function showSheetFault(error) {
  if (!(error instanceof Stopped && job)) {
    tellSheet(error instanceof Stopped ? "Stopped." : capitalized(error.message));
  }
}

function showSheetButtons() {
  const family = at("sheet-family").value;
  at("sheet-piece").parentElement.hidden = !allows(family, "piece");
  at("sheet-stars").parentElement.hidden = !allows(family, "stars");
  document.querySelectorAll("#sheet-acts button:not(#sheet-others)").forEach((b) => allow(b, sheet ? "" : "There is no worksheet yet."));
}

// openSheet opens the dialog: with the set in the frame, or the first time with the choices for a new puzzle.
function openSheet() {
  const choose = (fields) => Object.entries(fields).forEach(([name, value]) => { at("sheet-" + name).value = value; });
  if (playedSet !== seenSet && playedSet) {
    seenSet = playedSet;
    const { puzzles, ...look } = playedSet, [{ family = defaultFamily, n, piece = "", stars = 1 }] = puzzles, count = puzzles.length;
    const difficulty = [...sheetGrades, "mixed"].find((choice) => puzzles.every((p, i) => (p.difficulty ?? "") === gradeAt(choice, i, count))) ?? "";
    choose({ ...look, number: count, family, n, piece, stars, difficulty });
    const keys = upTo(count).map((i) => JSON.stringify(kindAt(i, count)));
    keys.forEach((key) => drawn.set(key, puzzles.filter((_, i) => keys[i] === key)));
  } else if (!sheet) {
    const lang = document.documentElement.lang;
    choose({ ...Object.fromEntries(["family", "n", "piece", "stars", "difficulty"].map((name) => [name, at("puzzle-" + name).value])), lang: oneOf(sheetLanguages, lang), symbol: oneOf(sheetSymbols, state.symbol) });
  }
  at("worksheet").append(at("working")); // the rest of the page is inert
  at("worksheet").showModal();
  changeSheet();
}

// playSet shows the page to play a set.
async function playSet(set) {
  const made = await report(work("Opening the puzzles", { ask: "sheet", puzzles: set.puzzles, flags: { ...lookOf(set), play: true } }));
  if (made) {
    earlier.push(...(puzzle && !playedSet ? [puzzle] : []));
    playedSet = { ...lookOf(set), puzzles: set.puzzles };
    fold(true);
    showFrameOf("play", made.page); // and followSet
  }
}

// followSet makes the puzzle of a set that the frame shows the puzzle of the page.
function followSet() {
  if (playedSet) {
    const all = [...at("play").contentDocument.querySelectorAll("#list button")], shown = all.findIndex((b) => b.getAttribute("aria-current") === "true");
    ({ seed: puzzleSeed = null, difficulty: puzzleDifficulty } = playedSet.puzzles[Math.max(shown, 0)]);
    puzzle = checked(playedSet.puzzles[Math.max(shown, 0)]);
    showMaker();
    keepState();
  }
}

// checkedSet returns a set in which every value is valid, or null if there are no puzzles or too many. The argument may
// come from a link or another untrusted source.
function checkedSet(raw) {
  const { puzzles, title, lang, symbol } = raw ?? {};
  if (!Array.isArray(puzzles) || puzzles.length === 0 || puzzles.length > mostPuzzles || !puzzles.every((p) => p && typeof p === "object")) {
    return null;
  }
  return { title: typeof title === "string" ? title.replace(/\p{C}/gu, "").slice(0, 100) : "", lang: oneOf(sheetLanguages, lang), symbol: oneOf(sheetSymbols, symbol),
    puzzles: puzzles.map((p) => ({ ...flagsOf(checked(p)), difficulty: oneOf(sheetGrades, p.difficulty) || undefined })) };
}

// copySet copies a link to a set, as copyHash does, and returns what a user must know about it.
async function copySet(b, set) {
  const hash = await hashOf({ ...lookOf(set), puzzles: set.puzzles.map(withoutSeed) }, "puzzles");
  if (hash.length > longestLink) {
    return "The set is too long for a link: choose fewer or smaller puzzles, or download the page to play.";
  }
  return await copyHash(b, hash) ? "This page is a file on this computer, so a link to it opens nowhere else. Copied instead: the puzzles as text, to paste into Link of another copy of this page." : "";
}

// listenToWorksheets installs the event handlers of the dialog.
function listenToWorksheets() {
  const dialog = at("worksheet"), listenTo = (id, act) => at(id).addEventListener("click", act), whenMade = (act) => async () => { await making; act(); }, nameOf = (what) => downloadName("html", [what, sheet.puzzles.length], checked(sheet.puzzles[0]));
  const saveSheet = (what, page) => save(nameOf(what), new Blob([page], { type: "text/html" })), printSheet = () => at("sheet-preview").contentWindow.print();
  ["family", "piece"].forEach((name) => at("sheet-" + name).append(...[...at("puzzle-" + name).options].map((o) => o.cloneNode(true))));
  at("sheet-form").addEventListener("submit", (e) => e.preventDefault());
  at("sheet-form").addEventListener("change", changeSheet);
  listenTo("sheets", openSheet);
  listenTo("sheet-close", () => dialog.close());
  listenTo("sheet-others", () => { drawn.clear(); changeSheet(); });
  listenTo("sheet-print", whenMade(printSheet));
  listenTo("sheet-save", whenMade(() => saveSheet("worksheet", sheet.page)));
  listenTo("sheet-page", whenMade(async () => {
    try {
      const { page } = await work("Making the page to play", { ask: "sheet", puzzles: sheet.puzzles, flags: { ...lookOf(sheet), paper: sheet.paper, play: true } });
      saveSheet("puzzles", page);
    } catch (error) {
      showSheetFault(error);
    }
  }));
  listenTo("sheet-play", whenMade(() => dialog.close("play")));
  listenTo("sheet-link", whenMade(async () => tellSheet(await copySet(at("sheet-link"), sheet))));
  listenTo("sheet-copy", () => copyText(at("sheet-copy"), at("sheet-command").textContent));
  at("play").addEventListener("load", () => {
    const place = at("play").contentDocument.getElementById("place"); // null before the first page
    if (place) {
      followSet();
      new MutationObserver(followSet).observe(place, { childList: true });
    }
  });
  new ResizeObserver(([{ contentRect: { width } }]) => at("sheet-frame").style.setProperty("--scale", Math.min(1, width / widthOfPaper))).observe(at("sheet-frame"));
  dialog.addEventListener("close", () => {
    stopWork();
    notify("");
    document.querySelector("main").after(at("working"));
    if (dialog.returnValue === "play") {
      forgetLink();
      playSet(sheet);
    }
    dialog.returnValue = "";
    openTab(state.tab); // makes a puzzle if the dialog has stopped it
  });
  dialog.addEventListener("keydown", (e) => {
    e.stopPropagation(); // the keys of the page
    if (e.key === "Escape") {
      e.preventDefault();
      (job ? acts.stop : () => dialog.close())();
    } else if (e.key === "p" && (e.ctrlKey || e.metaKey) && sheet) {
      e.preventDefault();
      whenMade(printSheet)();
    }
  });
}
