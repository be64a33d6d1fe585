// The scripts' texts in the site's language, if the server sends them; otherwise they stay English.
const texts = JSON.parse(document.querySelector("[data-texts]")?.dataset.texts ?? "{}");

// A text with parts inserted for {0}, {1} …
export const t = (text, ...parts) => (texts[text] ?? text).replace(/\{(\d)\}/g, (_, place) => parts[place]);
