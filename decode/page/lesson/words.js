
// The words of the lesson. Numbers in braces stand for the arguments of say.

const words = {
  variable: "Variable: each square is a variable. It is true if the square holds a queen. Square {0} is variable {1}.",
  positive: "Clause: a list of literals, at least one of which must be true. “{0}” says that {1} has a queen.",
  negative: "Literal: {0}, or its complement, not {0}. The clause “{1}” says that {0} or {2} is empty, because both are on {3}.",
  auxiliary: "Auxiliary variable: this encoding has variables that are no squares. Variable {0} is {1}.",
  unit: "Unit clause: suppose that a queen is on {0}. Then only one literal of “{1}” can be true, so {2} stays empty.",
  model: "Model: a solution satisfies all {0}. If the empty clause follows, there is none. Press Next to see a solver search, or press squares yourself.",
  tour: "Tour, {0} of {1}. {2}",
  welcome: "No variable has a value. Press a square or Next.",
  queen: "a queen is on {0}", empty: "{0} stays empty", true: "variable {0} is true", false: "variable {0} is false",
  not: "not {0}", or: " or ", emptyClause: "the empty clause", learnedGroup: "learned",
  byDecision: "decision", byTurn: "its other value led to a conflict",
  entry: "{0}, at level {1}, because of {2}.", decidedEntry: "{0}, at level {1}, by decision.",
  found: "Found by propagation: {0}, because of {1}.", chosen: "Your decision at level {0}: {1}.", removed: "{0} has no value now.",
  undone: "The last decision was undone.", nothing: "There is no decision to undo.",
  oneLeft: "Unit clause: {0}. {1} has one square left, so {2}.", oneQueen: "Unit clause: {0}. {1} has a queen on {2}, so {3}.",
  last: "Unit clause: {0}. Its other literals are false, so {1}.", lastOfTwo: "Unit clause: {0}. Its other literal is false, so {1}.", onlyLiteral: "Unit clause: {0}. So {1}.",
  decision: "No clause is unit. Decision at level {0}: {1}.",
  noSquare: "Conflict: {0} has no square left for a queen.", twoQueens: "Conflict: the queens on {0} and {1} are both on {2}.",
  allFalse: "Conflict: every literal of {0} is false.",
  graph: "{0} The graph shows why.", back: "{0} The next step takes back the last decision.", refuted: "{0} No decision is left to change.", press: "{0} Press Next to see why.",
  resolution: "Resolution on {0}: {1} with {2} gives {3}, with {4} of level {5}.",
  uip: "First unique implication point: {0}. Only this literal of level {1} is left, so the clause is learned: {2}.",
  jump: "Backjump to level {0}. There the learned clause is unit, so {1}.",
  turn: "Backtracking: the last decision led to a conflict, so {0}.",
  many: "{0} taken. Last step: {1}", stopped: "{0} Stopped after {1}. Press All steps to go on.",
  guessUnit: "Guess: a clause is unit. Which square gets a value? Press it, or press Next to see.",
  guessConflict: "Guess: a clause is falsified. Press a square of it, or press Next to see.",
  right: "Right. {0}", wrongUnit: "No unit clause has {0} left. Try again, or press Next to see.", wrongConflict: "{0} is in no falsified clause. Try again, or press Next to see.",
  noModel: "The empty clause is derived: the clauses have no model, so the puzzle has no solution.",
  isModel: "All {0} satisfied: this is a model, with {1}.", queensOn: "queens on {0}", noQueen: "no queen",
  differs: "The solution shown differs on {0}.", agrees: "All values agree with the solution shown.",
  state: "{0}: {1}.", falsifiedStep: "Falsified: {0}", resolvedStep: "Resolved on {0} with {1}: {2}", learnedStep: "Learned: {0}. Backjump to level {1}.",
  title: "{0} queens as {1}",
  ringSign: "queen of the solution", queenSign: "queen: its variable is true", emptySign: "empty: its variable is false",
  foundSign: "found by unit propagation", clauseSign: "square of the clause in question",
  result: "a solution", refutation: "no solution", unfinished: "not finished", withLearning: "with learning", without: "without learning",
};

// glossary explains the terms of the page.
const glossary = {
  "variable": "A variable is true or false. Here it is a square, true if the square holds a queen, or an auxiliary variable.",
  "auxiliary variable": "An auxiliary variable is no square. An encoding adds it to say something with fewer clauses.",
  "literal": "A literal is a variable, such as a3, or its negation, such as not a3.",
  "clause": "A clause is a list of literals joined by “or”. At least one of them must be true.",
  "unit clause": "A clause is unit if all its literals but one are false, and the last one has no value. So the last one must be true.",
  "propagation": "Propagation makes the last literal of each unit clause true, until no clause is unit.",
  "decision": "A decision gives a variable a value without a reason, to see what follows.",
  "level": "The level of a value is the number of decisions when it was found. At level 0 it holds without any decision.",
  "conflict": "A conflict is a clause whose literals are all false. Then at least one decision was wrong.",
  "resolution": "Resolution joins two clauses that contain a variable with different signs. The result has all their other literals, and follows from both.",
  "first unique implication point": "It is the last literal through which all implications from the decision to the conflict pass.",
  "learned clause": "A learned clause follows from the clauses so far. It prevents the same conflict from happening again.",
  "backjump": "A backjump goes back to the level at which the learned clause is unit.",
  "backtracking": "Backtracking takes back the last decision and gives its variable the other value.",
  "implication graph": "The implication graph connects each literal with the literals that imply it.",
  "trail": "The trail is the list of all true literals, in the order in which they were found.",
  "model": "A model gives every variable a value, such that every clause has a true literal. It is a solution of the puzzle.",
  "empty clause": "The empty clause has no literals, so it is never true. If it follows, the clauses have no model.",
};

if (names) {
  Object.assign(words, {
    variable: "Variable: each variable, such as {0}, is true or false.",
    positive: "Clause: a list of literals, at least one of which must be true. For example, “{0}”.",
    unit: "Unit clause: suppose that all literals of “{0}” but the last are false. Then {1}.",
    model: "Model: values that satisfy all {0}. If the empty clause follows, there is none. Press Next to see a solver search, or press variables yourself.",
    welcome: "No variable has a value. Press a variable or Next.", numbered: "clause {0}", title: "{0} in {1}",
    guessUnit: "Guess: a clause is unit. Which variable gets a value? Press it, or press Next to see.",
    guessConflict: "Guess: a clause is falsified. Press a variable of it, or press Next to see.",
    noModel: "The empty clause is derived: the clauses have no model.",
    isModel: "All {0} satisfied: this is a model. {1}.", queensOn: "True: {0}", noQueen: "No variable is true",
    result: "a model", refutation: "no model", trueSign: "true literal", falseSign: "false literal", watchedSign: "watched literal",
    intro: "Press a variable to make it true. Press it again to make it false, and a third time to remove the value. A dashed frame marks a value found by propagation: press the variable to see why. Or press Next to take one step at a time: propagate, learn a clause from a conflict, or decide. The steps end with a model or the empty clause. Press an underlined word to read what it means.",
  });
  Object.assign(glossary, {
    "variable": "A variable is true or false.",
    "literal": "A literal is a variable or its negation.",
    "model": "A model gives every variable a value, such that every clause has a true literal.",
  });
  delete glossary["auxiliary variable"];
}

// explained has the terms and explanations of the glossary in the language of the page.
const explained = Object.fromEntries(Object.entries(glossary).map(([term, text]) => [translated(term).toLowerCase(), translated(named(text, puzzle))]));

// say returns the words of a key, with its arguments.
function say(key, ...args) {
  return named(words[key], puzzle).replace(/\{(\d)\}/g, (whole, i) => args[i]);
}

// glossed returns the nodes of a text in the language of the page. A term of the glossary is a button
// that explains it, also with an ending of up to two letters.
function glossed(text) {
  const terms = Object.keys(explained).sort((a, b) => b.length - a.length), met = new Set();
  return translated(text).split(new RegExp(`(?<!\\p{L})(${terms.join("|")})(?=\\p{L}{0,2}(?!\\p{L}))`, "iu")).map((part, i) => {
    const term = part.toLowerCase();
    if (i % 2 === 0 || met.has(term)) {
      return part;
    }
    met.add(term);
    const b = button("term", () => explainTerm(b, term), part);
    b.title = explained[term];
    return b;
  });
}

// explainTerm shows the explanation of a term, or hides it if it is shown.
function explainTerm(b, term) {
  const shown = at("term");
  shown.hidden = !shown.hidden && shown.textContent === explained[term];
  shown.textContent = explained[term];
}
