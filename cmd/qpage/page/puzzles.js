
// The tabs with whole pages of qshow: puzzles to play, and the lesson about the formula.

let puzzle = null;    // the settings of the puzzle in the frame, or null before the first one
const earlier = [];   // the settings of puzzles before it
let lessonOf = null;  // the request of the formula that the lesson is about

let puzzleSeed = null; // the seed that made it, or null if it is not known
let puzzleDifficulty;  // such as "easy", if it is known

// wishes returns the settings of the form.
function wishes() {
  const family = at("puzzle-family").value, n = Number(at("puzzle-n").value) || 8, stars = allows(family, "stars") && Number(at("puzzle-stars").value) || 1;
  const piece = allows(family, "piece") ? at("puzzle-piece").value : "", queens = usualOf({ family, piece, n });
  return flagsOf({ family, n, piece, queens, stars, difficulty: at("puzzle-difficulty").value });
}

// daily has the size and the difficulty of the puzzle of the day, from Sunday on.
const daily = [[10, "hard"], [8, "easy"], [9, "easy"], [8, "medium"], [9, "medium"], [10, "medium"], [9, "hard"]];

// puzzleOfDay returns the settings of the puzzle of a local date. The seed is the date, such as 20261130.
function puzzleOfDay(date) {
  const [n, difficulty] = daily[date.getDay()];
  return { family: "regions", n, difficulty, seed: date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate() };
}

// makePuzzle makes a puzzle with one solution. With a seed, it tries a few more, the same everywhere.
async function makePuzzle(wanted) {
  forgetLink();
  await seek("Making a puzzle", { ask: "puzzle", settings: wanted }, (made) => showPuzzle(checked(made.settings), made, made.seed), wanted.seed ? 5 : 1);
}

// seek asks for a puzzle, and calls done with the reply. If the module found none within its limits, a notice offers to
// try on: with one seed after the other, until there is a puzzle or a user presses Stop.
async function seek(doing, request, done, most = 1) {
  try {
    notify("");
    done(await work(doing, (ask) => askWithSeeds(ask, request, most)));
  } catch (error) {
    if (foundNone(error)) {
      notify(`${capitalized(error.message)}. `, button("wide", () => seek(doing, request, done, Infinity), "Try on"));
    } else if (!(error instanceof Stopped)) {
      notify(capitalized(error.message));
    }
  }
}

const foundNone = (error) => / try again/.test(error.message);

// askWithSeeds asks for a puzzle from the seed of the request or a random one, and from others if the module found none, up to a number of seeds.
async function askWithSeeds(ask, request, most) {
  for (let tries = 1; ; tries++) {
    const { seed: first } = request.settings, seed = first === undefined ? Math.floor(Math.random() * 1e5) : first + 1e8 * (tries - 1);
    try {
      return { seed, ...await ask({ ...request, settings: { ...request.settings, seed } }) };
    } catch (error) {
      if (tries === most || !foundNone(error)) {
        throw error;
      }
      at("doing").textContent = `Attempt ${tries + 1}`;
    }
  }
}

// playPuzzle shows the page to play a puzzle with given settings.
async function playPuzzle(chosen) {
  const made = await report(work("Opening the puzzle", { ask: "play", settings: flagsOf(chosen) }));
  if (made) {
    showPuzzle(chosen, made);
    notify(made.note ? `This puzzle is played without steps, because ${made.note}.` : "");
  }
}

// showPuzzle shows a puzzle, with its page and difficulty, and folds the form on a phone.
function showPuzzle(chosen, { page, difficulty }, seed = null) {
  const same = (other) => JSON.stringify(other) === JSON.stringify(chosen);
  if (same(earlier.at(-1))) {
    earlier.pop();
  } else if (puzzle && !same(puzzle)) {
    earlier.push(puzzle);
  }
  puzzleSeed = seed ?? (same(puzzle) ? puzzleSeed : null);
  puzzle = chosen;
  playedSet = null;
  puzzleDifficulty = difficulty;
  fold(true);
  showFrameOf("play", page);
  showMaker();
  keepState();
}

// fold hides the form but for two buttons, in a narrow window, or shows it.
function fold(on) {
  document.querySelector(".maker").classList.toggle("folded", on);
  at("unfold").setAttribute("aria-expanded", String(!on));
}

// showFrameOf shows a page in a frame, in the colours of this page.
function showFrameOf(id, page) {
  at(id).srcdoc = page;
  at(id).hidden = false;
}

// pressKeyInFrame passes a key that this page does not use on to the page in the frame that is shown.
function pressKeyInFrame(e) {
  const frame = { puzzles: "play", lesson: "lesson-page" }[state.tab], { key, ctrlKey, metaKey } = e;
  if (frame && key.length === 1 && !e.defaultPrevented && !e.target.matches("input, select")) {
    at(frame).contentDocument?.body.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, metaKey, bubbles: true }));
  }
}

// paintFrames gives the pages in frames the theme of this page, in the place of their own button.
function paintFrames() {
  for (const { contentDocument: page } of ["play", "lesson-page"].map(at)) {
    page?.getElementById("theme")?.setAttribute("hidden", "");
    page?.body?.classList.add("framed");
    page?.documentElement.setAttribute("data-theme", isDark() ? "dark" : "light");
  }
}

function showMaker() {
  at("puzzle-starred").hidden = !allows(at("puzzle-family").value, "stars");
  at("puzzle-pieces").hidden = !allows(at("puzzle-family").value, "piece");
  at("earlier").hidden = earlier.length === 0;
  at("puzzle-elsewhere").hidden = !puzzle?.regions;
  document.querySelectorAll(".maker .more button:not(#follow)").forEach((e) => allow(e, puzzle ? "" : "There is no puzzle yet: press New puzzle."));
}

// showLesson makes the lesson about the current formula, unless it is shown already.
async function showLesson() {
  if (lessonOf === asking && !at("lesson-page").hidden) {
    return;
  }
  const mine = asking;
  try {
    const made = await work("Writing the lesson", { ask: "lesson" });
    lessonOf = mine;
    showFrameOf("lesson-page", made.page);
    at("no-lesson").hidden = true;
  } catch (error) {
    at("lesson-page").hidden = true;
    at("no-lesson").hidden = error instanceof Stopped;
    at("lesson-fault").textContent = `The lesson is about the formula of the workbench, but ${error.message.replace(/^the formula: /, "")}.`;
  }
}

// openLink opens a link of this page or of puzz.link, or the regions of a board in a text. The module tells them apart.
async function openLink(link) {
  const hash = /^[^#]*#(.*)$/s.exec(link)?.[1];
  if (hash && !/^(https?:\/\/)?puzz\.link\//.test(link)) {
    await openHash(hash);
    return;
  }
  const reply = await report(work("Opening the link", { ask: "open", text: link, name: "the link" }));
  if (reply) {
    openBoard(reply, state.tab);
  }
}

// isBoard reports whether the module has made a problem from the text that it has opened: from regions or a link.
const isBoard = (reply) => reply.settings !== undefined && reply.command !== undefined;

// openBoard opens the problem that the module has made from a text. If this page does not show it, it returns to the
// problem before.
function openBoard({ settings: found }, tab) {
  const shown = isShown(found);
  if (shown) {
    openShared(checked(found), tab);
  }
  if (!shown || tab === "puzzles") { // the module has made it its formula
    (own ? reopen : followBoard)(own);
  }
  if (!shown) {
    notify("This page has boards with at most 26 rows, 26 regions and 5 stars.");
  }
}

// openShared opens settings in a tab.
function openShared(next, tab) {
  if (tab === "puzzles") {
    playPuzzle(next);
    openTab("puzzles"); // makes no puzzle, because a question runs
  } else {
    remember();
    setProblem(next);
    openTab(tab);
  }
}

// openHash opens the problem in the part of an address after #.
async function openHash(hash) {
  try {
    const { tab, text, ...raw } = JSON.parse(await textOf(hash));
    if (typeof text === "string") {
      remember();
      clearAnswer();
      reopen({ request: { ask: "open", name: "formula.cnf", text }, text, board: true });
      openTab("workbench");
    } else if (raw.puzzles) {
      const set = checkedSet(raw);
      if (!set) {
        throw new Error("no puzzles");
      }
      playSet(set);
      openTab("puzzles"); // makes no puzzle, because a question runs
    } else {
      openShared(checked(raw), tab);
    }
  } catch {
    const text = unescaped(hash);
    if (/[\/,[?]/.test(text)) { // none of these is in the JSON of hashOf
      await openLink(text);
    } else {
      notify("This link contains no problem.");
    }
  }
}

// unescaped returns a text in which %20 and the like are characters.
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// hashOf returns the part after # of a link to settings, or to the text of a formula: JSON, compressed.
async function hashOf(all, tab) {
  const stream = new Blob([JSON.stringify({ ...(all.text === undefined ? flagsOf(all) : all), tab })]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const longestLink = 8000; // characters after #

// textOf returns the text of hashOf. A link may come from anywhere, so it reads 64 kB at most.
async function textOf(hash) {
  const bytes = Uint8Array.from(atob(hash.slice(0, longestLink).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), 65536));
}

// copyText copies a text and says so on the button that was pressed.
async function copyText(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // without a permission, or in a page from a disk
    const field = element("textarea", "artwork", text);
    (button.closest("dialog") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const before = button.dataset.text ??= button.textContent;
  button.textContent = "Copied";
  clearTimeout(button.dataset.timer);
  button.dataset.timer = setTimeout(() => { button.textContent = before; }, 1500);
}

// copyHash copies a link with a part after #, as copyText does. The address of a page from a disk helps nobody else, so
// it then copies this part alone, and returns true.
async function copyHash(button, hash) {
  const isFile = location.protocol === "file:";
  await copyText(button, (isFile ? "" : location.href.replace(/#.*/, "")) + "#" + hash);
  return isFile;
}

// copyElsewhere copies the link to a puzzle on puzz.link, and says so on a button.
async function copyElsewhere(id, shared) {
  const reply = await report(engine.ask({ ask: "link", settings: flagsOf(shared) }));
  if (reply) {
    copyText(at(id), reply.link);
  }
}

// isOfBoard reports whether the formula has the clauses of the board, also if it comes from a file.
async function isOfBoard() {
  if (!own?.board) {
    return !own;
  }
  const clauses = (text) => text.replace(/^c.*\n/gm, ""), reply = await engine.ask({ ask: "draw", format: "cnf", settings: problemFlags() });
  return clauses(reply.text) === clauses(own.text || new TextDecoder().decode(own.request.bytes));
}

// share copies a link to the puzzle, the set or the problem by copyHash, and puts a link to a puzzle or problem into
// the address. In a page from a disk, it offers a link to puzz.link if there is one.
async function share() {
  notify("");
  if (state.tab === "puzzles" && playedSet) {
    notify(await copySet(at("share"), playedSet));
    return;
  }
  const formulaAlone = !(state.tab === "puzzles" && puzzle) && !await isOfBoard().catch(() => false), text = wholeText();
  const shared = formulaAlone ? { text } : state.tab === "puzzles" && puzzle || settings, hash = await hashOf(shared, state.tab);
  if (formulaAlone && (at("formula").readOnly || hash.length > longestLink || text.length > 65000)) {
    notify("The formula is too long for a link: download it.");
    return;
  }
  try {
    history.replaceState(null, "", "#" + hash);
  } catch {
    // Some browsers forbid it for a page from a disk.
  }
  if (await copyHash(at("share"), hash)) {
    notify(`This page is a file on this computer, so a link to it opens nowhere else. Copied instead: the ${formulaAlone ? "formula" : "puzzle"} as text, to paste into Link or Formula of another copy of this page.`);
    const elsewhere = shared.family === "regions" && await engine.ask({ ask: "link", settings: flagsOf(shared) }).catch(() => undefined);
    if (elsewhere) {
      const b = button("wide", () => copyText(b, elsewhere.link), "Copy a link to puzz.link");
      at("notice").append(" ", b);
    }
  }
}

// listenToPuzzles installs the event handlers of the tabs with frames.
function listenToPuzzles() {
  const made = Object.entries(families).filter(([, { rule, leaps }]) => rule === "divided" || rule === "peaceful" && !leaps);
  at("puzzle-family").append(...made.reverse().map(([name, { label }]) => new Option(label, name)));
  document.querySelector(".maker").addEventListener("submit", (e) => { e.preventDefault(); makePuzzle(wishes()); });
  at("wishes").addEventListener("change", () => { showMaker(); keepState(); });
  const listenTo = (id, act) => at(id).addEventListener("click", act);
  listenTo("puzzle-elsewhere", () => copyElsewhere("puzzle-elsewhere", puzzle));
  listenTo("unfold", () => fold(at("unfold").getAttribute("aria-expanded") === "true"));
  listenTo("daily", () => makePuzzle(puzzleOfDay(new Date())));
  listenTo("earlier", () => { forgetLink(); playPuzzle(earlier.at(-1)); });
  listenTo("small-lesson", () => { remember(); setProblem(checked({ n: 4 })); showLesson(); });
  listenTo("print", () => at("play").contentWindow.print());
  listenTo("to-workbench", () => { at("back-to-game").hidden = false; openShared(puzzle, "workbench"); });
  listenTo("back-to-game", () => openTab("puzzles")); // the frame still has the game
  at("link").addEventListener("paste", (e) => { // the field would join the lines
    const text = e.clipboardData.getData("text").trim();
    if (text.includes("\n")) {
      e.preventDefault();
      at("link").value = text.replace(/\s*\n\s*/g, text.includes("[") ? " " : "/");
    }
  });
  listenTo("follow", () => openLink(at("link").value.trim()));
  at("link").addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); openLink(at("link").value.trim()); } });
  document.querySelectorAll(".maker [data-draw]").forEach((b) => b.addEventListener("click", () => saveDrawn(b.dataset.draw, boardOf(puzzleOf(puzzle)), {}, puzzle)));
  ["play", "lesson-page"].forEach((id) => at(id).addEventListener("load", () => {
    at(id).contentDocument.addEventListener("keydown", pressKey);
    paintFrames();
  }));
}
