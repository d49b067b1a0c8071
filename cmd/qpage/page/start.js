
// The page as a whole: tabs, storage and events.

const stateKey = "queens page";
const tabs = ["workbench", "puzzles", "lesson"];
const state = { tab: "workbench" };

// keepState stores the problem in the browser, so that it survives a reload.
function keepState() {
  const text = own && own.text && own.text.length < 1e6 ? { name: own.request.name, text: own.text } : undefined;
  keep(stateKey, JSON.stringify({ tab: state.tab, settings: flagsOf(settings), puzzle: puzzle && flagsOf(puzzle), own: text, theme: document.documentElement.dataset.theme }));
}

// forgetLink removes the link to another problem from the address.
function forgetLink() {
  try {
    history.replaceState(null, "", location.href.replace(/#.*/, ""));
  } catch {
    // Some browsers forbid it for a page from a disk.
  }
}

// recallState returns what keepState has stored, or nothing.
function recallState() {
  try {
    return JSON.parse(kept(stateKey)) ?? {};
  } catch {
    return {};
  }
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
  if (state.tab === "puzzles" && !puzzle && !job) {
    makePuzzle();
  }
}

const inWorkbench = (id, act) => (e) => {
  if (state.tab === "workbench" && !at(id).disabled) { // a key may belong to a disabled button
    act(e);
  }
};

const acts = {
  solve: () => question("solve"), count: () => question("count"), all: () => question("all"), sample: () => question("sample"),
  steps: explainStep, whynot: whyNot, backbone: () => question("backbone"), each: () => question("each"),
  fewest: () => question("solve", "minimum"), most: () => question("solve", "maximum"),
  previous: () => showFrame(current - 1), next: () => showFrame(current + 1),
  undo,
  clear: () => change({ place: [], block: [] }),
  ...Object.fromEntries(Object.entries(tools).map(([name, id]) => [id, () => { if (!at(id).hidden) { tool = name; showProblem(); } }])),
  copy: () => copyText("copy", at("pipeline").textContent),
};

function listenToPage() {
  const onSquare = (what) => (e) => { if (e.target.matches(".square")) { toggle(what, Number(e.target.dataset.square)); } };
  const keys = { q: onSquare("queen"), x: onSquare("block") };
  const all = Object.fromEntries(Object.entries(acts).map(([id, act]) => [id, inWorkbench(id, act)]));
  listen({ ...all, share, stop: () => { if (job) { stopWork(); notify("Stopped."); } } }, (square) => {
    if (tool === "paint") {
      use("paint", [square], true);
      pointAt(square);
    } else {
      toggle(tool, square);
    }
  }, keys);
  new MutationObserver(() => { paintFrames(); keepState(); }).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintFrames);
  tabs.forEach((tab, i) => {
    at("tab-" + tab).addEventListener("click", () => { openTab(tab); keepState(); });
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

// start shows the stored problem, or that of the link, before the module of the page has been read.
function start() {
  const stored = recallState();
  if (["light", "dark"].includes(stored.theme)) {
    document.documentElement.dataset.theme = stored.theme;
  }
  ["samples", "seed"].forEach((id) => { at(id).value = id === "seed" ? 0 : 1; });
  at("puzzle-n").value = 8;
  at("puzzle-stars").value = 1;
  listenToProblem();
  listenToFormula();
  listenToPuzzles();
  listenToPage();
  settings = checked(stored.settings);
  showProblem();
  clearAnswer();
  showMaker();
  document.addEventListener("DOMContentLoaded", () => engine.load());
  if (location.hash.length > 1) {
    openTab("workbench");
    followBoard();
    openHash(location.hash.slice(1));
    return;
  }
  const { name, text } = stored.own ?? {};
  if (typeof name === "string" && typeof text === "string") {
    reopen({ request: { ask: "open", name, text }, text });
  } else {
    followBoard();
  }
  if (stored.puzzle) {
    puzzle = checked(stored.puzzle);
    playPuzzle(puzzle);
  }
  openTab(stored.tab);
}
