// What a check gives the reader: how it ended in words and colour, its property, its message.

import { element } from "./dom.js";
import { scrollable } from "./output.js";

const OUTCOMES = {
  passed: "passed",
  failed: "failed",
  blocked: "blocked",
  not_attempted: "not attempted",
};

/** Show the outcomes of checks, in the order of the stages. */
export function showChecks(out, checks, hidden) {
  const passed = checks.filter((one) => one.outcome === "passed").length;
  out.add(element("p", { class: "live-summary" }, summary(passed, checks.length)));
  out.add(element("ul", { class: "live-checks" }, ...checks.map(item)));
  if (checks.some((one) => one.outcome === "blocked")) {
    out.say("Blocked: a failure in an earlier stage may be the reason. Begin with the failed check.");
  }
  if (hidden.count) out.say(unknown(hidden));
}

/** Name a mistake that was recognised, and where the book explains it. */
export function showMistake(out, { message, section }) {
  const [page, anchor] = section.split("#");
  const link = element("a", { href: `${page}.html#${anchor}` }, "Read this passage");
  out.add(element("p", { class: "live-mistake" }, message, " ", link));
}

function summary(passed, count) {
  if (passed < count) return `${passed} of ${count} visible checks passed.`;
  return count === 1 ? "The visible check passed." : `All ${count} visible checks passed.`;
}

function unknown({ count, points }) {
  const checks = count === 1 ? "One hidden check" : `${count} hidden checks`;
  const worth = points === 1 ? "1 point" : `${points} points`;
  return `${checks} (${worth}) can't run in the page. Whether they pass shows when you hand in.`;
}

function item({ outcome, id, title, message }) {
  const mark = element("span", { class: `live-outcome live-${outcome}` }, OUTCOMES[outcome]);
  const name = element("code", {}, id);
  const line = element("p", {}, mark, " ", name, ` ${title}`);
  const more = message.includes("\n")
    ? scrollable(element("pre", { class: "live-message" }, message))
    : message && element("p", { class: "live-message" }, message);
  return element("li", {}, line, ...(more ? [more] : []));
}
