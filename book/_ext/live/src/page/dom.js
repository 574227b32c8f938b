// Make elements.

/** Return an element; attributes whose name begins with "on" are listeners. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", class: "live-button", onclick, ...attributes }, text);
}
