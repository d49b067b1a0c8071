
// The words of a page in other languages. Package words describes the table; a row is a text in
// English, without optional letters, and its translation.

const placeholder = /\{(\d)([^}]*)\}/;
const numberWords = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const thousands = { de: ".", fr: "\u202f", es: ".", pl: "\u00a0" }; // the character between thousands
let phrases = [], exact = new Map(), english = new Set(), wholly = false;
let said = new Map(); // by text in English: its translation, or undefined
speak(JSON.parse(at("words")?.textContent ?? "[]"));

// speak sets the table: pairs of a text in English and its translation. If whole is true, a text stays in English
// unless all its parts have a row. Names of squares and other words without three small letters need none.
function speak(rows, whole = false) {
  phrases = rows.map(([text, translation]) => {
    const parts = text.split(placeholder); // a text, then a number and a mark and a text for each placeholder
    return { literals: parts.filter((_, i) => i % 3 === 0), kinds: parts.filter((_, i) => i % 3 === 2), translation };
  });
  exact = new Map(phrases.filter(({ literals }) => literals.length === 1).map(({ literals, translation }) => [literals[0], translation]));
  english = exact.size > 0 ? new Set(exact.keys()) : english;
  phrases = phrases.filter(({ literals }) => literals.length > 1);
  wholly = whole;
  said = new Map();
}

// translated returns a text in English in the language of the page. A part for which the table has
// no row stays as it is, such as the name of a square.
const translated = (text) => exact.size > 0 ? known(text) ?? text : text;

// known returns the result of matched, and remembers it.
function known(text) {
  if (!said.has(text)) {
    const result = matched(text);
    said.set(text, result);
    said.set(result, said.get(result) ?? result); // so that a translation is not translated again
  }
  return said.get(text);
}

const capitalized = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// matched returns the translation of a text, or undefined if a part has no row but needs one.
function matched(text) {
  const lower = text.slice(0, 1).toLowerCase() + text.slice(1);
  if (exact.has(text) || exact.has(lower)) {
    return exact.get(text) ?? capitalized(exact.get(lower));
  }
  for (const phrase of phrases) {
    const own = partsOf(phrase, text), parts = own ?? partsOf(phrase, lower);
    if (parts) {
      const filled = filledIn(phrase, parts);
      return own || filled === undefined ? filled : capitalized(filled);
    }
  }
  return wholly && /[a-z]{3}/.test(text) ? undefined : text;
}

// filledIn returns the translation of a phrase with its parts, or undefined if one of them needs a row.
function filledIn({ kinds, translation }, parts) {
  const words = parts.map((part, i) => kinds[i] === "#" ? digits(part) : kinds[i] === "=" || part === "" ? part : known(part));
  return words.includes(undefined) ? undefined : translation.replace(new RegExp(placeholder, "g"), (_, i, forms) =>
    forms === "" ? words[i - 1] : formOf(forms.slice(1).split("|"), Number(parts[i - 1].replaceAll(",", ""))));
}

// digits returns a number in digits as the language writes it. Spanish and Polish do not divide numbers of four digits.
function digits(number) {
  const language = document.documentElement.lang, [whole, fraction] = number.split(".");
  const space = whole.length === 5 && ["es", "pl"].includes(language) ? "" : thousands[language];
  return space === undefined ? number : whole.replaceAll(",", space) + (fraction ? "," + fraction : "");
}

// partsOf returns the parts of a text that the placeholders of a phrase stand for, each as short as
// possible, or undefined. Numbers are in digits.
function partsOf({ literals, kinds }, text) {
  let rest = text.slice(literals[0].length);
  const parts = [], last = literals.length - 1;
  if (!text.startsWith(literals[0]) || !rest.endsWith(literals[last])) {
    return undefined;
  }
  for (let i = 1; i <= last; i++) {
    const end = i === last ? rest.length - literals[i].length : rest.indexOf(literals[i]), part = rest.slice(0, Math.max(end, 0));
    const isNumber = kinds[i - 1] === "#", number = numberWords.indexOf(part);
    if (end <= 0 || isNumber && number < 0 && !/^[\d,]+(\.\d+)?$/.test(part)) {
      return undefined;
    }
    parts.push(isNumber && number >= 0 ? String(number) : part);
    rest = rest.slice(end + literals[i].length);
  }
  return parts;
}

// formOf returns the form of a word for a number of things.
function formOf(forms, n) {
  const language = document.documentElement.lang, one = n === 1 || language === "fr" && n === 0;
  const few = language !== "pl" || n % 10 >= 2 && n % 10 <= 4 && Math.floor(n / 10) % 10 !== 1;
  return forms[Math.min(one ? 0 : few ? 1 : 2, forms.length - 1)];
}

// translatePage translates all texts of the page, and then each text that appears on it. Another call does so in
// the language that speak has set since. The content of elements with the attribute translate="no" stays as it is.
const translatePage = (() => {
  const attributes = ["title", "aria-label", "placeholder"];
  const texts = new WeakMap(); // by node, and by attribute or "": its text in English, and as it is shown
  const origins = new Map(); // by translation: the text in English, because a script may read a text and write it later
  let begun = false;
  const say = (node, name, now, show) => {
    const all = texts.get(node) ?? {}, own = now === all[name]?.shown ? all[name].own : english.has(now) ? now : origins.get(now) ?? now;
    const trimmed = own.trim(), shown = /[A-Za-z]/.test(trimmed) ? own.replace(trimmed, () => translated(trimmed)) : own;
    texts.set(node, { ...all, [name]: { own, shown } });
    if (shown !== own) {
      origins.set(shown, own);
    }
    if (shown !== now) {
      show(shown);
    }
  };
  const attribute = (e, name) => {
    if (e.getAttribute(name)) {
      say(e, name, e.getAttribute(name), (text) => e.setAttribute(name, text));
    }
  };
  const visit = (e) => {
    if (e.nodeType === Node.TEXT_NODE) {
      say(e, "", e.data, (text) => { e.data = text; });
    } else if (e.nodeType === Node.ELEMENT_NODE && !e.matches("script, style, noscript")) {
      if (e.matches("option:not([value])")) {
        e.value = e.text; // does not change with the language
      }
      attributes.forEach((name) => attribute(e, name));
      (e.matches("[translate=no]") ? [] : e.childNodes).forEach(visit);
    }
  };
  const visitChanged = (e) => {
    if (!e.parentElement?.closest("[translate=no]")) {
      visit(e);
    }
  };
  const observer = new MutationObserver((changes) => changes.forEach(({ target, addedNodes, attributeName }) =>
    attributeName ? attribute(target, attributeName) : addedNodes.length > 0 ? addedNodes.forEach(visitChanged) : visitChanged(target)));
  return () => {
    if (exact.size > 0 || begun) {
      begun = true;
      visit(document.body);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: attributes });
    }
  };
})();
