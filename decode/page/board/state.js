
// The state of a page: a game with undo, its storage in the browser, and the address of the page.

// A Game is a board on which a user places queens and crosses out squares.
class Game {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.queens = [...puzzle.placed];
    this.crosses = new Set();
    this.past = []; // the queens and crosses before each change
    this.seconds = 0; // on the clock
  }

  change(queens, crosses) {
    this.past.push([this.queens, this.crosses]);
    [this.queens, this.crosses] = [queens, crosses];
  }

  // press places a queen on a square or removes it. If cross is true, it does so with a cross.
  press(square, cross) {
    const queens = this.queens.filter((q) => q !== square), crosses = new Set(this.crosses);
    if (!crosses.delete(square) && cross) {
      crosses.add(square);
    }
    if (!cross && !this.queens.includes(square)) {
      queens.push(square);
    }
    this.change(queens, crosses);
  }

  // cycle crosses out an empty square, puts a queen on a crossed square, or removes a queen. The page
  // crosses out the squares in automatic itself.
  cycle(square, automatic) {
    this.press(square, ![...this.queens, ...this.crosses, ...automatic].includes(square));
  }

  // sweep crosses out the squares of a set that are empty, or with on = false removes their crosses. It
  // starts from the crosses before, and undo does not go back to the crosses in between.
  sweep(squares, on, before) {
    const free = (s) => !this.queens.includes(s) && !this.puzzle.empty.has(s);
    this.crosses = on ? new Set([...before, ...[...squares].filter(free)]) : new Set([...before].filter((s) => !squares.has(s)));
  }

  undo() {
    [this.queens, this.crosses] = this.past.pop() ?? [this.queens, this.crosses];
  }

  clear() {
    this.change([...this.puzzle.placed], new Set());
  }

  // keep stores the game in the browser.
  keep(key) {
    keep(key, JSON.stringify({ queens: this.queens, crosses: [...this.crosses], attacks: this.puzzle.attacks, seconds: this.seconds }));
  }

  // recall restores the stored game. It ignores squares on which the user cannot place anything.
  recall(key) {
    const { placed, empty } = this.puzzle, free = (s) => Number.isInteger(s) && s >= 0 && s < areaOf(this.puzzle) && !placed.has(s) && !empty.has(s);
    try {
      const { queens, crosses, attacks, seconds } = JSON.parse(kept(key));
      this.queens = [...placed, ...new Set(queens.filter(free))];
      this.crosses = new Set(crosses.filter((s) => free(s) && !this.queens.includes(s)));
      this.puzzle.attacks = !!attacks;
      this.seconds = seconds > 0 ? Math.floor(seconds) : 0;
    } catch {
      // Nothing was kept, or it cannot be read.
    }
  }
}

// keep stores a text in the browser, if the browser allows it; kept returns the text, or null.
function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The text is lost with the page.
  }
}

function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// checksum returns the FNV-1a hash of a text, to name the data of a page in the storage of the browser.
function checksum(text) {
  return [...text].reduce((sum, c) => Math.imul(sum ^ c.charCodeAt(0), 16777619), 2166136261);
}

// boardInAddress returns the index of the board in the address of the page, or 0.
function boardInAddress() {
  return (parseInt(location.hash.slice(1), 10) || 1) - 1;
}

function putInAddress(board) {
  try {
    history.replaceState(null, "", "#" + (board + 1));
  } catch {
    // Some browsers limit the number of calls; the page works without the address.
  }
}
