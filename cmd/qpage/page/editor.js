
// The editor of the formula: its rows are the lines of the text, or those that are no comments. Find marks rows.

let source = [""]; // the lines of the text
let rows = [0];    // indexed by row of the editor: its line
let hits = [];     // the lines that Find has found
let hit = 0;       // index in hits of the line that Find has chosen

// isComment reports whether a line can be hidden. Weights and projections in comments stay, as the answer depends on them.
const isComment = (line) => /^[c*](\s|$)/.test(line) && !/^c (p|t|ind)\s/.test(line);
const areHidden = () => at("fold").getAttribute("aria-pressed") === "true";

// wholeText returns the text of the editor with its comments.
const wholeText = () => source.join("\n");

// setText puts a text into the editor.
function setText(text) {
  source = text.split("\n");
  showRows();
}

// showRows writes the lines into the editor, without the comments if they are hidden.
function showRows() {
  rows = [...source.keys()].filter((line) => !areHidden() || !isComment(source[line]));
  at("formula").value = rows.map((line) => source[line]).join("\n");
}

// merged returns the lines and rows after the user has changed the text of the editor. Hidden comments between
// other rows stay where they are, unless no row stays.
function merged(text) {
  const now = text.split("\n"), most = Math.min(now.length, rows.length);
  let head = 0, tail = 0;
  while (head < most && now[head] === source[rows[head]]) {
    head++;
  }
  while (tail < most - head && now.at(-1 - tail) === source[rows.at(-1 - tail)]) {
    tail++;
  }
  if (head + tail === 0) {
    return [now, [...now.keys()]];
  }
  const gone = new Set(rows.slice(head, rows.length - tail)), added = now.slice(head, now.length - tail);
  const [from = head > 0 ? rows[head - 1] + 1 : rows[0]] = gone;
  return [[...source.slice(0, from), ...added, ...source.slice(from).filter((_, i) => !gone.has(from + i))],
    [...rows.slice(0, head), ...added.map((_, i) => from + i), ...rows.slice(rows.length - tail).map((line) => line + added.length - gone.size)]];
}

// foldComments hides the comments, or shows them again. The row at the top stays there.
function foldComments() {
  const text = at("formula"), top = rows[Math.floor(text.scrollTop / lineHeight)];
  at("fold").setAttribute("aria-pressed", String(!areHidden()));
  showRows();
  text.scrollTop = top > 0 ? Math.max(0, rows.findIndex((line) => line >= top)) * lineHeight : 0;
  find(0, false);
}

// matching returns a function that reports whether a line matches what a user wants to find: a literal, as a
// whole, a variable with either sign, or a text.
function matching(wanted) {
  const n = Number(wanted), text = wanted.toLowerCase();
  return /^-?[1-9]\d*$/.test(wanted) ? (line) => !!formula.clauses.get(line)?.some((lit) => lit === n || lit === -n && n > 0)
    : (line) => source[line].toLowerCase().includes(text);
}

// find looks for the text of the field Find again, and chooses the next line with step = 1, the one before with
// step = -1, and with step = 0 the first from the top of the editor. With show, it scrolls there.
function find(step, show = true) {
  const text = at("formula"), wanted = at("find").value.trim(), top = rows[Math.floor(text.scrollTop / lineHeight)] ?? 0;
  hits = wanted ? rows.filter(matching(wanted)) : [];
  hit = step ? (hit + step + hits.length) % (hits.length || 1) : Math.max(0, show ? hits.findIndex((line) => line >= top) : Math.min(hit, hits.length - 1));
  at("found").textContent = (hits.length > 0 ? `${(hit + 1).toLocaleString("en")} of ${hits.length.toLocaleString("en")}` : wanted && "not found") + (wanted && formula.cut ? " in the part shown" : "");
  ["find-previous", "find-next"].forEach((id) => { at(id).hidden = hits.length === 0; });
  const y = rows.indexOf(hits[hit]) * lineHeight;
  if (show && hits.length > 0 && (y < text.scrollTop || y > text.scrollTop + text.clientHeight - 2 * lineHeight)) {
    text.scrollTop = Math.max(0, y - text.clientHeight / 3);
  }
  showMarks();
}

// followText looks for the text of the field Find in a new formula, and offers to hide its comments if it has any.
function followText() {
  at("fold").hidden = !source.some(isComment);
  find(0, false);
}

// leaveFind returns from the field Find to the line that it has chosen.
function leaveFind() {
  const text = at("formula"), to = hits.length > 0 ? text.value.split("\n").slice(0, rows.indexOf(hits[hit])).join("\n").length + 1 : text.selectionStart;
  text.focus({ preventScroll: true });
  text.setSelectionRange(to, to);
}

// showMarks marks lines that are in view.
function showMarks() {
  const { scrollTop, clientHeight } = at("formula"), first = Math.max(0, Math.floor(scrollTop / lineHeight) - 1), last = first + clientHeight / lineHeight + 3;
  document.querySelector(".lines").replaceChildren(...rows.slice(first, last).flatMap((line, i) => {
    const kinds = [["line hit", hits.includes(line)], ["line chosen", hits[hit] === line], ["line", marked.has(line)]];
    return kinds.filter(([, is]) => is).map(([kind]) => {
      const e = element("div", kind);
      e.style.setProperty("top", `${(first + i) * lineHeight - scrollTop}px`);
      return e;
    });
  }));
}

// listenToEditor installs the event handlers of Find and of the button for comments.
function listenToEditor() {
  at("fold").addEventListener("click", foldComments);
  at("find").addEventListener("input", () => find(0));
  at("find").addEventListener("keydown", (e) => {
    if (e.key === "Enter" || e.key === "Escape") {
      e.preventDefault();
      (e.key === "Enter" ? find : leaveFind)(e.shiftKey ? -1 : 1);
    }
  });
  at("find-previous").addEventListener("click", () => find(-1));
  at("find-next").addEventListener("click", () => find(1));
}
