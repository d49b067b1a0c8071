
// Explanations: the steps in the data of the page, which solve the puzzle one after the other.

// readSteps returns the steps of an entry of the data. Their squares count from 0.
function readSteps({ steps = [] }) {
  const from0 = (list = []) => list.map((v) => v - 1);
  return steps.map(({ text, look, queens, crosses, lines = [] }) => ({ text, look: from0(look), queens: from0(queens), crosses: from0(crosses), lines: lines.map(from0) }));
}

// explain returns what to show next: a square on which the player contradicts the solution, or else the
// first step that is not done. The queens of all steps are the solution. In the result, part holds
// the squares to look at, queens and crosses those that follow, and number the index of the step.
// If drawn is true, a cross counts only if the player has drawn it.
function explain(game, steps, drawn = false) {
  const { puzzle, queens, crosses } = game, answer = new Set([...puzzle.placed, ...steps.flatMap((step) => step.queens)]);
  const name = (s) => squareName(s, puzzle), stray = queens.find((q) => !answer.has(q)), lost = [...crosses].find((s) => answer.has(s));
  if (stray !== undefined || lost !== undefined) {
    const square = stray ?? lost;
    return { part: [square], text: stray !== undefined ? named(`The queen on ${name(square)} is wrong.`, puzzle) : `The cross on ${name(square)} is wrong.` };
  }
  const known = new Set([...crosses, ...puzzle.empty, ...(drawn ? [] : ruledOut(game))]);
  const number = steps.findIndex((step) => !step.queens.every((q) => queens.includes(q)) || !step.crosses.every((s) => known.has(s)));
  return number >= 0 ? shownStep(steps, number) : { part: [], number: steps.length, text: judge(game, true).text };
}

// shownStep returns a step with its number and the squares to look at.
function shownStep(steps, number) {
  return { ...steps[number], number, part: steps[number].look };
}
