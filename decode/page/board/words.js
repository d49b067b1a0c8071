
// The words of a page in other languages. Package decode describes the table; a row is a text in
// English, without optional letters, and its translation.

const placeholder = /\{(\d)([^}]*)\}/;
const numberWords = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const phrases = JSON.parse(at("words")?.textContent ?? "[]").map(([text, translation]) => {
  const parts = text.split(placeholder); // a text, then a number and a mark and a text for each placeholder
  return { literals: parts.filter((_, i) => i % 3 === 0), isNumber: parts.filter((_, i) => i % 3 === 2).map((mark) => mark !== ""), translation };
});

const exact = new Map(phrases.filter(({ literals }) => literals.length === 1).map(({ literals, translation }) => [literals[0], translation]));

// translated returns a text in English in the language of the page. A part for which the table has
// no row stays as it is, such as the name of a square.
function translated(text) {
  if (phrases.length > 0 && !said.has(text)) {
    const result = matched(text);
    said.set(text, result);
    said.set(result, said.get(result) ?? result); // so that a translation is not translated again
  }
  return said.get(text) ?? text;
}

const said = new Map(); // the texts translated so far
const capitalized = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

function matched(text) {
  const lower = text.slice(0, 1).toLowerCase() + text.slice(1);
  if (exact.has(text) || exact.has(lower)) {
    return exact.get(text) ?? capitalized(exact.get(lower));
  }
  for (const phrase of phrases) {
    const parts = partsOf(phrase, text) ?? partsOf(phrase, lower);
    if (parts) {
      const filled = phrase.translation.replace(new RegExp(placeholder, "g"), (_, i, forms) => forms === "" ? translated(parts[i - 1]) :
        formOf(forms.slice(1).split("|"), Number(parts[i - 1].replaceAll(",", ""))));
      return partsOf(phrase, text) ? filled : capitalized(filled);
    }
  }
  return text;
}

// partsOf returns the parts of a text that the placeholders of a phrase stand for, each as short as
// possible, or undefined. Numbers are in digits.
function partsOf({ literals, isNumber }, text) {
  let rest = text.slice(literals[0].length);
  const parts = [], last = literals.length - 1;
  if (last === 0 || !text.startsWith(literals[0]) || !rest.endsWith(literals[last])) {
    return undefined;
  }
  for (let i = 1; i <= last; i++) {
    const end = i === last ? rest.length - literals[i].length : rest.indexOf(literals[i]), part = rest.slice(0, Math.max(end, 0));
    const number = numberWords.indexOf(part);
    if (end <= 0 || isNumber[i - 1] && number < 0 && !/^[\d,]+$/.test(part)) {
      return undefined;
    }
    parts.push(isNumber[i - 1] && number >= 0 ? String(number) : part);
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

// translatePage translates all texts of the page, and then each text that appears on it.
function translatePage() {
  if (phrases.length === 0) {
    return;
  }
  const attributes = ["title", "aria-label"];
  const node = (text) => {
    const trimmed = text.data.trim();
    if (/[A-Za-z]{2}/.test(trimmed) && translated(trimmed) !== trimmed) {
      text.data = text.data.replace(trimmed, () => translated(trimmed));
    }
  };
  const attribute = (e, name) => {
    const text = e.getAttribute(name);
    if (text && translated(text) !== text) {
      e.setAttribute(name, translated(text));
    }
  };
  const visit = (e) => {
    if (e.nodeType === Node.TEXT_NODE) {
      node(e);
    } else if (e.nodeType === Node.ELEMENT_NODE && !e.matches("script, style, noscript")) {
      attributes.forEach((name) => attribute(e, name));
      e.childNodes.forEach(visit);
    }
  };
  visit(document.body);
  new MutationObserver((changes) => changes.forEach(({ target, addedNodes, attributeName }) =>
    attributeName ? attribute(target, attributeName) : addedNodes.length > 0 ? addedNodes.forEach(visit) : visit(target)))
    .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: attributes });
}
