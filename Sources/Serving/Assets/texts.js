// The texts of the scripts in the site's language, where the server sends them; else they stay English.
const texts = JSON.parse(document.querySelector("[data-texts]")?.dataset.texts ?? "{}");

// A text with parts in the places of {0}, {1} …
export const t = (text, ...parts) => (texts[text] ?? text).replace(/\{(\d)\}/g, (_, place) => parts[place]);
