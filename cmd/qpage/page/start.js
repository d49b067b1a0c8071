
// The page as a whole: tabs, storage and events.

const stateKey = "queens page";
const tabs = ["workbench", "puzzles", "lesson", "exercises"];
const state = { tab: "workbench", language: "", symbol: "queen" }; // the language is "" unless the user chose it

const mostStored = 10; // changes that undo takes back after a reload, and earlier puzzles

// keepState stores the problem: in the tab, so that it survives a reload, and in the browser for the next tab.
function keepState() {
  const stored = ({ settings, own }, most) => ({ settings: flagsOf(settings), own: own?.text && own.text.length < most ? { name: own.request.name, text: own.text, board: !!own.board } : undefined });
  const text = JSON.stringify({ ...stored({ settings, own }, 1e6), past: past.slice(-mostStored).map((before) => stored(before, 1e5)), ...state,
    practice, exercise, puzzle: puzzle && flagsOf(puzzle), set: playedSet, wishes: wishFields().map(({ value }) => value), earlier: earlier.slice(-mostStored).map(flagsOf), theme: document.documentElement.dataset.theme });
  keep(stateKey, text);
  try {
    sessionStorage.setItem(stateKey, text);
  } catch {
    // The text is lost with the page, or another tab stores another one.
  }
}

// wishFields returns the fields of the form for a new puzzle.
const wishFields = () => [...at("wishes").querySelectorAll("input, select")];

// forgetLink removes the link to another problem from the address.
function forgetLink() {
  try {
    if (location.hash) { // browsers limit the number of calls
      history.replaceState(null, "", location.href.replace(/#.*/, ""));
    }
  } catch {
    // Some browsers forbid it for a page from a disk.
  }
}

// recallState returns what keepState has stored, or nothing. Another page may have changed it.
function recallState() {
  try {
    return JSON.parse(sessionStorage.getItem(stateKey) ?? kept(stateKey)) ?? {};
  } catch {
    return {};
  }
}

// recalled returns a problem that keepState has stored.
function recalled(raw) {
  const { name, text, board } = raw?.own ?? {};
  return { settings: checked(raw?.settings), own: typeof name === "string" && typeof text === "string" ? { request: { ask: "open", name, text }, text, board: board === true } : null };
}

// openTab shows a tab, and what it needs.
function openTab(name) {
  state.tab = tabs.includes(name) ? name : tabs[0];
  for (const tab of tabs) {
    const chosen = tab === state.tab, b = at("tab-" + tab);
    at(tab).hidden = !chosen;
    b.setAttribute("aria-selected", String(chosen));
    b.tabIndex = chosen ? 0 : -1;
  }
  if (state.tab === "lesson") {
    showLesson();
  }
  if (state.tab === "exercises") {
    showExercise(exercise);
  }
  if (state.tab === "puzzles" && at("play").hidden && !job) {
    if (playedSet) {
      playSet(playedSet);
    } else if (puzzle) {
      playPuzzle(puzzle);
    } else {
      makePuzzle(wishes());
    }
  }
}

const acts = {
  solve: () => question("solve"), count: () => question("count"), all: () => question("all"), sample: () => question("sample"),
  steps: explainStep, whynot: whyNot, backbone: () => question("backbone"), each: () => question("each"),
  "count-optima": countOptima,
  fewest: () => question("solve", "minimum"), most: () => question("solve", "maximum"),
  previous: () => showFrame(current - 1), next: () => showFrame(current + 1),
  undo,
  clear: () => change({ place: [], block: [] }),
  "play-board": () => openShared(settings, "puzzles"), rate, repair: makeUnique,
  "copy-rows": () => copyText(at("copy-rows"), settings.regions), "copy-elsewhere": () => copyElsewhere("copy-elsewhere", settings),
  ...Object.fromEntries(Object.entries(tools).map(([name, id]) => [id, () => { if (!at(id).hidden) { tool = name; showProblem(); } }])),
  copy: () => copyText(at("copy"), at("pipeline").textContent), share,
  stop: () => { if (job) { stopWork(); notify("Stopped."); } },
};

const useOnSquare = (what) => (e) => { if (e.target.matches(".square")) { toggle(what, Number(e.target.dataset.square)); } };
const keys = [
  [arrows, null, "move"], ["Space", null, "uses the tool"], ["Q", useOnSquare("queen"), "queen"], ["X", useOnSquare("block"), "block"],
  ["1", "queen-tool", "tool Queen"], ["2", "block-tool", "tool Block"], ["3", "paint-tool", "tool Region"], ["U Ctrl+Z", "undo"],
  ["S", "solve"], ["C", "count"], ["A", "all"], ["M", "sample"], ["N", "steps"], ["W", "whynot"], ["F", "fewest"], ["G", "most"],
  [",", "previous", "previous board"], [".", "next", "next board"], ["D", "theme", "dark or light"], ["Escape", acts.stop, "stop"],
];
let pressKey; // the handler of keys of this page

function listenToPage() {
  listenToRefusals((text, b) => (b?.closest("dialog") ? tellSheet : notify)(text));
  pressKey = listen(acts, (square) => {
    if (tool === "paint") {
      use("paint", [square], true);
      pointAt(square);
    } else {
      toggle(tool, square);
    }
  }, keys);
  document.addEventListener("keydown", pressKeyInFrame);
  document.addEventListener("change", correct, true);
  document.addEventListener("change", () => { if (corrected) { notify(corrected); } }); // after the handlers of the field
  new MutationObserver(() => { paintFrames(); keepState(); }).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintFrames);
  tabs.forEach((tab, i) => {
    at("tab-" + tab).addEventListener("click", () => { notify(""); openTab(tab); keepState(); });
    at("tab-" + tab).addEventListener("keydown", (e) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (step) {
        const to = at("tab-" + tabs.at((i + step) % tabs.length));
        to.click();
        to.focus();
      }
    });
  });
  document.querySelectorAll("#files [data-draw]").forEach((b) => b.addEventListener("click", () => saveDrawn(b.dataset.draw)));
  addEventListener("hashchange", () => { if (location.hash.length > 1) { openHash(location.hash.slice(1)); } });
}

// begin starts the page in its language.
async function begin() {
  const stored = recallState();
  state.language = typeof stored.language === "string" ? stored.language : "";
  state.symbol = stored.symbol === "star" ? "star" : "queen";
  await useLanguage();
  start(stored);
  translate();
  document.body.classList.add("ready");
}

// start shows the stored problem, or that of the link, before the module of the page has been read.
function start(stored) {
  const shown = recalled(stored), list = (raw) => Array.isArray(raw) ? raw.slice(-mostStored) : [];
  if (["light", "dark"].includes(stored.theme)) {
    document.documentElement.dataset.theme = stored.theme;
  }
  ["samples", "seed"].forEach((id) => { at(id).value = id === "seed" ? 0 : 1; });
  at("puzzle-n").value = 8;
  at("puzzle-stars").value = 1;
  listenToProblem();
  listenToFormula();
  listenToPuzzles();
  listenToWorksheets();
  listenToExercises();
  listenToPage();
  listenToLanguage();
  settings = shown.settings;
  past.push(...list(stored.past).map(recalled));
  earlier.push(...list(stored.earlier).map(checked));
  puzzle = stored.puzzle ? checked(stored.puzzle) : null;
  playedSet = checkedSet(stored.set);
  recallPractice(stored);
  showProblem();
  clearAnswer();
  list(stored.wishes).forEach((value, i) => {
    const field = wishFields()[i], before = field?.value;
    if (field && typeof value === "string") {
      field.value = value;
      field.value = field.value === value && field.validity.valid ? value : before;
    }
  });
  showMaker();
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", () => engine.load());
  } else {
    engine.load();
  }
  if (shown.own) {
    reopen(shown.own);
  } else {
    followBoard();
  }
  openTab(location.hash.length > 1 ? tabs[0] : stored.tab);
  if (location.hash.length > 1) {
    openHash(location.hash.slice(1));
  }
  keepState(); // so that a reload does not read the problem of another tab
}
