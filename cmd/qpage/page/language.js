
// The language of the page, and the symbol that stands for a piece.

let table = []; // the rows of PageTable of package words, or none before they are needed

// readTable reads the table, which the page holds as compressed text.
async function readTable() {
  table = new TextDecoder().decode(await inflated(at("tables"))).trimEnd().split("\n").map((line) => line.split("\t"));
}

// languageOf returns the language of the page: the choice of the user, or that of qpage, or else of the browser.
function languageOf(chosen) {
  const known = [...at("language").options].map(({ value }) => value), all = [chosen, at("tables").dataset.lang, ...navigator.languages.map((code) => code.slice(0, 2))];
  return all.find((code) => known.includes(code)) ?? known[0];
}

// variants returns the texts without and with each group of optional letters, which is between ‹ and ›.
function variants(text) {
  const [, before, option, after] = /^([^‹]*)‹([^›]*)›(.*)$/.exec(text) ?? [];
  return option === undefined ? [text] : [before + after, before + option + after].flatMap(variants);
}

// rowsOf returns the rows of a language for speak, about queens or about stars.
function rowsOf(language, stars) {
  const column = table[0].indexOf(language), others = table[0].length - 1;
  const asStars = (text) => text.replaceAll("queen", "star").replaceAll("Queen", "Star").replace(/[#=]\}/g, "}");
  return column === 0 && !stars ? [] : table.slice(1).flatMap((row) => variants(row[0]).map((text) => [text, column === 0 ? asStars(text) : stars && row[column + others] || row[column]]));
}

// useLanguage makes this page speak the language and show the symbol of the state.
async function useLanguage() {
  const language = languageOf(state.language), { symbol } = state, { body, detail } = symbols[symbol];
  if (table.length === 0 && (language !== "en" || symbol !== "queen")) {
    await readTable();
  }
  document.documentElement.lang = at("language").value = language;
  document.documentElement.dataset.symbol = symbol;
  document.querySelectorAll(".symbol").forEach((e) => { e.value = symbol; });
  at("queen").querySelector(".body").setAttribute("d", body);
  at("queen").querySelector(".detail").setAttribute("d", detail);
  speak(table.length > 0 ? rowsOf(language, symbol === "star") : [], true);
}

// changeLanguage shows the page, and the pages in frames, with another language or symbol.
async function changeLanguage(part) {
  Object.assign(state, part);
  await useLanguage();
  translate();
  showProblem();
  showFrame(current);
  showPipeline();
  ["play", "lesson-page"].forEach((id) => { at(id).hidden = true; }); // so that openTab makes them again
  openTab(state.tab);
  keepState();
}

function translate() {
  translatePage();
  document.title = translated("Queens");
}

function listenToLanguage() {
  at("language").addEventListener("change", () => changeLanguage({ language: at("language").value }));
  document.querySelectorAll(".symbol").forEach((e) => e.addEventListener("change", () => changeLanguage({ symbol: e.value })));
}
