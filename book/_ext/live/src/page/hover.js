// Words of the glossary and works of the bibliography, shown where they are mentioned. The text is
// that of those two pages, so a reader without a pointer, or without scripts, loses nothing.

import { element } from "./dom.js";

const MENTIONS = 'main a.reference.internal[href*="glossary.html#"], main a.reference.internal[href*="bibliography.html#"]';
const GRACE = 300; // milliseconds to reach the tip with the pointer
const pages = new Map();
const known = new Map();
const tip = element("div", { class: "live-tip", id: "live-tip", role: "tooltip", hidden: true });
let shownFor = null;
let leaving;

/** Show a tip for each mention that the pointer or the focus comes to. */
export function tips() {
  const mentions = document.querySelectorAll(MENTIONS);
  if (!mentions.length) return;
  document.querySelector("main").append(tip);
  for (const link of mentions) {
    known.set(link, link.title); // of citations; the browser's own tip would stand beside ours
    link.removeAttribute("title");
    link.addEventListener("mouseenter", () => show(link));
    link.addEventListener("focus", () => show(link));
    link.addEventListener("mouseleave", hideSoon);
    link.addEventListener("blur", hide);
  }
  tip.addEventListener("mouseenter", () => clearTimeout(leaving));
  tip.addEventListener("mouseleave", hideSoon);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
}

async function show(link) {
  clearTimeout(leaving);
  if (shownFor === link) return;
  hide();
  shownFor = link;
  const text = known.get(link) || (await textOf(new URL(link.href)).catch(() => ""));
  if (!text || shownFor !== link) return;
  tip.textContent = text;
  tip.hidden = false;
  link.setAttribute("aria-describedby", tip.id);
  place(link.getClientRects()[0]);
}

/** Place the tip below a mention, inside the page's width. */
function place({ left, bottom }) {
  const ground = tip.offsetParent.getBoundingClientRect();
  const widest = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${Math.max(8, Math.min(left, widest)) - ground.left}px`;
  tip.style.top = `${bottom + 4 - ground.top}px`;
}

function hideSoon() {
  clearTimeout(leaving);
  leaving = setTimeout(hide, GRACE);
}

function hide() {
  clearTimeout(leaving);
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
  tip.hidden = true;
}

/** Return the definition that an address leads to. */
async function textOf({ origin, pathname, hash }) {
  const address = origin + pathname;
  if (!pages.has(address)) pages.set(address, load(address));
  const term = (await pages.get(address)).getElementById(decodeURIComponent(hash.slice(1)));
  let next = term.nextElementSibling; // several terms may share a definition
  while (!next.matches("dd")) next = next.nextElementSibling;
  return next.textContent.trim();
}

async function load(address) {
  const answer = await fetch(address);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
