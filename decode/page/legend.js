
// What the marks on a board mean.

// showLegend explains the marks that the puzzle has.
function showLegend(puzzle) {
  const sample = (...content) => shape("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }, shape("rect", { class: "light", width: 1, height: 1 }), ...content);
  const entries = [
    [puzzle.placed.size, "given queen", () => sample(shape("path", { class: "placed", "stroke-width": 0.1, d: "M.05 .05h.9v.9h-.9z" }), shape("use", { class: "queen given", href: "#queen", width: 1, height: 1 }))],
    [puzzle.blocked.size, "blocked square", () => sample(shape("rect", { class: "blocked", width: 1, height: 1 }), shape("path", { class: "cross", "stroke-width": 0.09, d: "M.22 .22l.56 .56m0 -.56l-.56 .56" }))],
    [puzzle.rising.length + puzzle.falling.length, "excluded diagonal", () => sample(shape("path", { class: "barred", "stroke-width": 0.14, d: "M.18 .82l.64 -.64" }))],
    [puzzle.attacks && (!puzzle.covers || puzzle.apart), "queens that attack each other", () => sample(shape("use", { class: "queen attacked", href: "#queen", width: 1, height: 1 }))],
    [puzzle.attacked && puzzle.colours.length === 0, puzzle.kinds.length > 0 ? "attacked by white, by black" : "attacked square", () => puzzle.kinds.length > 0 ?
      sample(shape("rect", { class: "mark white", x: 0.2, y: 0.4, width: 0.2, height: 0.2, "stroke-width": 0.03 }), shape("rect", { class: "mark black", x: 0.6, y: 0.4, width: 0.2, height: 0.2, "stroke-width": 0.03 })) :
      sample(shape("rect", { class: "reached", width: 1, height: 1 }))],
    [puzzle.torus, "torus: lines go on at the opposite border", () => sample(shape("path", { class: "cross", "stroke-width": 0.12, d: "M.55 .45L1 0M0 1L.45 .55" }))],
  ];
  at("legend").replaceChildren(...entries.filter(([there]) => there).map(([, text, draw]) => {
    const item = document.createElement("li");
    item.append(draw(), text);
    return item;
  }));
}
