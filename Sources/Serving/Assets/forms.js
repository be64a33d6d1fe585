// Enhances forms: rows can be added, moved and removed, computed values appear while typing, and unsaved
// input is kept until it is saved.
import { addControls, amounts, keyOf } from "./amounts.js";
import { equip, nameButtons } from "./items.js";
import { references } from "./references.js";
import { t } from "./texts.js";

const form = document.querySelector("form[data-form]");
const saved = document.querySelector("[data-saved]");
const wasRefused = document.querySelector(".notice.bad");
const channel = new BroadcastChannel("docket");
// The server states what it saved; only the stored input for that is removed.
const sent = sessionStorage.getItem("docket sent");
if (saved && sent) {
  localStorage.removeItem(sent);
  // Input stored for a new record's id belongs to an earlier record with the same id.
  if (saved.dataset.made)
    for (const key of draftsOf(saved.dataset.made)) localStorage.removeItem(key);
}
// A page without the record's own form sends the same input again.
if (saved || wasRefused && form) sessionStorage.removeItem("docket sent");
const deletion = document.querySelector("form[data-deletes]");
deletion?.addEventListener("submit", () => sessionStorage.setItem("docket deleted", `docket ${deletion.dataset.deletes}`));
if (form) start();

// The keys of stored input for the forms with a name: one for each form that is, or was, open.
function draftsOf(name) { return Object.keys(localStorage).filter(key => key.startsWith(`docket ${name} `)); }

function start() {
  // The server judges while something is typed; without scripts the browser does before it sends.
  form.noValidate = true;
  // What is typed beside a value of the file is not replaced by it. Of lists the server judges, since rows go together.
  form.addEventListener("input", ({ target }) => {
    if (target.closest(".theirs, [data-list]")) return;
    for (let part = target.parentElement; part && part !== form; part = part.parentElement) {
      const take = part.querySelector(":scope > .theirs > [name='take-unchanged']");
      if (take) { [take.checked, take.name] = [false, "take"]; return; }
    }
  });
  const token = form.elements.token.value;
  const isNew = form.dataset.form.startsWith("/-/new/");
  for (const plain of form.querySelectorAll(".plain")) plain.remove();
  for (const template of form.querySelectorAll("template")) template.content.querySelector(".plain")?.remove();
  for (const spare of form.querySelectorAll("[data-spare]")) spare.remove();
  const status = document.createElement("p");
  status.className = "status";
  status.setAttribute("role", "status");
  form.append(status);
  const say = text => { status.textContent = text; };
  const { makeLists, give, settle, typed } = references(form, changed, say);

  // ---- Diagnostics of the record after it is saved

  const found = document.querySelector("[data-found][aria-busy]");
  if (found) {
    const address = new URL(location);
    address.searchParams.set("-found", "");
    fetch(address).then(answer => answer.text()).then(text => {
      const next = new DOMParser().parseFromString(text, "text/html").querySelector("[data-found]");
      if (next) found.replaceChildren(...next.childNodes);
      found.removeAttribute("aria-busy");
    }).catch(() => {});
  }

  // ---- Rows

  // Rows of a refused form keep their numbers.
  const numbers = [...form.querySelectorAll("[name^='r.']")].map(({ name }) => Number(name.split(".")[2]) || 0);
  let number = Math.max(5000, ...numbers);
  for (const list of form.querySelectorAll("fieldset[data-list]")) {
    for (const row of list.querySelector("tbody").rows) equipRow(row);
    nameFields(list);
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
          element.setAttribute(name, element.getAttribute(name).replace(/(^| )(r\.[^.]+)\.new\./g, `$1$2.${number}.`));
    const body = list.querySelector("tbody");
    body.insertBefore(row, after ? after.nextSibling : null);
    makeLists(row);
    equipRow(row);
    nameFields(list);
    changed();
    return row;
  }
  // The fields of a row are named by its number, which changes as rows are added, moved and removed.
  function nameFields(list) {
    [...list.querySelector("tbody").rows].forEach((row, place) => {
      for (const cell of row.querySelectorAll("td[data-label]"))
        for (const field of cell.querySelectorAll("input:not([type=hidden]), select, textarea"))
          field.setAttribute("aria-label", t("{0}, row {1}", cell.dataset.label, place + 1));
      nameButtons(row.cells[row.cells.length - 1], t("{0}, row {1}", list.querySelector("legend").textContent, place + 1));
    });
  }
  function equipRow(row) {
    const list = row.closest("fieldset");
    const duplicate = () => {
      const copy = addRow(list, row);
      const values = [...row.querySelectorAll("[name]")].map(field => [keyOf(field), field.value]);
      const was = values.find(([key]) => key === "-was")[1];
      fill(copy, was ? [...values, ["-of", was]] : values);
      row.querySelectorAll(".title").forEach((title, index) => { copy.querySelectorAll(".title")[index].textContent = title.textContent; });
      focusRow(copy);
      changed();
    };
    const taken = (next, putBack) => {
      next ? focusRow(next) : list.querySelector("[data-add]").focus();
      offerBack(list, () => { putBack(); focusRow(row); });
    };
    const moved = () => { nameFields(list); changed(); };
    equip(row, row.querySelector("td:last-child"), { changed: moved, taken, duplicate, say: text => say(t("Row {0}", text)) });
    row.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.target.nodeName !== "INPUT") return;
      event.preventDefault();
      focusRow(row.nextElementSibling ?? addRow(list));
    });
  }
  // The button that takes a row away is beside others: below the list is one that undoes it, until the next is taken.
  function offerBack(list, putBack) {
    list.querySelector("[data-taken]")?.remove();
    const line = document.createElement("p");
    line.dataset.taken = "";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = t("Put it back");
    button.addEventListener("click", () => { line.remove(); putBack(); });
    line.append(t("Row {0}", t("taken away")), " ", button);
    list.querySelector("table").after(line);
  }
  // Sets the values of a new row's fields, except its own position in the file.
  function fill(row, values) {
    const texts = new Map(values);
    for (const field of row.querySelectorAll("[name]"))
      if (keyOf(field) !== "-was") setValue(field, texts.get(keyOf(field)) ?? "");
    addControls(row, values);
  }
  // Sets a field's value. A control that cannot hold a text, which another one of the same key did, becomes one that can.
  function setValue(field, value) {
    if (field.type === "date" && value && !/^\d{4}-\d\d-\d\d$/.test(value)) field.type = "text";
    if (field.type === "text" && value.includes("\n")) field = multiline(field);
    if (field.nodeName === "SELECT" && ![...field.options].some(option => option.value === value))
      (optionMeaning(field, value) ?? field.appendChild(new Option(value))).value = value;
    field.value = value;
    field.dispatchEvent(new Event("docket:value", { bubbles: true }));
  }
  function multiline(field) {
    const area = document.createElement("textarea");
    for (const { name, value } of field.attributes) if (name !== "type" && name !== "value") area.setAttribute(name, value);
    area.rows = 3;
    field.replaceWith(area);
    return area;
  }
  function focusRow(row) { row.querySelector("input:not([type=hidden]), select, textarea")?.focus(); }

  // ---- A record created in another window is added to the field that requested it.

  // The requesting form has a unique name, because other open forms may have the same fields.
  const self = Math.random().toString(36).slice(2);
  for (const link of form.querySelectorAll("a.add")) {
    const address = link.href.replace("?-for=", `?-for=${self}+`);
    link.href = address;
    link.addEventListener("click", () => {
      const text = link.dataset.title ? typed(link.parentElement) : "";
      link.href = address + (text && `&${link.dataset.title}=${encodeURIComponent(text)}`);
    });
  }
  channel.addEventListener("message", ({ data }) => {
    const [asking, field] = data.asked?.split(" ") ?? [];
    if (asking === self) give(field, data.entity, data);
  });
  // The request is stored only from a save to its response, so that no other save is mistaken for it.
  const stored = sessionStorage.getItem("docket for");
  sessionStorage.removeItem("docket for");
  const asked = !isNew || saved ? null : wasRefused ? stored : new URLSearchParams(location.search).get("-for");
  if (saved?.dataset.id && stored) {
    channel.postMessage({ asked: stored, entity: saved.dataset.saved, id: saved.dataset.id, title: saved.dataset.title });
    window.close();
  }

  // ---- Computed values and diagnostics while typing

  let timer = null, run = 0;
  const { typed: follow, answered } = amounts(form, keep);
  function changed(event) {
    follow(event?.target);
    // An answer to what was there before is outdated.
    run += 1;
    keep();
    clearTimeout(timer);
    timer = setTimeout(compute, 250);
  }
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  // The option of a yes-or-no field has the value as the file writes it: no, off or false.
  function optionMeaning(select, value) {
    const truths = { yes: "true", on: "true", no: "false", off: "false" };
    const meaning = text => truths[text.toLowerCase()] ?? text.toLowerCase();
    const options = [...select.options].slice(1);
    return options.find(option => option.value === value) ?? options.find(option => meaning(option.value) === meaning(value));
  }
  async function compute() {
    const mine = ++run;
    const answer = await fetch(form.dataset.compute, { method: "POST", headers: { "X-Docket-Token": token },
      body: new URLSearchParams(new FormData(form)) }).catch(() => null);
    if (mine !== run) return;
    tellLost(!answer);
    if (!answer?.ok) return;
    const { computed, diagnostics, same, emptied, filled, body } = await answer.json();
    if (!diagnostics || mine !== run) return;
    if (same && restored) tellSame(same);
    // The price of the previously named service is replaced by that of the new one, and a sum by what it comes to.
    answered({ emptied, filled });
    for (const element of form.querySelectorAll("[data-computed]")) {
      const value = computed[element.dataset.computed || element.name] ?? "";
      if (element.className === "hint") element.textContent = form.elements[element.dataset.computed]?.value ? "" : value;
      else if (element.nodeName === "OUTPUT") element.textContent = value || (element.closest(".computed") ? "–" : "");
      // What is computed beside a chosen value need not be what is computed without it.
      else if (element.nodeName === "SELECT") element.options[0].textContent =
        value && !element.value ? `(${optionMeaning(element, value)?.textContent ?? value})` : "–";
      else element.placeholder = value;
    }
    for (const why of form.querySelectorAll(".why")) {
      const name = why.id.replace(/\.why$/, "");
      // An ID is only checked by a save.
      if (name === "id") continue;
      // An empty field is not invalid yet.
      const isTyped = form.elements[name]?.value !== "" || why.textContent !== "";
      mark(why, isTyped ? diagnostics[name] ?? "" : "");
    }
    countMarks();
    const preview = form.querySelector("[data-preview]");
    if (preview && body !== undefined) {
      preview.hidden = body === "";
      preview.innerHTML = body;
    }
  }
  // Shows what is wrong with a field, and says it if that is new.
  function mark(why, text) {
    const former = why.textContent;
    if (text === former) return;
    why.textContent = text;
    why.hidden = !text;
    why.closest(".field, td, fieldset").classList.toggle("bad", !why.hidden);
    for (const control of form.querySelectorAll(`[aria-describedby~="${CSS.escape(why.id)}"]`))
      why.hidden ? control.removeAttribute("aria-invalid") : control.setAttribute("aria-invalid", "true");
    if (text || status.textContent === former) say(text);
  }
  // The notice above a refused form counts the fields that are marked now.
  function countMarks() {
    const notice = document.querySelector("[data-marked]");
    if (!notice) return;
    const marks = [...form.querySelectorAll(".why:not([hidden])")];
    const text = marks.length === 1 ? t("One field is marked below.") : t("{0} fields are marked below.", marks.length);
    notice.hidden = !marks.length;
    const link = notice.querySelector("a");
    (link ?? notice).textContent = text;
    if (!link || !marks.length) return;
    const controls = [...form.querySelectorAll(`[aria-describedby~="${CSS.escape(marks[0].id)}"]`)];
    link.href = `#${(controls.find(control => control.type !== "hidden" && !control.hidden) ?? marks[0]).id}`;
  }
  // What is here again may have been saved by a server that ended before it answered.
  let restored = null;
  function tellSame(id) {
    const [before, after] = t("{0} says exactly this: it may be saved already, and Save makes another one", "\n").split("\n");
    const link = document.createElement("a");
    link.href = form.dataset.form.replace("/-/new/", "/-/edit/") + `/${encodeURIComponent(id)}`;
    link.textContent = id;
    restored.append(document.createElement("br"), before, link, after);
    restored = null;
  }
  let lost = null;
  function tellLost(isLost) {
    if (!isLost) { lost?.remove(); lost = null; return; }
    lost ??= notice(t("The server does not answer. What you typed is kept in this browser; start the server again, then save."));
    lost.classList.add("lost");
  }
  function notice(text) {
    const element = document.createElement("section");
    element.className = "notice";
    element.setAttribute("role", "status");
    element.textContent = text;
    form.before(element);
    return element;
  }

  // ---- Unsaved input is kept until it is saved

  // Values that the server gives each form are not input.
  const given = ["token", "draft", "once"];
  function content() { return [...new FormData(form)].filter(([name]) => !given.includes(name)); }
  const original = JSON.stringify(content());
  // The input of a refused form is not saved anywhere yet.
  function isDirty() { return wasRefused !== null || JSON.stringify(content()) !== original; }
  let draftKey = null;
  function keep() {
    if (!draftKey) return;
    try {
      if (isDirty()) localStorage.setItem(draftKey, JSON.stringify({ fields: content(), at: Date.now() }));
      else localStorage.removeItem(draftKey);
    } catch { /* The storage is full or forbidden; the form works without. */ }
  }
  function forget() {
    // An answer that is still to come would keep it again.
    run += 1;
    clearTimeout(timer);
    localStorage.removeItem(draftKey);
  }
  function kept(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  }
  // An open form holds a lock, so that no other form takes over its input.
  function claim(key, options) {
    return new Promise(resolve => {
      const hold = lock => { resolve(lock !== null); return lock && new Promise(() => {}); };
      navigator.locks.request(key, options, hold).catch(() => resolve(false));
    });
  }
  // The key of this form: the one it had before it was sent or reloaded, that of a closed form, or a new one.
  async function claimKey() {
    if (wasRefused && sent) return sent;
    try {
      const name = form.elements.draft.value, own = history.state?.draft;
      // Input from before the record was renamed is stored under the former id.
      const names = [name, ...JSON.parse(form.dataset.former ?? "[]")];
      const keys = names.flatMap(draftsOf).sort((a, b) => (b === own) - (a === own) || (kept(b)?.at ?? 0) - (kept(a)?.at ?? 0));
      for (const key of keys) {
        // The page that held it may be closing right now.
        const options = key === own ? { signal: AbortSignal.timeout(1000) } : { ifAvailable: true };
        if (!isDirty() && await claim(key, options) && !isDirty()) return key;
      }
      const key = `docket ${name} ${self}`;
      await claim(key, { ifAvailable: true });
      return key;
    } catch { return null; }
  }
  countMarks();
  const ready = claimKey().then(key => {
    draftKey = key;
    if (key) history.replaceState({ ...history.state, draft: key }, "");
    if (isDirty()) keep();
    else if (key) restore();
    document.documentElement.classList.add("scripted");
  });
  function restore() {
    const draft = kept(draftKey);
    if (!draft || JSON.stringify(draft.fields) === original) return;
    // The rows of a new record's form are new, and would be added to those of the file.
    const base = draft.fields.find(([name]) => name === "base")?.[1] ?? "";
    if ((base === "") !== (form.elements.base.value === "")) return;
    const lists = new Map();
    for (const [name, value] of draft.fields) {
      const row = /^r\.([^.]+)\.([^.]+)\.(.+)$/.exec(name);
      if (!row) {
        if (name.startsWith("v.-")) addControls(form.querySelector(".fields"), [[name.slice(2), value]]);
        else if (form.elements[name]) setValue(form.elements[name], value);
        continue;
      }
      const [, list, key, field] = row;
      if (!lists.has(list)) lists.set(list, new Map());
      const rows = lists.get(list);
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key).push([field, value]);
    }
    for (const list of form.querySelectorAll("fieldset[data-list]")) {
      for (const row of [...list.querySelector("tbody").rows]) row.remove();
      for (const fields of lists.get(list.dataset.list)?.values() ?? []) {
        // A row that was to be removed no longer has that choice.
        if (fields.some(([key]) => key === "-gone")) continue;
        const row = addRow(list);
        fill(row, fields);
        row.querySelector("[name$='.-was']").value = new Map(fields).get("-was") ?? "";
      }
    }
    const discard = document.createElement("button");
    discard.type = "button";
    discard.textContent = t("Discard it");
    discard.addEventListener("click", () => { forget(); location.reload(); });
    restored = notice(`${t("What you typed before and did not save is here again.")} `);
    restored.append(discard);
    changed();
  }
  if (wasRefused) {
    wasRefused.focus();
    compute();
  }

  // A form is sent once, and only if the server responds: a browser's error page would lose the input.
  // Sending may be stopped, and then repeated.
  const again = 5000;
  let isSending = false, isChecked = false;
  form.addEventListener("submit", async event => {
    if (isChecked) {
      isChecked = false;
      setTimeout(() => { isSending = false; }, again);
      return;
    }
    event.preventDefault();
    if (isSending) return;
    settle();
    // An incomplete date has no value, and would be sent as empty.
    const half = [...form.querySelectorAll("[type=date]")].find(({ validity }) => validity.badInput || validity.rangeUnderflow);
    if (half) { half.reportValidity(); return; }
    isSending = true;
    await ready;
    keep();
    const answer = await fetch("/-/own.css", { method: "HEAD", cache: "no-store" }).catch(() => null);
    tellLost(!answer);
    isSending = answer !== null;
    if (!answer) { lost.scrollIntoView({ block: "nearest" }); return; }
    if (draftKey) sessionStorage.setItem("docket sent", draftKey);
    if (asked) sessionStorage.setItem("docket for", asked);
    isChecked = true;
    form.requestSubmit(event.submitter);
  });
  addEventListener("pageshow", () => { isSending = false; });

  for (const link of document.querySelectorAll("[data-cancel], [data-discard]"))
    link.addEventListener("click", event => {
      settle();
      if (isDirty() && !confirm(t("What you typed is not saved. Leave it?"))) { event.preventDefault(); return; }
      forget();
      // The window was opened for another form.
      if (asked) window.close();
    });
  addEventListener("keydown", event => {
    if ((event.ctrlKey || event.metaKey) && (event.key === "s" || event.key === "Enter")) {
      event.preventDefault();
      form.requestSubmit(form.querySelector("button[name=then]"));
    }
  });
}
