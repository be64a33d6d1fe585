// Keeps an open page up to date: it listens to the server, and if the page's bytes change, it updates the
// differing parts of the body, marks the changed rows, and describes the changes in a line. If the head or
// the theme changes, the page is loaded again.
"use strict";
(() => {
  const line = document.currentScript;
  let mark = line.dataset.mark;
  const texts = JSON.parse(line.dataset.texts ?? "{}");
  const t = (text, ...parts) => (texts[text] ?? text).replace(/\{(\d)\}/g, (_, place) => parts[place]);
  // The old and the new figure, with an arrow in the direction of the site's language.
  const fromTo = (was, is) => line.dataset.change.replace(/\{(\d)\}/g, (_, place) => [was, is][place] || "–");
  // The tools for readers without scripts.
  document.querySelector("noscript[data-tools]")?.remove();
  let events = null;
  const path = decodeURIComponent(location.pathname);

  // The page as it was sent, before the theme's scripts change it: an update compares what was sent before
  // and now, and preserves what scripts and readers have changed elsewhere.
  let source = document.body.cloneNode(true);
  const sent = new WeakMap();
  remember(document.body, source);
  const scripts = () => document.querySelectorAll("head script[src]:not([src$='assets/list.js'])").length;
  const scriptCount = scripts();
  function remember(live, copy) {
    sent.set(live, copy);
    for (const [index, child] of [...live.childNodes].entries()) remember(child, copy.childNodes[index]);
  }

  // docket's elements above the page are in a shadow tree, out of reach of the theme's styles.
  const host = document.createElement("docket-live");
  const shadow = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { all: initial; color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
    .corner { position: fixed; z-index: 2147483646; inset: auto 0 0 0; display: flex; flex-direction: column; align-items: center; gap: .5rem;
      padding: .5rem; pointer-events: none }
    .corner > * { pointer-events: auto; max-width: min(60rem, 100%); box-sizing: border-box; color: light-dark(#1c2329, #e3e6e8);
      background: light-dark(#fff, #1d2226); border: 1px solid light-dark(#c4cbd0, #46515a); border-radius: 8px; box-shadow: 0 4px 20px #0003 }
    .said { padding: .4rem .9rem; font-variant-numeric: tabular-nums }
    .said:empty, [hidden] { display: none !important }
    section.diagnostics { width: 100%; border-block-start: 4px solid light-dark(#a3180f, #ff8a7d); overflow: hidden }
    section.diagnostics > header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding: .5rem .9rem }
    section.diagnostics h2 { font-size: 1rem; margin: 0; flex: 1 14rem }
    section.diagnostics .body { max-height: 45vh; overflow: auto; padding: 0 .9rem .5rem }
    a, button { font: inherit; color: light-dark(#0b5c8a, #6fbde8) }
    button { background: none; border: 0; padding: .15rem .3rem; cursor: pointer; text-decoration: underline }
    ol { list-style: none; margin: 0; padding: 0 } li { padding: .4rem 0; border-top: 1px solid light-dark(#d6dbdf, #3a434a) }
    form { margin: .2rem 0 0 } p { margin: 0 } small, .note { color: light-dark(#5b6670, #9aa5ad) }
    code, pre { font: .875em/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
    pre { margin: .2rem 0; white-space: pre-wrap } .error b { color: light-dark(#a3180f, #ff8a7d) } .warning b { color: light-dark(#7a5300, #f0b849) }
    mark { background: none; color: inherit; text-decoration: underline wavy light-dark(#a3180f, #ff8a7d); text-underline-offset: 3px }
    .tools { display: flex; gap: .25rem; padding: .25rem .5rem; align-self: flex-end }
    .tools a { padding: .15rem .4rem }
    @media print { :host { display: none } }
  `);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = `<div class="corner"><div class="said" role="status" aria-live="polite"></div>
    <section class="diagnostics" aria-label="${t("What is wrong in the book")}" hidden><header><h2></h2><a href="/-/problems">${t("All on a page")}</a>
    <button type="button">${t("Hide")}</button></header><div class="body"></div></section><nav class="tools" aria-label="docket" hidden></nav></div>`;
  document.documentElement.append(host);
  const said = shadow.querySelector(".said");
  const diagnostics = shadow.querySelector(".diagnostics");
  const tools = shadow.querySelector(".tools");

  const marks = new CSSStyleSheet();
  marks.replaceSync(`
    @keyframes docket-fade { from { background-color: var(--docket-mark) } to { background-color: transparent } }
    .docket-inserted > *, .docket-updated, .docket-moved > *, .docket-deleted > * { animation: docket-fade 4s ease-in }
    .docket-inserted { --docket-mark: light-dark(#bfe8cd, #1d5634) } .docket-updated { --docket-mark: light-dark(#fbe5a3, #6a5110) }
    .docket-moved { --docket-mark: light-dark(#cfe3f5, #1f4361) } .docket-deleted { --docket-mark: light-dark(#f6c9c4, #6b221b) }
    .docket-deleted { text-decoration: line-through; opacity: .6 }
    @media (prefers-reduced-motion: reduce) { .docket-inserted > *, .docket-updated, .docket-moved > *, .docket-deleted > *
      { animation: none; outline: 2px solid var(--docket-mark) } }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, marks];

  for (const [label, address] of Object.entries(JSON.parse(line.dataset.tools ?? "{}"))) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = label;
    tools.append(link);
    tools.hidden = false;
  }

  // ---- After a deletion: typed values must not come back in a later record with the same id.

  const address = new URL(location);
  if (address.searchParams.has("-deleted")) {
    try {
      const name = `${sessionStorage.getItem("docket deleted")} `;
      for (const key of Object.keys(localStorage)) if (key.startsWith(name)) localStorage.removeItem(key);
      sessionStorage.removeItem("docket deleted");
    } catch { /* Without storage nothing was kept. */ }
    say(`${address.searchParams.get("-deleted")}: ${t("deleted")}`);
    address.searchParams.delete("-deleted");
    history.replaceState(history.state, "", address);
  }

  // ---- Listening. Only visible windows listen, because a browser opens at most six connections to a server.

  function connect() {
    if (events || document.hidden) return;
    events = new EventSource(`/-/events?page=${encodeURIComponent(path)}&have=${mark}&theme=${line.dataset.theme}`);
    events.addEventListener("open", () => { if (lost) { lost = false; say(""); } });
    events.addEventListener("page", event => { if (event.data !== mark) update(); });
    events.addEventListener("theme", event => { if (event.data !== line.dataset.theme) reload(); });
    // The first number is that of the site that the page is of, or of a later one after a lost connection.
    events.addEventListener("site", event => {
      if (site !== null && event.data !== site) forget();
      site = event.data;
    });
    events.addEventListener("diagnostics", event => show(event.data ? JSON.parse(event.data) : null));
    events.addEventListener("error", () => {
      disconnect();
      if (!lost) { lost = true; say(t("The server does not answer; this page is as it was"), true); }
      setTimeout(connect, 1000);
    });
  }
  let lost = false;
  let site = null;
  // Data that scripts have fetched may be outdated although this page is not: the search fetches its data again, and a
  // list begins anew.
  function forget() {
    window.docket?.forget?.();
    if (scripts() > scriptCount && document.querySelector("[data-list]")) reload();
  }
  function disconnect() {
    events?.close();
    events = null;
  }
  document.addEventListener("visibilitychange", () => document.hidden ? disconnect() : connect());
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);

  // ---- What is wrong

  let hidden = "";
  diagnostics.querySelector("button").addEventListener("click", () => {
    diagnostics.hidden = true;
    hidden = diagnostics.querySelector("h2").textContent;
  });
  function show(found) {
    const has = found?.hasErrors ?? false;
    if (!has) hidden = "";
    if (has) {
      diagnostics.querySelector("h2").textContent = t("{0}; this page is as it was before", found.count);
      diagnostics.querySelector(".body").innerHTML = found.html;
      diagnostics.querySelector("header a").textContent = found.warnings || t("All on a page");
    }
    diagnostics.hidden = !has || hidden === diagnostics.querySelector("h2").textContent;
  }

  // Displays one or more texts, each isolated from the writing direction of the others.
  function say(texts, stays = false) {
    said.replaceChildren(...[texts].flat().filter(Boolean).flatMap((text, place) => {
      const isolate = document.createElement("bdi");
      isolate.textContent = text;
      return place ? ["; ", isolate] : [isolate];
    }));
    clearTimeout(say.timer);
    if (texts.length && !stays) say.timer = setTimeout(() => { said.textContent = ""; }, 8000);
  }

  // ---- Changing the page in place

  // Reloads the page as soon as nothing is being typed in it.
  function reload() {
    if (isTyped(document.activeElement)) document.activeElement.addEventListener("blur", reload, { once: true });
    else location.reload();
  }
  function isTyped(field) { return field?.defaultValue !== undefined && field.value !== field.defaultValue; }

  let running = null;
  async function update() {
    if (running) { running.again = true; return; }
    running = { again: false };
    try {
      const answer = await fetch(location.href, { cache: "no-store", headers: { Accept: "text/html" } });
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      next.querySelector("noscript[data-tools]")?.remove();
      const nextLine = next.querySelector("script[data-mark]")?.dataset ?? {};
      const nextMark = nextLine.mark ?? "";
      if (nextMark !== mark) {
        if (answer.status === 404) {
          mark = nextMark;
          say(t("This page is no longer in the book"), true);
        } else {
          const isDressedAnew = nextLine.head !== line.dataset.head || nextLine.theme !== line.dataset.theme;
          // Data that a script has already fetched for this page is outdated.
          const hasFetched = scripts() > scriptCount;
          // A script in a new part of the page, such as a chart, only runs when the page is loaded.
          const known = sources(source);
          const hasNewScript = sources(next.body).some(script => !known.includes(script));
          if (isDressedAnew || hasFetched || hasNewScript) {
            reload();
            // Typed text stays; the rest of the body is updated in the meantime.
            if (!isTyped(document.activeElement)) return;
          }
          for (const ghost of document.querySelectorAll(".docket-deleted")) ghost.remove();
          const changes = new Changes(source, next.body);
          const focus = keepFocus();
          const list = document.querySelector("[data-list]");
          morph(document.body, next.body);
          // Only the theme's script can replace an element that was sent again, or make a new list sortable.
          const newList = document.querySelector("[data-list]");
          if (running.isReplaced || newList && newList !== list) reload();
          source = next.body;
          document.title = next.title;
          focus();
          mark = nextMark;
          changes.show();
          say(changes.texts());
          document.dispatchEvent(new CustomEvent("docket:update"));
        }
      }
    } catch {
      // The server has stopped; the page is requested again when it is back.
    }
    const again = running.again;
    running = null;
    if (again) update();
  }

  function sources(body) {
    return [...body.querySelectorAll("script[src]:not([data-mark])")].map(script => script.getAttribute("src"));
  }

  function keepFocus() {
    const element = document.activeElement;
    const { selectionStart, selectionEnd } = element ?? {};
    return () => {
      if (!element || element === document.activeElement || !element.isConnected) return;
      element.focus({ preventScroll: true });
      if (typeof selectionStart === "number") element.setSelectionRange(selectionStart, selectionEnd);
    };
  }

  // State that belongs to the reader: opened, typed or chosen elements.
  const own = { DETAILS: ["open"], INPUT: ["value", "checked"], DIALOG: ["open"] };

  function morph(old, next) {
    const was = sent.get(old) ?? old;
    if (was.isEqualNode(next)) return;
    sent.set(old, next);
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.nodeValue = next.nodeValue;
      return;
    }
    const kept = own[old.nodeName] ?? [];
    for (const { name } of [...was.attributes])
      if (!next.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes)
      if (was.getAttribute(name) !== value && !kept.includes(name)) old.setAttribute(name, value);
    const left = [...old.childNodes].filter(child => !isScripts(child)).length;
    if (left < was.childNodes.length && left < old.childNodes.length) running.isReplaced = true;
    const keys = keysOf(old);
    const named = new Map([...keys].map(([node, key]) => [key, node]));
    const nextKeys = keysOf(next);
    let place = old.firstChild;
    for (const child of [...next.childNodes]) {
      while (place && isScripts(place)) place = place.nextSibling;
      const key = nextKeys.get(child);
      let match = key === undefined ? place : named.get(key);
      if (key === undefined)
        while (match && (match.nodeName !== child.nodeName || keys.has(match) || isScripts(match))) match = match.nextSibling;
      if (!match || match.nodeName !== child.nodeName) {
        const made = document.importNode(child, true);
        remember(made, child);
        old.insertBefore(made, place);
        continue;
      }
      // Nodes in between are removed if no later node has their key; moving a node would lose its focus.
      while (place && place !== match && !isScripts(place) && !stays(place, keys, nextKeys)) place = drop(place);
      if (place === match) place = place.nextSibling;
      else old.insertBefore(match, place);
      morph(match, child);
    }
    while (place) place = isScripts(place) ? place.nextSibling : drop(place);
  }
  function drop(node) {
    const after = node.nextSibling;
    node.remove();
    return after;
  }
  function stays(node, keys, nextKeys) {
    const key = keys.get(node);
    return key !== undefined && [...nextKeys.values()].includes(key);
  }
  // Whether a script has added a node to the page: it was never sent.
  function isScripts(node) { return !sent.has(node); }

  // The keys of the children that have one: a row's is its record, any other's its id.
  function keysOf(element) {
    const keys = new Map();
    const seen = new Map();
    for (const child of element.children) {
      if (element.isConnected && element.ownerDocument === document && isScripts(child)) continue;
      const base = child.nodeName === "TR" ? rowKey(child) : child.id ? `#${child.id}` : null;
      if (base === null) continue;
      const count = (seen.get(base) ?? 0) + 1;
      seen.set(base, count);
      keys.set(child, `${child.nodeName} ${base} ${count}`);
    }
    return keys;
  }
  function rowKey(row) {
    if (row.dataset.record) return row.dataset.record;
    const link = row.querySelector("a[href]");
    if (link) return new URL(link.getAttribute("href"), location.href).pathname;
    // The label of a total contains a number of records, or none on the last of several pages.
    return row.closest("tfoot") ? "total" : nameCell(row)?.textContent.trim() || null;
  }
  // The cell that names the row.
  function nameCell(row) {
    return row.querySelector("th") ?? row.cells[0];
  }

  // ---- Changes, marked in the page and described in a line of text

  class Changes {
    inserted = []; deleted = []; moved = []; updated = []; summed = []; figures = [];

    constructor(old, next) {
      const before = Changes.rows(old), after = Changes.rows(next);
      const isNew = ([key]) => !before.has(key), isGone = ([key]) => !after.has(key);
      this.inserted = [...after].filter(isNew);
      this.deleted = [...before].filter(isGone).map(([key, row]) => [key, row, this.anchor(row)]);
      const order = [...before.keys()].filter(key => after.has(key));
      const place = new Map(order.map((key, index) => [key, index]));
      const common = [...after.keys()].filter(key => place.has(key));
      const steady = longestRise(common.map(key => place.get(key)));
      this.moved = common.filter((key, index) => !steady.has(index)).map(key => [key, after.get(key)]);
      for (const key of common) {
        const [a, b] = [before.get(key), after.get(key)];
        if (a.textContent === b.textContent) continue;
        if (a.closest("tfoot") || a.classList.contains("sum")) this.compareTotals(a, b);
        else if (!b.querySelector("a[href]") && nameCell(b)?.nodeName === "TH") this.compareTotals(a, b, plain(nameCell(b)));
        else { this.updated.push([key, b]); continue; }
        this.summed.push([key, b]);
      }
      this.compareTerms(old, next);
    }
    static rows(root) {
      const rows = new Map();
      for (const [number, table] of [...root.querySelectorAll("table")].entries())
        for (const part of table.querySelectorAll("tbody, tfoot"))
          for (const [row, key] of keysOf(part)) rows.set(`${number} ${part.nodeName} ${key}`, row);
      return rows;
    }
    // Figures of a row that is not a record: by their columns below a table, otherwise by the row's label.
    compareTotals(a, b, label = null) {
      const heads = [...b.closest("table").querySelectorAll("thead th")];
      const found = [];
      let column = 0;
      for (const [index, cell] of [...b.cells].entries()) {
        const was = a.cells[index] && plain(a.cells[index]), is = plain(cell);
        column += cell.colSpan;
        if (was === undefined || was === is || cell.scope === "row") continue;
        found.push([heads[column - 1] ? plain(heads[column - 1]) : plain(nameCell(b)), fromTo(was, is)]);
      }
      for (const [head, change] of found)
        this.figures.push(`${label === null ? head : found.length === 1 ? label : `${label} ${head}`} ${change}`);
    }
    // Facts of a record: terms and their descriptions.
    compareTerms(old, next) {
      const facts = root => new Map([...root.querySelectorAll("dl dt")].map(term =>
        [plain(term), term.nextElementSibling ? plain(term.nextElementSibling) : ""]));
      const before = facts(old);
      for (const [term, is] of facts(next)) {
        const was = before.get(term) ?? "";
        if (was !== is) this.figures.push(`${term} ${fromTo(was, is)}`);
      }
    }
    anchor(row) {
      return { parent: rowPlace(row.parentNode), index: [...row.parentNode.children].indexOf(row) };
    }
    // Marks the current rows in the page; a deleted row is briefly shown in its former place.
    show() {
      const now = Changes.rows(document.body);
      for (const [key] of this.inserted) flash(now.get(key), "docket-inserted");
      for (const [key] of this.moved) flash(now.get(key), "docket-moved");
      for (const [key] of [...this.updated, ...this.summed]) flash(now.get(key), "docket-moved", "docket-updated");
      for (const [, row, { parent, index }] of this.deleted.slice(0, 20)) {
        const body = parent();
        if (!body || body.children.length === 0) continue;
        const ghost = row.cloneNode(true);
        ghost.setAttribute("aria-hidden", "true");
        ghost.classList.add("docket-deleted");
        body.insertBefore(ghost, body.children[index] ?? null);
        setTimeout(() => ghost.remove(), 3000);
      }
    }
    texts() {
      const names = (list, text) => list.length === 0 ? [] : [t(text, list.length > 3 ? list.length
        : [...new Set(list.map(([, row]) => rowName(row)))].join(", "))];
      const rows = [...names(this.inserted, "{0} added"), ...names(this.deleted, "{0} no longer listed")];
      if (rows.length === 0) rows.push(...names(this.updated, "{0} changed"), ...names(this.moved, "{0} moved"));
      const figures = this.figures.slice(0, 4);
      if (this.figures.length > 4) figures.push(t("{0} more", this.figures.length - 4));
      const all = [...rows, ...figures];
      return all.length ? all : [t("This page has changed")];
    }
  }
  function rowPlace(body) {
    const tables = [...body.getRootNode().querySelectorAll("table")];
    const table = tables.indexOf(body.closest("table")), part = [...body.parentNode.children].indexOf(body);
    return () => document.querySelectorAll("table")[table]?.children[part];
  }
  function plain(element) {
    return element.textContent.replace(/\s+/g, " ").trim();
  }
  // A row's name is its record's link or, if that is a date, the record's file. A row written inside the
  // page's own record is named by that record and its number, because its links lead to other records.
  function rowName(row) {
    if (row.closest("[data-inside]") && !row.parentNode.classList.contains("sums"))
      return t("{0}, row {1}", path.split("/").at(-1).replace(/\.html$/, ""), [...row.parentNode.children].indexOf(row) + 1);
    const link = row.querySelector("a[href]");
    if (!link) return nameCell(row) ? plain(nameCell(row)) : "";
    const file = decodeURIComponent(new URL(link.getAttribute("href"), location.href).pathname).split("/").at(-1);
    return link.closest(".date") ? file.replace(/\.html$/, "") : plain(link);
  }
  function flash(row, ...names) {
    if (!row) return;
    const target = names.at(-1);
    row.classList.add(target);
    setTimeout(() => { row.classList.remove(target); if (!row.classList.length) row.removeAttribute("class"); }, 4000);
  }
  // The indices of a longest increasing subsequence of a list of numbers.
  function longestRise(numbers) {
    const tails = [], previous = [];
    for (const [index, number] of numbers.entries()) {
      let low = 0, high = tails.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[tails[middle]] < number) low = middle + 1; else high = middle;
      }
      previous[index] = low > 0 ? tails[low - 1] : -1;
      tails[low] = index;
    }
    const rise = new Set();
    for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]) rise.add(index);
    return rise;
  }

  connect();
})();
