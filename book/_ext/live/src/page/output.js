// Where results appear: streams as they come, values, figures, errors.

import { element } from "./dom.js";
import { safe } from "./safe.js";

/** Return `{ box, clear, stream, show, say }`; a live region is read aloud when it changes. */
export function output(box = element("div"), { live = true } = {}) {
  box.classList.add("live-output");
  if (live) box.setAttribute("aria-live", "polite");
  const add = (...nodes) => box.append(...nodes);
  const block = (kind, text) => scrollable(element("pre", { class: `live-${kind}` }, text));

  return {
    box,
    add,
    clear: () => box.replaceChildren(),
    stream(kind, text) {
      const last = box.lastElementChild;
      if (last?.dataset.stream === kind) last.append(text);
      else {
        const made = block(`stream-${kind}`, text);
        made.dataset.stream = kind;
        add(made);
      }
    },
    show(result) {
      if (result.html) {
        const shown = safe(result.html);
        shown.className = "output text_html";
        add(shown);
      }
      if (result.text) add(block("value", result.text));
      for (const { png, alt } of result.figures ?? []) {
        add(element("img", { src: `data:image/png;base64,${png}`, alt, class: "live-figure" }));
      }
      const wrong = result.error ?? result.stopped;
      if (wrong) add(block("error", wrong));
    },
    say: (text, kind = "note") => add(element("p", { class: `live-${kind}` }, text)),
  };
}

/** Let the keyboard scroll what may be wider than the page. */
export function scrollable(pre) {
  pre.tabIndex = 0;
  return pre;
}
