
// The WebAssembly module: the page holds it as compressed text.

// eightBits returns the bytes of a text that the function sevenBits of qpage wrote, and their number.
function eightBits(text, size) {
  const bytes = new Uint8Array(text.length * 2), special = [0, 13, 60];
  let n = 0, bits = 0, rest = 0;
  const add = (seven) => {
    rest = (rest << 7 | seven) & 0x3fff;
    bits += 7;
    if (bits >= 8) {
      bits -= 8;
      bytes[n++] = rest >> bits;
    }
  };
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0x80) {
      add(special[(c >> 7) - 1]);
    }
    add(c & 0x7f);
  }
  return bytes.subarray(0, size);
}

// inflated returns the bytes of an element that the function packed of qpage compressed.
async function inflated({ textContent, dataset }) {
  const stream = new Blob([eightBits(textContent, Number(dataset.size))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// joined returns the bytes that the function factored of qpage divided into streams.
function joined([literals, tokens, lengths, ...distances]) {
  let bytes = new Uint8Array(32 << 20), n = 0, literal = 0, length = 0, distance = 0;
  const at = [0, 0, 0];
  const number = (k, most) => {
    for (let shift = 0, more = k === most; more; shift += 7) {
      k += (lengths[length] & 0x7f) << shift;
      more = lengths[length++] >= 0x80;
    }
    return k;
  };
  for (const t of tokens) {
    const run = number(t >> 2 & 3, 3), repeated = number(t >> 4, 15) + 2;
    if (n + run + repeated > bytes.length) {
      const larger = new Uint8Array(2 * (n + run + repeated));
      larger.set(bytes);
      bytes = larger;
    }
    for (let i = 0; i < run; i++) {
      bytes[n++] = literals[literal++];
    }
    if (t & 3) {
      distance = 0;
      for (let i = 0; i < (t & 3); i++) {
        distance |= distances[i][at[i]++] << 8 * i;
      }
    }
    for (let i = 0; i < repeated; i++, n++) {
      bytes[n] = bytes[n - distance];
    }
  }
  bytes.set(literals.subarray(literal), n);
  return bytes.subarray(0, n + literals.length - literal);
}

// compiled returns the WebAssembly module of the page.
async function compiled() {
  const parts = [...document.querySelectorAll(".module")], streams = await Promise.all(parts.map(inflated));
  parts.forEach((e) => e.remove()); // because they take megabytes
  return WebAssembly.compile(joined(streams));
}
