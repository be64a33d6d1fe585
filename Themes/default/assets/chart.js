// docket's default theme: charts tell their figures to a pointer, and to the arrow keys. Without this script a pointer
// finds them as titles, and the table below a chart has them all.
(() => {
  "use strict";
  const { $, all, element } = window.docket;
  for (const plot of all(".plot")) {
    if ($(".tip", plot)) continue;
    const picture = $("svg", plot), marks = all("g", plot);
    const tip = element("output", { class: "tip", hidden: "" });
    const texts = marks.map(mark => { const title = $("title", mark); title.remove(); return title.textContent; });
    let at = -1;
    const pick = index => {
      marks[at]?.classList.remove("on");
      at = index;
      tip.hidden = at < 0;
      if (at < 0) return;
      marks[at].classList.add("on");
      tip.textContent = texts[at];
      const frame = plot.getBoundingClientRect(), mark = $(".band", marks[at]).getBoundingClientRect();
      const left = mark.left + mark.width / 2 - frame.left - tip.offsetWidth / 2;
      tip.style.left = Math.max(0, Math.min(left, frame.width - tip.offsetWidth)) + "px";
      tip.style.top = Math.max(0, mark.top - frame.top - (mark.width < frame.width / 2 ? 0 : tip.offsetHeight)) + "px";
    };
    plot.append(tip);
    picture.setAttribute("tabindex", "0");
    plot.addEventListener("pointerover", event => pick(marks.indexOf(event.target.closest("g"))));
    plot.addEventListener("pointerleave", () => pick(-1));
    picture.addEventListener("blur", () => pick(-1));
    picture.addEventListener("keydown", event => {
      const last = marks.length - 1;
      const next = { ArrowRight: Math.min(at + 1, last), ArrowDown: Math.min(at + 1, last), ArrowLeft: at < 0 ? last : Math.max(at - 1, 0), ArrowUp: at < 0 ? last : Math.max(at - 1, 0), Home: 0, End: last, Escape: -1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      pick(next);
    });
  }
})();
