// Items in an order that the user changes: the rows of a table, the items of a list. They are moved and
// removed with buttons, with keys (Alt with ↑, ↓, D, Delete), or by dragging their grips.
import { t } from "./texts.js";

// Makes an item movable. `handle` receives the buttons; `changed` is called after each change, `taken` with
// the item that is focused next, if any, and what puts the taken one back. `duplicate` makes a copy; without it there is
// no button for that.
export function equip(item, handle, { changed, taken, duplicate, say }) {
  const place = () => {
    const all = [...item.parentNode.children];
    say(t("{0} of {1}", all.indexOf(item) + 1, all.length));
    changed();
  };
  // The neighbour is moved instead, so that the item keeps the focus.
  const move = step => {
    const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    step < 0 ? item.after(other) : item.before(other);
    place();
  };
  const take = () => {
    const { parentNode: list, nextElementSibling: after, previousElementSibling: before } = item;
    item.remove();
    say(t("taken away"));
    changed();
    taken(after ?? before, () => {
      list.insertBefore(item, after?.parentNode === list ? after : null);
      place();
    });
  };
  const actions = [["ArrowUp", "↑", t("Move up"), () => move(-1)], ["ArrowDown", "↓", t("Move down"), () => move(1)]];
  if (duplicate) actions.push(["d", "2×", t("Duplicate"), duplicate]);
  actions.push(["Delete", "✕", t("Take away"), take]);
  const grip = document.createElement("span");
  grip.className = "grip";
  grip.title = t("Drag to move");
  grip.setAttribute("aria-hidden", "true");
  grip.textContent = "⠿";
  grip.addEventListener("pointerdown", event => drag(event, item, place));
  handle.prepend(grip);
  for (const [key, sign, label, action] of actions) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.title = `${label} (Alt+${{ ArrowUp: "↑", ArrowDown: "↓", d: "D" }[key] ?? key})`;
    button.dataset.action = label;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", action);
    handle.append(button);
  }
  item.addEventListener("keydown", event => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    // On a Mac, Option with a letter types a sign, and other scripts have other letters: the place of the key tells.
    const isOther = /^[^\x00-\x7f]$/.test(event.key);
    const pressed = (isOther ? event.code.replace(/^Key/, "") : event.key).toLowerCase();
    const found = actions.find(([key]) => key.toLowerCase() === pressed);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    found[3]();
  });
}

// Names what the buttons of a handle act on.
export function nameButtons(handle, name) {
  for (const button of handle.querySelectorAll(":scope > [data-action]"))
    button.setAttribute("aria-label", `${button.dataset.action}: ${name}`);
}

// Follows a pointer until it is released; Escape puts the item back.
function drag(event, item, placed) {
  if (event.button !== 0) return;
  event.preventDefault();
  const parent = item.parentNode;
  const start = item.nextElementSibling;
  const first = [...parent.children].indexOf(item);
  item.classList.add("dragged");
  const over = ({ clientX, clientY }) => {
    const others = [...parent.children].filter(other => other !== item);
    const next = others.find(other => {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      // Items side by side are ordered along the line.
      const isBeside = clientY >= top && clientY <= bottom && right - left < parent.clientWidth * 0.9;
      return isBeside ? clientX < (left + right) / 2 : clientY < (top + bottom) / 2;
    }) ?? null;
    if (next !== item.nextElementSibling) parent.insertBefore(item, next);
  };
  const end = isKept => {
    stop.abort();
    item.classList.remove("dragged");
    if (!isKept) parent.insertBefore(item, start);
    if ([...parent.children].indexOf(item) !== first) placed();
  };
  const stop = new AbortController(), { signal } = stop;
  document.addEventListener("pointermove", over, { signal });
  document.addEventListener("pointerup", () => end(true), { signal });
  document.addEventListener("pointercancel", () => end(false), { signal });
  document.addEventListener("keydown", key => { if (key.key === "Escape") end(false); }, { signal });
}
