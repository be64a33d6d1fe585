// docket's default theme: charts tell their figures to a pointer, and to the arrow keys. Without this script a pointer
// finds them as titles, and the table below a chart has them all.
(() => {
  "use strict";
  const { $, all, element } = window.docket;
  const texts = new WeakMap();
  // The figures as they are now; a page that follows the book brings others.
  const refresh = plot => {
    $("svg", plot)?.setAttribute("tabindex", "0");
    for (const title of all("g > title", plot)) {
      texts.set(title.parentNode, title.textContent);
      title.remove();
    }
  };
  for (const plot of all(".plot")) {
    if ($(".tip", plot)) continue;
    const tip = element("output", { class: "tip", hidden: "" });
    let shown = null;
    const pick = mark => {
      shown?.classList.remove("on");
      shown = mark;
      tip.hidden = !mark;
      if (!mark) return;
      mark.classList.add("on");
      tip.textContent = texts.get(mark);
      const frame = plot.getBoundingClientRect(), band = $(".band", mark).getBoundingClientRect();
      const left = band.left + band.width / 2 - frame.left - tip.offsetWidth / 2;
      tip.style.left = Math.max(0, Math.min(left, frame.width - tip.offsetWidth)) + "px";
      tip.style.top = Math.max(0, band.top - frame.top - (band.width < frame.width / 2 ? 0 : tip.offsetHeight)) + "px";
    };
    plot.append(tip);
    refresh(plot);
    plot.addEventListener("pointerover", event => pick(event.target.closest("g")));
    plot.addEventListener("pointerleave", () => pick(null));
    plot.addEventListener("focusout", () => pick(null));
    plot.addEventListener("keydown", event => {
      const marks = all("g", plot), at = marks.indexOf(shown), last = marks.length - 1;
      const [next, before] = [Math.min(at + 1, last), at < 0 ? last : Math.max(at - 1, 0)];
      const to = { ArrowRight: next, ArrowDown: next, ArrowLeft: before, ArrowUp: before, Home: 0, End: last, Escape: -1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      pick(marks[to] ?? null);
    });
    addEventListener("resize", () => pick(null));
    document.addEventListener("docket:update", () => {
      pick(null);
      refresh(plot);
    });
  }
})();
