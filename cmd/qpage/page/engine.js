
// The engine runs the programs in a worker, so that the page never freezes. Ending the worker stops any
// question.

class Stopped extends Error {}

class Engine {
  pending = new Map(); // by the number of a request: its resolve, reject and progress
  queue = [];          // messages for a worker that does not exist yet
  requests = 0;
  formula = null;      // the last request that set the formula, which a new worker needs again

  // load compiles the module of the page and starts the first worker.
  async load() {
    this.module = await compiled();
    this.source = URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" }));
    this.begin();
  }

  begin() {
    this.worker = new Worker(this.source);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (e) => this.fail(e.message);
    this.worker.postMessage({ module: this.module });
    this.queue.splice(0).forEach((message) => this.worker.postMessage(message));
  }

  // ask returns a promise of the reply to a request. Only questions have progress, for messages before the reply.
  ask(request, progress) {
    return new Promise((resolve, reject) => {
      const id = ++this.requests, message = { ...request, id };
      const keep = (reply) => {
        this.formula = request.ask === "problem" || request.ask === "open" && reply.text !== undefined ? request : this.formula;
        resolve(reply);
      };
      this.pending.set(id, { message, request, resolve: keep, reject, progress });
      if (this.worker) {
        this.worker.postMessage(message);
      } else {
        this.queue.push(message);
      }
    });
  }

  receive({ id, ready, ended, progress, error, ...reply }) {
    const request = this.pending.get(id);
    if (ended) {
      this.fail("The programs have run out of memory. Run the commands below in a shell, where they may use more.");
    } else if (request && progress !== undefined) {
      request.progress?.(progress);
    } else if (request) {
      this.pending.delete(id);
      if (error) {
        request.reject(new Error(error));
      } else {
        request.resolve(reply);
      }
    }
  }

  // stop ends the worker and starts another one with the same formula. It answers the requests that are
  // no questions, such as formulas that are being written, unless the old one failed.
  stop(reason = new Stopped()) {
    if (!this.worker) {
      return;
    }
    this.worker.terminate();
    const all = [...this.pending.values()], again = all.filter(({ progress }) => reason instanceof Stopped && !progress);
    this.pending.clear();
    this.begin();
    if (this.formula) {
      this.ask(this.formula, () => {}).catch(() => {});
    }
    again.forEach((request) => {
      this.pending.set(request.message.id, request);
      this.worker.postMessage(request.message);
    });
    all.filter((request) => !again.includes(request)).forEach(({ reject }) => reject(reason));
  }

  fail(text) {
    if ([...this.pending.values()].some(({ request }) => request === this.formula)) {
      this.formula = null; // perhaps it made the worker fail
    }
    this.stop(new Error(text));
  }
}

const engine = new Engine();
let job = null; // the question that runs: its start and its timer
let written = Promise.resolve(); // when the formula of the last change has been written, or has a fault

// work asks a question and meanwhile shows progress and Stop. A question that still runs is stopped.
async function work(doing, request) {
  stopWork();
  const mine = job = { start: performance.now(), focused: document.activeElement };
  at("doing").textContent = doing;
  at("bar").removeAttribute("value");
  at("advice").textContent = "";
  const tick = () => {
    const seconds = (performance.now() - mine.start) / 1000;
    at("working").hidden = seconds < 0.3;
    at("elapsed").textContent = `${seconds.toFixed(1)} s`;
    at("advice").textContent = seconds > 20 ? "The commands below are faster in a shell: they use all processors." : "";
  };
  mine.timer = setInterval(tick, 100);
  try {
    if (["question", "steps", "whynot", "lesson", "open"].includes(request.ask)) {
      await written;
      if (job !== mine) {
        throw new Stopped();
      } else if (request.ask !== "open" && !at("fault").hidden) {
        throw new Error(at("fault").textContent);
      }
    }
    return await engine.ask(request, (text) => {
      const part = /([\d.]+) %/.exec(text)?.[1];
      at("doing").textContent = lastLine(text);
      if (part) {
        at("bar").value = part / 100;
      }
    });
  } finally {
    if (job === mine) {
      endWork();
    }
  }
}

const lastLine = (text) => text.trim().split("\n").at(-1).slice(0, 80);

function endWork() {
  clearInterval(job.timer);
  if (document.activeElement === at("stop")) {
    job.focused.focus();
  }
  job = null;
  at("working").hidden = true;
}

// stopWork stops the question that runs, if there is one.
function stopWork() {
  if (job) {
    endWork();
    engine.stop();
  }
}
