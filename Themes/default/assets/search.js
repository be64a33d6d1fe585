// docket's default theme: the search. `/` focuses it, arrows choose, Enter goes there.
(() => {
  "use strict";
  const { $, all, root, load, element, say, value } = window.docket;
  const form = $("form.find");
  const plain = { "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i" };
  const fold = text => [...text.normalize("NFD").replace(/[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|(?=[\u0483-\u074f])\p{M}/gu, "")]
    .map(character => plain[character.toLowerCase()] ?? character.toLowerCase().toUpperCase().toLowerCase()).join("")
    .replaceAll("’", "'")
    // Hiragana for katakana.
    .replace(/[ァ-ヶヽヾ]/g, character => String.fromCharCode(character.charCodeAt(0) - 0x60)).normalize("NFC");
  const unspaced = /[\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e01-\u0e7f\u{20000}-\u{3ffff}]+/gu;
  // Blanks and apostrophes between groups of digits; a space separates two numbers, too, unless decimals follow.
  const grouped = /(?<![\p{L}\p{N}\p{M}_][-.,]*)\d{1,3}(?:(?: \d{3})+(?=[.,]\d\d?(?![\p{L}\p{N}_]))|(?:[\u00a0\u202f'’]\d{3})+(?![\p{L}\p{N}_]))/gu;
  // The language of the page, if its theme names one that there is.
  let language = document.documentElement.lang || undefined;
  try { Intl.getCanonicalLocales(language); } catch { language = undefined; }
  // The months as the pages name them: the only one whose name begins so.
  const months = Array.from({ length: 12 }, (_, month) => fold(new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" })
    .formatToParts(new Date(2026, month, 10)).find(part => part.type === "month").value));
  const monthOf = word => {
    const found = [...months.keys()].filter(month => months[month].startsWith(word));
    return found.length === 1 ? found[0] + 1 : 0;
  };
  const asDay = (whole, day, month, year) => monthOf(month) ? [day, monthOf(month), year].join(".") : whole;
  // Whether the page's language has the month before the day, and both before the year.
  const order = new Intl.DateTimeFormat(language, { dateStyle: "short" }).formatToParts(0).map(part => part.type);
  const hasMonthFirst = order.indexOf("month") < order.indexOf("day") && order.indexOf("day") < order.indexOf("year");
  // 18 August 2026, Aug 18, 2026, 2026年8月18日; 18/08/2026 or 8/18/2026: as in the page's language where both can be.
  const dated = query => query.replace(/(?<![\p{L}\p{N}])(\d\d?)(?:\.|st|nd|rd|th|er)? (?:de )?(\p{L}{3,})\.?,? (?:de )?(\d{4})(?!\d)/gu, asDay)
    .replace(/(?<!\p{L})(\p{L}{3,})\.? (\d\d?),? (\d{4})(?!\d)/gu, (whole, month, day, year) => asDay(whole, day, month, year))
    .replace(/(?<!\d)(\d{4})[年/](\d\d?)[月/](\d\d?)(?!\d)日?/g, (_, year, month, day) => [day, month, year].join("."))
    .replace(/(?<![\d/])(\d\d?)\/(\d\d?)\/(\d{4})(?![\d/])/g, (_, first, second, year) =>
      (second > 12 || hasMonthFirst && first <= 12 ? [second, first, year] : [first, second, year]).join("."));
  // CHF-7.25: the minus sign between a currency and its amount joins no word.
  const signed = /(?<![\p{L}\p{N}])(\p{L}{3})[-\u2212](?=\d[\d'’\u00a0\u202f]*[.,]\d{2,3}(?![\p{L}\p{N}]))/gu;
  const wordsOf = query => {
    const words = [];
    const rest = query.replace(signed, "$1 ").replace(grouped, number => number.replace(/\D/g, "")).replace(unspaced, run => {
      const characters = [...run];
      if (characters.length === 1) words.push(run);
      for (let index = 1; index < characters.length; index++) words.push(characters[index - 1] + characters[index]);
      return " ";
    });
    for (let [word] of rest.matchAll(/[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_]|-|(?<=\d)[.,])*/gu)) {
      word = word.replace(/[-.,]+$/, "").replace(/^(\d\d?)\.(\d\d?)\.(\d{4})$/, (_, day, month, year) => [year, month.padStart(2, 0), day.padStart(2, 0)].join("-"));
      const mark = Math.max(word.lastIndexOf("."), word.lastIndexOf(","));
      const isDecimal = mark >= 0 && word.length - mark <= 3;
      // Without zeros at the end, which are written or not.
      words.push((isDecimal ? (word.slice(0, mark).replace(/[.,]/g, "") + "." + word.slice(mark + 1)).replace(/\.?0+$/, "") : word.replace(/[.,]/g, "")).slice(0, 24));
    }
    return words;
  };
  // Ascending numbers by the distances between them, five bits to a character; the sixth says that more follow.
  const ascending = text => {
    const numbers = [];
    for (let at = 0, last = -1; at < text.length;) {
      let distance = 0, shift = 0, part;
      do { part = value[text.charCodeAt(at++)]; distance |= (part & 31) << shift; shift += 5; } while (part & 32);
      numbers.push(last += distance + 1);
    }
    return numbers;
  };
  // Texts that say by a digit how much of the one before they begin with.
  const wholes = texts => {
    let last = "";
    return texts.map(text => last = last.slice(0, parseInt(text[0], 36)) + text.slice(1));
  };
  // A query: what it reads, at most so many times what a first answer does, and with the entries of hits.
  const firstRead = 36000, firstAnswer = 54000, shown = 8, furtherShown = 24, waits = 700;
  const queryOf = (head, times, wanted) => {
    let read = 0;
    const known = new Map();
    const get = (name, decoded) => {
      if (!known.has(name)) known.set(name, load("search/" + name).then(text => {
        read += text.length;
        return decoded(text);
      }));
      return known.get(name);
    };
    const isFull = () => read > firstRead * times;
    const indexOf = async index => wholes((await load(`search/index-${index}`)).split("\n"));
    // What is known of the pages of words that begin so, from few parts: those that stand beside them, and of words on many the first
    // few, how many, and where the others are.
    const find = async (word, parts) => {
      const index = Math.max(0, wholes(head.firsts.split("\n")).findLastIndex(first => first <= word));
      const from = index * head.indexed + Math.max(0, (await indexOf(index)).findLastIndex(first => first <= word));
      const beside = new Set(), few = [], long = [];
      // Those of the word itself, and not of one that only begins so.
      let same = { beside: new Set(), few: [], long: [] };
      let isAll = true;
      for (let at = from; at < head.parts; at++) {
        if (at > from && !(await indexOf(Math.floor(at / head.indexed)))[at % head.indexed].startsWith(word)) break;
        isAll = at < from + parts;
        if (!isAll) break;
        const lines = await get(`words-${at}`, text => text.split("\n").map(line => line.split(" ")));
        const words = wholes(lines.map(line => line[0]));
        for (const [index, [, pages, count, first, starts]] of lines.entries()) {
          if (!words[index].startsWith(word)) continue;
          const numbers = ascending(pages);
          const isLong = count && { count: +count, first: +first, starts: starts && ascending(starts) };
          if (words[index] === word) same = { beside: new Set(isLong ? [] : numbers), few: isLong ? numbers : [], long: isLong ? [isLong] : [] };
          if (isLong) {
            few.push(...numbers);
            long.push(isLong);
          } else numbers.forEach(number => beside.add(number));
        }
      }
      long.sort((a, b) => b.count - a.count);
      return { beside, few, long, same, isAll, count: long.reduce((sum, { count }) => sum + count, beside.size) };
    };
    // The pages that a part of a word on many has.
    const pagesOf = ({ first, starts }, part) => get(`long-${first + part}`, text => {
      if (starts) return ascending(text);
      const pages = [];
      for (let bit = 0; bit < text.length * 6; bit++) if (value[text.charCodeAt(bit / 6)] >> bit % 6 & 1) pages.push(part * head.marked + bit);
      return pages;
    });
    const partOf = ({ starts }, page) => starts ? starts.findLastIndex(start => start <= page) : Math.floor(page / head.marked);
    // The pages of a list from one number to another.
    const between = async (list, from, to) => {
      const pages = new Set([...list.beside].filter(page => page >= from && page < to));
      await Promise.all(list.long.map(async long => {
        for (let part = Math.max(0, partOf(long, from)); part <= partOf(long, to - 1); part++)
          for (const page of await pagesOf(long, part)) if (page >= from && page < to) pages.add(page);
      }));
      return [...pages].sort((a, b) => a - b);
    };
    // Those of some pages that a list has.
    const within = async (list, pages) => {
      const kept = new Set(pages.filter(page => list.beside.has(page)));
      for (const long of list.long) {
        const left = pages.filter(page => !kept.has(page));
        if (!left.length || isFull()) break;
        const parts = [...new Set(left.map(page => partOf(long, page)))].filter(part => part >= 0);
        const found = new Set((await Promise.all(parts.map(part => pagesOf(long, part)))).flat());
        for (const page of left) if (found.has(page)) kept.add(page);
      }
      return pages.filter(page => kept.has(page));
    };
    // The pages that have all words, first those of the words themselves, and whether these are all.
    const ranked = (found, same) => [...same, ...found.filter(page => !same.includes(page))];
    return async words => {
      const isOne = words.length === 1;
      const [first, ...others] = (await Promise.all(words.map(word => find(word, (isOne ? 4 : 2) * times)))).sort((a, b) => a.count - b.count);
      if (isOne) {
        const found = new Set([...first.beside, ...first.few]);
        // More are asked for than stand beside the words.
        for (const long of first.long) {
          const parts = long.starts ? long.starts.length : Math.ceil(head.count / head.marked);
          for (let part = 0; part < parts && found.size < wanted; part++) (await pagesOf(long, part)).forEach(page => found.add(page));
        }
        // Of several words on many it is not known how many pages have more than one of them.
        const most = Math.max(found.size, first.long[0]?.count ?? 0);
        const same = [...first.same.beside, ...first.same.few];
        return { found: ranked([...found].sort((a, b) => a - b), same), same: same.length, count: most, isAll: first.isAll && most === first.count, read };
      }
      const found = [];
      let from = 0;
      for (; from < head.count && !isFull(); from += head.marked) {
        let pages = await between(first, from, Math.min(head.count, from + head.marked));
        for (const list of others) if (pages.length) pages = await within(list, pages);
        found.push(...pages);
      }
      const isAll = first.isAll && (!first.count || !isFull() && others.every(list => list.isAll));
      let same = found;
      for (const list of [first, ...others]) same = await within(list.same, same);
      return { found: ranked(found, same), same: same.length, count: found.length, isAll, read };
    };
  };
  if (form) {
    const input = $("input", form), hits = $("ul", form);
    let asked = 0, chosen = -1, limit = shown, reading = 1, isAgain = false;
    form.classList.add("ready");
    input.disabled = false;
    const choose = index => {
      const options = all("[role=option]", hits);
      chosen = options.length ? (index + options.length) % options.length : -1;
      options.forEach((option, at) => option.setAttribute("aria-selected", at === chosen));
      options[chosen]?.scrollIntoView({ block: "nearest" });
      if (chosen < 0) input.removeAttribute("aria-activedescendant");
      else input.setAttribute("aria-activedescendant", options[chosen].id);
    };
    const close = () => { hits.hidden = true; chosen = -1; input.setAttribute("aria-expanded", false); input.removeAttribute("aria-activedescendant"); };
    const showMore = async () => {
      const known = limit;
      limit += furtherShown;
      await look();
      choose(known);
    };
    // What is typed may go on, so that at first little is read; where that finds too few, more is read a moment later.
    const look = async () => {
      const mine = ++asked, times = reading, query = fold(input.value);
      const words = wordsOf(query), day = wordsOf(dated(query));
      if (!words.length) return close();
      const head = await load("search/head");
      const ask = queryOf(head, times, limit > shown ? limit + 1 : 0);
      let result = await ask(day);
      if (day.join(" ") !== words.join(" ")) {
        // A text may have the day as it is typed.
        const written = await ask(words), others = written.found.filter(page => !result.found.includes(page));
        result = { found: [...result.found, ...others], same: result.same, count: result.count + others.length, isAll: result.isAll && written.isAll, read: written.read };
      } else {
        // `1 240` may be the beginning of an amount, and `Mueller` is Müller on a keyboard without umlauts.
        for (const other of [query.replace(/(?<=\d) (?=\d{3}(?!\d))/g, ""), query.replace(/(?<=[aou])e/g, "")])
          if (!result.count && other !== query) result = await ask(wordsOf(other));
      }
      const { found, same, count, isAll } = result, chunkOf = number => number / head.chunk | 0;
      const entriesOf = numbers => Promise.all(numbers.map(async number => (await load(`search/pages-${chunkOf(number)}`))[number % head.chunk]));
      const read = await entriesOf(found.slice(0, limit));
      // More of those of the words themselves are read: from as many parts as the hits may come from, and as are left to read.
      const chunks = new Set(found.slice(0, limit).map(chunkOf)), size = JSON.stringify(read).length / read.length * head.chunk;
      const most = Math.min(chunks.size + shown, (firstAnswer * times - result.read) / size);
      read.push(...await entriesOf(found.slice(limit, same).filter(number => chunks.has(chunkOf(number)) || chunks.size <= most - 1 && chunks.add(chunkOf(number)))));
      if (mine !== asked) return;
      // What is called just so comes first.
      const typed = fold(input.value.trim()), isTyped = ([title, , kind]) => [title, kind + " " + title].some(name => fold(name) === typed);
      const hitsOf = [...read.filter(isTyped), ...read.filter(hit => !isTyped(hit))].slice(0, limit);
      hits.replaceChildren(...hitsOf.map(([title, link, kind, hint], index) => element("li", { role: "none" },
        element("a", { href: root + link, tabindex: -1, role: "option", id: `hit-${index}`, "aria-selected": false }, element("b", {}, (kind ? kind + " " : "") + title), hint ? element("small", {}, hint) : ""))));
      if (found.length > limit) {
        const more = element("a", { href: "#more", tabindex: -1, role: "option", id: `hit-${limit}`, "aria-selected": false }, hits.dataset.more ?? "…");
        more.onclick = event => { event.preventDefault(); showMore(); };
        // The input keeps the focus, without which the hits close.
        more.onmousedown = event => event.preventDefault();
        hits.append(element("li", { role: "none" }, more));
      }
      $("output", form).textContent = say(head.found, count.toLocaleString(language) + (isAll ? "" : "+"));
      hits.dataset.found = $("output", form).textContent;
      hits.hidden = false;
      input.setAttribute("aria-expanded", found.length > 0);
      // What is read again a moment later leaves the choice.
      if (isAgain && chosen >= 0) choose(chosen); else chosen = -1;
      isAgain = false;
      form.dataset.asked = input.value;
      if (!isAll && found.length < limit) setTimeout(() => { if (mine === asked && !hits.hidden) { reading *= 4; isAgain = true; look(); } }, waits);
    };
    input.addEventListener("input", () => { [limit, reading, isAgain] = [shown, 1, false]; look(); });
    input.addEventListener("focus", () => { if (input.value) look(); });
    input.addEventListener("keydown", event => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") { choose(chosen + (event.key === "ArrowDown" ? 1 : chosen < 0 ? 0 : -1)); event.preventDefault(); }
      else if (event.key === "Escape") { close(); input.value = ""; $("output", form).textContent = ""; }
    });
    form.addEventListener("submit", event => {
      event.preventDefault();
      const link = $(`#hit-${Math.max(0, chosen)}`, hits);
      if (link && !hits.hidden) link.click();
    });
    form.addEventListener("focusout", event => { if (!form.contains(event.relatedTarget)) setTimeout(close, 150); });
    document.addEventListener("keydown", event => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
      event.preventDefault();
      input.focus();
    });
  }

  // Values of a filter that its bar does not show are found by name; of very many those that begin as what is typed.
  // Enter takes the only one that is, begins with or contains what is typed, and says how many there are otherwise. Of very
  // many those that contain it are not at hand, and those that begin so only if enough is typed.
  window.docket.list?.then(({ groups, part, codesOf, choose, ready }) => {
    for (const [index, group] of groups.entries()) {
      const more = $("[data-more]", group);
      if (!more) continue;
      const name = group.getAttribute("aria-label");
      const input = element("input", { type: "search", list: "of-" + index, placeholder: name + " …", "aria-label": name });
      const options = element("datalist", { id: "of-" + index });
      const said = element("output", {});
      more.after(input, options, said);
      let values = [], last = values;
      input.onfocus = input.oninput = async () => {
        said.textContent = "";
        const { names, parts } = (await ready()).filters[index], typed = fold(input.value);
        // Before enough is typed some that begin so are better than none.
        const whole = names.findIndex(name => typed.startsWith(name)), at = whole < 0 && typed ? names.findIndex(name => name.startsWith(typed)) : whole;
        const found = !parts ? (await codesOf(index)).values : at < 0 ? last : await part(`names-${index}-${at}`);
        if (found !== last) {
          // Of values with one name each is told by its key.
          const times = new Map();
          for (const [label] of found) times.set(label, (times.get(label) ?? 0) + 1);
          values = found.map(value => [times.get(value[0]) > 1 ? `${value[0]} (${value[2]})` : value[0], value[1], value[2]]);
          options.replaceChildren(...values.map(value => element("option", { value: value[0] }, `${value[1]}`)));
          last = found;
        }
        const value = values.find(value => value[0] === input.value);
        if (value) choose(group.dataset.filter, value[2]);
        return { isChosen: !!value, isPart: !!parts, hasAll: !parts || whole >= 0 };
      };
      input.onkeydown = async ({ key }) => {
        const typed = fold(input.value.trim());
        if (key !== "Enter" || !typed) return;
        const { isChosen, isPart, hasAll } = await input.oninput();
        if (isChosen || !hasAll) return;
        const near = [label => label === typed, label => label.startsWith(typed), label => !isPart && label.includes(typed)]
          .map(fits => values.filter(([label]) => fits(fold(label)))).find(({ length }) => length) ?? [];
        if (near.length === 1) choose(group.dataset.filter, near[0][2]);
        else said.textContent = say((await ready()).texts.found, near.length);
      };
    }
  });
})();
