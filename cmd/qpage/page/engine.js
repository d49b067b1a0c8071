
// The engine runs the programs in a worker, so that the page never freezes. Ending the worker stops any
// question.

class Stopped extends Error {}

class Engine {
  pending = new Map(); // by the number of a request: its message, request, resolve, reject and progress
  requests = 0;
  formula = null;      // the last request that set the formula, which a new worker needs again
  worker = null;       // null before the module is there, and after a failure

  // load compiles the module of the page and starts the first worker. Requests wait for it.
  async load() {
    try {
      this.module = await compiled();
      this.source = URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" }));
      this.begin();
    } catch (error) {
      this.broken = `This browser cannot run the programs: ${error.message}`;
      notify(this.broken);
      this.reject([...this.pending.values()], new Error(this.broken));
    }
  }

  // begin starts a worker, and asks it what no worker has answered.
  begin() {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    this.worker = new Worker(this.source);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (e) => this.fail(e.message);
    this.worker.postMessage({ module: this.module });
    this.started = false;
    if (this.formula) {
      this.ask(this.formula, () => {}).catch(() => {});
    }
    waiting.forEach((request) => this.post(request));
  }

  post(request) {
    this.pending.set(request.message.id, request);
    this.worker?.postMessage(request.message);
  }

  // ask returns a promise of the reply to a request. Only questions have progress, for messages before the reply.
  ask(request, progress) {
    return new Promise((resolve, reject) => {
      if (this.broken) {
        throw new Error(this.broken);
      }
      if (this.module && !this.worker) {
        this.begin();
      }
      const keep = (reply) => {
        this.formula = request.ask === "problem" || request.ask === "open" && reply.text !== undefined ? request : this.formula;
        resolve(reply);
      };
      this.post({ message: { lang: document.documentElement.lang, symbol: state.symbol, ...request, id: ++this.requests }, request, resolve: keep, reject, progress });
    });
  }

  receive({ id, ready, ended, progress, error, ...reply }) {
    const request = this.pending.get(id);
    this.started ||= ready;
    if (ended) {
      this.fail(error ?? "The programs have run out of memory. Use them in a shell, where they may use more.");
    } else if (request && progress !== undefined) {
      request.progress?.(progress);
    } else if (request) {
      this.pending.delete(id);
      if (error) {
        request.reject(new Error(error.replace(/ \(--.*\)$/, ""))); // flags are of no use here
      } else {
        request.resolve(reply);
      }
    }
  }

  reject(requests, reason) {
    requests.forEach(({ message }) => this.pending.delete(message.id));
    requests.forEach(({ reject }) => reject(reason));
  }

  // stop rejects the questions, and starts another worker with the same formula for the other requests, such as
  // formulas that are being written. If the worker failed, it rejects all requests, and starts none.
  stop(reason = new Stopped()) {
    this.worker?.terminate();
    const ended = [...this.pending.values()].filter(({ progress }) => progress || !(reason instanceof Stopped));
    this.reject(ended, reason);
    if (this.worker && reason instanceof Stopped) {
      this.begin();
    } else {
      this.worker = null;
    }
  }

  // fail ends a worker that failed. The next request starts another one, so that failures cannot repeat for ever.
  fail(text = "the worker failed") {
    if (this.started && [...this.pending.values()].some(({ request }) => request === this.formula)) {
      this.formula = null; // perhaps it made the worker fail
    }
    this.stop(new Error(this.started ? text : `The browser cannot start the programs: ${text}`));
  }
}

const engine = new Engine();
let job = null; // the question that runs: its start and its timer
let written = Promise.resolve(); // when the formula of the last change has been written, or has a fault

// work asks a question and meanwhile shows progress and Stop. A question that still runs is stopped. For several
// requests, the argument is a function that gets a function to ask each of them.
async function work(doing, request) {
  stopWork();
  let shell = ""; // the command of the question
  const about = asking, mine = job = { start: performance.now(), focused: document.activeElement };
  at("doing").textContent = doing;
  at("bar").removeAttribute("value");
  at("advice").textContent = "";
  const tick = () => {
    const seconds = (performance.now() - mine.start) / 1000;
    at("working").hidden = seconds < 0.3;
    at("elapsed").textContent = `${seconds.toFixed(1)} s`;
    at("advice").textContent = seconds > 20 && shell ? "The commands below are faster in a shell: they use all processors." : "";
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
    const ask = (one) => engine.ask(one, (text) => {
      if (text.startsWith("$ ")) {
        answered = shell = text.slice(2);
        showPipeline();
        return;
      }
      const part = /([\d.]+) %/.exec(text)?.[1];
      at("doing").textContent = lastLine(text);
      if (part) {
        at("bar").value = part / 100;
      }
    });
    return await (typeof request === "function" ? request(ask) : ask(request));
  } catch (error) {
    if (shell && asking === about) {
      clearAnswer(shell); // it was of another question
    }
    throw error;
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
