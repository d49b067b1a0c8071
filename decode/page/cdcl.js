
// Conflict-driven clause learning, in steps that a lesson can show: decide, propagate,
// and at a conflict derive a clause and jump back. A literal is v or -v, as in the file.

class Search {
  constructor(vars, clauses) {
    this.vars = vars;
    this.values = new Int8Array(vars + 1);    // by variable: 1 true, -1 false, 0 unassigned
    this.position = new Int32Array(vars + 1); // by variable: where it is on the trail
    this.trail = [];  // { lit, reason, level }: literals that are true; reason is the number of a clause, -1 for a decision
    this.level = 0;   // how many decisions are on the trail
    this.head = 0;    // how many of the trail are propagated
    this.falsified = -1; // the first clause that was found to be false: a conflict
    this.clauses = [];   // those of the formula and then learned ones, without repeated literals
    this.occurrences = Array.from({ length: 2 * vars + 1 }, () => ({ binary: [], long: [] }));
    this.short = [];     // clauses with fewer than two literals
    this.refuted = false; // the empty clause was derived
    this.formula = clauses.length;
    clauses.forEach((clause) => this.add(clause));
    this.backtrack(0);
  }

  add(clause) {
    const number = this.clauses.push([...new Set(clause)]) - 1, distinct = this.clauses[number];
    if (distinct.length < 2) {
      this.short.push(number);
    }
    for (const lit of distinct) {
      this.occurrences[lit + this.vars][distinct.length === 2 ? "binary" : "long"].push(number);
    }
    return number;
  }

  value(lit) { return Math.sign(lit) * this.values[Math.abs(lit)]; }
  entry(lit) { return this.values[lit < 0 ? -lit : lit] === 0 ? undefined : this.trail[this.position[Math.abs(lit)]]; }
  levelOf(lit) { return this.entry(lit).level; }

  // stateOf returns what the assignment makes of a clause.
  stateOf(number) {
    let unassigned = 0;
    for (const lit of this.clauses[number]) {
      const value = this.value(lit);
      if (value > 0) {
        return "satisfied";
      }
      unassigned += value === 0 ? 1 : 0;
    }
    return unassigned === 0 ? "falsified" : unassigned === 1 ? "unit" : "unresolved";
  }

  // containing returns the clauses with a literal, those of two literals first, as solvers
  // look at them.
  containing(lit) {
    const { binary, long } = this.occurrences[lit + this.vars];
    return [...binary, ...long];
  }

  assign(lit, reason) {
    this.values[Math.abs(lit)] = Math.sign(lit);
    this.position[Math.abs(lit)] = this.trail.length;
    this.trail.push({ lit, reason, level: this.level });
    if (this.falsified < 0) {
      this.falsified = this.containing(-lit).find((number) => this.stateOf(number) === "falsified") ?? -1;
    }
  }

  decide(lit) {
    this.level++;
    this.assign(lit, -1);
  }

  // restore makes a part of the trail the whole of it.
  restore(entries) {
    this.values.fill(0);
    this.trail = [];
    this.level = this.head = 0;
    this.falsified = this.short.find((number) => this.clauses[number].length === 0) ?? -1;
    for (const { lit, reason } of entries) {
      if (reason < 0) {
        this.decide(lit);
      } else {
        this.assign(lit, reason);
      }
    }
  }

  // backtrack takes back all levels above level.
  backtrack(level) {
    this.restore(this.trail.filter((e) => e.level <= level));
  }

  // withdraw takes back one decision and what was propagated after it; later decisions stay.
  withdraw(variable) {
    const at = this.position[variable];
    this.restore(this.trail.filter((e, i) => i < at || i > at && e.reason < 0));
  }

  // findUnit returns a clause that is unit, -1 if there is none. It goes through the trail
  // in the order of assignment.
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

  // propagate makes the last literal of a clause true that is unit, and returns the number
  // of the clause; -1 if there is none.
  propagate() {
    const unit = this.findUnit();
    if (unit >= 0) {
      this.assign(this.clauses[unit].find((l) => this.value(l) === 0), unit);
    }
    return unit;
  }

  // analyse derives the clause that is learned from the conflict: as long as the clause has
  // two literals or more of the last level, the one assigned last is resolved away with its
  // reason. The complement of the one that is left is the first unique implication point.
  // The parts of the result, by steps: the clause, the literal resolved away, its reason.
  // Literals of level 0 are left out, as they are false whatever one decides.
  analyse() {
    const above = (number) => this.clauses[number].filter((l) => this.levelOf(l) > 0);
    const byPosition = (a, b) => this.position[Math.abs(b)] - this.position[Math.abs(a)];
    let clause = above(this.falsified).sort(byPosition);
    const level = clause.length > 0 ? this.levelOf(clause[0]) : 0;
    const steps = [{ clause, lit: 0, reason: this.falsified }];
    while (clause.length > 1 && this.levelOf(clause[1]) === level) {
      const lit = clause[0], reason = this.entry(lit).reason;
      clause = [...new Set([...clause.slice(1), ...above(reason).filter((l) => l !== -lit)])].sort(byPosition);
      steps.push({ clause, lit, reason });
    }
    return { steps, level, learned: clause, uip: clause.length > 0 ? -clause[0] : 0,
      jump: clause.length > 1 ? this.levelOf(clause[1]) : 0 };
  }

  // learn adds a derived clause, unless it is there, jumps back to where it is unit, and
  // makes its first literal true. It returns the number of the clause. The empty clause
  // ends the search.
  learn({ learned, jump }) {
    const same = (clause) => clause.length === learned.length && learned.every((l) => clause.includes(l));
    let number = this.clauses.findIndex(same);
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

  // forget removes what was learned and assigned.
  forget() {
    const fresh = new Search(this.vars, this.clauses.slice(0, this.formula));
    Object.assign(this, fresh);
  }

  isModel() {
    for (let number = 0; number < this.formula; number++) {
      if (this.stateOf(number) !== "satisfied") {
        return false;
      }
    }
    return true;
  }

  // candidate returns a literal to decide: the first that is unassigned in a clause with the
  // fewest such, of the clauses that are not satisfied and have literals of squares alone,
  // none of them negated: a row or a column. Where none is left, any will do.
  candidate(squares) {
    let best, fewest = Infinity, other;
    for (let number = 0; number < this.formula; number++) {
      if (this.stateOf(number) === "satisfied") {
        continue;
      }
      const clause = this.clauses[number], left = clause.filter((l) => this.value(l) === 0);
      other ??= left[0];
      if (left.length < fewest && clause.every((l) => l > 0 && l <= squares)) {
        [best, fewest] = [left[0], left.length];
      }
    }
    return best ?? other;
  }
}
