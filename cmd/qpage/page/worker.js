
// The worker: files in memory for the module, and its messages. The page posts {module} first, a compiled
// WebAssembly.Module, and then requests {id, ask, ...}, also with the bytes of a file. The answers are
// {id, ...}, and before them {id, progress}.

const files = new Map();     // by path: the bytes of a file, with its number
const opened = new Map();    // by file descriptor: its file and position
let inodes = 1, descriptors = 3;

const failed = (code) => Object.assign(new Error(code), { code });
const flags = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };

// statusOf returns what stat tells about a file, or about the only directory.
function statusOf(file) {
  const size = file?.size ?? 0, mode = file ? 0o100600 : 0o40700;
  return { dev: 1, ino: file?.ino ?? 0, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !file };
}

function find(path) {
  if (path !== "/" && path !== "." && !files.has(path)) {
    throw failed("ENOENT");
  }
  return files.get(path);
}

// system holds the functions of the module "fs" of Node.js that Go calls, without the callback.
const system = {
  open(path, how) {
    if (files.has(path) && how & flags.O_EXCL) {
      throw failed("EEXIST");
    }
    if (!files.has(path) && how & flags.O_CREAT) {
      files.set(path, { bytes: new Uint8Array(4096), size: 0, ino: inodes++ });
    }
    const file = find(path);
    if (file && how & flags.O_TRUNC) {
      file.size = 0;
    }
    opened.set(++descriptors, { file, at: 0 });
    return descriptors;
  },
  close: (fd) => opened.delete(fd) && null,
  fstat: (fd) => statusOf(opened.get(fd)?.file ?? {}),
  stat: (path) => statusOf(find(path)),
  lstat: (path) => statusOf(find(path)),
  unlink: (path) => find(path) && files.delete(path) && null,
  rename(from, to) {
    files.set(to, find(from));
    files.delete(from);
  },
  read(fd, buffer, offset, length, position) {
    const entry = opened.get(fd), { bytes, size } = entry.file, from = position ?? entry.at, n = Math.max(Math.min(length, size - from), 0);
    buffer.set(bytes.subarray(from, from + n), offset);
    entry.at = position === null ? from + n : entry.at;
    return n;
  },
  write(fd, buffer, offset, length, position) {
    const entry = opened.get(fd);
    if (!entry) { // standard error, when the module fails
      console.log(new TextDecoder().decode(buffer));
      return length;
    }
    const { file } = entry, from = position ?? entry.at;
    if (from + length > file.bytes.length) {
      const larger = new Uint8Array(2 * (from + length));
      larger.set(file.bytes);
      file.bytes = larger;
    }
    file.bytes.set(buffer.subarray(offset, offset + length), from);
    file.size = Math.max(file.size, from + length);
    entry.at = position === null ? from + length : entry.at;
    return length;
  },
};
for (const name of ["chmod", "fchmod", "fsync"]) {
  system[name] = () => null;
}
for (const name of ["chown", "fchown", "ftruncate", "lchown", "link", "mkdir", "readdir", "readlink", "rmdir", "symlink", "truncate", "utimes"]) {
  system[name] = () => { throw failed("ENOSYS"); };
}
for (const [name, act] of Object.entries(system)) {
  globalThis.fs[name] = (...args) => {
    const done = args.pop();
    let result;
    try {
      result = act(...args);
    } catch (error) {
      done(error);
      return;
    }
    done(null, result);
  };
}
Object.assign(globalThis.fs.constants, flags);

const queue = []; // requests that the module has not seen
let running;      // the id of the request that the module answers

function next() {
  if (running === undefined && queue.length && globalThis.answer) {
    const { id, bytes, ...request } = queue.shift();
    running = id;
    answer(JSON.stringify(request), bytes ?? null);
  }
}

globalThis.ready = () => { postMessage({ ready: true }); next(); };
globalThis.progress = (text) => postMessage({ id: running, progress: text });
globalThis.reply = (text) => {
  postMessage({ ...JSON.parse(text), id: running });
  running = undefined;
  next();
};

onmessage = async ({ data }) => {
  if (!data.module) {
    queue.push(data);
    next();
    return;
  }
  let error;
  try {
    const go = new Go(), instance = await WebAssembly.instantiate(data.module, go.importObject);
    await go.run(instance);
  } catch ({ message }) {
    error = message;
  }
  postMessage({ ended: true, error }); // without an error, the module has run out of memory
};
