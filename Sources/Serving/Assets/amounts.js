// Amounts of rows that follow from what is typed beside them. The server says which ones; their fields are emptied, and
// hidden fields of the row tell it so: `-emptied` names such a key, `-kept` one whose amount was typed on purpose, and
// `-of` the row that a copy comes from.
const controls = ["-of", "-emptied", "-kept"];

// The key that a field of a row holds: `sum` of `r.rows.0.sum`.
export function keyOf(field) { return field.name.split(".").slice(3).join("."); }

// Adds the hidden fields among the values of a row, which are pairs of keys and texts.
export function addControls(row, values) {
  for (const [key, value] of values) if (controls.includes(key)) add(row, key, value);
}
function add(row, control, value) {
  const name = row.querySelector("[name$='.-was']").name.replace(/-was$/, control);
  row.cells[row.cells.length - 1].append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

// `kept` is called when a field was emptied after its answer. Returns what is called for each change, and for each answer.
export function amounts(form, kept) {
  // The fields that changed since the last answer.
  const changed = new Set();
  // Fields that are emptied when they lose the focus, unless something is typed in them.
  const waiting = new Set();

  function control(field, name) {
    return [...field.closest("tr").querySelectorAll(`[name$=".${name}"]`)].find(({ value }) => value === keyOf(field));
  }
  function empty(field) {
    field.value = "";
    add(field.closest("tr"), "-emptied", keyOf(field));
  }
  // An amount that is typed after what it follows from stays, even if it is what was there before.
  form.addEventListener("input", ({ target }) => {
    if (!target.name?.startsWith("r.") || !target.classList.contains("money")) return;
    const emptied = control(target, "-emptied");
    const isAfterOther = [...changed].some(field => field !== target && field.closest("tr") === target.closest("tr"));
    if (!emptied && !waiting.has(target) && !isAfterOther) return;
    emptied?.remove();
    waiting.delete(target);
    if (!control(target, "-kept")) add(target.closest("tr"), "-kept", keyOf(target));
  });
  form.addEventListener("focusout", ({ target }) => {
    if (!waiting.delete(target)) return;
    empty(target);
    kept();
  });
  function answered({ emptied, filled }) {
    changed.clear();
    waiting.clear();
    for (const name of emptied) {
      const field = form.elements[name];
      if (!field || control(field, "-emptied")) continue;
      // Where the caret is in a text, it does not vanish.
      const isSelected = field.selectionStart === 0 && field.selectionEnd === field.value.length;
      if (field === document.activeElement && !isSelected) waiting.add(field);
      else empty(field);
    }
    for (const [name, value] of Object.entries(filled)) {
      const field = form.elements[name];
      if (!field) continue;
      control(field, "-emptied")?.remove();
      field.value = value;
    }
    kept();
  }
  return { typed: field => field && changed.add(field), answered };
}
