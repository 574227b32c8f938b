// Markup that code returns, reduced to what can be seen: no scripts, no listeners, no addresses.
// A notebook that a reader opens may come from anybody, so nothing that code makes is trusted.

const words = (text) => new Set(text.split(" "));
const TAGS = words(
  "div span p pre code b i em strong sub sup br hr ul ol li dl dt dd h1 h2 h3 h4 h5 h6 table caption " +
    "thead tbody tfoot tr th td svg g rect circle ellipse line polyline polygon path text tspan title desc",
);
const ATTRIBUTES = words(
  "class role aria-label aria-hidden colspan rowspan scope viewbox width height x y x1 y1 x2 y2 dx dy cx " +
    "cy r rx ry d points transform fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap " +
    "stroke-linejoin stroke-opacity opacity text-anchor dominant-baseline font-size font-weight style",
);

/** Return an element with the allowed part of the markup. */
export function safe(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html"); // runs and loads nothing
  for (const found of parsed.body.querySelectorAll("*")) {
    if (!TAGS.has(found.localName)) found.remove();
    else for (const { name, value } of [...found.attributes]) {
      if (!allowed(name.toLowerCase(), value)) found.removeAttribute(name);
    }
  }
  const box = document.createElement("div");
  box.append(...parsed.body.childNodes);
  return box;
}

const STYLED = new Set(["style", "fill", "stroke", "transform"]);

function allowed(name, value) {
  if (name === "xmlns") return true;
  // An address could hide in a style, and a position could cover the page.
  const isWrong = STYLED.has(name) && /url|@import|\\|position|expression/i.test(value);
  return ATTRIBUTES.has(name) && !isWrong;
}
