// References are picked by part of a title. Items of a list are shown separately, to add, move and remove
// them; the sent text stays in its field, separated by commas, or by lines if a name contains one.
import { equip, nameButtons } from "./items.js";
import { t } from "./texts.js";

export function references(form, changed, say) {
  let pick = null;
  // What the pointer is pressing. A menu may keep its release from the page; a key tells that it is over.
  let pressed = null;
  addEventListener("pointerdown", event => { pressed = event.button === 2 ? null : event.target; }, true);
  for (const end of ["pointerup", "pointercancel", "keydown"]) addEventListener(end, () => { pressed = null; }, true);
  // The search whose response is pending; Enter picks its first result once it arrives.
  let asked = null;
  form.addEventListener("input", event => { if (event.target.dataset.find) offer(event.target); });
  form.addEventListener("focusin", event => { if (event.target.dataset.find && !event.target.value) offer(event.target); });
  form.addEventListener("focusout", event => { if (pick?.input === event.target) setTimeout(() => close(event.target), 150); });
  form.addEventListener("keydown", event => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && asked?.input === event.target && asked.text) {
      event.preventDefault();
      event.stopPropagation();
      asked.takes = true;
      return;
    }
    if (!pick || pick.input !== event.target) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !event.altKey) { event.preventDefault(); select(pick.index + step); }
    else if (event.key === "Enter" && pick.index >= 0) { event.preventDefault(); event.stopPropagation(); choose(pick.found[pick.index]); }
    else if (event.key === "Escape") { event.preventDefault(); close(event.target); }
  }, true);

  async function find(entity, text) {
    const answer = await fetch(`/-/find?entity=${encodeURIComponent(entity)}&q=${encodeURIComponent(text)}`).catch(() => null);
    return answer?.ok ? answer.json() : [];
  }
  // A field that receives an id shows its title.
  form.addEventListener("docket:value", async ({ target }) => {
    const title = target.dataset.find && target.parentElement.querySelector(".title");
    if (!title) return;
    const id = target.value.trim();
    title.textContent = (id && (await find(target.dataset.find, id)).find(record => record.id === id)?.title) || "";
  });
  async function offer(input) {
    const text = input.value.trim();
    const title = input.chosen ? null : input.parentElement.querySelector(".title");
    if (title) title.textContent = "";
    const mine = asked = { input, text, takes: false };
    const found = await find(input.dataset.find, text);
    if (asked === mine) asked = null;
    if (input.value.trim() !== text) return;
    const exact = found.find(record => record.id === text);
    if (exact && title) title.textContent = exact.title;
    if (document.activeElement !== input) return;
    close();
    if (text && !found.length) { say(t("nothing is called '{0}'", text)); return; }
    if (!found.length || exact && found.length === 1 && title) return;
    const list = document.createElement("ul");
    list.className = "pick";
    list.id = `${input.id}.pick`;
    list.setAttribute("role", "listbox");
    // A list that scrolls would be a stop of Tab by itself.
    list.tabIndex = -1;
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
    place(list, input);
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", list.id);
    pick = { input, list, found, index: -1 };
    if (text) select(0);
    if (mine.takes) choose(found[0]);
  }
  // Places the list below its field, within the width of the window.
  function place(list, input) {
    list.style.top = `${input.offsetTop + input.offsetHeight}px`;
    const { left, right } = list.getBoundingClientRect();
    list.style.translate = `${Math.min(0, document.documentElement.clientWidth - right) || Math.max(0, -left)}px`;
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
    close();
    put(input, record);
  }
  function put(input, record) {
    if (input.chosen) { input.chosen(record); return; }
    say("");
    input.value = record.id;
    const title = input.parentElement.querySelector(".title");
    if (title) title.textContent = record.title;
    changed();
  }
  function close(input = pick?.input) {
    if (!pick || pick.input !== input) return;
    pick.list.remove();
    pick.input.setAttribute("aria-expanded", "false");
    pick.input.removeAttribute("aria-activedescendant");
    pick = null;
  }

  // Turns the field of several references into a list.
  function makeList(field) {
    const titles = new Map(Object.entries(JSON.parse(field.dataset.titles || "{}")));
    const list = document.createElement("ol");
    list.className = "many";
    const more = document.createElement("input");
    for (const name of ["role", "aria-expanded", "data-find", "aria-describedby", "autocomplete"])
      if (field.hasAttribute(name)) more.setAttribute(name, field.getAttribute(name));
    more.id = `${field.id}.more`;
    more.placeholder = t("Add: part of a name");
    more.autocomplete = "off";
    field.parentElement.querySelector(".title")?.remove();
    const label = form.querySelector(`label[for="${CSS.escape(field.id)}"]`);
    if (label) label.htmlFor = more.id;
    else more.setAttribute("aria-label", field.getAttribute("aria-label") ?? t("Add"));
    if (field.nodeName === "TEXTAREA") field.hidden = true;
    else field.type = "hidden";
    field.removeAttribute("role");
    field.removeAttribute("data-find");
    field.before(list, more);
    const ids = () => field.value.split(field.value.includes("\n") ? "\n" : ",").map(id => id.trim()).filter(id => id);
    const store = () => {
      const all = [...list.children].map(item => item.dataset.id);
      field.value = all.some(id => id.includes(",")) ? all.map(id => `${id}\n`).join("") : all.join(", ");
      changed();
    };
    const add = id => {
      const item = document.createElement("li");
      item.dataset.id = id;
      item.tabIndex = 0;
      const name = document.createElement("span");
      item.append(name);
      const handle = document.createElement("span");
      handle.className = "handle";
      item.append(handle);
      equip(item, handle, { changed: store, taken: next => (next ?? more).focus(), say });
      list.append(item);
      const called = title => {
        name.textContent = title;
        item.setAttribute("aria-label", title);
        nameButtons(handle, title);
      };
      called(titles.get(id) ?? id);
      return called;
    };
    const show = async () => {
      list.replaceChildren();
      for (const id of ids()) {
        const called = add(id);
        if (titles.has(id)) continue;
        const record = (await find(more.dataset.find, id)).find(record => record.id === id);
        if (record) { titles.set(id, record.title); called(record.title); }
      }
    };
    more.chosen = record => {
      more.value = "";
      if (ids().includes(record.id)) { say(t("{0} is there already", record.title)); return; }
      titles.set(record.id, record.title);
      const called = add(record.id);
      store();
      say(t("{0} added", record.title));
      return called;
    };
    // Typed text that was not picked is kept; the check reports its errors. A button that is being pressed stays where it is
    // until it is released, or it would not be clicked; the one for a new record passes the text on instead.
    const accept = async () => {
      const text = more.value.trim();
      if (pick?.input === more) close();
      const called = text && more.chosen({ id: text, title: text });
      const record = called && (await find(more.dataset.find, text)).find(record => record.id === text);
      if (record) { titles.set(text, record.title); called(record.title); }
    };
    more.addEventListener("change", () => {
      if (!pressed) accept();
      else if (!pressed.closest("a.add[data-title]") || !field.parentElement.contains(pressed))
        addEventListener("pointerup", () => setTimeout(accept), { once: true });
    });
    more.addEventListener("keydown", event => {
      if (event.key === "Enter" && !event.defaultPrevented && !event.ctrlKey && !event.metaKey) event.preventDefault();
    });
    field.addEventListener("docket:value", show);
    show();
  }
  function makeLists(root) { for (const field of root.querySelectorAll("[data-many][data-find]")) makeList(field); }
  makeLists(form);

  // Adds a record that was made elsewhere to a field.
  function give(name, entity, record) {
    const field = form.elements[name];
    const input = field && (form.querySelector(`#${CSS.escape(`${field.id}.more`)}`) ?? field);
    if (input?.dataset.find === entity) put(input, record);
  }
  // The text typed beside a button for a new record, if it names no existing one.
  function typed(field) {
    const input = field.querySelector("[data-find]");
    const isTitled = input?.parentElement.querySelector(".title")?.textContent;
    return input && !isTitled ? input.value.trim() : "";
  }
  // Accepts text that was typed but not picked.
  const settle = () => { for (const input of form.querySelectorAll(".many + input")) input.dispatchEvent(new Event("change")); };
  return { makeLists, give, settle, typed };
}
