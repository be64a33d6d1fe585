// Lists sort by any heading and combine filters over the whole result.
(() => {
  "use strict";
  const { $, all, root, load, element, mark, plain, say, decode, format, signed, added } = docket;
  const box = $("[data-list]"), base = box.dataset.list, table = $("table", box);
  const part = name => load(`${base}/${name}`);
  const isBase = box.dataset.base === "", groups = all(".pick[data-filter]"), state = { filters: {} };

  const chosenOf = filters => Object.entries(filters).filter(([, text]) => text != null);

  // #paid=false&date.year=2026&sort=-total&page=2
  const read = () => {
    Object.assign(state, { filters: {}, sort: null, page: 1 });
    for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
      if (key === "sort") state.sort = text;
      else if (key === "page") state.page = Math.max(1, parseInt(text) || 1);
      else if (groups.some(group => group.dataset.filter === key)) state.filters[key] = text;
    }
  };
  const address = changes => {
    const next = { ...state, page: 1, ...changes }, pairs = new URLSearchParams();
    for (const pair of chosenOf(next.filters)) pairs.append(...pair);
    if (next.sort) pairs.append("sort", next.sort);
    if (next.page > 1) pairs.append("page", next.page);
    return "#" + pairs.toString().replaceAll("%2C", ",");
  };
  // Other pages hand their state on to the list.
  if (!isBase) {
    for (const group of groups) state.filters[group.dataset.filter] = $("[data-value][aria-current]", group)?.dataset.value;
    state.sort = box.dataset.sort;
  } else read();

  const go = changes => {
    const hash = address(changes);
    if (isBase) location.hash = hash === "#" ? "#all" : hash;
    else location.href = root + base + ".html" + hash;
  };

  const heads = all("thead [data-key]", table);
  for (const head of heads) {
    const label = head.firstElementChild, button = element("button", { type: "button" }, ...label.childNodes);
    label.replaceWith(button);
    button.onclick = () => {
      const now = head.getAttribute("aria-sort"), isDown = now ? now === "ascending" : /money|decimal|integer|date/.test(head.className);
      go({ sort: (isDown ? "-" : "") + head.dataset.key });
    };
  }

  document.addEventListener("click", event => {
    const link = event.target.closest(".pick[data-filter] a, .pick [data-sort]");
    if (!link || ["metaKey", "ctrlKey", "shiftKey", "altKey", "button"].some(key => event[key])) return;
    const { filter } = link.closest(".pick").dataset, { sort, value } = link.dataset;
    const filters = filter ? { ...state.filters, [filter]: value } : state.filters, next = { filters, sort: sort && sort === state.sort ? ("-" + sort).replace("--", "") : sort ?? state.sort };
    // One filter or sort alone has a page, and so has the whole list.
    const isAlone = chosenOf(filters).length < (sort ? 1 : state.sort ? 0 : 2);
    if (isAlone && !(isBase && location.hash) && link.getAttribute("href")) return;
    event.preventDefault();
    go(next);
  });

  const plainly = number => format(number, head.number);
  const field = (index, isLabelled, ...content) => element(index ? "td" : "th", {
    scope: index ? null : "row", class: head.columns[index].type, "data-l": isLabelled ? head.columns[index].label : null,
  }, ...content);
  const cell = (content, index) => {
    // A fourth entry says that it is the title of the record, which needs no heading.
    const isTitle = Array.isArray(content) && content[3];
    const made = field(index, head.columns[index].isLabelled && content !== "–" && !isTitle);
    if (content === 0) made.append(element("i", {}, head.texts.unknown));
    else if (Array.isArray(content?.[0])) content.forEach(([text, link], at) => made.append(at ? ", " : "", link ? element("a", { href: root + link }, text) : text));
    else if (Array.isArray(content)) {
      const [text, link, mark] = content;
      if (mark != null) made.append(element("b", typeof mark === "boolean" ? { class: mark ? "yes" : "no" } : { class: "state", "data-s": mark }, text));
      else made.append(element("a", { href: root + link }, text));
    } else if (content != null) made.append(content);
    return made;
  };

  const fill = (...bodies) => {
    all("tbody, tfoot", table).forEach(old => old.remove());
    table.append(...bodies);
  };

  let head, marked, turn = 0;
  const codes = new Map();
  // Of a filter with very many values the chosen one alone is loaded, which may have a part of its own.
  const valueOf = async (index, key, at) => {
    const found = (await part(`value-${index}-${at}`))[key];
    if (typeof found === "number") return valueOf(index, key, found);
    const [label, text, orders, ...figures] = found ?? [key, "", ""];
    const rows = decode(text, head.bits, text.length * 6 / head.bits), codes = new Uint8Array(head.count).fill(1);
    for (const row of rows) codes[row] = 0;
    return { values: [[label, rows.length, key]], sets: [[0], []], codes, rows, orders, figures };
  };
  const codesOf = async (index, key) => {
    const { parts } = head.filters[index], name = parts ? index + key : index;
    if (!codes.has(name)) {
      const sum = parts && key.split("").reduce((sum, unit) => (sum * 31 + unit.charCodeAt()) % 65521, 0);
      const file = parts ? await valueOf(index, key, sum % parts) : await part(`filter-${index}`);
      // A row may have several values.
      codes.set(name, parts ? file : { sets: file.values.map((_, code) => [code]), ...file, codes: decode(file.codes, file.bits, head.count) });
    }
    return codes.get(name);
  };
  // The filters in force, and which rows they leave.
  const activeFilters = () => chosenOf(state.filters).map(([key, text]) => ({ text, index: head.filters.findIndex(filter => filter.key === key) }));
  const matching = async active => {
    // How many filters each row misses.
    const misses = new Uint8Array(head.count);
    const files = await Promise.all(active.map(({ index, text }) => codesOf(index, text)));
    const few = files.find(file => file.orders);
    active.forEach((filter, place) => {
      const { values, sets, codes } = filter.file = files[place], code = filter.code = values.findIndex(value => value[2] === filter.text);
      codes.forEach((set, row) => { if (!sets[set].includes(code)) misses[row]++; });
    });
    return { few, misses, matches: misses.reduce((sum, number) => sum + !number, 0) };
  };
  // What each value would leave.
  const marks = async (active, { misses, matches }) => {
    const mine = turn;
    marked = true;
    for (const [index, filter] of head.filters.entries()) {
      const group = groups[index];
      if (!group) continue;
      const chosen = state.filters[filter.key], links = all("a:not([data-more])", group), extra = $("[data-extra]", group);
      links.forEach(link => mark(link, "aria-current", link.dataset.value === chosen && "true"));
      if (extra && extra.dataset.value !== chosen) extra.remove();
      if (filter.parts) {
        // Its data are too large to count what each value would leave.
        const isWhole = !active.some(filter => filter.index !== index);
        for (const link of links) {
          const number = $("small", link);
          if (!number) continue;
          number.dataset.whole ??= number.textContent;
          number.textContent = isWhole ? number.dataset.whole : link.dataset.value === chosen ? plainly(matches) : "";
        }
        if (chosen == null) continue;
      }
      const { sets, values, codes } = await codesOf(index, chosen);
      if (mine !== turn) return;
      // One that is no longer there can be taken back, too.
      const value = chosen != null && (values.find(value => value[2] === chosen) ?? [chosen, 0, chosen]);
      if (value && !links.some(link => link.dataset.value === chosen))
        all("[data-value]", group).at(-1).after(element("a", { href: "#", "data-extra": "", "data-value": chosen, "aria-current": "true" }, element("bdi", {}, value[0]), " ", element("small", {}, plainly(filter.parts ? matches : value[1]))));
      if (filter.parts) continue;
      const counts = new Uint32Array(values.length), own = active.find(filter => filter.index === index)?.code;
      codes.forEach((set, row) => { if (misses[row] === +(own != null && !sets[set].includes(own))) for (const code of sets[set]) counts[code]++; });
      const byKey = new Map(values.map((value, code) => [value[2], counts[code]]));
      for (const link of all("[data-value]", group)) {
        const number = byKey.get(link.dataset.value) ?? 0;
        $("small", link).textContent = plainly(number);
        link.toggleAttribute("data-none", !number);
      }
    }
  };

  if (!isBase) {
    // The page of a filter says what each further one would leave, once somebody comes near; a finger comes to choose.
    const near = async () => {
      if (head) return;
      head = await part("head");
      const active = activeFilters();
      marks(active, await matching(active));
    };
    if (chosenOf(state.filters).length) {
      const seen = matchMedia("(hover: none)").matches && new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && near());
      for (const group of groups) {
        for (const event of ["pointerover", "focusin"]) group.addEventListener(event, near, { once: true });
        if (seen) seen.observe(group);
      }
    }
    return;
  }
  // CSV and JSON are of the whole list; the calendar is of the whole book on every page.
  const exports = all("[data-list] ~ .save a:not([href$='.ics'])");
  const kept = { body: all("tbody, tfoot", table), foot: $("tfoot", table), pages: $(".pages") ?? {}, heads: heads.map(head => head.getAttribute("aria-sort")) };
  const count = $("h1 small") ?? {}, written = count.textContent;
  const status = element("p", { class: "hide", role: "status" }), bar = element("nav", { class: "pages" });
  // Paper shows no filters that were chosen.
  const chosen = element("p", { class: "paper" });
  let isPaged = false;
  bar.onclick = event => isPaged = !!event.target.closest("a");
  box.before(chosen, status);
  box.after(bar);

  const show = async () => {
    // The link to the content has an address of its own, and is no view.
    const { hash } = location, isWhole = !hash || hash === "#all";
    if (!isWhole && ![...new URLSearchParams(hash.slice(1)).values()].some(Boolean)) return;
    const mine = ++turn;
    read();
    all(".pick [data-sort]").forEach(link => mark(link, "aria-current", plain(link.dataset.sort) === plain(state.sort) && "true"));
    if (isWhole) {
      fill(...kept.body);
      bar.replaceChildren();
      kept.pages.hidden = false;
      exports.forEach(link => link.hidden = false);
      heads.forEach((head, index) => mark(head, "aria-sort", kept.heads[index]));
      count.textContent = written;
      chosen.textContent = status.textContent = "";
      // What filters were marked with is taken back.
      if (!hash && !marked) return;
    }
    head = await part("head");
    const sortedBy = head.sorts.indexOf(plain(state.sort));
    const isSorted = sortedBy >= 0, isDown = isSorted && state.sort[0] === "-";
    const order = sortedBy + (isDown ? "-desc" : ""), sorted = shard => part(`sort-${order}-${shard}`), shards = isSorted ? [...Array(Math.ceil(head.count / head.shard)).keys()] : [0];
    const active = activeFilters();
    exports.forEach(link => link.hidden = active.length > 0);
    if (isSorted && active.length && active.every(({ index }) => !head.filters[index].parts)) sorted(shards[0]);
    const left = await matching(active), { few, misses, matches } = left, pages = Math.ceil(matches / head.size) || 1;
    state.page = Math.min(state.page, pages);
    const first = (state.page - 1) * head.size, shown = Math.min(head.size, matches - first);
    let rows = [], rest;
    if (head.hasTops && !active.length && isSorted && !first) rows = await part(`top-${order}`);
    else {
      const places = [];
      let skipped = first;
      for (const shard of few ? [0] : shards) {
        let rows = few?.rows ?? misses.keys();
        if (few && isSorted) rows = decode(few.orders, rows.length > 64 ? 12 : rows.length > 8 ? 6 : 3, rows.length * (sortedBy + 1 + isDown * head.sorts.length)).slice(-rows.length).map(place => few.rows[place]);
        else if (isSorted) rows = decode(await sorted(shard), head.bits, Math.min(head.shard, head.count - shard * head.shard));
        for (const row of rows) if (!misses[row] && places.length < shown && --skipped < 0) places.push(row);
        if (places.length === shown) break;
      }
      const lines = places => Promise.all(places.map(async row => (await part(`rows-${row / head.chunk | 0}`))[row % head.chunk]));
      rows = await lines(places.slice(0, 25));
      rest = () => lines(places.slice(25));
    }
    if (mine !== turn) return;
    const made = rows => rows.map(row => element("tr", {}, ...row.map(cell))), body = element("tbody", {}, ...made(rows));
    if (!rows.length) body.append(element("tr", {}, element("td", { class: "empty", colspan: head.columns.length }, head.texts.empty)));
    fill(body);
    kept.pages.hidden = true;
    count.textContent = plainly(matches);
    status.textContent = say(head.texts.found, count.textContent);
    chosen.textContent = active.map(({ index, text, code, file }) => `${groups[index]?.getAttribute("aria-label")}: ${file.values[code]?.[0] ?? text}`).join(", ");
    // The next page begins at its top, for the eye and for the keyboard.
    if (isPaged) {
      $("a", body)?.focus({ preventScroll: true });
      box.scrollIntoView();
      isPaged = false;
    }
    const inForce = state.sort ?? head.sort;
    heads.forEach(th => mark(th, "aria-sort", th.dataset.key === plain(inForce) && (inForce[0] === "-" ? "descending" : "ascending")));
    bar.replaceChildren();
    if (pages > 1) {
      const link = (rel, page, text) => page && page <= pages ? element("a", { rel, href: address({ page }) }, text) : "";
      bar.append(link("prev", state.page - 1, "‹ " + head.texts.previous), link("next", state.page + 1, head.texts.next + " ›"), element("span", {}, `${plainly(first + 1)}–${plainly(first + shown)} / ${count.textContent}`));
    }
    body.append(...made((await rest?.()) ?? []));
    if (mine !== turn) return;
    if (active.length || marked) marks(active, left);
    if (!kept.foot || !shown) return;
    if (active.length) await totals(active, left, mine, shown);
    else table.append(kept.foot);
  };

  const totals = async (active, { few, misses, matches }, mine, shown) => {
    const cells = [], parts = !few && head.hasTotals && active.every(({ file }) => !file.rows) &&
      (await part("totals")).filter(([codes]) => active.every(({ index, code, file }) => file.sets[codes[index]].includes(code)));
    let figure = 0;
    for (const [index, column] of head.columns.entries()) {
      let text = "";
      if (column.isTotal) {
        const values = few ? few.figures[figure++].filter((_, place) => !misses[few.rows[place]]) : parts ? parts.map(part => part[1][index]) : (await part(`sum-${index}`)).filter((_, row) => !misses[row]);
        const sums = added(values, column.unit);
        const units = [...new Set([column.unit, ...Object.keys(sums).sort()])].filter(unit => sums[unit]);
        text = !units.length && column.isOfOthers ? "–" : (units.length ? units : [column.unit]).map(unit => signed(sums[unit], head.formats[unit] ?? head.number)).join("\n+ ");
      } else if (!index) text = shown < matches ? say(head.texts.totalOf, plainly(matches)) : head.texts.total;
      cells.push(field(index, column.isTotal, text));
    }
    if (mine === turn) table.append(element("tfoot", {}, element("tr", { class: "sum" }, ...cells)));
  };

  docket("assets/list", { groups, part, codesOf, choose: (key, text) => go({ filters: { ...state.filters, [key]: text } }), ready: async () => head ??= await part("head") });
  addEventListener("hashchange", show);
  if (location.hash) show();
})();
