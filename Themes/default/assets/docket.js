// What the scripts of lists, charts and the search share. As a folder has no server, data are scripts.
(() => {
  "use strict";
  const $ = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  // A layout of another theme may not say where the site begins, but this script is in its assets.
  const root = document.documentElement.dataset.root ?? (document.currentScript?.src ?? "").replace(/^(.*)assets\/.*$/, "$1");

  // A script of data calls docket(key, value) once.
  const waiting = new Map();
  window.docket = (key, value) => waiting.get(key)?.done(value);
  const load = key => {
    const entry = waiting.get(key) ?? {};
    entry.promise ??= new Promise((done, fail) => {
      entry.done = value => { entry.isLoaded = true; done(value); };
      const script = element("script", { src: `${root + key}.js` });
      script.onerror = () => { waiting.delete(key); fail(new Error(key)); };
      document.head.append(script);
    });
    waiting.set(key, entry);
    return entry.promise;
  };
  // For a server whose pages stay open while the data change.
  window.docket.forget = () => { for (const [key, { isLoaded }] of [...waiting]) if (isLoaded) waiting.delete(key); };
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value != null) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const mark = (item, name, value) => value ? item.setAttribute(name, value) : item.removeAttribute(name);
  // A sort without its direction.
  const plain = sort => sort?.replace(/^-/, "");
  const say = (sentence, ...parts) => sentence.replace(/\{(\d)\}/g, (_, index) => parts[index]);

  // So many numbers to a character, or characters to a number.
  const value = new Uint8Array(128);
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].forEach((digit, index) => { value[digit.charCodeAt()] = index; });
  const decode = (text, bits, count) => new Uint32Array(count).map((_, index) => {
    const each = 6 / bits | 0, size = bits / 6;
    if (each > 1) return value[text.charCodeAt(index / each)] >> bits * (index % each) & (1 << bits) - 1;
    let number = 0;
    for (let at = index * size; at < (index + 1) * size; at++) number = number * 64 + value[text.charCodeAt(at)];
    return number;
  });

  // Amounts as the pages print them.
  const format = (number, pattern) => {
    const text = String(number).padStart(pattern.scale + 1, "0"), cut = text.length - pattern.scale;
    let whole = text.slice(0, cut), grouped = "";
    const isShort = whole.length < pattern.fewest;
    for (let index = 0; whole; index++) {
      const size = isShort ? whole.length : pattern.groups[index] ?? pattern.groups.at(-1);
      grouped = whole.slice(-size) + (grouped ? pattern.separator + grouped : "");
      whole = whole.slice(0, -size);
    }
    return pattern.before + grouped + (pattern.scale ? pattern.mark + text.slice(cut) : "") + pattern.after;
  };
  // Numbers without end are rounded as on the pages: to six digits after the point, or to six significant ones.
  const rounded = (number, pattern) => {
    let { scale } = pattern;
    const shorten = () => {
      if (pattern.least != null) for (; scale > pattern.least && number % 10n === 0n; scale--) number /= 10n;
    };
    shorten();
    const digits = String(number).length;
    if (pattern.isEndless && scale > 6 && (digits > 30 || scale > 25)) {
      const kept = Math.max(6, scale - digits + 6), left = Math.min(scale, digits > 30 ? kept : Math.min(20, kept));
      const power = 10n ** BigInt(scale - left);
      [number, scale] = [(number + power / 2n) / power, left];
      shorten();
    }
    return [number, scale];
  };
  const signed = (number, pattern) => {
    const isLess = number < 0n, [shown, scale] = rounded(isLess ? -number : number, pattern);
    return format(shown, isLess && shown ? { ...pattern, scale, before: pattern.lessBefore, after: pattern.lessAfter } : { ...pattern, scale });
  };
  // The sums of amounts by unit; a plain number is of the unit that is given.
  const added = (values, unit) => {
    const sums = {}, add = (unit, amount) => sums[unit] = (sums[unit] ?? 0n) + BigInt(amount);
    let small = 0;
    values.forEach(amount => {
      if (typeof amount === "object") for (const unit in amount) add(unit, amount[unit]);
      else Number.isSafeInteger(small + amount) ? small += amount : add(unit, amount);
    });
    add(unit, small);
    return sums;
  };

  // What scrolls does so by keyboard, too.
  const wide = ".t, :not(.t) > table";
  const reach = () => all(wide).forEach(table => {
    const scrolls = table.scrollWidth > table.clientWidth, name = $("caption", table)?.textContent.trim() || $("h1")?.textContent;
    mark(table, "tabindex", scrolls && "0");
    // A table in Markdown is its own box, and stays a table.
    if (table.nodeName === "DIV") for (const [key, value] of [["role", "group"], ["aria-label", name]]) mark(table, key, scrolls && value);
  });
  const sizes = new ResizeObserver(reach), follow = () => all(`${wide}, .t > table`).forEach(part => sizes.observe(part));
  document.addEventListener("docket:update", follow);
  follow();

  Object.assign(window.docket, { $, all, root, load, element, mark, plain, say, value, decode, format, signed, added });
  if (!$("[data-list]")) return;
  document.documentElement.dataset.lists = "";
  window.docket.list = load("assets/list");
})();
