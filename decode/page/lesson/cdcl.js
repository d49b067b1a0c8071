
// Conflict-driven clause learning, in steps that a lesson can show: decide, propagate,
// and at a conflict derive a clause and jump back. A literal is v or -v, as in the file.

// The reasons of a literal that no clause implies: a decision, and the complement of a decision that has
// led to a conflict.
const decided = -1, turned = -2;

class Search {
  constructor(vars, clauses) {
    this.vars = vars;
    this.clauses = []; // the formula and then learned clauses, without repeated literals
    this.occurrences = Array.from({ length: 2 * vars + 1 }, () => ({ binary: [], long: [] }));
    this.short = [];      // clauses with fewer than two literals
    this.watched = [];    // indexed by clause: its two watched literals
    this.refuted = false; // the empty clause was derived
    this.formula = clauses.length;
    clauses.forEach((clause) => this.add(clause));
    this.restore([]);
  }

  // restore removes all values, and then assigns the literals of the given entries of a trail. Unless moves is
  // true, the watched literals stay.
  restore(entries, moves = false) {
    this.entries = Array(this.vars + 1).fill(null); // indexed by variable: its entry on the trail
    this.trail = [];  // true literals: { lit, reason, level, position }; reason is the number of a clause, decided or turned
    this.level = 0;   // the number of decisions on the trail
    this.head = 0;    // the number of literals on the trail that are propagated
    this.falsified = this.short.find((number) => this.clauses[number].length === 0) ?? -1; // the clause in conflict, -1 if there is none
    for (const { lit, reason } of entries) {
      this.level += reason === decided ? 1 : 0;
      this.assign(lit, reason, moves);
    }
  }

  add(clause) {
    const number = this.clauses.push([...new Set(clause)]) - 1, distinct = this.clauses[number];
    this.watched.push(distinct.slice(0, 2));
    if (distinct.length < 2) {
      this.short.push(number);
    }
    for (const lit of distinct) {
      this.occurrences[lit + this.vars][distinct.length === 2 ? "binary" : "long"].push(number);
    }
    return number;
  }

  entry(lit) {
    return this.entries[Math.abs(lit)];
  }

  levelOf(lit) {
    return this.entry(lit).level;
  }

  // value returns 1 for true, -1 for false, 0 for unassigned.
  value(lit) {
    const entry = this.entry(lit);
    return !entry ? 0 : entry.lit === lit ? 1 : -1;
  }

  // stateOf returns the state of a clause: satisfied, falsified, unit or unresolved.
  stateOf(number) {
    const clause = this.clauses[number];
    if (clause.some((lit) => this.value(lit) > 0)) {
      return "satisfied";
    }
    return ["falsified", "unit"][this.unassigned(clause).length] ?? "unresolved";
  }

  unassigned(clause) {
    return clause.filter((lit) => this.value(lit) === 0);
  }

  // containing returns the clauses that contain a literal. Like a solver, it puts clauses of two literals
  // first.
  containing(lit) {
    const { binary, long } = this.occurrences[lit + this.vars];
    return [...binary, ...long];
  }

  assign(lit, reason, moves = true) {
    this.entries[Math.abs(lit)] = { lit, reason, level: this.level, position: this.trail.length };
    this.trail.push(this.entry(lit));
    const touched = this.containing(-lit);
    if (this.falsified < 0) {
      this.falsified = touched.find((number) => this.stateOf(number) === "falsified") ?? -1;
    }
    if (moves) {
      touched.forEach((number) => this.moveWatch(number, -lit));
    }
  }

  // moveWatch watches another literal of a clause in the place of a false one, if that is watched: a literal that
  // is not false. There is no move if the other watched literal is true, or if the clause is unit or falsified.
  moveWatch(number, lit) {
    const watched = this.watched[number], place = watched.indexOf(lit), other = watched[1 - place];
    if (place >= 0 && watched.length > 1 && this.value(other) <= 0) {
      watched[place] = this.clauses[number].find((l) => l !== other && this.value(l) >= 0) ?? lit;
    }
  }

  decide(lit) {
    this.level++;
    this.assign(lit, decided);
  }

  // backtrack undoes all levels above level; -1 undoes everything.
  backtrack(level) {
    this.restore(this.trail.filter((e) => e.level <= level));
  }

  // withdraw undoes one decision and all propagated literals after it. Later decisions stay.
  withdraw(variable) {
    const { position } = this.entry(variable);
    this.restore(this.trail.filter((e, i) => i < position || i > position && e.reason === decided), true);
  }

  // findUnit returns a unit clause, or -1. It visits the literals on the trail in the order of assignment,
  // and remembers how far it came.
  findUnit() {
    const isUnit = (number) => this.stateOf(number) === "unit";
    const short = this.short.find(isUnit);
    if (short !== undefined) {
      return short;
    }
    for (; this.head < this.trail.length; this.head++) {
      const unit = this.containing(-this.trail[this.head].lit).find(isUnit);
      if (unit !== undefined) {
        return unit;
      }
    }
    return -1;
  }

  // propagate makes the last literal of a unit clause true and returns the number of the clause, or -1 if
  // no clause is unit.
  propagate(unit = this.findUnit()) {
    if (unit >= 0) {
      this.assign(this.unassigned(this.clauses[unit])[0], unit);
    }
    return unit;
  }

  // analyse derives the clause to learn from the conflict. While the clause has at least two
  // literals of the last level, the literal assigned last is resolved away with its reason. The
  // complement of the remaining literal is the first unique implication point. steps holds the
  // clause after each resolution, the literal resolved away, and its reason. Literals of level 0
  // are left out, because they are false whatever the user decides.
  analyse() {
    const above = (number) => this.clauses[number].filter((l) => this.levelOf(l) > 0);
    const latestFirst = (a, b) => this.entry(b).position - this.entry(a).position;
    let clause = above(this.falsified).sort(latestFirst);
    const level = clause.length > 0 ? this.levelOf(clause[0]) : 0;
    const steps = [{ clause, lit: 0, reason: this.falsified }];
    while (clause.length > 1 && this.levelOf(clause[1]) === level) {
      const lit = clause[0], { reason } = this.entry(lit);
      clause = [...new Set([...clause.slice(1), ...above(reason).filter((l) => l !== -lit)])].sort(latestFirst);
      steps.push({ clause, lit, reason });
    }
    return { steps, level, learned: clause, uip: clause.length > 0 ? -clause[0] : 0,
      jump: clause.length > 1 ? this.levelOf(clause[1]) : 0 };
  }

  // learn adds a derived clause, unless there is an equal clause. It jumps back to the level where the
  // clause is unit, makes its first literal true, and returns its number. The empty clause ends
  // the search.
  learn({ learned, jump }) {
    let number = this.clauses.findIndex((clause) => clause.length === learned.length && learned.every((l) => clause.includes(l)));
    if (number < 0) {
      number = this.add(learned);
    }
    this.backtrack(jump);
    if (learned.length > 0) {
      this.assign(learned[0], number);
    } else {
      this.refuted = true;
    }
    return number;
  }

  // turn takes back the last decision and assigns its complement at the level before.
  turn() {
    const { lit } = this.trail.findLast((e) => e.reason === decided);
    this.backtrack(this.level - 1);
    this.assign(-lit, turned);
  }

  isModel() {
    return this.clauses.slice(0, this.formula).every((clause, number) => this.stateOf(number) === "satisfied");
  }

  // candidate returns a literal to decide. It takes the first unassigned literal of a row or
  // column, a clause of positive literals of squares, that is not satisfied and has the fewest
  // unassigned literals. If there is none, it takes any clause that is not satisfied. Without
  // squares, it takes a clause with the fewest unassigned literals.
  candidate(squares) {
    const open = this.clauses.slice(0, this.formula).filter((clause, number) => this.stateOf(number) !== "satisfied");
    const lines = open.filter((clause) => squares === 0 || clause.every((l) => l > 0 && l <= squares)), left = (clause) => this.unassigned(clause).length;
    const best = lines.sort((a, b) => left(a) - left(b))[0] ?? open[0];
    return this.unassigned(best)[0];
  }
}

// A Run is a search in steps. Without learning, a conflict only turns the last decision. squares is the
// number of variables of squares.
class Run {
  constructor(vars, clauses, squares, learning) {
    Object.assign(this, { search: new Search(vars, clauses), squares, learning, analysis: null, last: null, steps: 0, decisions: 0, conflicts: 0 });
  }

  // step takes the next step and returns its event, or null if no step is left: the kind and a clause or
  // a literal. At a conflict, analysis is the result of search.analyse with the number of steps shown, step;
  // last holds the last analysis and the search before it ended.
  step() {
    const event = this.search.refuted ? null : this.search.falsified >= 0 ? this.conflict() : this.infer();
    this.steps += event ? 1 : 0;
    return event;
  }

  infer() {
    const { search } = this, clause = search.propagate();
    if (clause >= 0) {
      return { kind: "unit", clause };
    }
    if (search.isModel()) {
      return null;
    }
    this.decisions++;
    search.decide(search.candidate(this.squares));
    return { kind: "decision" };
  }

  conflict() {
    const { search, analysis } = this;
    if (analysis && analysis.step < analysis.steps.length) {
      analysis.step++;
      return analysis.step < analysis.steps.length ? { kind: "resolution", clause: analysis.steps[analysis.step].reason } : { kind: "uip" };
    }
    if (analysis) {
      this.analysis = null;
      this.last = { analysis, search: Object.assign(Object.create(Search.prototype), search) };
      return this.learning ? { kind: "jump", clause: search.learn(analysis), analysis } : (search.turn(), { kind: "turn" });
    }
    this.conflicts++;
    const clause = search.falsified, found = this.learning ? search.analyse() : { steps: [], level: search.level };
    if (found.level === 0) {
      search.learn({ learned: [], jump: 0 });
      return { kind: "refuted", clause };
    }
    this.analysis = { ...found, step: 0 };
    return { kind: "conflict", clause };
  }
}
