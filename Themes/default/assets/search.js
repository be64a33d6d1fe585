// docket's default theme: the search. `/` focuses it, arrows choose, Enter goes there.
(() => {
  "use strict";
  const { $, all, root, load, element, say, value } = window.docket;
  const form = $("form.find");
  const fold = text => [...text.normalize("NFD").replace(/[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|(?=[\u0483-\u074f])\p{M}/gu, "")]
    .map(character => character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase()).join("").normalize("NFC");
  const unspaced = /[\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e01-\u0e7f]+/gu;
  const wordsOf = query => {
    const words = [];
    const rest = fold(query).replace(unspaced, run => {
      const characters = [...run];
      if (characters.length === 1) words.push(run);
      for (let index = 1; index < characters.length; index++) words.push(characters[index - 1] + characters[index]);
      return " ";
    });
    for (let [word] of rest.matchAll(/[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_]|-|(?<=\d)[.,])*/gu)) {
      word = word.replace(/[-.,]+$/, "");
      const mark = Math.max(word.lastIndexOf("."), word.lastIndexOf(","));
      const isDecimal = mark >= 0 && word.length - mark <= 3;
      words.push((isDecimal ? word.slice(0, mark).replace(/[.,]/g, "") + "." + word.slice(mark + 1) : word.replace(/[.,]/g, "")).slice(0, 24));
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
  // How the first word of each part begins, each after as much of the one before as its digit says.
  const beginningsOf = head => {
    let last = "";
    return head.beginnings ??= head.firsts.split("\n").map(line => last = last.slice(0, parseInt(line[0], 36)) + line.slice(1));
  };
  // The pages of the words that begin so, from few parts; of a word that many have only the first where one word is asked for.
  const find = async (head, word, isOne) => {
    const firsts = beginningsOf(head);
    let at = firsts.findLastIndex(first => first <= word);
    const found = new Set();
    let count = 0, isCommon = false;
    for (let parts = 0; parts < (isOne ? 4 : 2) && at < firsts.length; parts++, at++) {
      if (at >= 0) {
        for (const line of (await load(`search/words-${at}`)).split("\n")) {
          if (!line.startsWith(word)) continue;
          const [, size, few, long] = line.split(" ");
          count += +size;
          isCommon ||= long === "-";
          const numbers = long && long !== "-" && !isOne ? await load(`search/long-${long}`) : few;
          for (const number of ascending(numbers)) found.add(number);
        }
      }
      if (at + 1 >= firsts.length || !(firsts[at + 1].startsWith(word))) break;
    }
    return { found, isCommon, count: Math.max(found.size, isOne ? count : 0) };
  };
  if (form) {
    const input = $("input", form), hits = $("ul", form);
    let asked = 0, chosen = -1;
    form.classList.add("ready");
    input.disabled = false;
    const choose = index => {
      const options = all("li", hits);
      chosen = options.length ? (index + options.length) % options.length : -1;
      options.forEach((option, at) => option.setAttribute("aria-selected", at === chosen));
      options[chosen]?.scrollIntoView({ block: "nearest" });
      if (chosen < 0) input.removeAttribute("aria-activedescendant");
      else input.setAttribute("aria-activedescendant", options[chosen].id);
    };
    const close = () => { hits.hidden = true; chosen = -1; input.setAttribute("aria-expanded", false); input.removeAttribute("aria-activedescendant"); };
    const look = async () => {
      const mine = ++asked, words = wordsOf(input.value);
      if (!words.length) return close();
      const head = await load("search/head");
      const lists = await Promise.all(words.map(word => find(head, word, words.length === 1)));
      // A word that nearly every page has narrows nothing where another one does.
      const telling = lists.filter(list => !list.isCommon);
      const [first, ...others] = (telling.length ? telling : lists).sort((a, b) => a.found.size - b.found.size);
      const numbers = [...first.found].filter(number => others.every(list => list.found.has(number))).sort((a, b) => a - b);
      const count = others.length ? numbers.length : first.count;
      const shown = await Promise.all(numbers.slice(0, 8).map(async number => (await load(`search/pages-${number / head.chunk | 0}`))[number % head.chunk]));
      if (mine !== asked) return;
      hits.replaceChildren(...shown.map(([title, link, kind, hint], index) => element("li", { role: "option", id: `hit-${index}`, "aria-selected": false },
        element("a", { href: root + link, tabindex: -1 }, element("b", {}, (kind ? kind + " " : "") + title), hint ? element("small", {}, hint) : ""))));
      $("output", form).textContent = say(head.found, count.toLocaleString(document.documentElement.lang));
      hits.dataset.found = $("output", form).textContent;
      hits.hidden = false;
      input.setAttribute("aria-expanded", shown.length > 0);
      chosen = -1;
      form.dataset.asked = input.value;
    };
    input.addEventListener("input", look);
    input.addEventListener("focus", () => { if (input.value) look(); });
    input.addEventListener("keydown", event => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") { choose(chosen + (event.key === "ArrowDown" ? 1 : chosen < 0 ? 0 : -1)); event.preventDefault(); }
      else if (event.key === "Escape") { close(); input.value = ""; $("output", form).textContent = ""; }
    });
    form.addEventListener("submit", event => {
      event.preventDefault();
      const link = $(`#hit-${Math.max(0, chosen)} a`, hits);
      if (link && !hits.hidden) location.href = link.href;
    });
    form.addEventListener("focusout", event => { if (!form.contains(event.relatedTarget)) setTimeout(close, 150); });
    document.addEventListener("keydown", event => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
      event.preventDefault();
      input.focus();
    });
  }

  // Values of a filter that its bar does not show are found by name; of very many those that begin as what is typed.
  const { groups = [], part, codesOf, choose, ready } = window.docket;
  for (const [index, group] of groups.entries()) {
    const more = $("[data-more]", group);
    if (!more) continue;
    const name = group.getAttribute("aria-label");
    const input = element("input", { type: "search", list: "of-" + index, placeholder: name + " …", "aria-label": name });
    const options = element("datalist", { id: "of-" + index });
    more.after(input, options);
    let values = [];
    input.onfocus = input.oninput = async () => {
      const { names, parts } = (await ready()).filters[index], typed = fold(input.value);
      // Before enough is typed some that begin so are better than none.
      const whole = names.findIndex(name => typed.startsWith(name)), at = whole < 0 && typed ? names.findIndex(name => name.startsWith(typed)) : whole;
      const found = !parts ? (await codesOf(index)).values : at < 0 ? values : await part(`names-${index}-${at}`);
      if (found !== values) options.replaceChildren(...found.map(value => element("option", { value: value[0] }, `${value[1]}`)));
      values = found;
      const value = values.find(value => value[0] === input.value);
      if (value) choose(group.dataset.filter, value[2]);
    };
  }
})();
