
// Explanations: the steps in the data of the page, which solve the puzzle one after the other.

// readSteps returns the steps of an entry of the data. Their squares count from 0.
function readSteps({ steps = [] }) {
  const from0 = (list = []) => list.map((v) => v - 1);
  return steps.map(({ text, look, queens, crosses }) => ({ text, look: from0(look), queens: from0(queens), crosses: from0(crosses) }));
}

// explain returns what to show next: a square on which the player contradicts the solution, or else the
// first step that is not done. The queens of all steps are the solution. In the result, part holds
// the squares to look at, and queens and crosses those that follow.
function explain(game, steps) {
  const { puzzle, queens, crosses } = game, answer = new Set([...puzzle.placed, ...steps.flatMap((step) => step.queens)]);
  const name = (s) => squareName(s, puzzle.n), stray = queens.find((q) => !answer.has(q)), lost = [...crosses].find((s) => answer.has(s));
  if (stray !== undefined || lost !== undefined) {
    const square = stray ?? lost;
    return { part: [square], text: stray !== undefined ? `The queen on ${name(square)} is wrong.` : `The cross on ${name(square)} is wrong.` };
  }
  const known = new Set([...crosses, ...puzzle.empty, ...ruledOut(game)]);
  const step = steps.find((step) => !step.queens.every((q) => queens.includes(q)) || !step.crosses.every((s) => known.has(s)));
  return step ? { ...step, part: step.look } : { part: [], text: judge(game, true).text };
}
