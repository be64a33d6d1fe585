// Figures that follow from what is typed beside them, of a row or of the record itself. The server says which ones; their
// fields are emptied, and hidden fields tell it so: `-emptied` names such a key, `-kept` one whose figure was typed on
// purpose, and `-of` the row that a copy comes from.
const controls = ["-of", "-emptied", "-kept"];

// The key that a field holds: `sum` of `r.rows.0.sum`, `fee` of `v.fee`.
export function keyOf(field) { return field.name.split(".").slice(field.name.startsWith("r.") ? 3 : 1).join("."); }

// Adds the hidden fields among values, which are pairs of keys and texts, to a row or to the record's own fields.
export function addControls(place, values) {
  for (const [key, value] of values) if (controls.includes(key)) add(place, key, value);
}
function add(place, control, value) {
  const was = place.querySelector("[name$='.-was']");
  const name = was ? was.name.replace(/-was$/, control) : `v.${control}`;
  (was ? place.cells[place.cells.length - 1] : place)
    .append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}
// The row of a field, or the element with the record's own fields.
function placeOf(field) { return field.closest("tr, .fields"); }

// `kept` is called when a field was emptied after its answer. Returns what is called for each change, and for each answer.
export function amounts(form, kept) {
  // The fields that changed since the last answer.
  const changed = new Set();
  // Fields that are emptied when they lose the focus, unless something is typed in them.
  const waiting = new Set();

  function control(field, name) {
    return [...placeOf(field).querySelectorAll(`[name$=".${name}"]`)].find(({ value }) => value === keyOf(field));
  }
  function empty(field) {
    field.value = "";
    add(placeOf(field), "-emptied", keyOf(field));
  }
  // A figure that is typed after what it follows from stays, even if it is what was there before.
  form.addEventListener("input", ({ target }) => {
    if (!/^[rv]\./.test(target.name ?? "") || target.inputMode !== "decimal") return;
    const emptied = control(target, "-emptied");
    const isAfterOther = [...changed].some(field => field !== target && placeOf(field) === placeOf(target));
    if (!emptied && !waiting.has(target) && !isAfterOther) return;
    emptied?.remove();
    waiting.delete(target);
    if (!control(target, "-kept")) add(placeOf(target), "-kept", keyOf(target));
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
