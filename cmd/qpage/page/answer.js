
// The answer: questions about the formula, their boards and texts, and the same in a shell.

const longestOutput = 2000; // lines
const longestModel = 500;   // variables in a table
const doing = { solve: "Solving", count: "Counting", all: "Listing all solutions", sample: "Drawing solutions", backbone: "Finding the backbone", each: "Counting", mus: "Finding a conflict" };

let aim = "";     // the flag of the optimum that the formula asks for, or ""
let headline = ""; // of the answer, in English
let answered = ""; // the commands after the formula, or "" if no command gives the answer
let frames = [];  // boards and steps of the answer: board, text, look, found, crosses; or models: lists of literals
let current = 0;  // index of the frame that is shown

// flagsOfQuestion returns the flags of qsat for a question.
function flagsOfQuestion(question) {
  const wanted = { sample: { sample: Number(at("samples").value) || 1, seed: Number(at("seed").value) || 0 }, each: { count: true, each: true }, solve: {} }[question] ?? { [question]: true };
  const assumed = at("assume").value.trim(), named = own && !own.board && !["count", "mus"].includes(question) && formula.given.size > 0;
  return { ...wanted, ...(named && { names: true }), ...(assumed && { assume: assumed }), ...(at("stats").checked && { stats: true }) };
}

// question asks about the formula, and shows the answer. It first writes the formula of another optimum.
async function question(name, optimum = "") {
  if (aim !== optimum && !own) {
    aim = optimum;
    clearAnswer();
    stopWork();
    followBoard();
  }
  const mine = asking, assumed = at("assume").value.trim(), proof = at("proof").checked && ["solve", "count"].includes(name);
  const reply = await report(work(doing[name], { ask: "question", question: name, flags: flagsOfQuestion(name), proof }));
  if (reply && mine === asking) {
    showAnswer({ ...reply, headline: (assumed && `Assuming ${assumed}: `) + headlineOf(name, reply), optimal: name === "solve" && costOf(reply.output) !== undefined });
  }
}

// countOptima asks for the number of optima, and adds it to the headline of the optimum that is shown.
async function countOptima() {
  const mine = asking, reply = await report(work(doing.count, { ask: "question", question: "count", flags: flagsOfQuestion("count") }));
  if (reply && mine === asking && !at("count-optima").hidden) {
    at("headline").textContent = `${headline.slice(0, -1)}; ${headlineOf("count", reply).replace(/^.*; /, "")}`;
    at("count-optima").hidden = true;
    answered = reply.command;
    showPipeline();
  }
}

// costOf returns the cost of the optimum in the output of qsat, or undefined.
const costOf = (output) => /^s OPTIMUM/m.test(output) ? [...output.matchAll(/^o (-?\d+)/gm)].at(-1)?.[1] : undefined;

const countIn = (output) => /^c s exact \w+ \w+ (\S+)/m.exec(output)?.[1];
const grouped = (digits) => /^\d+$/.test(digits) ? BigInt(digits).toLocaleString("en") : digits;

// headlineOf returns the answer in words.
function headlineOf(name, { output = "", boards = [] }) {
  const count = countIn(output), cost = costOf(output), boardless = own && !own.board;
  const what = (cost !== undefined && name !== "solve" ? "optimal " : "") + (boardless ? "model" : "solution");
  const optimum = boardless && cost !== undefined ? `Optimum: cost ${cost}` : "", start = optimum && `${optimum}; `;
  const models = boards.length || (output.match(/^v (.* )?0$/gm) ?? []).length;
  return /^c s type p?wmc/m.test(output) ? `Weighted count: ${count}.` :
    count !== undefined ? `${start}${grouped(count)} ${what}${count === "1" ? "" : "s"}.` :
    /^s UNSATISFIABLE/m.test(output) ? `No ${what}.` :
    name === "all" ? `${start}${plural(models, what)}.` :
    name === "sample" ? `${start}${plural(models, what)} drawn at random.` :
    cost !== undefined ? optimum ? `${optimum}.` : `The ${families[settings.family].aim === "minimum" ? "fewest" : "most"}: ${sizeOf(boards[0])}.` :
    name === "backbone" ? /^b -?[1-9]/m.test(output) ? `Literals that are true in every ${what}:` : `No literal is true in every ${what}.` :
    name === "mus" && /^s SATISFIABLE/m.test(output) ? `There is a ${what}: press Solve.` :
    name === "mus" ? "These clauses have no model together:" :
    /^s SATISFIABLE/m.test(output) ? `A ${what}${/^c true (.*)/m.test(output) ? ` in which these are true: ${/^c true (.*)/m.exec(output)[1]}` : ":"}` : "No answer.";
}

// sizeOf returns how many pieces a board has.
function sizeOf(pieces) {
  const layers = new Set(pieces.map((v) => Math.floor((v - 1) / areaOf(settings)))).size, { rule } = families[settings.family];
  return rule === "coloured" ? plural(layers, "colour") : named(rule === "opposed" ? `${plural(pieces.length / 2, "queen")} in each army` : plural(pieces.length, "queen"), puzzleOf(settings));
}

const checkedHeadline = ({ output = "", messages }) => /^s VERIFIED/m.test(output) ? "The proof is correct." :
  /^s NOT VERIFIED/m.test(output) ? "The proof is not correct." : lastLine(output || messages || "The proof was not checked.");

// report shows the error of a promise as a notice, and returns undefined then.
async function report(promise) {
  try {
    notify(corrected);
    corrected = "";
    return await promise;
  } catch (error) {
    if (!(error instanceof Stopped)) {
      notify(error.message);
    }
    return undefined;
  }
}

function notify(...content) {
  refusal = "";
  at("notice").replaceChildren(...content);
}

let corrected = ""; // says how a field of the next question was corrected

// correct puts the nearest number into a field whose number is not in its range.
function correct({ target: e }) {
  corrected = "";
  if (e.matches('[type="number"]') && !e.validity.valid) {
    const least = Number(e.min), most = e.max === "" ? Infinity : Number(e.max), found = e.value === "" ? "no number" : e.value;
    e.value = found === "no number" ? "" : Math.min(Math.max(Math.round(Number(found)), least), most);
    corrected = `${e.labels[0].textContent.trim()}: expected a whole number${e.max === "" ? "" : ` from ${least} to ${most}`}, found ${found}.`;
  }
}

// showAnswer shows a reply: its headline, its boards or steps, the text of the program, and its files.
function showAnswer(reply) {
  const puzzle = own && !own.board ? undefined : { ...puzzleOf(settings), attacks: false, letters: false, colours: formula.colours };
  answered = (reply.command ?? "") + (reply.boards?.length > 0 ? " | qshow" : "");
  frames = reply.frames ?? (puzzle ? (reply.boards ?? []).map((pieces) => ({ board: boardWith(puzzle, pieces) })) : modelsOf(reply.output ?? ""));
  at("count-optima").hidden = !reply.optimal;
  at("headline").textContent = headline = reply.headline;
  document.querySelector(".answer").classList.remove("quiet");
  at("time").textContent = reply.seconds === undefined ? "" : `${reply.seconds < 10 ? reply.seconds.toFixed(2) : reply.seconds.toFixed(0)} s`;
  showOutput(reply.output ?? "");
  showFiles(reply.files ?? []);
  showFrame(0);
  showPipeline();
  if (innerWidth < 768) { // the answer may be below the window
    document.querySelector(".title.result").scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }
}

function boardWith(puzzle, pieces) {
  const squares = areaOf(puzzle), all = pieces.map((v) => v - 1);
  return { puzzle, queens: all.map((v) => v % squares), layers: all.map((v) => Math.floor(v / squares)), crosses: new Set() };
}

function showOutput(output) {
  const lines = output.split("\n", longestOutput + 1);
  at("printed").hidden = output === "";
  at("output").textContent = lines.length > longestOutput ? lines.slice(0, longestOutput).join("\n") + "\n… The text is longer: run the commands below in a shell." : output;
  at("printed").open = frames.length === 0 || innerWidth > 1100;
}

// showFrame shows a board or a step of the answer.
function showFrame(index) {
  current = Math.min(Math.max(index, 0), Math.max(frames.length - 1, 0));
  const frame = frames[current];
  at("pager").hidden = frames.length < 2;
  at("result").hidden = !frame;
  at("reason").hidden = !frame?.text;
  at("reason").textContent = frame?.text ? byPlace(frame.text, frame.board.puzzle) : "";
  if (!frame) {
    at("result").replaceChildren();
    return;
  }
  at("place").textContent = `${(current + 1).toLocaleString("en")} of ${frames.length.toLocaleString("en")}`;
  allow("previous", current > 0 ? "" : "This is the first board.");
  allow("next", current < frames.length - 1 ? "" : "This is the last board.");
  at("result").replaceChildren(frame.model ? modelTable(frame.model) : drawFrame(frame));
}

// modelsOf returns a frame for each model in the output of qsat.
const modelsOf = (output) => [...output.matchAll(/^v (.*)/gm)].map(([, text]) => ` ${text}`).join("").split(/ 0(?= |$)/).slice(0, -1).map((model) => ({ model }));

// modelTable returns a table of the variables of a model, with their names if the formula has any.
function modelTable(model) {
  const lits = model.split(" ").filter((word) => word).map(Number), nameOf = (lit) => formula.given.get(Math.abs(lit)) ?? formula.names.get(Math.abs(lit)) ?? "";
  const named = lits.some(nameOf), row = (kind, ...cells) => element("tr", "", ...cells.filter((_, i) => i !== 1 || named).map((text) => element(kind, "", text)));
  const nameCell = (lit) => Object.assign(element("span", "", nameOf(lit)), { translate: false });
  const body = lits.slice(0, longestModel).map((lit) => row("td", Math.abs(lit), nameCell(lit), element(lit > 0 ? "b" : "i", "", lit > 0 ? "true" : "false")));
  const table = element("table", "", element("thead", "", row("th", "Variable", "Called", "Value")), element("tbody", "", ...body));
  const box = element("div", "model", table, ...(lits.length > longestModel ? [element("p", "", `The first ${longestModel} of ${lits.length.toLocaleString("en")} variables. The text of the program has all.`)] : []));
  [box.tabIndex, box.role, box.ariaLabel] = [0, "region", "Model"];
  return box;
}

// drawFrame draws a board with the marks of a step.
function drawFrame({ board, look = [], found = [], crosses = [], lines = [] }) {
  const { puzzle } = board, on = (squares, mark) => onSquares(squares, puzzle, mark);
  const svg = drawBoard(board, `Board of ${sizeText(puzzle)}, ${puzzle.noun} ${squareNames(board.queens, puzzle) || "no square"}`, true);
  svg.setAttribute("role", "img");
  svg.querySelector(".glow").setAttribute("d", on(look, marks.whole));
  svg.querySelector(".glow").after(along(lines, puzzle));
  svg.append(path("note", on(board.crosses, marks.smallCross)), path("found", on(found, marks.innerFrame) + on(crosses, marks.cross)));
  return svg;
}

// framesOf returns a frame for each step: the board before it, and its marks.
function framesOf(steps) {
  const board = boardOf({ ...puzzleOf(settings), letters: false });
  return readSteps({ steps }).map(({ queens, ...step }) => {
    const frame = { ...step, board: { ...board }, found: queens };
    board.queens = [...new Set([...board.queens, ...frame.found])];
    board.crosses = new Set([...board.crosses, ...frame.crosses]);
    return frame;
  });
}

// explainStep shows the next step of a solution. If there are several solutions, it shows what follows from
// the queens on the board.
async function explainStep() {
  if (frames.length > 1 && frames.steps && asking === frames.steps) {
    showFrame(current + 1);
    return;
  }
  const mine = asking;
  try {
    notify("");
    const reply = await work("Looking for steps", { ask: "steps", settings: own ? undefined : problemFlags() });
    if (mine === asking) {
      const { board: { steps = [] }, difficulty } = reply;
      showAnswer({ ...reply, frames: Object.assign(framesOf(steps), { steps: mine }), headline: steps.length === 0 ? "The puzzle is solved." : plural(steps.length, "step") + (difficulty ? `, ${difficulty}.` : ".") });
    }
  } catch (error) {
    const board = boardOf(puzzleOf(settings));
    if (/several solutions/.test(error.message) && mine === asking && playable(board.puzzle)) {
      const { part, square, text } = hint(board, new Set());
      showAnswer({ frames: [{ board, look: part, found: square === undefined ? [] : [square], text }], headline: "Next step:" });
    } else {
      showFailure(error, /no solution/, "There is no solution: press Why not?");
    }
  }
}

// showFailure shows the error of a question: as an answer if its message matches a pattern.
function showFailure(error, pattern, headline) {
  if (pattern.test(error.message)) {
    showAnswer({ headline, command: answered });
  } else if (!(error instanceof Stopped)) {
    notify(error.message);
  }
}

// whyNot shows the smallest conflict of the board and the steps that lead to it, or the smallest conflict
// among the clauses of another formula.
async function whyNot() {
  const mine = asking, request = own ? { ask: "question", question: "mus", flags: flagsOfQuestion("mus") } : { ask: "whynot", settings: problemFlags() };
  try {
    notify("");
    const reply = await work(doing.mus, request);
    if (mine === asking) {
      showAnswer({ ...reply, frames: reply.board ? framesOf(reply.board.steps) : [], headline: reply.board ? "Why not:" : headlineOf("mus", reply) });
      const inSubset = new Set((reply.output ?? "").split("\n"));
      marked = new Set([...formula.clauses.keys()].filter((line) => inSubset.has(formula.lines[line])));
      showMarks();
    }
  } catch (error) {
    showFailure(error, /has a solution/, "There is a solution: press Solve.");
  }
}

// showFiles shows a button for each file of an answer.
function showFiles(files) {
  at("files").querySelectorAll(".made").forEach((e) => e.remove());
  at("files").append(...files.map(({ name, text }) => button("wide made", () => save(downloadName(name.replace(/.*\./, ""), ["proof"]), new Blob([text])), `Proof: ${name}`)));
}

// save saves a file, as a download.
function save(name, blob) {
  const link = element("a", "");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// downloadName returns the name of a download: the kind and size of the board of settings, or the name of a formula without
// a board, and then further facts. It consists of a-z, 0-9 and hyphens, such as star-battle-8-hard-17.svg.
function downloadName(ending, facts = [], about = own && !own.board ? undefined : settings) {
  const { family = defaultFamily, piece, stars, ...size } = about ?? {}, { label } = families[family], kind = named(label, { piece: piece || "queen" });
  const board = () => [kind, kind === label && piece && inflect(2, piece), widthOf(size) === size.n ? size.n : sizeText(size, "x"), stars > 1 && plural(stars, "star")];
  const words = [...(about ? board() : [own.request.name.replace(/(\.[a-z]{1,5})+$/i, "")]), ...facts].filter((word) => word);
  return `${words.join("-").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "formula"}.${ending}`;
}

// saveDrawn saves the board that is shown, or the puzzle, in a format.
async function saveDrawn(format, board = frames[current]?.board ?? boardOf(puzzleOf(settings)), frame = frames[current] ?? {}, about = undefined) {
  const name = about ? downloadName(format, [puzzleDifficulty, puzzleSeed], about) : downloadName(format, [format !== "cnf" && frames.length > 1 && current + 1]);
  if (format === "svg" || format === "png") {
    const svg = drawFrame({ ...frame, board });
    at("drawing").replaceChildren(svg);
    const { width, height } = svg.viewBox.baseVal, scale = 1200 / Math.max(width, height);
    const text = savedBoard(svg).replace('width="100%"', `width="${Math.round(scale * width)}" height="${Math.round(scale * height)}"`);
    at("drawing").replaceChildren();
    save(name, format === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await picture(text));
    return;
  }
  const model = format === "json" && frames[current] ? board.queens.map((q, i) => layerOf(board, i) * areaOf(board.puzzle) + q + 1) : undefined;
  const text = format === "cnf" && !about && !at("formula").readOnly && wholeText();
  const reply = text ? { text } : await report(engine.ask({ ask: "draw", format, settings: about && flagsOf(about), model }));
  if (reply) {
    save(name, new Blob([reply.text]));
  }
}

// picture returns the PNG of a text in SVG.
async function picture(svg) {
  const image = new Image(), canvas = element("canvas", "");
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await image.decode();
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// clearAnswer removes the answer to another problem or question. It shows the commands of a question without an answer.
function clearAnswer(shell = "qsat | qshow") {
  frames = [];
  at("count-optima").hidden = true;
  answered = shell;
  at("headline").textContent = "Press Solve, or ask another question.";
  document.querySelector(".answer").classList.add("quiet");
  at("time").textContent = "";
  showOutput("");
  showFiles([]);
  showFrame(0);
  showPipeline();
}

function showPipeline() {
  at("pipeline").textContent = [answered.includes("--groups") ? made.replace(/^qgen/, "$& --annotate") : made, answered].filter((command) => command).join(" | ").replace("qshow", state.symbol === "star" ? "qshow --symbol=star" : "qshow");
}
