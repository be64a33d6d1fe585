// Makes a form pleasant: references are picked by a part of a title, rows are added, moved and taken away, what is computed
// shows as one types, and what was typed is kept until it is saved.
"use strict";
(() => {
  const form = document.querySelector("form[data-form]");
  const saved = document.querySelector("[data-saved]");
  const channel = new BroadcastChannel("docket");
  if (!form) return;
  const token = form.elements.token.value;
  const draftKey = `docket ${form.dataset.form}`;
  const asked = new URLSearchParams(location.search).get("for");
  document.documentElement.classList.add("scripted");
  for (const plain of form.querySelectorAll(".plain")) plain.remove();
  for (const template of form.querySelectorAll("template")) template.content.querySelector(".plain")?.remove();
  for (const spare of form.querySelectorAll("[data-spare]")) spare.remove();

  // ---- Rows

  let number = 5000;
  for (const list of form.querySelectorAll("fieldset[data-list]")) {
    const body = list.querySelector("tbody");
    for (const row of body.rows) equip(row);
    const add = list.querySelector("[data-add]");
    add.hidden = false;
    add.addEventListener("click", () => focusRow(addRow(list)));
  }
  function addRow(list, after = null) {
    const row = list.querySelector("template").content.firstElementChild.cloneNode(true);
    number += 1;
    for (const element of row.querySelectorAll("[name], [id], [data-computed], [aria-describedby]"))
      for (const name of ["name", "id", "data-computed", "aria-describedby"])
        if (element.hasAttribute(name))
          element.setAttribute(name, element.getAttribute(name).replace(/^(r\.[^.]+)\.new\./, `$1.${number}.`));
    const body = list.querySelector("tbody");
    body.insertBefore(row, after ? after.nextSibling : null);
    equip(row);
    changed();
    return row;
  }
  function equip(row) {
    const handle = row.querySelector(".handle");
    const buttons = { "↑": ["Move up", () => move(row, -1)], "↓": ["Move down", () => move(row, 1)],
      "2×": ["Duplicate", () => duplicate(row)], "✕": ["Take away", () => take(row)] };
    for (const [sign, [label, action]] of Object.entries(buttons)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", action);
      handle.append(button);
    }
    row.addEventListener("keydown", event => {
      if (!event.altKey) return;
      const actions = { ArrowUp: () => move(row, -1), ArrowDown: () => move(row, 1), d: () => duplicate(row), Delete: () => take(row) };
      if (actions[event.key]) { event.preventDefault(); actions[event.key](); }
    });
    row.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.target.nodeName !== "INPUT") return;
      event.preventDefault();
      focusRow(row.nextElementSibling ?? addRow(row.closest("fieldset")));
    });
  }
  function focusRow(row) { row.querySelector("input:not([type=hidden]), select, textarea")?.focus(); }
  function move(row, step) {
    const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    const focus = document.activeElement;
    step < 0 ? other.before(row) : other.after(row);
    if (row.contains(focus)) focus.focus();
    changed();
  }
  function duplicate(row) {
    const copy = addRow(row.closest("fieldset"), row);
    const fields = [...row.querySelectorAll("[name]")], others = [...copy.querySelectorAll("[name]")];
    fields.forEach((field, index) => { if (!field.name.endsWith(".was")) others[index].value = field.value; });
    row.querySelectorAll(".title").forEach((title, index) => { copy.querySelectorAll(".title")[index].textContent = title.textContent; });
    focusRow(copy);
    changed();
  }
  function take(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    const list = row.closest("fieldset");
    row.remove();
    next ? focusRow(next) : list.querySelector("[data-add]").focus();
    changed();
  }

  // ---- References

  let pick = null;
  form.addEventListener("input", event => { if (event.target.dataset.find) offer(event.target); });
  form.addEventListener("focusin", event => { if (event.target.dataset.find && !event.target.value) offer(event.target); });
  form.addEventListener("focusout", event => { if (pick?.input === event.target) setTimeout(() => close(event.target), 150); });
  form.addEventListener("keydown", event => {
    if (!pick || pick.input !== event.target) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !event.altKey) { event.preventDefault(); select(pick.index + step); }
    else if (event.key === "Enter" && pick.index >= 0) { event.preventDefault(); event.stopPropagation(); choose(pick.found[pick.index]); }
    else if (event.key === "Escape") { event.preventDefault(); close(event.target); }
  }, true);
  function part(input) { return "many" in input.dataset ? input.value.split(",").at(-1).trim() : input.value.trim(); }
  async function offer(input) {
    const text = part(input);
    const title = input.parentElement.querySelector(".title");
    if (title && !("many" in input.dataset)) title.textContent = "";
    const answer = await fetch(`/-/find?entity=${encodeURIComponent(input.dataset.find)}&q=${encodeURIComponent(text)}`).catch(() => null);
    if (!answer?.ok || part(input) !== text || document.activeElement !== input) return;
    const found = await answer.json();
    close();
    const exact = found.find(record => record.id === text);
    if (exact && title) title.textContent = exact.title;
    if (!found.length || exact && found.length === 1) return;
    const list = document.createElement("ul");
    list.className = "pick";
    list.id = `${input.id}.pick`;
    list.setAttribute("role", "listbox");
    for (const record of found) {
      const item = document.createElement("li");
      item.setAttribute("role", "option");
      item.id = `${list.id}.${list.children.length}`;
      item.textContent = record.title;
      if (record.title !== record.id) item.append(Object.assign(document.createElement("small"), { textContent: record.id }));
      item.addEventListener("mousedown", event => { event.preventDefault(); choose(record); });
      list.append(item);
    }
    input.after(list);
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", list.id);
    pick = { input, list, found, index: -1 };
    if (text) select(0);
  }
  function select(index) {
    const items = [...pick.list.children];
    pick.index = (index + items.length) % items.length;
    items.forEach((item, place) => item.setAttribute("aria-selected", String(place === pick.index)));
    items[pick.index].scrollIntoView({ block: "nearest" });
    pick.input.setAttribute("aria-activedescendant", items[pick.index].id);
  }
  function choose(record) {
    const { input } = pick;
    input.value = "many" in input.dataset ? [...input.value.split(",").slice(0, -1).map(text => text.trim()), record.id].join(", ") : record.id;
    const title = input.parentElement.querySelector(".title");
    if (title && !("many" in input.dataset)) title.textContent = record.title;
    close();
    changed();
  }
  function close(input = pick?.input) {
    if (!pick || pick.input !== input) return;
    pick.list.remove();
    pick.input.setAttribute("aria-expanded", "false");
    pick.input.removeAttribute("aria-activedescendant");
    pick = null;
  }

  // A record that is made in another window is taken into the field that asked for it.
  channel.addEventListener("message", ({ data }) => {
    const field = data.field && form.elements[data.field];
    if (!field || field.dataset.find !== data.entity) return;
    field.value = data.id;
    const title = field.parentElement.querySelector(".title");
    if (title) title.textContent = data.title;
    changed();
  });
  if (asked) sessionStorage.setItem("docket for", asked);
  if (saved?.dataset.id && sessionStorage.getItem("docket for")) {
    channel.postMessage({ field: sessionStorage.getItem("docket for"), entity: saved.dataset.saved, id: saved.dataset.id,
      title: document.querySelector("h1").textContent });
    sessionStorage.removeItem("docket for");
    window.close();
  }

  // ---- What is computed, and what is wrong, as one types

  let timer = null, run = 0;
  function changed() {
    keep();
    clearTimeout(timer);
    timer = setTimeout(compute, 250);
  }
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  async function compute() {
    const mine = ++run;
    const answer = await fetch(form.dataset.compute, { method: "POST", headers: { "X-Docket-Token": token },
      body: new URLSearchParams(new FormData(form)) }).catch(() => null);
    if (!answer?.ok || mine !== run) return;
    const { computed = {}, problems = {}, body } = await answer.json();
    for (const element of form.querySelectorAll("[data-computed]")) {
      const value = computed[element.dataset.computed || element.name] ?? "";
      if (element.nodeName === "OUTPUT") element.textContent = value; else element.placeholder = value;
    }
    for (const why of form.querySelectorAll(".why")) {
      const name = why.id.replace(/\.why$/, "");
      const text = problems[name] ?? "";
      // A field that is still empty is not yet wrong.
      const isTyped = form.elements[name]?.value !== "" || why.textContent !== "";
      why.textContent = isTyped ? text : "";
      why.hidden = !why.textContent;
      why.closest(".field, td")?.classList.toggle("bad", !why.hidden);
    }
    const preview = form.querySelector("[data-preview]");
    if (preview && body !== undefined) {
      preview.hidden = body === "";
      preview.innerHTML = body;
    }
  }

  // ---- What was typed is kept until it is saved

  function content() { return [...new FormData(form)].filter(([name]) => name !== "token"); }
  const original = JSON.stringify(content());
  function keep() {
    const now = JSON.stringify(content());
    try {
      if (now === original) localStorage.removeItem(draftKey);
      else localStorage.setItem(draftKey, JSON.stringify({ fields: content() }));
    } catch { /* The storage is full or forbidden; the form works without. */ }
  }
  function isDirty() { return JSON.stringify(content()) !== original; }
  function restore() {
    let draft = null;
    try { draft = JSON.parse(localStorage.getItem(draftKey)); } catch { return; }
    if (!draft || JSON.stringify(draft.fields) === original) return;
    const lists = new Map();
    for (const [name, value] of draft.fields) {
      const row = /^r\.([^.]+)\.([^.]+)\.(.+)$/.exec(name);
      if (!row) {
        const field = form.elements[name];
        if (field) field.value = value;
        continue;
      }
      const [, list, key, field] = row;
      if (!lists.has(list)) lists.set(list, new Map());
      const rows = lists.get(list);
      if (!rows.has(key)) rows.set(key, {});
      rows.get(key)[field] = value;
    }
    for (const list of form.querySelectorAll("fieldset[data-list]")) {
      for (const row of [...list.querySelector("tbody").rows]) row.remove();
      for (const fields of lists.get(list.dataset.list)?.values() ?? []) {
        const row = addRow(list);
        for (const element of row.querySelectorAll("[name]")) element.value = fields[element.name.split(".").slice(3).join(".")] ?? "";
      }
    }
    const notice = document.createElement("section");
    notice.className = "notice";
    notice.setAttribute("role", "status");
    notice.textContent = "What you typed before and did not save is here again. ";
    const discard = document.createElement("button");
    discard.type = "button";
    discard.textContent = "Discard it";
    discard.addEventListener("click", () => { localStorage.removeItem(draftKey); location.reload(); });
    notice.append(discard);
    form.before(notice);
    changed();
  }
  form.addEventListener("submit", () => sessionStorage.setItem("docket sent", draftKey));
  const wasRefused = document.querySelector(".notice.bad");
  if (saved || (!wasRefused && sessionStorage.getItem("docket sent") === draftKey)) {
    // What was sent is saved now.
    const sent = sessionStorage.getItem("docket sent");
    if (sent) localStorage.removeItem(sent);
    localStorage.removeItem(draftKey);
  } else if (!wasRefused) {
    restore();
  }
  if (saved || wasRefused) sessionStorage.removeItem("docket sent");
  if (wasRefused) {
    wasRefused.focus();
    compute();
  }

  for (const link of document.querySelectorAll("[data-cancel], [data-discard]"))
    link.addEventListener("click", event => {
      if (isDirty() && !confirm("What you typed is not saved. Leave it?")) { event.preventDefault(); return; }
      localStorage.removeItem(draftKey);
    });
  addEventListener("keydown", event => {
    if ((event.ctrlKey || event.metaKey) && (event.key === "s" || event.key === "Enter")) {
      event.preventDefault();
      form.requestSubmit(form.querySelector("button[name=then]"));
    }
  });
})();
